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
#include "decode/features/phrase_counts.h"
#include "phrase/reordering_type.h"

namespace calque::pipeline {

struct MosesImport {
  std::string configuration;                              // moses.ini; what the other fields name goes first
  std::string phrase_table;                               // text, plain or compressed
  std::string language_model;                             // ARPA, or a Calque model
  std::string reordering;                                 // text; empty: distance only
  std::optional<phrase::ReorderingType> reordering_type;  // unset: told by the table's columns
  // What the scores behind the first four of the phrase table are; empty: as a configuration that Calque
  // wrote says, or there are none. They are worked out again from the table's counts.
  std::vector<decode::PhraseCountKind> phrase_features;
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
