// The search for the translation whose n-grams fit the prediction best: the pre-image of the predicted vector
// among the sentences that a phrase table can make with adjacent swaps
// (theory/kernel-regression.md#pre-image-search).
//
// PreImageSearch is scratch memory of one thread and can be used again and again; the result does not depend
// on earlier searches. Requires: options are inside the sentence and not empty, and every position
// has an option for it alone.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernel/prefix_score.h"
#include "kernel/translation_state.h"
#include "text/types.h"

namespace calque::kernel {

// A source span and one of its translations. A view.
struct PreImageOption {
  text::Span source;
  std::span<const text::WordId> target;
  double cost = 0;  // of using it, whatever the other options
};

inline constexpr std::uint32_t kAnyExchange = 0xffffffffU;

struct PreImageLimits {
  std::size_t beam = 100;  // hypotheses kept for each prefix of the source; 0: all
  // Adjacent phrases are exchanged if they translate no more source words than this together; 0: none are.
  std::uint32_t longest_exchange = kAnyExchange;
  double swap_cost = 0;  // of each exchange: where n-grams do not tell orders apart, none is better
};

// What words cost besides their n-grams, such as a language model; scratch memory of one search.
class WordCosts {
 public:
  virtual ~WordCosts() = default;
  // The next words come after these.
  virtual void start(std::span<const text::WordId> words) = 0;
  // The cost of the next word; pop() takes the last one back.
  virtual double push(text::WordId word) = 0;
  virtual void pop() = 0;
  // Of ending here.
  virtual double end() const = 0;
};

// What a search scores with. Views.
struct PreImageScores {
  const PrefixScore& fit;  // has a column for each prefix: column l - 1 is for the first l words
  SearchNgrams& ngrams;
  WordCosts* words = nullptr;  // may be absent
};

struct PreImage {
  std::vector<std::uint32_t> options;  // numbers of the options used, in target order
  double cost = 0;                     // lower is better
};

class PreImageSearch {
 public:
  // Best first, with different words; at least one. For no words: one pre-image without options.
  std::vector<PreImage> search(std::uint32_t words, std::span<const PreImageOption> options,
                               const PreImageScores& scores, const PreImageLimits& limits);

 private:
  struct Hypothesis {
    double cost;
    std::uint32_t parent;
    std::uint32_t first;   // option translated first
    std::uint32_t second;  // and then, if two were exchanged; otherwise kNone
    double other_costs;    // of its options, exchanges and words
    std::uint64_t words_hash;
  };
  struct Kept {
    Hypothesis how;
    std::vector<text::WordId> words;
    std::vector<std::uint32_t> ngrams;
    TranslationSums sums;
  };
  using Stack = std::vector<Hypothesis>;

  static constexpr std::uint32_t kNone = 0xffffffffU;

  void sort_options(std::uint32_t words, std::span<const PreImageOption> options);
  std::span<const std::uint32_t> options_of(std::uint32_t begin, std::uint32_t end) const;
  void expand(std::uint32_t parent, std::uint32_t from);
  void expand_to(std::uint32_t parent, std::uint32_t from, std::uint32_t to);
  void extend(std::uint32_t option, std::uint32_t to);
  void retract(std::uint32_t option);
  void offer(Hypothesis hypothesis, std::uint32_t to);
  double step_costs(const Hypothesis& hypothesis) const;
  void prune(Stack& stack) const;
  void keep(std::uint32_t covered);
  std::vector<PreImage> results(std::uint32_t words) const;

  // Of the search at hand.
  std::span<const PreImageOption> options_;
  const PrefixScore* score_ = nullptr;
  SearchNgrams* ngrams_ = nullptr;
  WordCosts* word_costs_ = nullptr;
  PreImageLimits limits_;
  std::uint32_t words_ = 0;
  std::uint32_t longest_ = 0;           // source span of an option
  std::vector<std::uint32_t> by_span_;  // option numbers by begin, then length
  std::vector<std::uint32_t> span_begin_;
  std::vector<Stack> stacks_;  // offered, by how much of the source they cover
  std::vector<double> worst_;  // a hypothesis above this is not kept, by stack
  std::vector<std::vector<std::uint32_t>> kept_by_stack_;
  std::vector<Kept> kept_;
  TranslationState state_;
  double gain_ = 0;         // of the state in the column being filled
  double other_costs_ = 0;  // of the hypothesis being extended, and of words added since
  struct Before {
    double gain;
    double other_costs;
  };
  std::vector<Before> before_;  // before each option added
};

}  // namespace calque::kernel
