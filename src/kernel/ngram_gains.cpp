#include "kernel/ngram_gains.h"

namespace calque::kernel {
namespace {

// Below this share of the corpus it is cheaper to add up all n-grams of the weighted sentences.
constexpr std::size_t kFewOf = 8;

}  // namespace

void NgramGains::reset(const SpectrumIndex& target, const DualWeights& dual, Adding adding) {
  target_ = &target;
  dual_ = &dual;
  columns_ = dual.weights.columns;
  slots_.clear();
  values_.assign(columns_, 0.0);
  rows_of_.clear();
  complete_ = adding == Adding::kAtOnce || dual.sentences.size() < target.sentence_count() / kFewOf ||
              dual.sentences.empty();
  if (complete_) {
    for (std::size_t i = 0; i < dual.sentences.size(); ++i)
      for (const Ngram ngram : target.row(dual.sentences[i])) add_row({dual.weights.row(i), columns_}, ngram);
  } else if (dual.sentences.size() < target.sentence_count()) {
    rows_of_.assign(target.sentence_count(), 0);
    for (std::size_t i = 0; i < dual.sentences.size(); ++i)
      rows_of_[dual.sentences[i]] = static_cast<std::uint32_t>(i + 1);
  }
}

std::uint32_t NgramGains::new_slot(Ngram ngram) {
  const auto slot = static_cast<std::uint32_t>(values_.size() / columns_);
  values_.resize(values_.size() + columns_, 0.0);
  slots_.emplace(ngram, slot);
  return slot;
}

void NgramGains::add_row(std::span<const double> weights, Ngram ngram) {
  const auto found = slots_.find(ngram);
  const std::uint32_t slot = found != slots_.end() ? found->second : new_slot(ngram);
  double* sums = values_.data() + std::size_t{slot} * columns_;
  for (std::size_t c = 0; c < columns_; ++c) sums[c] += weights[c];
}

std::uint32_t NgramGains::slot(Ngram ngram) {
  if (ngram == kUnseenNgram || columns_ == 0) return 0;
  const auto found = slots_.find(ngram);
  if (found != slots_.end()) return found->second;
  if (complete_) return 0;
  const std::uint32_t slot = new_slot(ngram);
  double* sums = values_.data() + std::size_t{slot} * columns_;
  for (const std::uint32_t sentence : target_->postings(ngram)) {
    const std::size_t row = rows_of_.empty() ? sentence : std::size_t{rows_of_[sentence]} - 1;
    if (row >= dual_->sentences.size()) continue;
    const double* weights = dual_->weights.row(row);
    for (std::size_t c = 0; c < columns_; ++c) sums[c] += weights[c];
  }
  return slot;
}

}  // namespace calque::kernel
