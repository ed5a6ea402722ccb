#include "learn/svm.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "base/error.h"
#include "base/rng.h"
#include "learn/row_kernels.h"

namespace calque::learn {
namespace {

void check_options(const SvmOptions& options) {
  if (options.cost > 0.0 && std::isfinite(options.cost) && options.tolerance >= 0.0) return;
  throw UsageError({}, "cost and tolerance of a support vector machine must be positive",
                   "a cost of 0.1 to 10 is usual");
}

std::vector<double> squared_norms(const Problem& problem) {
  std::vector<double> norms(problem.size());
  for (std::size_t i = 0; i < norms.size(); ++i) norms[i] = squared_norm(problem.rows.row(i));
  return norms;
}

std::vector<std::uint32_t> in_order(std::size_t count) {
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0U);
  return order;
}

double dot(const std::vector<double>& weights, const RowView& row) {
  double sum = 0.0;
  for (std::size_t e = 0; e < row.size(); ++e)
    sum += static_cast<double>(row.values[e]) * weights[row.features[e]];
  return sum;
}

// One class against the rest.
class OneClass {
 public:
  OneClass(const Problem& problem, std::size_t label, const SvmOptions& options,
           const std::vector<double>& norms)
      : problem_(problem),
        label_(label),
        options_(options),
        norms_(norms),
        weights_(problem.features, 0.0),
        alphas_(problem.size(), 0.0),
        order_(in_order(problem.size())),
        rng_(Rng::for_block(options.seed, label)),
        settled_(problem.size() == 0) {}

  bool settled() const { return settled_; }
  std::size_t iterations() const { return iterations_; }
  const std::vector<double>& weights() const { return weights_; }

  // Once over all examples, unless nothing moved the last time.
  void pass() {
    if (settled_) return;
    rng_.shuffle(std::span(order_));
    double worst = 0.0;
    for (const std::uint32_t i : order_) worst = std::max(worst, visit(i));
    ++iterations_;
    settled_ = worst <= options_.tolerance;
  }

  double primal() const {
    double value = half_norm();
    for (std::size_t i = 0; i < problem_.size(); ++i)
      value += options_.cost * std::max(0.0, 1.0 - sign(i) * dot(weights_, problem_.rows.row(i)));
    return value;
  }
  double dual() const { return half_norm() - std::accumulate(alphas_.begin(), alphas_.end(), 0.0); }

 private:
  double sign(std::size_t i) const { return problem_.labels[i] == label_ ? 1.0 : -1.0; }
  double half_norm() const {
    return std::inner_product(weights_.begin(), weights_.end(), weights_.begin(), 0.0) / 2.0;
  }

  // How far the example's margin moved.
  double visit(std::uint32_t i) {
    const RowView row = problem_.rows.row(i);
    const double slope = 1.0 - sign(i) * dot(weights_, row);
    // Without features nothing can be learnt from the example; its margin stays violated.
    const double wanted = norms_[i] > 0.0 ? alphas_[i] + slope / norms_[i] : options_.cost;
    const double next = std::clamp(wanted, 0.0, options_.cost);
    const double change = next - alphas_[i];
    alphas_[i] = next;
    if (change == 0.0 || norms_[i] <= 0.0) return 0.0;
    for (std::size_t e = 0; e < row.size(); ++e)
      weights_[row.features[e]] += change * sign(i) * static_cast<double>(row.values[e]);
    return std::abs(change) * norms_[i];
  }

