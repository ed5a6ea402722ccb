// Multinomial logistic regression from the dual side, by exponentiated gradients on one example at a time,
// with examples that are settled left out (theory/dual-logistic-regression.md#dual-problem,
// theory/dual-logistic-regression.md#shrinking).
//
// Each example has a distribution over the classes (its dual variables); the weights follow from them and are
// kept up to date. The same weights for the same options. Throws UsageError for options that make no sense.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/enum_names.h"
#include "learn/logistic.h"
#include "learn/rows.h"
#include "learn/weights.h"

namespace calque::learn {

enum class DualStep : std::uint8_t {
  kGradient,  // the published exponentiated gradient, one step width for all classes
  kNewton,    // a step width for each class, from the objective's second derivative
};
constexpr auto enum_names(DualStep) {
  using enum DualStep;
  return EnumNames<DualStep>("there are no steps", {{"newton", kNewton}, {"gradient", kGradient}});
}

struct DualOptions {
  double variance = 4.0;
  double first_alpha = 0.01;  // probability of the wrong classes together at the start, above 0 and below 1
  double shrink = 0.1;        // an example is settled when its optimality measure is at most this
  std::size_t iterations = 100;
  DualStep kind = DualStep::kNewton;
  double step = 0.5;        // of kGradient; kNewton begins with 1. Halved until the objective does not rise
  std::size_t trials = 10;  // halvings; an example for which all fail is left as it is
  // Steps on an example at one visit. The scores after a step follow from those before it without looking at
  // the features, so further steps cost little. 1 is the published algorithm.
  std::size_t steps_per_visit = 3;
  bool shuffle = true;  // false: in order
  // When all are settled: look at them all again, and go on with those that the others' moves unsettled.
  bool recheck = false;
  std::uint64_t seed = 1;
  AfterPass after_pass{};  // may be empty

  // The algorithm as it was published.
  static DualOptions published() {
    DualOptions options;
    options.kind = DualStep::kGradient;
    options.steps_per_visit = 1;
    return options;
  }
};

struct DualResult {
  Weights weights;
  std::size_t iterations = 0;
  std::uint64_t visits = 0;                 // gradient evaluations
  std::uint64_t failed = 0;                 // visits at which no step helped
  std::vector<double> active_fraction;      // of all examples, after each iteration
  std::vector<std::uint64_t> bytes_in_use;  // of rows and dual variables, after each iteration
  std::vector<std::uint64_t> unsettled;     // with recheck: how many each look at all of them found; 0 last
};

// Without recheck, rows that are settled and their dual variables are given back as training goes on.
DualResult train_by_dual(Rows rows, std::vector<std::uint8_t> labels, std::size_t classes,
                         std::size_t features, const DualOptions& options);
// The same weights from rows that somebody else keeps.
DualResult train_by_dual(const Problem& problem, const DualOptions& options);

// The dual variables of some examples and the weights that follow from them. The view must outlive it.
class DualState {
 public:
  DualState(const Problem& problem, double variance, double first_alpha);

  const Weights& weights() const { return weights_; }
  std::span<const double> log_alphas(std::size_t example) const {
    return {log_alphas_.data() + example * classes_, classes_};
  }
  // D(alpha); P(w) + D(alpha) >= 0, and 0 at the optimum.
  double value() const;
  // w(alpha) by its definition, to be compared with what was kept up to date.
  Weights weights_by_definition() const;

  // One visit: steps on the example unless it is settled.
  enum class Visit { kSettled, kMoved, kFailed };
  Visit visit(std::size_t example, const DualOptions& options);
  // The optimality measure v: 0 when the example's distribution is that of the model.
  double optimality(std::size_t example) const;

  // Asks for the row of an example that is visited soon.
  void prefetch(std::size_t example) const;

  // Keeps only the given examples (ascending), which `problem` now views.
  void keep(std::span<const std::uint32_t> examples, const Problem& problem);
  std::uint64_t bytes() const;

 private:
  // What one visit works on.
  struct Local {
    std::span<double> log_alphas;
    std::span<double> scores;
    std::span<double> alphas;
    std::span<double> next_logs;
    std::span<double> next;
    double curvature;  // variance times squared length of the row
  };
  struct Outcome {
    bool moved = false;
    bool failed = false;
  };

  template <typename S>
  Visit visit_with(S stride, std::size_t example, const DualOptions& options);
  // The scratch memory as the parts of a visit.
  Local local(std::size_t example, double curvature);
  static Outcome descend(const Local& at, double settled, const DualOptions& options);
  static bool step(const Local& at, const DualOptions& options);

  Problem problem_;
  std::size_t classes_;
  double variance_;
  Weights weights_;
  std::vector<double> log_alphas_;
  std::vector<double> norms_;    // squared
  std::vector<double> scratch_;  // scores, alphas, next logs, next, and what the visit began with
};

// gradient[k] = 1 + log alpha_k - score_k.
void dual_gradient(std::span<const double> log_alphas, std::span<const double> scores,
                   std::span<double> gradient);
// log of alpha_k * exp(-step * gradient_k), normalised.
void exponentiated_step(std::span<const double> log_alphas, std::span<const double> gradient, double step,
                        std::span<double> next);
// D after the change minus D before it. `norm` is the squared length of the row.
struct DualChange {
  std::span<const double> before;  // log alphas
  std::span<const double> after;
  std::span<const double> scores;  // before the change
  double variance_times_norm;
};
double dual_difference(const DualChange& change);

}  // namespace calque::learn
