// Test-driven filtering (theory/block-bigrams.md#blocks): which training sentences and which source phrases
// have anything in common with the text that will be translated.
//
// Immutable once made and shareable between threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "text/types.h"

namespace calque::block {

class SourceFilter {
 public:
  // Substrings of the test sentences of up to `longest` words.
  explicit SourceFilter(std::size_t longest = 12) : longest_(longest) {}

  void add_sentence(std::span<const text::WordId> words);
  // To be called after the last sentence.
  void finish();

  // Whether the words stand side by side in a test sentence. False for none and for more than `longest`.
  bool contains(std::span<const text::WordId> words) const;
  // Whether some `length` words of the sentence do.
  bool shares(std::span<const text::WordId> sentence, std::size_t length) const;

  std::size_t longest() const { return longest_; }
  std::size_t size() const { return hashes_.size(); }

 private:
  std::size_t longest_;
  std::vector<std::uint64_t> hashes_;  // of the substrings; sorted once finished
};

}  // namespace calque::block
