#include "kernel/pre_image.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include "base/error.h"
#include "base/hash.h"

namespace calque::kernel {
namespace {

std::uint64_t hash_words(std::span<const text::WordId> words) {
  std::uint64_t hash = kGoldenRatio;
  for (const text::WordId word : words) {
    hash = (hash ^ text::index_of(word)) * kDegskiFactor;
    hash ^= hash >> 32U;
  }
  return hash;
}

// Lists longer than this many beams are cut before they grow on.
constexpr std::size_t kSlack = 8;

}  // namespace

std::vector<PreImage> PreImageSearch::search(std::uint32_t words, std::span<const PreImageOption> options,
                                             const PreImageScores& scores, const PreImageLimits& limits) {
  options_ = options;
  score_ = &scores.fit;
  ngrams_ = &scores.ngrams;
  word_costs_ = scores.words;
  limits_ = limits;
  words_ = words;
  sort_options(words, options);
  stacks_.assign(words + 1, {});
  worst_.assign(words + 1, std::numeric_limits<double>::infinity());
  kept_by_stack_.assign(words + 1, {});
  kept_.clear();
  kept_.push_back({{0, kNone, kNone, kNone, 0, 0}, {}, {}, {}});
  kept_by_stack_[0].push_back(0);
  for (std::uint32_t covered = 0; covered < words; ++covered) {
    if (covered > 0) keep(covered);
    for (const std::uint32_t hypothesis : kept_by_stack_[covered]) expand(hypothesis, covered);
  }
  if (words > 0) keep(words);
  return results(words);
}

void PreImageSearch::sort_options(std::uint32_t words, std::span<const PreImageOption> options) {
  longest_ = 1;
  by_span_.resize(options.size());
  for (std::uint32_t i = 0; i < options.size(); ++i) {
    CALQUE_CHECK(!options[i].source.empty() && options[i].source.end <= words && !options[i].target.empty());
    longest_ = std::max(longest_, options[i].source.size());
    by_span_[i] = i;
  }
  std::stable_sort(by_span_.begin(), by_span_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::tuple(options[a].source.begin, options[a].source.size()) <
           std::tuple(options[b].source.begin, options[b].source.size());
  });
  span_begin_.assign(std::size_t{words} * longest_ + 1, 0);
  for (const PreImageOption& option : options)
    ++span_begin_[std::size_t{option.source.begin} * longest_ + option.source.size()];
  for (std::size_t i = 1; i < span_begin_.size(); ++i) span_begin_[i] += span_begin_[i - 1];
}

std::span<const std::uint32_t> PreImageSearch::options_of(std::uint32_t begin, std::uint32_t end) const {
  if (end - begin > longest_) return {};
  const std::size_t span = std::size_t{begin} * longest_ + (end - begin - 1);
  return std::span(by_span_).subspan(span_begin_[span], span_begin_[span + 1] - span_begin_[span]);
}

void PreImageSearch::expand(std::uint32_t parent, std::uint32_t from) {
  const std::uint32_t reach = std::max(longest_, std::min(2 * longest_, limits_.longest_exchange));
  state_.assign(kept_[parent].words, kept_[parent].ngrams, kept_[parent].sums);
  if (word_costs_ != nullptr) word_costs_->start(kept_[parent].words);
  other_costs_ = kept_[parent].how.other_costs;
  for (std::uint32_t to = from + 1; to <= std::min(words_, from + reach); ++to) expand_to(parent, from, to);
}

// The translation so far is scored anew for the longer prefix, once for all continuations.
void PreImageSearch::expand_to(std::uint32_t parent, std::uint32_t from, std::uint32_t to) {
  gain_ = 0;
  for (const std::uint32_t ngram : state_.ngrams()) gain_ += ngrams_->gain(ngram, to - 1);
  for (const std::uint32_t option : options_of(from, to)) {
    extend(option, to);
    offer({0, parent, option, kNone, 0, 0}, to);
    retract(option);
  }
  if (to - from > limits_.longest_exchange) return;
  for (std::uint32_t middle = from + 1; middle < to; ++middle) {
    const auto left = options_of(from, middle);
    if (left.empty()) continue;
    for (const std::uint32_t first : options_of(middle, to)) {
      extend(first, to);
      for (const std::uint32_t second : left) {
        extend(second, to);
        offer({0, parent, first, second, 0, 0}, to);
        retract(second);
      }
      retract(first);
    }
  }
}

