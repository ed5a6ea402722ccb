#include "kernel/local_regression.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <Eigen/Dense>

#include "base/error.h"

namespace calque::kernel {
namespace {

// (n-gram, row) of all rows, sorted.
using Entries = std::vector<std::pair<Ngram, std::uint32_t>>;

Entries entries_of(const SpectrumIndex& source, std::span<const std::uint32_t> sentences) {
  Entries entries;
  for (std::uint32_t i = 0; i < sentences.size(); ++i)
    for (const Ngram ngram : source.row(sentences[i])) entries.emplace_back(ngram, i);
  std::sort(entries.begin(), entries.end());
  return entries;
}

// The lower triangle of the kernels between the rows.
Eigen::MatrixXd gram(const SpectrumIndex& source, const Entries& entries, std::size_t size) {
  Eigen::MatrixXd matrix =
      Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(size), static_cast<Eigen::Index>(size));
  for (std::size_t begin = 0, end = 0; begin < entries.size(); begin = end) {
    while (end < entries.size() && entries[end].first == entries[begin].first) ++end;
    const double weight = source.weight(entries[begin].first);
    for (std::size_t b = begin; b < end; ++b)
      for (std::size_t a = begin; a < end; ++a)
        if (entries[a].second >= entries[b].second) matrix(entries[a].second, entries[b].second) += weight;
  }
  return matrix;
}

// Kernels of the prefixes with the rows.
Eigen::MatrixXd right_hand_sides(const SpectrumIndex& source, const Entries& entries, std::size_t size,
                                 const SourcePrefixes& input) {
  Eigen::MatrixXd right =
      Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(size), static_cast<Eigen::Index>(input.columns()));
  std::size_t next = 0;
  for (std::size_t column = 0; column < input.columns(); ++column) {
    const auto c = static_cast<Eigen::Index>(column);
    if (column > 0) right.col(c) = right.col(c - 1);
    for (; next < input.ends[column]; ++next) {
      const Ngram ngram = input.ngrams[next];
      const double weight = source.weight(ngram);
      auto entry = std::lower_bound(entries.begin(), entries.end(), std::pair{ngram, 0U});
      for (; entry != entries.end() && entry->first == ngram; ++entry) right(entry->second, c) += weight;
    }
  }
  return right;
}

// The factor of the matrix, of which a ridge of `amount` with these shares is part; a matrix that is not
// positive definite gets more (theory/kernel-regression.md#least-squares).
Eigen::LLT<Eigen::MatrixXd> factorised(Eigen::MatrixXd& matrix, double amount,
                                       const Eigen::VectorXd& shares) {
  const double mean = (matrix.diagonal().array() / shares.array() - amount).mean();
  const double first = std::max(1e-8 * mean, 1e-8);
  double added = amount;
  while (true) {
    Eigen::LLT<Eigen::MatrixXd> factor(matrix);
    // Rounding can leave a pivot of nothing where the matrix is singular.
    if (factor.info() == Eigen::Success) {
      const Eigen::VectorXd pivots = factor.matrixLLT().diagonal();
      if (pivots.minCoeff() > 1e-7 * pivots.maxCoeff()) return factor;
    }
    const double next = added < first ? first : added * 10;
    if (!std::isfinite(next))
      throw NumericError("the local regression cannot be solved", "check the weights of the n-grams");
    matrix.diagonal() += (next - added) * shares;
    added = next;
  }
}

}  // namespace

LocalRegression::LocalRegression(const SpectrumIndex& source, const LocalOptions& options)
    : source_(&source), options_(options) {
  if (options.neighbours == 0)
    throw UsageError({}, "a regression on no sentences predicts nothing", "give --neighbours of 1 or more");
}

DualWeights LocalRegression::weights(const SourcePrefixes& input) const {
  DualWeights dual;
  if (options_.choice == NeighbourChoice::kPivots)
    dual.sentences.assign(options_.pivots.begin(), options_.pivots.end());
  else
    dual.sentences = choose_neighbours(*source_, input, options_.neighbours, options_.choice);
  const std::size_t size = dual.sentences.size();
  dual.weights = Panel(size, input.columns());
  if (size == 0) return dual;
  const Entries entries = entries_of(*source_, dual.sentences);
  Eigen::MatrixXd matrix = gram(*source_, entries, size);
  Eigen::VectorXd shares(matrix.rows());
  for (std::size_t i = 0; i < size; ++i)
    shares(static_cast<Eigen::Index>(i)) = options_.ridge.share(dual.sentences[i]);
  matrix.diagonal() += options_.ridge.amount * shares;
  const auto factor = factorised(matrix, options_.ridge.amount, shares);
  const Eigen::MatrixXd solution = factor.solve(right_hand_sides(*source_, entries, size, input));
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t c = 0; c < input.columns(); ++c)
      dual.weights.row(i)[c] = solution(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(c));
  }
  return dual;
}

}  // namespace calque::kernel
