// (K + ridge) v without K: the Gram matrix as a product of sparse features with themselves.
//
// Immutable and safe from many threads; the index must outlive it. N-grams of a single sentence touch the
// diagonal alone and are folded into it, which leaves about a third of the entries of real text.
#pragma once

#include <cstdint>
#include <vector>

#include "kernel/dual_weights.h"
#include "kernel/ridge.h"
#include "kernel/spectrum_index.h"

namespace calque::kernel {

class GramProduct {
 public:
  GramProduct(const SpectrumIndex& index, const Ridge& ridge);

  std::size_t size() const { return diagonal_.size(); }
  // Of K + ridge.
  const std::vector<double>& diagonal() const { return diagonal_; }

  // Overwrites `product`; `scratch` is memory to be used again.
  void multiply(const Panel& panel, Panel& product, Panel& scratch) const;

 private:
  std::vector<double> diagonal_;
  std::vector<double> own_;  // what shared n-grams leave out of the diagonal
  // Shared n-grams, numbered anew: rows as in the index, and postings.
  std::vector<std::uint64_t> row_offsets_;
  std::vector<std::uint32_t> rows_;
  std::vector<std::uint64_t> posting_offsets_;
  std::vector<std::uint32_t> postings_;
  std::vector<double> ngram_weights_;
};

}  // namespace calque::kernel
