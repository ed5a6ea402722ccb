// The probing layout: one hash table for each n-gram length above 1, made for one cache line per look-up.
// docs/formats/lm-binary.md gives it byte by byte. Inside the module only.
//
// An n-gram is known by a 64-bit key, a hash of its words from the last to the first, so the key of a longer
// n-gram follows from the shorter one's. A bucket is a cache line. A key's home bucket grows with the key,
// and keys stand in rising order over all buckets: a search ends at the first bucket that is not full or
// whose last key is larger, so that misses cost no more than hits.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <type_traits>

#include "base/hash.h"
#include "lm/files/binary_format.h"
#include "lm/files/context_words.h"
#include "lm/files/sections.h"

namespace calque::lm {

// N-grams of lengths 2 to order - 1. Key 0 marks a free slot; free slots are the last of their bucket. The
// sign of a log_prob is cleared if no longer n-gram ends with this one.
struct alignas(64) MiddleBucket {
  static constexpr std::size_t kSlots = 4;
  std::array<std::uint64_t, kSlots> keys;
  std::array<float, kSlots> log_probs;
  std::array<float, kSlots> backoffs;
};
static_assert(sizeof(MiddleBucket) == 64 && std::is_trivially_copyable_v<MiddleBucket>);

// N-grams of the highest order.
struct alignas(64) LongestBucket {
  static constexpr std::size_t kSlots = 5;
  std::array<std::uint64_t, kSlots> keys;
  std::array<float, kSlots> log_probs;
  std::uint32_t unused;
};
static_assert(sizeof(LongestBucket) == 64 && std::is_trivially_copyable_v<LongestBucket>);

// How words become keys: each position from the end has a factor of its own; an n-gram's sum of words times
// factors is mixed to its key. Sums of all lengths follow from each other by one addition each.
class KeyMaker {
 public:
  KeyMaker() = default;
  explicit KeyMaker(std::uint64_t seed) noexcept;

  // The sum of a longer n-gram that has `word` before the n-gram of length `length` and `sum`.
  std::uint64_t extend(std::uint64_t sum, std::uint32_t length, std::uint32_t word) const noexcept {
    return sum + (std::uint64_t{word} + 1) * factors_[length];
  }
  // Never 0.
  static std::uint64_t key_of(std::uint64_t sum) noexcept {
    std::uint64_t key = (sum ^ (sum >> 32U)) * kDegskiFactor;
    key = (key ^ (key >> 32U)) * kGoldenRatio;
    return key == 0 ? 1 : key;
  }

 private:
  std::array<std::uint64_t, kMaxOrder> factors_{};  // odd
};

// Home bucket of a key among `homes`: the key as a fraction of its range.
inline std::uint64_t home_of(std::uint64_t key, std::uint64_t homes) noexcept {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>((static_cast<Wide>(key) * homes) >> 64U);
}

// One table. Empty if there are no n-grams of its length.
template <typename Bucket>
class HashTable {
 public:
  struct Found {
    const Bucket* bucket = nullptr;  // null: not there
    std::size_t slot = 0;
  };

  HashTable() = default;
  // Throws FormatError unless every search stays inside the table, whatever its buckets hold.
  static HashTable open(const SectionSource& source, const ModelHeader& header, unsigned n);
  // Throws FormatError unless the buckets are in order and hold as many n-grams as the header says.
  void verify(const SectionSource& source, std::uint64_t ngrams) const;

  void prefetch(std::uint64_t key) const noexcept {
    if (homes_ != 0) __builtin_prefetch(buckets_ + home_of(key, homes_));
  }
  Found find(std::uint64_t key) const noexcept {
    if (homes_ == 0) return {};
    const Bucket* bucket = buckets_ + home_of(key, homes_);
    for (const Bucket* const last = bucket + longest_walk_;; ++bucket) {
      // Which slot it would be is computed, not branched on: it cannot be guessed.
      std::size_t slot = 0;
      for (std::size_t k = 1; k < Bucket::kSlots; ++k) slot += bucket->keys[k] == key ? k : 0;
      if (bucket->keys[slot] == key) return {bucket, slot};
      const std::uint64_t highest = bucket->keys.back();
      if (highest == 0 || highest > key || bucket == last) return {};
    }
  }

 private:
  const Bucket* buckets_ = nullptr;
  std::uint64_t homes_ = 0;
  std::uint64_t longest_walk_ = 0;
  std::uint64_t bucket_count_ = 0;
};

// What queries read. Views into the source's memory; immutable.
class ProbingTables {
 public:
  class Cursor;

  ProbingTables() = default;
  ProbingTables(const SectionSource& source, const ModelHeader& header);
  void verify(const SectionSource& source, const ModelHeader& header) const;
  unsigned order() const noexcept { return order_; }

 private:
  KeyMaker key_maker_;
  unsigned order_ = 1;
  std::array<HashTable<MiddleBucket>, kMaxOrder> middle_;  // [n] for length n
  HashTable<LongestBucket> longest_;
};

// The n-grams that end in one word, from short to long. The tables are searched in turn, but their memory is
// prefetched at once, so that cache misses overlap.
class ProbingTables::Cursor {
 public:
  void begin(const ProbingTables& tables, std::uint32_t word, const ContextWords& context) noexcept {
    tables_ = &tables;
    std::uint64_t sum = tables.key_maker_.extend(0, 0, word);
    for (std::uint32_t k = 0; k < context.length; ++k) {
      sum = tables.key_maker_.extend(sum, k + 1, context[k]);
      const std::uint64_t key = KeyMaker::key_of(sum);
      keys_[k] = key;
      if (k + 2 == tables.order_) {
        tables.longest_.prefetch(key);
      } else {
        tables.middle_[k + 2].prefetch(key);
      }
    }
  }

  // Moves to the n-gram of length n, after that of length n - 1; false if the model has none. Requires:
  // 2 <= n < order.
  bool extend(std::uint32_t n, std::uint32_t /*word*/) noexcept {
    const auto found = tables_->middle_[n].find(keys_[n - 2]);
    if (found.bucket == nullptr) return false;
    log_prob_ = found.bucket->log_probs[found.slot];
    backoffs_[n - 2] = found.bucket->backoffs[found.slot];
    return true;
  }
  bool extend_to_longest(std::uint32_t n, std::uint32_t /*word*/) noexcept {
    const auto found = tables_->longest_.find(keys_[n - 2]);
    if (found.bucket == nullptr) return false;
    log_prob_ = found.bucket->log_probs[found.slot];
    return true;
  }
  // Of the n-gram moved to last.
  float log_prob(std::uint32_t /*n*/) const noexcept { return -std::fabs(log_prob_); }
  // Of any n-gram moved to.
  float backoff(std::uint32_t n) const noexcept { return backoffs_[n - 2]; }
  // Whether any n-gram is one word longer than that moved to last.
  bool has_longer(std::uint32_t /*n*/) const noexcept { return std::signbit(log_prob_); }
  void prefetch(std::uint32_t /*n*/, std::uint32_t /*word*/) const noexcept {}  // begin() did it

 private:
  // Filled as far as begin() and extend() have come.
  const ProbingTables* tables_;
  std::array<std::uint64_t, kMaxOrder - 1> keys_;
  std::array<float, kMaxOrder - 2> backoffs_;
  float log_prob_;
};

// Writes the sections of the probing layout. Returns false if two n-grams got the same key under this
// attempt's hash seed.
bool build_hash_tables(const NgramModelData& data, std::uint64_t attempt, ModelHeader& header,
                       SectionSink& sink);

}  // namespace calque::lm
