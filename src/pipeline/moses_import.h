// A model folder from the files of a Moses system: text phrase table, ARPA language model, reordering table,
// weights.
//
// Everything is read and checked before the manifest is written; if something is wrong, no file stays behind.
// Throws UsageError, DataError or FormatError naming file and line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/reporter.h"
#include "phrase/reordering_type.h"

namespace calque::pipeline {

struct MosesImport {
  std::string configuration;                              // moses.ini; what the other fields name goes first
  std::string phrase_table;                               // text, plain or compressed
  std::string language_model;                             // ARPA, or a Calque model
  std::string reordering;                                 // text; empty: distance only
  std::optional<phrase::ReorderingType> reordering_type;  // unset: told by the table's columns
  // Which phrase features (decode/features/registry.h) the scores after the first four of the phrase table
  // are; empty: those named in a configuration that Calque wrote, or none. They are computed anew.
  std::vector<std::string> phrase_features;
  std::string weights;          // lines "Name= v v"; empty: default weights
  std::string source_language;  // recorded in the model; may be empty
  std::string target_language;
  std::string model_folder;  // new or empty
};

struct MosesImportResult {
  std::uint64_t phrase_pairs = 0;
  std::uint64_t source_phrases = 0;
  std::uint64_t ngrams = 0;
  std::string reordering;  // name of its type, or "distance"
};

MosesImportResult import_moses(MosesImport import, Reporter& reporter);

}  // namespace calque::pipeline
