#include "learn/dual_logistic.h"

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "base/rng.h"

namespace calque::learn {
namespace {

void check_options(const DualOptions& options) {
  if (options.variance > 0.0 && options.first_alpha > 0.0 && options.first_alpha < 1.0 &&
      options.shrink >= 0.0 && options.step > 0.0 && options.step <= 1.0 && options.steps_per_visit > 0) {
    return;
  }
  throw UsageError({}, "an option of the dual learner is out of range",
                   "the variance is positive, the first alpha between 0 and 1, the shrinking level not "
                   "negative, the step above 0 and at most 1");
}

// Rows are given back when at least this part of them is settled, so that copying stays cheap.
constexpr double kWorthReleasing = 0.5;

// Runs the passes. `release(active, state)` is given the examples that are still needed; it may drop the
// others, and then renumbers those that stay 0, 1, 2, ... in ascending order.
template <typename Release>
DualResult run(const Problem& problem, const DualOptions& options, Release release) {
  DualResult result;
  const std::size_t count = problem.size();
  Rng rng(options.seed);
  std::vector<std::uint32_t> active(count);
  std::iota(active.begin(), active.end(), 0U);
  bool go_on = true;
  DualState state(problem, options.variance, options.first_alpha);
  while (go_on && result.iterations < options.iterations) {
    if (active.empty()) {
      if (!options.recheck) break;
      for (std::uint32_t i = 0; i < count; ++i) {
        if (state.optimality(i) > options.shrink) active.push_back(i);
      }
      result.visits += count;
      result.unsettled.push_back(active.size());
      if (active.empty()) break;
    }
    if (options.shuffle) rng.shuffle(std::span(active));
    std::size_t kept = 0;
    for (std::size_t at = 0; at < active.size(); ++at) {
      const std::uint32_t example = active[at];
      if (at + 1 < active.size()) state.prefetch(active[at + 1]);
      const auto visit = state.visit(example, options);
      result.failed += visit == DualState::Visit::kFailed ? 1 : 0;
      if (visit != DualState::Visit::kSettled) active[kept++] = example;
    }
    result.visits += active.size();
    active.resize(kept);
    ++result.iterations;
    release(active, state);
    result.active_fraction.push_back(count == 0 ? 0.0
                                                : static_cast<double>(kept) / static_cast<double>(count));
    result.bytes_in_use.push_back(state.bytes());
    if (options.after_pass) go_on = options.after_pass(result.iterations, state.weights());
  }
  result.weights = state.weights();
  return result;
}

}  // namespace

DualResult train_by_dual(const Problem& problem, const DualOptions& options) {
  check(problem);
  check_options(options);
  return run(problem, options, [](const std::vector<std::uint32_t>&, const DualState&) {});
}

DualResult train_by_dual(Rows rows, std::vector<std::uint8_t> labels, std::size_t classes,
                         std::size_t features, const DualOptions& options) {
  const auto problem = [&] { return Problem{rows.view(), labels, classes, features}; };
  check(problem());
  check_options(options);
  return run(problem(), options, [&](std::vector<std::uint32_t>& active, DualState& state) {
    const auto enough = static_cast<double>(rows.size()) * (1.0 - kWorthReleasing);
    if (options.recheck || static_cast<double>(active.size()) > enough) return;
    std::vector<std::uint32_t> ascending = active;
    std::sort(ascending.begin(), ascending.end());
    std::vector<std::uint32_t> place(rows.size());
    for (std::uint32_t to = 0; to < ascending.size(); ++to) {
      place[ascending[to]] = to;
      labels[to] = labels[ascending[to]];
    }
    labels.resize(ascending.size());
    rows.keep(ascending);
    state.keep(ascending, problem());
    for (std::uint32_t& example : active) example = place[example];
  });
}

}  // namespace calque::learn
