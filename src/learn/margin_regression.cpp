#include "learn/margin_regression.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.h"
#include "base/rng.h"

namespace calque::learn {
namespace {

void check_options(const MarginRegressionOptions& options) {
  if (options.cost > 0.0 && std::isfinite(options.cost) && options.tolerance >= 0.0) return;
  throw UsageError({}, "cost and tolerance must be positive", "a cost of 0.1 to 10 is usual");
}

// The operator applied to a row, times the vector of a class. `by_dimension` has a column for each dimension.
double own_score(const Weights& by_dimension, const RowView& row, std::span<const double> vector,
                 std::span<double> image) {
  scores_of(by_dimension, row, image);
  return std::inner_product(vector.begin(), vector.end(), image.begin(), 0.0);
}

// Visits examples in random order until no coordinate moves much. `step(i)` returns how far it moved,
// measured on the margin.
// `after_pass(pass)` may end it.
template <typename Step, typename AfterEach>
std::size_t descend(std::size_t count, const MarginRegressionOptions& options, Step step,
                    AfterEach after_pass) {
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0U);
  Rng rng(options.seed);
  std::size_t iterations = 0;
  double worst = count == 0 ? 0.0 : options.tolerance + 1.0;
  while (worst > options.tolerance && iterations < options.iterations) {
    rng.shuffle(std::span(order));
    worst = 0.0;
    for (const std::uint32_t i : order) worst = std::max(worst, std::abs(step(i)));
    ++iterations;
    if (!after_pass(iterations)) break;
  }
  return iterations;
}

// The operator seen from each class's vector.
Weights by_class(const Weights& by_dimension, const ClassEmbedding& embedding) {
  Weights weights(by_dimension.features(), embedding.classes());
  for (std::size_t f = 0; f < weights.features(); ++f) {
    for (std::size_t k = 0; k < weights.classes(); ++k) {
      for (std::size_t d = 0; d < embedding.dimension(); ++d)
        weights.at(f, k) += embedding.of(k)[d] * by_dimension.at(f, d);
    }
  }
  return weights;
}

}  // namespace

MarginRegressionResult train_margin_regression(const Problem& problem, const ClassEmbedding& embedding,
                                               const MarginRegressionOptions& options) {
  check(problem);
  check_options(options);
  CALQUE_CHECK(embedding.classes() == problem.classes);
  MarginRegressionResult result;
  Weights by_dimension(problem.features, embedding.dimension());
  std::vector<double> image(embedding.dimension());
  result.alphas.assign(problem.size(), 0.0);
  const auto step = [&](std::size_t i) {
    const RowView row = problem.rows.row(i);
    const auto vector = embedding.of(problem.labels[i]);
    const double curvature = squared_norm(row) * embedding.product(problem.labels[i], problem.labels[i]);
    const double slope = 1.0 - own_score(by_dimension, row, vector, image);
    const double wanted = curvature > 0.0 ? result.alphas[i] + slope / curvature : options.cost;
    const double next = std::clamp(wanted, 0.0, options.cost);
    const double change = next - result.alphas[i];
    result.alphas[i] = next;
    for (std::size_t e = 0; change != 0.0 && e < row.size(); ++e) {
      for (std::size_t d = 0; d < vector.size(); ++d)
        by_dimension.at(row.features[e], d) += change * vector[d] * static_cast<double>(row.values[e]);
    }
    return change * curvature;
  };
  result.iterations = descend(problem.size(), options, step, [&](std::size_t pass) {
    return !options.after_pass || options.after_pass(pass, by_class(by_dimension, embedding));
  });
  const double half = squared_norm(by_dimension) / 2.0;
  result.primal = half;
  for (std::size_t i = 0; i < problem.size(); ++i) {
    const double score = own_score(by_dimension, problem.rows.row(i), embedding.of(problem.labels[i]), image);
    result.primal += options.cost * std::max(0.0, 1.0 - score);
  }
  result.dual = half - std::accumulate(result.alphas.begin(), result.alphas.end(), 0.0);
  result.weights = by_class(by_dimension, embedding);
  return result;
}

KernelModel::KernelModel(const Problem& problem, std::span<const double> alphas, ClassEmbedding embedding,
                         RowKernel kernel)
    : embedding_(std::move(embedding)), kernel_(std::move(kernel)) {
  for (std::size_t i = 0; i < problem.size(); ++i) {
    if (alphas[i] <= 0.0) continue;
    const RowView row = problem.rows.row(i);
    support_.add(row.features, row.values);
    labels_.push_back(problem.labels[i]);
    alphas_.push_back(alphas[i]);
  }
}

void KernelModel::scores_of(const RowView& row, std::span<double> scores) const {
  std::fill(scores.begin(), scores.end(), 0.0);
  for (std::size_t i = 0; i < support_.size(); ++i) {
    const double strength = alphas_[i] * kernel_(support_.row(i), row);
    for (std::size_t k = 0; k < scores.size(); ++k) scores[k] += strength * embedding_.product(labels_[i], k);
  }
}

KernelRegressionResult train_kernel_regression(const Problem& problem, const ClassEmbedding& embedding,
                                               const RowKernel& kernel,
                                               const MarginRegressionOptions& options) {
  check(problem);
  check_options(options);
  const std::size_t size = problem.size();
  std::vector<double> gram(size * size);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      const double both = kernel(problem.rows.row(i), problem.rows.row(j)) *
                          embedding.product(problem.labels[i], problem.labels[j]);
      gram[i * size + j] = gram[j * size + i] = both;
    }
  }
  std::vector<double> alphas(size, 0.0);
  std::vector<double> margins(size, 0.0);  // of each example: its own score
  const auto step = [&](std::size_t i) {
    const double curvature = gram[i * size + i];
    const double wanted = curvature > 0.0 ? alphas[i] + (1.0 - margins[i]) / curvature : options.cost;
    const double next = std::clamp(wanted, 0.0, options.cost);
    const double change = next - alphas[i];
    alphas[i] = next;
    for (std::size_t j = 0; change != 0.0 && j < size; ++j) margins[j] += change * gram[i * size + j];
    return change * curvature;
  };
  const std::size_t iterations = descend(size, options, step, [](std::size_t) { return true; });
  double dual = 0.0;
  for (std::size_t i = 0; i < size; ++i) dual += alphas[i] * (margins[i] / 2.0 - 1.0);
  KernelModel model(problem, alphas, embedding, kernel);
  return {std::move(model), std::move(alphas), dual, iterations};
}

double product(const RowView& a, const RowView& b) {
  double sum = 0.0;
  std::size_t j = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    while (j < b.size() && b.features[j] < a.features[i]) ++j;
    if (j < b.size() && b.features[j] == a.features[i])
      sum += static_cast<double>(a.values[i]) * static_cast<double>(b.values[j]);
  }
  return sum;
}

RowKernel linear_kernel() {
  return [](const RowView& a, const RowView& b) { return product(a, b); };
}

RowKernel polynomial_kernel(unsigned degree) {
  return [degree](const RowView& a, const RowView& b) { return std::pow(1.0 + product(a, b), degree); };
}

RowKernel gaussian_kernel(double width) {
  return [width](const RowView& a, const RowView& b) {
    const double square = squared_norm(a) + squared_norm(b) - 2.0 * product(a, b);
    return std::exp(-square / (2.0 * width * width));
  };
}

}  // namespace calque::learn
