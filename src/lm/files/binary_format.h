// What writer and reader of binary models share: the header, the names of sections, and how numbers are
// stored. docs/formats/lm-binary.md gives the file byte by byte. Inside the module only.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "lm/files/ngram_data.h"

namespace calque::lm {

inline constexpr const char* kContainerKind = "lm";
inline constexpr std::uint32_t kContainerVersion = 3;

// A back-off of -0.0 means: it is zero and no longer n-gram begins with this one, so the context need not be
// kept.
inline constexpr float kContextEnds = -0.0F;

struct UnigramEntry {
  float log_prob;  // sign cleared if no longer n-gram ends with the word
  float backoff;
};
static_assert(sizeof(UnigramEntry) == 8 && std::is_trivially_copyable_v<UnigramEntry>);

// Widths of the fields of one trie level's records in bits, and how these stand in blocks.
struct TrieWidths {
  std::uint16_t word;
  std::uint16_t log_prob;
  std::uint16_t backoff;      // 0 at the highest order
  std::uint16_t group_shift;  // logarithm of the records per block; 0 at the highest order
};

struct ModelHeader {
  std::uint32_t order;
  std::uint32_t max_order;       // kMaxOrder of the program that wrote the file
  std::uint32_t layout;          // Layout
  std::uint32_t quantized_bits;  // 0: every number is exact
  std::uint64_t vocabulary_size;
  std::uint64_t hash_seed;                             // probing
  std::array<std::uint64_t, kMaxOrder> ngram_counts;   // zero above the order
  std::array<std::uint64_t, kMaxOrder> home_counts;    // probing: home buckets; zero for unigrams
  std::array<std::uint64_t, kMaxOrder> longest_walks;  // probing: how far beyond its home a key may stand
  std::array<TrieWidths, kMaxOrder> widths;            // trie
};
static_assert(sizeof(ModelHeader) == 32 + 32 * kMaxOrder &&
              std::has_unique_object_representations_v<ModelHeader>);

// "NAME.n"
std::string section_name(std::string_view name, unsigned n);

// One level's numbers as they are stored. Log probabilities have their sign set, which `mark_leaves` clears
// where no longer n-gram ends with this one. Back-offs have the mark of contexts that end; n is below the
// order.
std::vector<float> stored_log_probs(const NgramModelData& data, unsigned n, bool mark_leaves);
std::vector<float> stored_backoffs(const NgramModelData& data, unsigned n);

}  // namespace calque::lm
