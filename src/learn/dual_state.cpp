#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "learn/dual_logistic.h"
#include "learn/row_kernels.h"

namespace calque::learn {
namespace {

constexpr double kSmallestLogAlpha = -700.0;
// The difference of the objective cancels near the optimum
// (theory/dual-logistic-regression.md#numerical-care).
constexpr double kRoundingSlack = 1e-12;

// p log p out of log p.
double entropy_term(double log_alpha) {
  return std::exp(log_alpha) * log_alpha;
}

}  // namespace

void dual_gradient(std::span<const double> log_alphas, std::span<const double> scores,
                   std::span<double> gradient) {
  for (std::size_t k = 0; k < gradient.size(); ++k) gradient[k] = 1.0 + log_alphas[k] - scores[k];
}

void exponentiated_step(std::span<const double> log_alphas, std::span<const double> gradient, double step,
                        std::span<double> next) {
  for (std::size_t k = 0; k < next.size(); ++k) next[k] = log_alphas[k] - step * gradient[k];
  const double total = log_sum_exp(next);
  for (double& value : next) value = std::max(kSmallestLogAlpha, value - total);
}

double dual_difference(const DualChange& change) {
  double entropy = 0.0;
  double linear = 0.0;
  double squares = 0.0;
  for (std::size_t k = 0; k < change.before.size(); ++k) {
    const double moved = std::exp(change.after[k]) - std::exp(change.before[k]);
    entropy += entropy_term(change.after[k]) - entropy_term(change.before[k]);
    linear += moved * change.scores[k];
    squares += moved * moved;
  }
  return entropy - linear + change.variance_times_norm / 2.0 * squares;
}

DualState::DualState(const Problem& problem, double variance, double first_alpha)
    : problem_(problem),
      classes_(problem.classes),
      variance_(variance),
      log_alphas_(problem.size() * problem.classes),
      norms_(problem.size()) {
  const double others = classes_ > 1 ? static_cast<double>(classes_ - 1) : 1.0;
  const double log_own = classes_ == 1 ? 0.0 : std::log1p(-first_alpha);
  const double log_other = std::log(first_alpha / others);
  for (std::size_t i = 0; i < problem_.size(); ++i) {
    for (std::size_t k = 0; k < classes_; ++k)
      log_alphas_[i * classes_ + k] = k == problem_.labels[i] ? log_own : log_other;
    norms_[i] = squared_norm(problem_.rows.row(i));
  }
  weights_ = weights_by_definition();
  scratch_.assign(5 * weights_.stride(), 0.0);
}

Weights DualState::weights_by_definition() const {
  Weights weights(problem_.features, classes_);
  std::vector<double> step(weights.stride());
  detail::with_stride(weights.stride(), [&](auto stride) {
    for (std::size_t i = 0; i < problem_.size(); ++i) {
      for (std::size_t k = 0; k < classes_; ++k) {
        const double own = k == problem_.labels[i] ? 1.0 : 0.0;
        step[k] = variance_ * (own - std::exp(log_alphas_[i * classes_ + k]));
      }
      detail::add_row(stride, weights.data(), problem_.rows.row(i), step.data());
    }
  });
  return weights;
}

double DualState::value() const {
  double entropy = 0.0;
  for (const double log_alpha : log_alphas_) entropy += entropy_term(log_alpha);
  return squared_norm(weights_) / (2.0 * variance_) + entropy;
}

double DualState::optimality(std::size_t example) const {
  std::vector<double> scores(classes_);
  std::vector<double> gradient(classes_);
  scores_of(weights_, problem_.rows.row(example), scores);
  dual_gradient(log_alphas(example), scores, gradient);
  const auto [minimum, maximum] = std::minmax_element(gradient.begin(), gradient.end());
  return *maximum - *minimum;
}

DualState::Visit DualState::visit(std::size_t example, const DualOptions& options) {
  return detail::with_stride(weights_.stride(),
                             [&](auto stride) { return visit_with(stride, example, options); });
}

DualState::Local DualState::local(std::size_t example, double curvature) {
  const std::size_t width = weights_.stride();
  std::fill(scratch_.begin(), scratch_.end(), 0.0);
  const Local at{{log_alphas_.data() + example * classes_, classes_},
                 {scratch_.data(), classes_},
                 {scratch_.data() + width, classes_},
                 {scratch_.data() + 2 * width, classes_},
                 {scratch_.data() + 3 * width, classes_},
                 curvature};
  for (std::size_t k = 0; k < classes_; ++k) at.alphas[k] = std::exp(at.log_alphas[k]);
  return at;
}

// One step that does not raise the objective; false if there is none.
bool DualState::step(const Local& at, const DualOptions& options) {
  const bool newton = options.kind == DualStep::kNewton;
  // Newton's steps: a shift of the gradient makes them sum to 0 in first order.
  double shift = 0.0;
  if (newton) {
    double weight = 0.0;
    for (std::size_t k = 0; k < at.alphas.size(); ++k) {
      const double share = at.alphas[k] / (1.0 + at.curvature * at.alphas[k]);
      shift += share * (at.log_alphas[k] - at.scores[k]);
      weight += share;
    }
    shift /= weight;
  }
  double width = newton ? 1.0 : options.step;
  for (std::size_t trial = 0; trial < options.trials; ++trial, width /= 2) {
    double maximum = 2.0 * kSmallestLogAlpha;
    for (std::size_t k = 0; k < at.alphas.size(); ++k) {
      const double scale = newton ? width / (1.0 + at.curvature * at.alphas[k]) : width;
      at.next_logs[k] = at.log_alphas[k] - scale * (at.log_alphas[k] - at.scores[k] - shift);
      maximum = std::max(maximum, at.next_logs[k]);
    }
    double total = 0.0;
    for (std::size_t k = 0; k < at.alphas.size(); ++k)
      total += at.next[k] = std::exp(at.next_logs[k] - maximum);
    const double log_total = maximum + std::log(total);
    double difference = 0.0;
    double squares = 0.0;
    for (std::size_t k = 0; k < at.alphas.size(); ++k) {
      at.next[k] /= total;
      at.next_logs[k] = std::max(kSmallestLogAlpha, at.next_logs[k] - log_total);
      const double moved = at.next[k] - at.alphas[k];
      difference += at.next[k] * at.next_logs[k] - at.alphas[k] * at.log_alphas[k] - moved * at.scores[k];
      squares += moved * moved;
    }
    if (difference + at.curvature / 2.0 * squares <= kRoundingSlack) return true;
  }
  return false;
}

// Steps until the example is settled, at most as many as a visit has.
DualState::Outcome DualState::descend(const Local& at, double settled, const DualOptions& options) {
  Outcome outcome;
  for (std::size_t count = 0; count < options.steps_per_visit; ++count) {
    double minimum = at.log_alphas[0] - at.scores[0];
    double maximum = minimum;
    for (std::size_t k = 1; k < at.alphas.size(); ++k) {
      const double slope = at.log_alphas[k] - at.scores[k];
      minimum = std::min(minimum, slope);
      maximum = std::max(maximum, slope);
    }
    if (maximum - minimum <= (count == 0 ? settled : 0.1 * settled)) break;
    if (!step(at, options)) {
      outcome.failed = !outcome.moved;
      break;
    }
    outcome.moved = true;
    for (std::size_t k = 0; k < at.alphas.size(); ++k) {
      at.scores[k] -= at.curvature * (at.next[k] - at.alphas[k]);
      at.alphas[k] = at.next[k];
      at.log_alphas[k] = at.next_logs[k];
    }
  }
  return outcome;
}

template <typename S>
DualState::Visit DualState::visit_with(S stride, std::size_t example, const DualOptions& options) {
  const RowView row = problem_.rows.row(example);
  const Local at = local(example, variance_ * norms_[example]);
  detail::add_scores(stride, weights_.data(), row, at.scores.data());
  double* change = scratch_.data() + 4 * stride();
  for (std::size_t k = 0; k < classes_; ++k) change[k] = at.alphas[k];
  const Outcome outcome = descend(at, options.shrink, options);
  if (outcome.failed) return Visit::kFailed;
  if (!outcome.moved) return Visit::kSettled;
  for (std::size_t k = 0; k < classes_; ++k) change[k] = variance_ * (change[k] - at.alphas[k]);
  detail::add_row(stride, weights_.data(), row, change);
  return Visit::kMoved;
}

void DualState::prefetch(std::size_t example) const {
  detail::prefetch(problem_.rows, example);
}

void DualState::keep(std::span<const std::uint32_t> examples, const Problem& problem) {
  for (std::size_t to = 0; to < examples.size(); ++to) {
    const std::size_t from = examples[to];
    std::copy_n(log_alphas_.begin() + static_cast<std::ptrdiff_t>(from * classes_), classes_,
                log_alphas_.begin() + static_cast<std::ptrdiff_t>(to * classes_));
    norms_[to] = norms_[from];
  }
  log_alphas_.resize(examples.size() * classes_);
  log_alphas_.shrink_to_fit();
  norms_.resize(examples.size());
  norms_.shrink_to_fit();
  problem_ = problem;
}

std::uint64_t DualState::bytes() const {
  return (log_alphas_.size() + norms_.size()) * sizeof(double) +
         problem_.rows.features.size() * (sizeof(std::uint32_t) + sizeof(float)) +
         problem_.rows.offsets.size() * sizeof(std::uint64_t);
}

}  // namespace calque::learn
