#include "learn/extragradient.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "base/error.h"
#include "learn/row_kernels.h"

namespace calque::learn {
namespace {

constexpr std::size_t kBlocks = 4;
constexpr std::size_t kGapEvery = 10;
constexpr int kMaxRetries = 60;

// A point of the saddle problem, or the operator's value there: weights, and a row of classes per example.
struct Point {
  Weights weights;
  std::vector<double> rows;
};

class Saddle {
 public:
  Saddle(const Problem& problem, const ClassDistances& distances, double bound, ThreadPool& threads)
      : problem_(problem),
        distances_(distances),
        bound_(bound),
        block_(std::max<std::size_t>(1, (problem.size() + kBlocks - 1) / kBlocks)),
        threads_(threads) {}

  Point start() const {
    Point point{Weights(problem_.features, problem_.classes), {}};
    point.rows.assign(problem_.size() * problem_.classes, 1.0 / static_cast<double>(problem_.classes));
    return point;
  }

  // The slopes g_w and g_p at a point.
  void slopes(const Point& at, Point& out) const {
    out.rows.resize(at.rows.size());
    const std::size_t classes = problem_.classes;
    auto parts = threads_.map_blocks<Weights>(problem_.size(), block_, [&](const Block& rows) {
      Weights sum(problem_.features, classes);
      std::vector<double> step(sum.stride());
      for (std::size_t i = rows.begin; i < rows.end; ++i) {
        const RowView row = problem_.rows.row(i);
        const std::span<double> scores(out.rows.data() + i * classes, classes);
        scores_of(at.weights, row, scores);
        for (std::size_t k = 0; k < classes; ++k) {
          scores[k] += distances_(problem_.labels[i], k);
          step[k] = at.rows[i * classes + k];
        }
        step[problem_.labels[i]] -= 1.0;
        detail::with_stride(sum.stride(),
                            [&](auto stride) { detail::add_row(stride, sum.data(), row, step.data()); });
      }
      return sum;
    });
    out.weights = Weights(problem_.features, classes);
    for (const Weights& part : parts) {
      for (std::size_t j = 0; j < part.values().size(); ++j) out.weights.values()[j] += part.values()[j];
    }
  }

  // from - step * g_w and from + step * g_p, projected.
  void move(const Point& from, const Point& slope, double step, Point& to) const {
    to = from;
    for (std::size_t j = 0; j < to.weights.values().size(); ++j)
      to.weights.values()[j] -= step * slope.weights.values()[j];
    const std::vector<double> norms = class_norms(to.weights);
    for (std::size_t k = 0; k < norms.size(); ++k) {
      if (norms[k] <= bound_) continue;
      for (std::size_t f = 0; f < problem_.features; ++f) to.weights.at(f, k) *= bound_ / norms[k];
    }
    std::vector<double> scratch(problem_.classes);
    for (std::size_t i = 0; i < problem_.size(); ++i) {
      const std::span<double> row(to.rows.data() + i * problem_.classes, problem_.classes);
      for (std::size_t k = 0; k < row.size(); ++k) row[k] += step * slope.rows[i * row.size() + k];
      project_to_simplex(row, scratch);
    }
  }

  // Upper and lower bound of the saddle value. `slope` as slopes() gives it at `at`.
  void bounds(const Point& at, const Point& slope, ExtragradientResult& result) const {
    const std::size_t classes = problem_.classes;
    result.primal = 0.0;
    result.dual = 0.0;
    for (std::size_t i = 0; i < problem_.size(); ++i) {
      const std::span<const double> with_margin(slope.rows.data() + i * classes, classes);
      const std::size_t label = problem_.labels[i];
      result.primal += *std::max_element(with_margin.begin(), with_margin.end()) - with_margin[label];
      for (std::size_t k = 0; k < classes; ++k)
        result.dual += at.rows[i * classes + k] * distances_(label, k);
    }
    for (const double norm : class_norms(slope.weights)) result.dual -= bound_ * norm;
  }

 private:
  std::vector<double> class_norms(const Weights& weights) const {
    std::vector<double> norms(problem_.classes, 0.0);
    for (std::size_t f = 0; f < problem_.features; ++f) {
      for (std::size_t k = 0; k < norms.size(); ++k) norms[k] += weights.at(f, k) * weights.at(f, k);
    }
    for (double& norm : norms) norm = std::sqrt(norm);
    return norms;
  }

  Problem problem_;
  const ClassDistances& distances_;
  double bound_;
  std::size_t block_;
  ThreadPool& threads_;
};

double distance(const Point& a, const Point& b) {
  double sum = 0.0;
  for (std::size_t j = 0; j < a.weights.values().size(); ++j) {
    const double difference = a.weights.values()[j] - b.weights.values()[j];
    sum += difference * difference;
  }
  for (std::size_t j = 0; j < a.rows.size(); ++j) sum += (a.rows[j] - b.rows[j]) * (a.rows[j] - b.rows[j]);
  return std::sqrt(sum);
}

}  // namespace

void project_to_simplex(std::span<double> point, std::span<double> scratch) {
  std::copy(point.begin(), point.end(), scratch.begin());
  std::sort(scratch.begin(), scratch.end(), std::greater<>());
  double sum = 0.0;
  double threshold = 0.0;
  for (std::size_t k = 0; k < scratch.size(); ++k) {
    sum += scratch[k];
    const double candidate = (sum - 1.0) / static_cast<double>(k + 1);
    if (scratch[k] > candidate) threshold = candidate;
  }
  for (double& value : point) value = std::max(0.0, value - threshold);
}

ExtragradientResult train_by_extragradient(const Problem& problem, const ClassDistances& distances,
                                           const ExtragradientOptions& options, ThreadPool& threads) {
  check(problem);
  CALQUE_CHECK(distances.classes() == problem.classes);
  if (!(options.bound > 0.0) || !std::isfinite(options.bound)) {
    throw UsageError({}, "the bound of the weights must be positive", "1 to 100 is usual");
  }
  const Saddle saddle(problem, distances, options.bound, threads);
  ExtragradientResult result;
  Point at = saddle.start();
  Point slope;
  Point ahead;
  Point ahead_slope;
  Point next;
  double step = 1.0;
  saddle.slopes(at, slope);
  saddle.bounds(at, slope, result);
  const double enough = options.tolerance * static_cast<double>(std::max<std::size_t>(1, problem.size()));
  while (result.iterations < options.iterations && result.primal - result.dual > enough) {
    double ratio = 0.0;
    for (int retry = 0; retry < kMaxRetries; ++retry) {
      saddle.move(at, slope, step, ahead);
      saddle.slopes(ahead, ahead_slope);
      const double moved = distance(at, ahead);
      ratio = moved > 0.0 ? step * distance(slope, ahead_slope) / moved : 0.0;
      if (ratio <= 0.9) break;
      step *= 2.0 / 3.0 * std::min(1.0, 1.0 / ratio);
    }
    saddle.move(at, ahead_slope, step, next);
    std::swap(at, next);
    saddle.slopes(at, slope);
    if (ratio < 0.4) step *= 1.5;
    ++result.iterations;
    saddle.bounds(at, slope, result);
    if (result.iterations % kGapEvery == 0) result.gaps.push_back(result.primal - result.dual);
    if (options.after_pass && !options.after_pass(result.iterations, at.weights)) break;
  }
  result.gaps.push_back(result.primal - result.dual);
  result.weights = std::move(at.weights);
  return result;
}

}  // namespace calque::learn
