// The files of a Moses system from a model folder: phrase table, reordering table, ARPA language model,
// weights and a moses.ini that names them.
//
// Throws what loading a model throws, and UsageError if the language model cannot be written as ARPA.
#pragma once

#include <string>
#include <vector>

#include "base/reporter.h"
#include "base/thread_pool.h"

namespace calque::pipeline {

struct MosesExport {
  std::string model_folder;
  std::string output_folder;  // new, empty, or holding files of an earlier export
  // ARPA file of the language model, for models that cannot give it themselves.
  std::string language_model;
  std::string compression = ".gz";  // ending of the tables' names: ".gz", ".zst" or nothing
};

// The files written, in order.
std::vector<std::string> export_moses(const MosesExport& request, ThreadPool& threads, Reporter& reporter);

}  // namespace calque::pipeline
