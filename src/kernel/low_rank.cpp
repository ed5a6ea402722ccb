#include "kernel/low_rank.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <Eigen/Dense>

#include "base/error.h"
#include "kernel/conjugate_gradients.h"

namespace calque::kernel {
namespace {

using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using ConstRows = Eigen::Map<const RowMatrix>;

constexpr std::size_t kBlock = 1024;

Eigen::Index signed_size(std::size_t n) {
  return static_cast<Eigen::Index>(n);
}

}  // namespace

LowRankFactor incomplete_cholesky(const SpectrumIndex& index, std::size_t max_rank, ThreadPool& threads) {
  const std::size_t size = index.sentence_count();
  max_rank = std::min(max_rank, size);
  std::vector<double> remaining = index.self_kernels();
  const double largest = size == 0 ? 0.0 : *std::max_element(remaining.begin(), remaining.end());
  std::vector<double> wide(size * max_rank, 0.0);
  LowRankFactor factor;
  while (factor.rank < max_rank) {
    const auto best = std::max_element(remaining.begin(), remaining.end());
    if (*best <= 1e-12 * largest) break;
    const auto pivot = static_cast<std::uint32_t>(best - remaining.begin());
    const double root = std::sqrt(*best);
    const Panel column = kernel_vectors(index, {{index.row(pivot).begin(), index.row(pivot).end()},
                                                {static_cast<std::uint32_t>(index.row(pivot).size())}});
    const std::size_t step = factor.rank;
    const std::vector<double> pivot_row(wide.begin() + static_cast<std::ptrdiff_t>(pivot * max_rank),
                                        wide.begin() + static_cast<std::ptrdiff_t>(pivot * max_rank + step));
    threads.for_blocks(size, kBlock, [&](const Block& block) {
      for (std::size_t i = block.begin; i < block.end; ++i) {
        double* row = wide.data() + i * max_rank;
        double value = column.values[i];
        for (std::size_t k = 0; k < step; ++k) value -= row[k] * pivot_row[k];
        row[step] = value / root;
        remaining[i] = std::max(0.0, remaining[i] - row[step] * row[step]);
      }
    });
    remaining[pivot] = 0;
    factor.pivots.push_back(pivot);
    ++factor.rank;
  }
  for (const double value : remaining) factor.remaining += value;
  factor.rows.resize(size * factor.rank);
  for (std::size_t i = 0; i < size; ++i) {
    std::copy_n(wide.begin() + static_cast<std::ptrdiff_t>(i * max_rank), factor.rank,
                factor.rows.begin() + static_cast<std::ptrdiff_t>(i * factor.rank));
  }
  return factor;
}

LowRankRegression::LowRankRegression(const SpectrumIndex& source, std::span<const double> rows,
                                     std::size_t rank, Ridge ridge)
    : source_(&source), rows_(rows), rank_(rank), ridge_(std::move(ridge)), inner_(rank * rank) {
  CALQUE_CHECK(rows.size() == rank * source.sentence_count());
  if (!(ridge_.amount > 0)) {
    throw UsageError({}, "a Gram matrix of low rank has no inverse without ridge",
                     "give a --ridge above 0, such as 1");
  }
  if (rank == 0) return;
  const ConstRows r(rows.data(), signed_size(source.sentence_count()), signed_size(rank));
  Eigen::MatrixXd inner;
  if (ridge_.shares.empty()) {
    inner = r.transpose() * r;
  } else {
    const Eigen::Map<const Eigen::VectorXd> shares(ridge_.shares.data(), r.rows());
    inner = r.transpose() * shares.cwiseInverse().asDiagonal() * r;
  }
  inner.diagonal().array() += ridge_.amount;
  const Eigen::LLT<Eigen::MatrixXd> factor(inner);
  if (factor.info() != Eigen::Success)
    throw NumericError("the low-rank system cannot be factorised", "give a larger --ridge");
  Eigen::Map<Eigen::MatrixXd>(inner_.data(), signed_size(rank), signed_size(rank)) = factor.matrixL();
}

// With S the shares: (K + a S)^-1 k = S^-1 (k - R^T (a I + R S^-1 R^T)^-1 R S^-1 k) / a.
DualWeights LowRankRegression::weights(const SourcePrefixes& input) const {
  const auto divide = [this](Panel& panel, double by) {
    for (std::size_t i = 0; i < panel.rows(); ++i)
      for (std::size_t c = 0; c < panel.columns; ++c) panel.row(i)[c] /= by * ridge_.share(i);
  };
  Panel k = kernel_vectors(*source_, input);
  if (rank_ > 0 && k.columns > 0) {
    const ConstRows r(rows_.data(), signed_size(k.rows()), signed_size(rank_));
    const Eigen::Map<const Eigen::MatrixXd> inner(inner_.data(), signed_size(rank_), signed_size(rank_));
    Panel scaled = k;
    divide(scaled, 1.0);
    Eigen::MatrixXd small = r.transpose() * ConstRows(scaled.values.data(), r.rows(), signed_size(k.columns));
    inner.triangularView<Eigen::Lower>().solveInPlace(small);
    inner.transpose().triangularView<Eigen::Upper>().solveInPlace(small);
    Eigen::Map<RowMatrix>(k.values.data(), r.rows(), signed_size(k.columns)).noalias() -= r * small;
  }
  divide(k, ridge_.amount);
  return {all_sentences(source_->sentence_count()), std::move(k)};
}

}  // namespace calque::kernel