  const Problem& problem_;
  std::size_t label_;
  const SvmOptions& options_;
  const std::vector<double>& norms_;
  std::vector<double> weights_;
  std::vector<double> alphas_;
  std::vector<std::uint32_t> order_;
  Rng rng_;
  bool settled_;
  std::size_t iterations_ = 0;
};

void collect(const std::vector<OneClass>& all, Weights& weights) {
  for (std::size_t k = 0; k < all.size(); ++k) {
    for (std::size_t f = 0; f < weights.features(); ++f) weights.at(f, k) = all[k].weights()[f];
  }
}

// One example's part of the joint dual: alphas[k] <= limit of class k, summing to 0.
struct JointStep {
  std::span<double> alphas;
  std::span<const double> scores;
  const double* margins;
  std::size_t label;
  double norm;
  double cost;
};

// Minimises norm/2 sum alpha_k^2 + sum bias_k alpha_k under the constraints: alpha_k = min(limit_k, (level -
// bias_k) / norm) for the level at which they sum to 0. Returns the largest change; `step` gets the changes.
double solve(const JointStep& at, std::span<double> biases, std::span<double> sorted, double* step) {
  const std::size_t classes = at.alphas.size();
  for (std::size_t k = 0; k < classes; ++k) {
    biases[k] = at.scores[k] + at.margins[k] - at.norm * at.alphas[k];
    // alpha_k reaches its limit at this level.
    sorted[k] = biases[k] + (k == at.label ? at.norm * at.cost : 0.0);
  }
  std::sort(sorted.begin(), sorted.end());
  // Classes whose limit lies above the level are free. With the m largest free (limits 0 but for the label),
  // the sum of the free alphas must balance the limits of the others.
  const double total = at.norm * at.cost;
  double level = 0.0;
  double sum = 0.0;
  for (std::size_t free = 1; free <= classes; ++free) {
    sum += sorted[classes - free];
    level = (sum - total) / static_cast<double>(free);
    if (free == classes || level >= sorted[classes - free - 1]) break;
  }
  double maximum = 0.0;
  for (std::size_t k = 0; k < classes; ++k) {
    const double limit = k == at.label ? at.cost : 0.0;
    const double next = std::min(limit, (level - biases[k]) / at.norm);
    step[k] = next - at.alphas[k];
    maximum = std::max(maximum, std::abs(step[k]));
    at.alphas[k] = next;
  }
  return maximum;
}

double joint_hinge(std::span<const double> scores, const double* margins, std::size_t label) {
  double maximum = 0.0;
  for (std::size_t k = 0; k < scores.size(); ++k)
    maximum = std::max(maximum, margins[k] + scores[k] - scores[label]);
  return maximum;
}

void evaluate(const Problem& problem, const ClassDistances& distances, double cost,
              std::span<const double> alphas, SvmResult& result) {
  const double half = squared_norm(result.weights) / 2.0;
  double primal = half;
  double dual = half;
  std::vector<double> scores(problem.classes);
  for (std::size_t i = 0; i < problem.size(); ++i) {
    const double* margins = distances.from(problem.labels[i]);
    scores_of(result.weights, problem.rows.row(i), scores);
    primal += cost * joint_hinge(scores, margins, problem.labels[i]);
    for (std::size_t k = 0; k < problem.classes; ++k) dual += margins[k] * alphas[i * problem.classes + k];
  }
  result.primal = {primal};
  result.dual = {dual};
}

}  // namespace

SvmResult train_one_vs_rest(const Problem& problem, const SvmOptions& options, ThreadPool& threads) {
  check(problem);
  check_options(options);
  const std::vector<double> norms = squared_norms(problem);
  std::vector<OneClass> all;
  for (std::size_t k = 0; k < problem.classes; ++k) all.emplace_back(problem, k, options, norms);
  SvmResult result;
  result.weights = Weights(problem.features, problem.classes);
  const auto unsettled = [](const OneClass& one) { return !one.settled(); };
  while (result.iterations < options.iterations && std::any_of(all.begin(), all.end(), unsettled)) {
    threads.for_blocks(all.size(), 1, [&](const Block& block) { all[block.index].pass(); });
    ++result.iterations;
    if (!options.after_pass) continue;
    collect(all, result.weights);
    if (!options.after_pass(result.iterations, result.weights)) break;
  }
  collect(all, result.weights);
  for (const OneClass& one : all) {
    result.primal.push_back(one.primal());
    result.dual.push_back(one.dual());
  }
  return result;
}

SvmResult train_joint(const Problem& problem, const ClassDistances& distances, const SvmOptions& options) {
  check(problem);
  check_options(options);
  CALQUE_CHECK(distances.classes() == problem.classes);
  SvmResult result;
  result.weights = Weights(problem.features, problem.classes);
  const std::size_t classes = problem.classes;
  const std::vector<double> norms = squared_norms(problem);
  std::vector<double> alphas(problem.size() * classes, 0.0);
  std::vector<double> scratch(4 * result.weights.stride());
  const std::size_t width = result.weights.stride();
  auto order = in_order(problem.size());
  Rng rng(options.seed);
  bool settled = problem.size() == 0;
  detail::with_stride(width, [&](auto stride) {
    while (!settled && result.iterations < options.iterations) {
      rng.shuffle(std::span(order));
      double worst = 0.0;
      for (const std::uint32_t i : order) {
        const RowView row = problem.rows.row(i);
        if (norms[i] <= 0.0) continue;
        std::fill(scratch.begin(), scratch.end(), 0.0);
        detail::add_scores(stride, result.weights.data(), row, scratch.data());
        const JointStep at{{alphas.data() + i * classes, classes},
                           {scratch.data(), classes},
                           distances.from(problem.labels[i]),
                           problem.labels[i],
                           norms[i],
                           options.cost};
        double* step = scratch.data() + 3 * width;
        const double maximum =
            solve(at, {scratch.data() + width, classes}, {scratch.data() + 2 * width, classes}, step);
        if (maximum <= 0.0) continue;
        worst = std::max(worst, maximum * norms[i]);
        detail::add_row(stride, result.weights.data(), row, step);
      }
      ++result.iterations;
      settled = worst <= options.tolerance;
      if (options.after_pass && !options.after_pass(result.iterations, result.weights)) break;
    }
  });
  evaluate(problem, distances, options.cost, alphas, result);
  return result;
}

}  // namespace calque::learn
