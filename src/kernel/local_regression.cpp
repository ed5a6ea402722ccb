#include "kernel/local_regression.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <Eigen/Dense>
#include <tsl/robin_map.h>

#include "base/error.h"
#include "kernel/conjugate_gradients.h"

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

// The factor of matrix + ridge I; a matrix that is not positive definite gets more (spec 06 section 3).
Eigen::LLT<Eigen::MatrixXd> factorised(Eigen::MatrixXd& matrix, double ridge) {
  const double first = std::max(1e-8 * matrix.trace() / static_cast<double>(matrix.rows()), 1e-8);
  double added = ridge;
  matrix.diagonal().array() += ridge;
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
    matrix.diagonal().array() += next - added;
    added = next;
  }
}

// The input's different n-grams, those with few postings first.
std::vector<Ngram> rare_first(const SpectrumIndex& source, const SourcePrefixes& input) {
  std::vector<Ngram> ngrams = input.ngrams;
  std::sort(ngrams.begin(), ngrams.end());
  ngrams.erase(std::unique(ngrams.begin(), ngrams.end()), ngrams.end());
  std::stable_sort(ngrams.begin(), ngrams.end(),
                   [&](Ngram a, Ngram b) { return source.occurrences(a) < source.occurrences(b); });
  return ngrams;
}

// Sentences that share only very frequent n-grams with the input say little, and are many: once so many were
// met, more frequent n-grams are not looked at.
constexpr std::size_t kCandidatesPerNeighbour = 20;

struct Candidate {
  std::uint32_t sentence;
  double kernel;
};

// The `most` best by kernel, lower numbers first among equals.
void keep_best(std::vector<Candidate>& candidates, std::size_t most) {
  const auto better = [](const Candidate& a, const Candidate& b) {
    return a.kernel != b.kernel ? a.kernel > b.kernel : a.sentence < b.sentence;
  };
  if (candidates.size() > most) {
    std::nth_element(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(most),
                     candidates.end(), better);
    candidates.resize(most);
  }
}

}  // namespace

LocalRegression::LocalRegression(const SpectrumIndex& source, const LocalOptions& options)
    : source_(&source), options_(options) {
  if (options.neighbours == 0)
    throw UsageError({}, "a regression on no sentences predicts nothing", "give --neighbours of 1 or more");
}

std::vector<std::uint32_t> LocalRegression::neighbours(const SourcePrefixes& input) const {
  if (options_.neighbours >= source_->sentence_count()) return all_sentences(source_->sentence_count());
  // Kernels with the input, of sentences in the order they were met: rare n-grams first.
  std::vector<Candidate> met;
  tsl::robin_map<std::uint32_t, std::uint32_t> place;
  tsl::robin_map<Ngram, std::uint32_t> repeats;
  for (const Ngram ngram : input.ngrams) ++repeats[ngram];
  const std::size_t enough = options_.choice == NeighbourChoice::kNearest
                                 ? source_->sentence_count()
                                 : kCandidatesPerNeighbour * options_.neighbours;
  for (const Ngram ngram : rare_first(*source_, input)) {
    if (met.size() >= enough) break;
    const double weight = source_->weight(ngram) * repeats[ngram];
    for (const std::uint32_t sentence : source_->postings(ngram)) {
      const auto [found, is_new] = place.try_emplace(sentence, static_cast<std::uint32_t>(met.size()));
      if (is_new) met.push_back({sentence, 0.0});
      met[found->second].kernel += weight;
    }
  }
  keep_best(met, options_.neighbours);
  std::vector<std::uint32_t> sentences(met.size());
  std::transform(met.begin(), met.end(), sentences.begin(), [](const Candidate& c) { return c.sentence; });
  std::sort(sentences.begin(), sentences.end());
  return sentences;
}

DualWeights LocalRegression::weights(const SourcePrefixes& input) const {
  DualWeights dual;
  dual.sentences = neighbours(input);
  const std::size_t size = dual.sentences.size();
  dual.weights = Panel(size, input.columns());
  if (size == 0) return dual;
  const Entries entries = entries_of(*source_, dual.sentences);
  Eigen::MatrixXd matrix = gram(*source_, entries, size);
  const auto factor = factorised(matrix, options_.ridge);
  const Eigen::MatrixXd solution = factor.solve(right_hand_sides(*source_, entries, size, input));
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t c = 0; c < input.columns(); ++c)
      dual.weights.row(i)[c] = solution(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(c));
  }
  return dual;
}

}  // namespace calque::kernel
