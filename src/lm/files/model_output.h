// Where a language model goes and in which form: ARPA text or a binary model, by its name.
//
// Nothing appears under the path unless the whole model could be written. Throws what the writers throw.
#pragma once

#include <string>

#include "base/reporter.h"
#include "base/thread_pool.h"
#include "lm/files/layout.h"
#include "lm/files/ngram_data.h"

namespace calque::lm {

struct ModelOutput {
  std::string path;
  BinaryOptions binary;

  // .arpa, .arpa.gz, .arpa.zst, and "-" (standard output).
  bool is_arpa() const;
};

void write_model(const NgramModelData& data, const ModelOutput& output, ThreadPool& threads,
                 Reporter& reporter);

}  // namespace calque::lm
