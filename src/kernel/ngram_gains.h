// The predicted target vector, n-gram by n-gram, for each prefix of the input: G(u) = sum over training
// sentences of their weight times the count of u (theory/kernel-regression.md#pre-image-search, fast exact
// scoring).
//
// Scratch memory of one thread. With few weighted sentences all their n-grams are added up at once; with
// many, an n-gram is added up from its postings when it is first needed. Both add in the same order and
// give the same bits.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <tsl/robin_map.h>

#include "kernel/dual_weights.h"

namespace calque::kernel {

// When n-grams are added up.
enum class Adding {
  kAsItPays,  // at once if few sentences have weights, otherwise each when it is first needed
  kAtOnce,    // then slot() reads nothing from the index any more
};

class NgramGains {
 public:
  // `target` must live, and `dual` must not change, until the next call.
  void reset(const SpectrumIndex& target, const DualWeights& dual, Adding adding = Adding::kAsItPays);

  std::size_t columns() const { return columns_; }
  // Where the values of the n-gram are; the values of all others may move. N-grams that no weighted sentence
  // has, and kUnseenNgram, share a row of zeros.
  std::uint32_t slot(Ngram ngram);
  // One value for each prefix. Valid until the next new slot.
  const double* values(std::uint32_t slot) const { return values_.data() + std::size_t{slot} * columns_; }

 private:
  void add_row(std::span<const double> weights, Ngram ngram);
  std::uint32_t new_slot(Ngram ngram);

  const SpectrumIndex* target_ = nullptr;
  const DualWeights* dual_ = nullptr;
  std::size_t columns_ = 0;
  bool complete_ = false;               // all n-grams of weighted sentences have a slot
  std::vector<std::uint32_t> rows_of_;  // by sentence: its row of weights + 1; empty if all have weights
  tsl::robin_map<Ngram, std::uint32_t> slots_;
  std::vector<double> values_;  // slot 0 is the row of zeros
};

}  // namespace calque::kernel
