#include "kernel/translation_state.h"

#include <algorithm>

namespace calque::kernel {
namespace {

// How many n-grams end at the words before `position`.
std::size_t ngrams_before(std::size_t position, std::size_t order) {
  const std::size_t ramp = std::min(position, order);
  return ramp * (ramp + 1) / 2 + (position - ramp) * order;
}

}  // namespace

SearchNgram SearchNgrams::weighted(Ngram ngram, double weight, std::size_t length) const {
  SearchNgram made{.ngram = ngram, .weight = weight, .self_weight = weight, .gain_weight = weight};
  if (!factors_.self.empty()) made.self_weight *= factors_.self[length - 1];
  if (!factors_.gain.empty()) made.gain_weight *= factors_.gain[length - 1];
  return made;
}

void SearchNgrams::reset(const SpectrumIndex& target, const DualWeights& dual, const LengthFactors& factors) {
  target_ = &target;
  factors_ = factors;
  gains_.reset(target, dual);
  ngrams_.clear();
  numbers_.clear();
  for (std::size_t length = 1; length <= target.order(); ++length)
    ngrams_.push_back(weighted(kUnseenNgram, target.unseen_weight(length), length));
}

std::uint32_t SearchNgrams::find(std::uint32_t parent, text::WordId word, std::size_t length) {
  const auto unseen = static_cast<std::uint32_t>(length - 1);
  if (parent != kEmpty && ngrams_[parent].ngram == kUnseenNgram) return unseen;
  const std::uint64_t key = (std::uint64_t{parent} << 32U) | text::index_of(word);
  const auto found = numbers_.find(key);
  if (found != numbers_.end()) return found->second;
  const Ngram ngram = target_->trie().find(parent == kEmpty ? kEmptyNgram : ngrams_[parent].ngram, word);
  std::uint32_t number = unseen;
  if (ngram != kUnseenNgram) {
    number = static_cast<std::uint32_t>(ngrams_.size());
    SearchNgram made = weighted(ngram, target_->weight(ngram), length);
    made.slot = gains_.slot(ngram);
    made.mean = made.weight * static_cast<double>(target_->occurrences(ngram)) /
                static_cast<double>(target_->sentence_count());
    ngrams_.push_back(made);
  }
  numbers_.emplace(key, number);
  return number;
}

void TranslationState::assign(std::span<const text::WordId> words, std::span<const std::uint32_t> ngrams,
                              const TranslationSums& sums) {
  words_.assign(words.begin(), words.end());
  ngrams_.assign(ngrams.begin(), ngrams.end());
  sums_ = sums;
  marks_.clear();
}

void TranslationState::push(text::WordId word, SearchNgrams& search) {
  const std::size_t order = search.target().order();
  const std::size_t position = words_.size();
  marks_.push_back({ngrams_.size(), sums_});
  const auto repeats = earlier_repeats(words_, word, order);
  words_.push_back(word);
  const std::size_t previous = position == 0 ? 0 : ngrams_before(position - 1, order);
  for (std::size_t length = 1; length <= std::min(order, position + 1); ++length) {
    const std::uint32_t parent = length == 1 ? SearchNgrams::kEmpty : ngrams_[previous + length - 2];
    const std::uint32_t number = search.find(parent, word, length);
    ngrams_.push_back(number);
    const SearchNgram& ngram = search[number];
    sums_.self_kernel += ngram.self_weight * (2.0 * repeats[length] + 1.0);
    sums_.mean_kernel += ngram.mean;
  }
}

void TranslationState::pop() {
  words_.pop_back();
  ngrams_.resize(marks_.back().ngrams);
  sums_ = marks_.back().sums;
  marks_.pop_back();
}

}  // namespace calque::kernel
