// Small tables that the Gibbs chains (chain_group.h) read in their inner loops. Each belongs to one thread.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "align/sampler_layout.h"
#include "align/training_data.h"
#include "base/hash.h"
#include "base/lanes.h"
#include "base/large_array.h"
#include "text/corpus.h"

namespace calque::align {

// Random numbers of one sentence: a counter hashed (SplitMix64). Cheap to start, so that each sentence has
// its own stream and the order of work cannot matter.
class SentenceRandom {
 public:
  SentenceRandom(std::uint64_t stream, std::uint64_t sentence)
      : state_(split_mix(stream + split_mix(sentence + kGoldenRatio))) {}
  float uniform() {
    return static_cast<float>(split_mix(state_ += kGoldenRatio) >> 40U) * (1.0F / 16777216.0F);
  }

 private:
  std::uint64_t state_;
};

// Positions of a sentence that hold the same word, as rings: next[i] is the next of them, round to the first.
class SameWords {
 public:
  explicit SameWords(std::size_t vocabulary) : seen_in_(vocabulary, 0), last_(vocabulary, 0) {}

  void build(std::span<const text::WordId> words) {
    ++round_;
    next_.resize(words.size());
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::size_t w = text::index_of(words[i]);
      const auto position = static_cast<std::uint32_t>(i);
      if (seen_in_[w] == round_) {
        next_[i] = std::exchange(next_[last_[w]], position);
      } else {
        seen_in_[w] = round_;
        next_[i] = position;
      }
      last_[w] = position;
    }
  }
  std::uint32_t next(std::size_t i) const { return next_[i]; }

 private:
  std::vector<std::uint32_t> seen_in_;
  std::vector<std::uint32_t> last_;
  std::vector<std::uint32_t> next_;
  std::uint32_t round_ = 0;
};

// Jump probabilities of a sweep, with room for any width that can occur in the corpus: `rightwards[i - from]`
// for i = 0, 1, ... is the jump from `from` to i, `leftwards[i - to]` the jump from i to `to`.
class JumpProbabilities {
 public:
  explicit JumpProbabilities(std::size_t longest)
      : middle_(longest + kLanes + 1), rightwards_(2 * middle_ + kLanes), leftwards_(rightwards_.size()) {}

  void update(std::span<const std::uint64_t> counts, float prior) {
    std::vector<double> probabilities(kJumpWidths);
    double total = 0.0;
    for (std::size_t k = 0; k < kJumpWidths; ++k) {
      probabilities[k] = static_cast<double>(counts[k]) + jump_prior_count(k, static_cast<double>(prior));
      total += probabilities[k];
    }
    for (std::size_t k = 0; k < rightwards_.size(); ++k) {
      const auto width = static_cast<std::ptrdiff_t>(k) - middle_;
      rightwards_[k] = static_cast<float>(probabilities[jump_bucket(width)] / total);
      leftwards_[k] = static_cast<float>(probabilities[jump_bucket(-width)] / total);
    }
  }
  // Ones instead: all positions alike.
  const float* everywhere() const { return ones_.data(); }
  float of(std::ptrdiff_t width) const { return *(rightwards_.data() + middle_ + width); }
  const float* from(std::ptrdiff_t position) const { return rightwards_.data() + middle_ - position; }
  const float* to(std::ptrdiff_t position) const { return leftwards_.data() + middle_ - position; }

 private:
  std::ptrdiff_t middle_;
  std::vector<float> rightwards_;
  std::vector<float> leftwards_;
  std::vector<float> ones_ = std::vector<float>(rightwards_.size(), 1.0F);
};

// Counts of generated words that occur so often that 16 bits may not hold them, by generator word. There are
// few such words in any corpus, so whole rows can be kept.
class FrequentLinks {
 public:
  FrequentLinks(const TrainingData& data, Direction direction, std::size_t chains) : chains_(chains) {
    const bool forward = is_forward(direction);
    const std::size_t generated = forward ? data.table().target_words() : data.table().source_words();
    generators_ = forward ? data.table().source_words() : data.table().target_words();
    row_of_.assign(generated, kNone);
    std::uint32_t rows = 0;
    const auto tokens = tokens_by_word(forward ? data.corpus().target : data.corpus().source, generated);
    for (std::size_t w = 0; w < generated; ++w) {
      if (tokens[w] > kMaxShortCount) row_of_[w] = rows++;
    }
    links_.assign(rows * generators_ * chains_, 0);
  }
  bool holds(std::size_t generated) const { return row_of_[generated] != kNone; }
  std::uint32_t* at(std::size_t generated, std::size_t generator) {
    return links_.data() + (row_of_[generated] * generators_ + generator) * chains_;
  }
  const std::uint32_t* at(std::size_t generated, std::size_t generator) const {
    return links_.data() + (row_of_[generated] * generators_ + generator) * chains_;
  }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFU;

  std::size_t chains_;
  std::size_t generators_ = 0;
  std::vector<std::uint32_t> row_of_;
  std::vector<std::uint32_t> links_;
};

// Links of every word pair, for all chains of a group and both directions side by side, in 16 bits each;
// FrequentLinks has those that do not fit.
template <std::size_t kChains>
class PairLinks {
 public:
  explicit PairLinks(const TrainingData& data)
      : links_(data.table().size() * 2 * kChains),
        frequent_{FrequentLinks(data, Direction::kSourceGeneratesTarget, kChains),
                  FrequentLinks(data, Direction::kTargetGeneratesSource, kChains)} {}

  // A pair in one direction.
  struct Place {
    std::size_t number;     // in the CooccurrenceTable
    std::size_t generator;  // words
    std::size_t generated;
  };

  bool is_frequent(std::size_t d, std::size_t generated) const { return frequent_[d].holds(generated); }
  // Counts by chain; of frequent generated words, and of all others.
  const std::uint32_t* frequent(std::size_t d, const Place& at) const {
    return frequent_[d].at(at.generated, at.generator);
  }
  const std::uint16_t* usual(std::size_t d, std::size_t number) const {
    return links_.data() + (number * 2 + d) * kChains;
  }
  std::uint32_t of_chain(std::size_t d, std::size_t c, const Place& at) const {
    return is_frequent(d, at.generated) ? frequent(d, at)[c] : usual(d, at.number)[c];
  }
  void change(std::size_t d, std::size_t c, const Place& at, std::uint32_t step) {
    if (is_frequent(d, at.generated)) {
      frequent_[d].at(at.generated, at.generator)[c] += step;
    } else {
      std::uint16_t& links = links_[(at.number * 2 + d) * kChains + c];
      links = static_cast<std::uint16_t>(links + step);
    }
  }
  std::uint64_t over_chains(std::size_t d, const Place& at) const {
    std::uint64_t sum = 0;
    for (std::size_t c = 0; c < kChains; ++c) sum += of_chain(d, c, at);
    return sum;
  }
  void fetch(std::size_t number) const { __builtin_prefetch(usual(0, number)); }

 private:
  LargeArray<std::uint16_t> links_;  // by pair, direction, chain
  std::array<FrequentLinks, 2> frequent_;
};

}  // namespace calque::align
