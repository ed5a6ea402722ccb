#include "kernel/margin_regression.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "base/error.h"
#include "base/rng.h"

namespace calque::kernel {
namespace {

// Columns of Q: products of source and target kernels.
class ProductColumns {
 public:
  ProductColumns(const CentredKernel& source, const CentredKernel& target, std::uint64_t memory,
                 ThreadPool& threads)
      : source_(source),
        target_(target),
        size_(source.index().sentence_count()),
        other_(size_),
        product_(size_),
        column_(size_) {
    if (size_ > 0 && size_ > memory / sizeof(float) / size_) return;
    all_.resize(size_ * size_);
    constexpr std::size_t kColumnsAtOnce = 64;
    threads.for_blocks(size_, kColumnsAtOnce, [&](const Block& block) {
      std::vector<double> product(size_);
      std::vector<double> other(size_);
      for (std::size_t i = block.begin; i < block.end; ++i)
        work_out(i, product, other, std::span(all_).subspan(i * size_, size_));
    });
  }

  // Valid until the next call.
  std::span<const float> column(std::size_t i) {
    if (!all_.empty()) return std::span(all_).subspan(i * size_, size_);
    work_out(i, product_, other_, column_);
    return column_;
  }

 private:
  void work_out(std::size_t i, std::span<double> product, std::span<double> other,
                std::span<float> out) const {
    source_.column(i, product);
    target_.column(i, other);
    for (std::size_t k = 0; k < size_; ++k) out[k] = static_cast<float>(product[k] * other[k]);
  }

  const CentredKernel& source_;
  const CentredKernel& target_;
  std::size_t size_;
  std::vector<float> all_;
  std::vector<double> other_;
  std::vector<double> product_;
  std::vector<float> column_;
};

void measure(MarginSolution& solution, double cost) {
  double quadratic = 0;
  double slack = 0;
  double sum = 0;
  for (std::size_t i = 0; i < solution.alpha.size(); ++i) {
    quadratic += 0.5 * solution.alpha[i] * solution.margins[i];
    slack += std::max(0.0, 1.0 - solution.margins[i]);
    sum += solution.alpha[i];
  }
  solution.primal = quadratic + cost * slack;
  solution.dual = quadratic - sum;
}

}  // namespace

void MarginOptions::validate() const {
  if (!(cost > 0) || !std::isfinite(cost))
    throw UsageError({}, fmt::format("a violated margin cannot cost {}", cost), "give a --cost above 0");
  if (!(tolerance > 0))
    throw UsageError({}, "the tolerance must be above 0", "give a --tolerance such as 0.0001");
}

// A pair whose weight stays where it is costs no column, so that settled pairs cost next to nothing.
MarginSolution train_margin(const CentredKernel& source, const CentredKernel& target,
                            const MarginOptions& options, ThreadPool& threads, Reporter& reporter) {
  options.validate();
  const std::size_t size = source.index().sentence_count();
  CALQUE_CHECK(size == target.index().sentence_count());
  MarginSolution solution{std::vector<double>(size, 0.0), std::vector<double>(size, 0.0)};
  ProductColumns columns(source, target, options.memory, threads);
  std::vector<std::uint32_t> order(size);
  std::iota(order.begin(), order.end(), 0U);
  Rng random(options.seed);
  while (solution.passes < options.max_passes) {
    ++solution.passes;
    random.shuffle(std::span(order));
    for (const std::uint32_t i : order) {
      // The diagonal of Q is 1, or 0 for a pair that is nothing but the mean.
      const bool counts = source.inverse_norms()[i] > 0 && target.inverse_norms()[i] > 0;
      const double wanted = counts ? solution.alpha[i] + 1.0 - solution.margins[i] : options.cost;
      const double next = std::clamp(wanted, 0.0, options.cost);
      const double change = next - solution.alpha[i];
      if (change == 0) continue;
      solution.alpha[i] = next;
      if (!counts) continue;
      const std::span<const float> column = columns.column(i);
      for (std::size_t k = 0; k < size; ++k) solution.margins[k] += change * double{column[k]};
    }
    measure(solution, options.cost);
    reporter.progress(solution.passes, 0);
    if (solution.primal + solution.dual <= options.tolerance * std::max(1.0, solution.primal)) break;
  }
  if (!std::isfinite(solution.primal))
    throw NumericError("maximum margin regression left the finite numbers", "give a smaller --cost");
  return solution;
}

MarginRegression::MarginRegression(const SpectrumIndex& source, const SpectrumIndex& target,
                                   std::span<const double> alpha)
    : source_(source), target_(target) {
  CALQUE_CHECK(alpha.size() == source.sentence_count() && alpha.size() == target.sentence_count());
  for (std::size_t i = 0; i < alpha.size(); ++i) {
    const double factor = alpha[i] * source_.inverse_norms()[i] * target_.inverse_norms()[i];
    if (!std::isfinite(factor))
      throw NumericError("the weights of training pairs are not finite", "train the model again");
    if (factor == 0) continue;
    sentences_.push_back(static_cast<std::uint32_t>(i));
    factors_.push_back(factor);
  }
}

DualWeights MarginRegression::weights(const SourcePrefixes& input) const {
  const Panel kernels = kernel_vectors(source_.index(), input);
  std::vector<double> means(input.columns());
  std::vector<double> norms(input.columns());
  for (std::size_t c = 0; c < input.columns(); ++c) {
    means[c] = source_.mean(std::span(input.ngrams).first(input.ends[c]));
    norms[c] = source_.inverse_norm(input.self_kernels[c], means[c]);
  }
  DualWeights dual{sentences_, Panel(sentences_.size(), input.columns())};
  for (std::size_t k = 0; k < sentences_.size(); ++k) {
    const std::size_t i = sentences_[k];
    const double shift = source_.mean_of_means() - source_.means()[i];
    for (std::size_t c = 0; c < input.columns(); ++c)
      dual.weights.row(k)[c] = (kernels.row(i)[c] - means[c] + shift) * norms[c] * factors_[k];
  }
  return dual;
}

MarginConstants MarginRegression::constants(const DualWeights& dual) const {
  MarginConstants constants;
  constants.weight_sums.assign(dual.weights.columns, 0.0);
  constants.mean_sums.assign(dual.weights.columns, 0.0);
  constants.mean_of_means = target_.mean_of_means();
  for (std::size_t k = 0; k < dual.sentences.size(); ++k) {
    const double mean = target_.means()[dual.sentences[k]];
    for (std::size_t c = 0; c < dual.weights.columns; ++c) {
      constants.weight_sums[c] += dual.weights.row(k)[c];
      constants.mean_sums[c] += dual.weights.row(k)[c] * mean;
    }
  }
  return constants;
}

}  // namespace calque::kernel
