#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "learn/dual_logistic.h"
#include "learn/lanes.h"

namespace calque::learn {
namespace {

constexpr double kSmallestLogAlpha = -700.0;
// The difference of the objective cancels near the optimum (spec 02 section 9).
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
      weights_(problem.features, problem.classes),
      log_alphas_(problem.size() * problem.classes),
      norms_(problem.size()),
      scratch_(4 * weights_.stride()) {
  const double others = classes_ > 1 ? static_cast<double>(classes_ - 1) : 1.0;
  for (std::size_t i = 0; i < problem.size(); ++i) {
    for (std::size_t k = 0; k < classes_; ++k) {
      const bool own = k == problem.labels[i];
      log_alphas_[i * classes_ + k] =
          classes_ == 1 ? 0.0 : (own ? std::log1p(-first_alpha) : std::log(first_alpha / others));
    }
    norms_[i] = squared_norm(problem.rows.row(i));
  }
  weights_ = weights_by_definition();
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
  const auto [least, most] = std::minmax_element(gradient.begin(), gradient.end());
  return *most - *least;
}

DualState::Visit DualState::visit(std::size_t example, const DualOptions& options) {
  return detail::with_stride(weights_.stride(),
                             [&](auto stride) { return visit_with(stride, example, options); });
}

template <typename S>
DualState::Visit DualState::visit_with(S stride, std::size_t example, const DualOptions& options) {
  const RowView row = problem_.rows.row(example);
  const std::span<double> scores(scratch_.data(), classes_);
  const std::span<double> gradient(scratch_.data() + stride(), classes_);
  const std::span<double> next(scratch_.data() + 2 * stride(), classes_);
  double* moved = scratch_.data() + 3 * stride();
  std::fill(scratch_.begin(), scratch_.end(), 0.0);
  detail::add_scores(stride, weights_.data(), row, scores.data());
  const std::span<double> alphas(log_alphas_.data() + example * classes_, classes_);
  const double curvature = variance_ * norms_[example];
  bool any = false;
  for (std::size_t count = 0; count < options.steps_per_visit; ++count) {
    dual_gradient(alphas, scores, gradient);
    const auto [least, most] = std::minmax_element(gradient.begin(), gradient.end());
    if (*most - *least <= (count == 0 ? options.shrink : 0.1 * options.shrink)) break;
    double step = options.step;
    bool accepted = false;
    for (std::size_t trial = 0; trial < options.trials && !accepted; ++trial, step /= 2) {
      exponentiated_step(alphas, gradient, step, next);
      accepted = dual_difference({alphas, next, scores, curvature}) <= kRoundingSlack;
    }
    if (!accepted) return any ? Visit::kMoved : Visit::kFailed;
    any = true;
    for (std::size_t k = 0; k < classes_; ++k) {
      const double change = std::exp(next[k]) - std::exp(alphas[k]);
      moved[k] -= variance_ * change;
      scores[k] -= curvature * change;
      alphas[k] = next[k];
    }
  }
  if (!any) return Visit::kSettled;
  detail::add_row(stride, weights_.data(), row, moved);
  return Visit::kMoved;
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
