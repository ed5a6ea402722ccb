// The binary model file: a container of kind "lm" that lm::Model maps. docs/formats/lm-binary.md gives it
// byte by byte.
#pragma once

#include <string>

#include "lm/ngram_data.h"

namespace calque::lm {

// How a binary model lays its n-grams out. Every layout answers every question alike, to the last bit, unless
// it is quantised.
enum class Layout : std::uint32_t {
  kProbing = 0,  // hash tables: fastest
  kTrie = 1,     // a bit-packed trie: about 40 % of the size
};

struct BinaryOptions {
  Layout layout = Layout::kProbing;
  // Trie only. 0 stores every probability and back-off exactly; otherwise the n-grams of each length above 1
  // share 2^quantize_bits probabilities and as many back-offs. kMinQuantizedBits to kMaxQuantizedBits.
  unsigned quantize_bits = 0;
};

// The file appears under `path` only when complete. Throws UsageError if the place cannot be written or the
// options cannot be, MachineError if the disk is full.
void write_binary(const NgramModelData& data, const BinaryOptions& options, const std::string& path);
void write_binary(const NgramModelData& data, const std::string& path);

// The n-grams of an ARPA file or of a binary model in the trie layout. Throws UsageError for the probing
// layout, which holds hashes in place of words; otherwise as Model::load. Numbers of a quantised model come
// as they are stored.
NgramModelData read_ngram_data(const std::string& path);

}  // namespace calque::lm
