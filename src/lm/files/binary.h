// The binary model file: a container of kind "lm" that lm::Model maps. docs/formats/lm-binary.md gives it
// byte by byte.
#pragma once

#include <cstdint>
#include <string>

#include "lm/files/layout.h"
#include "lm/files/ngram_data.h"

namespace calque::lm {

class SectionSink;

// The file appears under `path` only when complete. Throws UsageError if the place cannot be written or the
// options cannot be, MachineError if the disk is full.
void write_binary(const NgramModelData& data, const BinaryOptions& options, const std::string& path);
void write_binary(const NgramModelData& data, const std::string& path);

// Whether a file is binary by its first bytes; if not, it is taken for ARPA text.
bool is_binary(const std::string& path);

// The n-grams of an ARPA file or of a binary model in the trie layout. Throws UsageError for the probing
// layout, which holds hashes in place of words; otherwise as Model::load. Numbers of a quantised model come
// as they are stored.
NgramModelData read_ngram_data(const std::string& path);

// Writes every section of the model, the vocabulary included. Returns false if two n-grams got the same key
// under this attempt's hash seed, which is next to impossible; the next attempt, with a new sink, has
// another.
bool build_sections(const NgramModelData& data, const BinaryOptions& options, std::uint64_t attempt,
                    SectionSink& sink);

}  // namespace calque::lm
