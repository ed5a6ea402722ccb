// Ridge regression with a Gram matrix of low rank: incomplete Cholesky with pivots, and Woodbury's identity
// (theory/kernel-regression.md#large-corpora).
//
// Immutable and safe from many threads.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/thread_pool.h"
#include "kernel/dual_weights.h"
#include "kernel/ridge.h"

namespace calque::kernel {

struct LowRankFactor {
  std::size_t rank = 0;
  std::vector<double> rows;           // of each sentence `rank` numbers: K is about their scalar products
  std::vector<std::uint32_t> pivots;  // the sentences that were chosen, in this order
  double remaining = 0;               // sum of the diagonal that is not explained
};

// Takes the sentence with the largest unexplained diagonal, the first among equals, until there are
// `max_rank` or nothing is left. O(rank^2 sentences) time.
LowRankFactor incomplete_cholesky(const SpectrumIndex& index, std::size_t max_rank, ThreadPool& threads);

class LowRankRegression final : public Regression {
 public:
  // Index and rows must outlive it. Throws UsageError unless the ridge is above 0. Requires: rows.size() ==
  // rank * sentence_count().
  LowRankRegression(const SpectrumIndex& source, std::span<const double> rows, std::size_t rank, Ridge ridge);
  DualWeights weights(const SourcePrefixes& input) const override;

 private:
  const SpectrumIndex* source_;
  std::span<const double> rows_;
  std::size_t rank_;
  Ridge ridge_;
  std::vector<double> inner_;  // Cholesky's factor of (amount I + R S^-1 R^T), S the shares, by columns
};

}  // namespace calque::kernel