void PreImageSearch::extend(std::uint32_t option, std::uint32_t to) {
  before_.push_back({gain_, other_costs_});
  std::size_t known = state_.ngrams().size();
  for (const text::WordId word : options_[option].target) {
    state_.push(word, *ngrams_);
    if (word_costs_ != nullptr) other_costs_ += word_costs_->push(word);
    for (; known < state_.ngrams().size(); ++known) gain_ += ngrams_->gain(state_.ngrams()[known], to - 1);
  }
}

void PreImageSearch::retract(std::uint32_t option) {
  for (std::size_t i = 0; i < options_[option].target.size(); ++i) {
    state_.pop();
    if (word_costs_ != nullptr) word_costs_->pop();
  }
  gain_ = before_.back().gain;
  other_costs_ = before_.back().other_costs;
  before_.pop_back();
}

// Of its last step, without the costs of words and n-grams.
double PreImageSearch::step_costs(const Hypothesis& hypothesis) const {
  const double cost = options_[hypothesis.first].cost;
  return hypothesis.second == kNone ? cost : cost + options_[hypothesis.second].cost + limits_.swap_cost;
}

void PreImageSearch::offer(Hypothesis hypothesis, std::uint32_t to) {
  hypothesis.other_costs = other_costs_ + step_costs(hypothesis);
  if (word_costs_ != nullptr && to == words_) hypothesis.other_costs += word_costs_->end();
  hypothesis.cost = score_->cost(to - 1, gain_, state_.sums()) + hypothesis.other_costs;
  if (hypothesis.cost > worst_[to]) return;
  hypothesis.words_hash = hash_words(state_.words());
  Stack& stack = stacks_[to];
  stack.push_back(hypothesis);
  if (limits_.beam == 0 || stack.size() < kSlack * limits_.beam) return;
  prune(stack);
  if (stack.size() == limits_.beam) worst_[to] = stack.back().cost;
}

// The best, each sequence of words once. Equal words cost the same but for rounding.
void PreImageSearch::prune(Stack& stack) const {
  std::stable_sort(stack.begin(), stack.end(), [](const Hypothesis& a, const Hypothesis& b) {
    return std::tuple(a.words_hash, a.cost) < std::tuple(b.words_hash, b.cost);
  });
  const auto same = [](const Hypothesis& a, const Hypothesis& b) { return a.words_hash == b.words_hash; };
  stack.erase(std::unique(stack.begin(), stack.end(), same), stack.end());
  std::stable_sort(stack.begin(), stack.end(),
                   [](const Hypothesis& a, const Hypothesis& b) { return a.cost < b.cost; });
  if (limits_.beam > 0 && stack.size() > limits_.beam) stack.resize(limits_.beam);
}

// Gives the hypotheses of a finished stack their words.
void PreImageSearch::keep(std::uint32_t covered) {
  prune(stacks_[covered]);
  for (const Hypothesis& hypothesis : stacks_[covered]) {
    const Kept& parent = kept_[hypothesis.parent];
    state_.assign(parent.words, parent.ngrams, parent.sums);
    for (const std::uint32_t option : {hypothesis.first, hypothesis.second}) {
      if (option == kNone) continue;
      for (const text::WordId word : options_[option].target) state_.push(word, *ngrams_);
    }
    kept_by_stack_[covered].push_back(static_cast<std::uint32_t>(kept_.size()));
    kept_.push_back({hypothesis,
                     {state_.words().begin(), state_.words().end()},
                     {state_.ngrams().begin(), state_.ngrams().end()},
                     state_.sums()});
  }
  stacks_[covered] = {};
}

std::vector<PreImage> PreImageSearch::results(std::uint32_t words) const {
  std::vector<PreImage> found;
  for (const std::uint32_t last : kept_by_stack_[words]) {
    PreImage image{{}, kept_[last].how.cost};
    for (std::uint32_t at = last; kept_[at].how.parent != kNone; at = kept_[at].how.parent) {
      if (kept_[at].how.second != kNone) image.options.push_back(kept_[at].how.second);
      image.options.push_back(kept_[at].how.first);
    }
    std::reverse(image.options.begin(), image.options.end());
    found.push_back(std::move(image));
  }
  return found;
}

}  // namespace calque::kernel
