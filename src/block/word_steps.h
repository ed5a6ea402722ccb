// The distortion features of the phrase-distortion model (theory/block-bigrams.md#distortion-features): how
// far one steps in the source from the word that is left to the word that is entered, as the target is
// produced from left to right.
//
// Costs of a step given the word left (outbound) and given the word entered (inbound). Immutable once made;
// a view of arrays that must outlive it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "text/alignment.h"
#include "text/corpus.h"
#include "text/types.h"

namespace calque::block {

// Longer steps count as this long.
inline constexpr std::int32_t kLongestStep = 20;
inline constexpr std::size_t kStepCount = 2 * kLongestStep + 1;

// Costs by word and step. After the words of the vocabulary come two rows: for words that are not in it, and
// for the sentence's beginning.
struct StepCosts {
  std::vector<float> outbound;
  std::vector<float> inbound;
};

struct StepOptions {
  double lambda = 0.9;  // share of the word's own frequencies; the rest is those of all words
};

// Counts steps by word.
class StepCounts {
 public:
  explicit StepCounts(std::size_t source_words);

  // The steps of one sentence pair: from the last source word that the target word before is linked to, to
  // the first that the next one is linked to; target words without link are passed over. Words outside the
  // vocabulary are taken for unknown.
  void add(std::span<const text::WordId> source, std::span<const text::Link> links);
  void add(const StepCounts& others);

  StepCosts costs(const StepOptions& options = {}) const;

 private:
  std::size_t row_of(text::WordId word) const;
  std::vector<float> smoothed(std::span<const std::uint32_t> counts, const StepOptions& options) const;

  std::size_t words_;
  std::vector<std::uint32_t> outbound_;
  std::vector<std::uint32_t> inbound_;
  std::vector<text::Link> by_target_;  // scratch
};

class WordSteps {
 public:
  WordSteps() = default;
  // Requires: rows of kStepCount numbers, at least two, as many in both.
  WordSteps(std::span<const float> outbound, std::span<const float> inbound);

  std::size_t word_count() const { return rows_ < 2 ? 0 : rows_ - 2; }
  // Row of the sentence's beginning, as the word left.
  std::uint32_t begin_row() const { return static_cast<std::uint32_t>(rows_ - 1); }
  std::uint32_t row_of(text::WordId word) const {
    const std::size_t row = text::index_of(word);
    return static_cast<std::uint32_t>(row < rows_ - 2 ? row : rows_ - 2);
  }
  static std::size_t column_of(std::int64_t step) {
    return static_cast<std::size_t>((step < -kLongestStep  ? -kLongestStep
                                     : step > kLongestStep ? kLongestStep
                                                           : step) +
                                    kLongestStep);
  }
  float outbound(std::uint32_t row_left, std::int64_t step) const {
    return outbound_[row_left * kStepCount + column_of(step)];
  }
  float inbound(std::uint32_t row_entered, std::int64_t step) const {
    return inbound_[row_entered * kStepCount + column_of(step)];
  }

 private:
  std::span<const float> outbound_;
  std::span<const float> inbound_;
  std::size_t rows_ = 0;
};

}  // namespace calque::block
