// Remembers, for the length of one search, the continuation scores of a state and an option:
// the same words meet the same option under many coverages.
//
// A table of fixed size where a new answer replaces an old one. Part of a workspace; not to be
// shared between threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/hash.h"

namespace calque::decode {

class ContinuationCache {
 public:
  struct Answer {
    double score = 0;               // weighted
    std::uint32_t state_after = 0;  // number in the pool of continuation states
  };
  struct Question {
    std::uint32_t state_before;
    std::uint32_t option;
    bool completes_sentence;
  };

  // Forgets all answers.
  void reset() {
    if (entries_.empty()) entries_.resize(kEntries);
    if (++search_ != 0) return;
    entries_.assign(kEntries, {});
    search_ = 1;
  }

  // The answer, and whether it is known. If not, write it there.
  struct Found {
    Answer& answer;
    bool known;
  };
  Found find(const Question& question) {
    const std::uint64_t key = key_of(question);
    Entry& entry = entries_[place_of(key)];
    const bool known = entry.key == key && entry.search == search_;
    entry.key = key;
    entry.search = search_;
    return {entry.answer, known};
  }
  // Has the place of an answer brought into the processor's caches: the table is larger than the nearest
  // ones.
  void fetch(const Question& question) const { __builtin_prefetch(&entries_[place_of(key_of(question))]); }

 private:
  static std::uint64_t key_of(const Question& question) {
    return std::uint64_t{question.state_before} << 32U | question.option << 1U |
           (question.completes_sentence ? 1U : 0U);
  }
  static std::size_t place_of(std::uint64_t key) { return key * kGoldenRatio >> (64U - kBits); }

  static constexpr unsigned kBits = 14;
  static constexpr std::size_t kEntries = std::size_t{1} << kBits;
  struct Entry {
    std::uint64_t key = 0;
    Answer answer;
    std::uint32_t search = 0;  // that the entry is of; 0: none
  };

  std::vector<Entry> entries_;
  std::uint32_t search_ = 0;
};

}  // namespace calque::decode
