// The layout of the binary model: one hash table for each n-gram length above 1. docs/formats/lm-binary.md
// gives it byte by byte. Writer and Model share these definitions; nobody else needs them.
//
// An n-gram is known by a 64-bit key, a hash of its words from the last to the first, so the key of a longer
// n-gram follows from the shorter one's. A key's home slot grows with the key, and slots hold keys in rising
// order with gaps: a search starts at home and ends at the first free slot or larger key, which makes misses
// as cheap as hits.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "lm/model.h"
#include "lm/ngram_data.h"
#include "store/container.h"
#include "text/vocabulary.h"

namespace calque::lm {

inline constexpr const char* kContainerKind = "lm";
inline constexpr std::uint32_t kContainerVersion = 1;

struct UnigramEntry {
  float log_prob;
  float backoff;
};
static_assert(sizeof(UnigramEntry) == 8 && std::is_trivially_copyable_v<UnigramEntry>);

// N-grams of lengths 2 to order - 1. Key 0 marks a free slot.
struct MiddleEntry {
  std::uint64_t key;
  float log_prob;
  float backoff;
};
static_assert(sizeof(MiddleEntry) == 16 && std::is_trivially_copyable_v<MiddleEntry>);

// N-grams of the highest order; the key is cut in two so that an entry takes 12 bytes.
struct LongestEntry {
  std::uint32_t key_low;
  std::uint32_t key_high;
  float log_prob;
};
static_assert(sizeof(LongestEntry) == 12 && std::is_trivially_copyable_v<LongestEntry>);

struct ModelHeader {
  std::uint32_t order;
  std::uint32_t max_order;  // kMaxOrder of the program that wrote the file
  std::uint64_t vocabulary_size;
  std::uint64_t hash_seed;
  std::array<std::uint64_t, kMaxOrder> ngram_counts;  // zero above the order
  std::array<std::uint64_t, kMaxOrder> home_counts;   // home slots of each table; zero for unigrams
};
static_assert(sizeof(ModelHeader) == 24 + 16 * kMaxOrder &&
              std::has_unique_object_representations_v<ModelHeader>);

// Section that holds the n-grams of length n.
std::string section_name(unsigned n);

// A back-off of -0.0 says: it is zero and no longer n-gram begins with this one, so the context need not be
// kept.
bool context_matters(float backoff) noexcept;

inline std::uint64_t key_of(const MiddleEntry& entry) noexcept {
  return entry.key;
}
inline std::uint64_t key_of(const LongestEntry& entry) noexcept {
  return (std::uint64_t{entry.key_high} << 32U) | entry.key_low;
}

// The key of one word, from which longer keys grow.
inline std::uint64_t first_key(std::uint64_t seed, std::uint32_t word) noexcept {
  std::uint64_t key = (seed ^ word) * 0x9e3779b97f4a7c15ULL;
  key ^= key >> 32U;
  return key * 0xd6e8feb86659fd93ULL;
}
// The key of the n-gram that has `word` before the n-gram of `key`. Never 0.
inline std::uint64_t extend_key(std::uint64_t key, std::uint32_t word) noexcept {
  key = (key ^ (key >> 29U) ^ (std::uint64_t{word} + 1) * 0xa0761d6478bd642fULL) * 0xe7037ed1a0b428dbULL;
  key ^= key >> 32U;
  key *= 0x9e3779b97f4a7c15ULL;
  return key == 0 ? 1 : key;
}
// Home slot of a key among `homes`: the key as a fraction of its range.
inline std::uint64_t home_of(std::uint64_t key, std::uint64_t homes) noexcept {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>((static_cast<Wide>(key) * homes) >> 64U);
}

// What Model reads: views into a mapped file, or into memory that some owner keeps.
struct TableViews {
  ModelHeader header{};
  text::VocabularyView vocabulary;
  std::span<const UnigramEntry> unigrams;
  std::array<std::span<const MiddleEntry>, kMaxOrder> middle;  // [n] for length n
  std::span<const LongestEntry> longest;
};

// The same as arrays, to be written or kept in memory.
struct BuiltTables {
  ModelHeader header{};
  std::vector<UnigramEntry> unigrams;
  std::array<std::vector<MiddleEntry>, kMaxOrder> middle;  // [n] for length n
  std::vector<LongestEntry> longest;
};

BuiltTables build_tables(const NgramModelData& data);

}  // namespace calque::lm
