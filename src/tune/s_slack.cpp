// The S-slack objective and its line searches (theory/tuning.md#objectives,
// theory/tuning.md#line-search-for-s-slacks).
#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "tune/svm.h"
#include "tune/svm_arithmetic.h"

namespace calque::tune {
// (lambda/2)|w + x d|^2 along the line, beside the mean of the hinges.
struct SSlackObjective::Parabola {
  double constant;
  double linear;
  double square;  // lambda |d|^2
  double sentences;
  double farthest;

  Parabola(const SvmOptions& options, std::span<const double> point, const Direction& direction,
           std::size_t count)
      : constant(options.lambda / 2 * dot(point, point)),
        linear(options.lambda * dot(point, direction)),
        square(options.lambda * dot(direction, direction)),
        sentences(static_cast<double>(std::max<std::size_t>(1, count))) {
    const double length = std::sqrt(dot(point, point));
    const double step = std::sqrt(dot(direction, direction));
    farthest = step > 0.0 ? kFarthest * std::max(length, 1.0) / step : 0.0;
  }
  double at(double x, double hinge) const {
    return constant + x * (linear + x * square / 2) + hinge / sentences;
  }
};

SSlackObjective::SSlackObjective(const CandidateLists& lists, const Oracle& oracle, const SvmOptions& options)
    : lists_(lists), oracle_(oracle), options_(options) {
  options_.validate();
  if (options_.loss_scale == 0.0) options_.loss_scale = 1e5;
}

std::vector<SSlackObjective::Violation> SSlackObjective::most_violated(std::span<const double> point) const {
  std::vector<Violation> violations;
  std::vector<double> scores;
  for (std::size_t s = 0; s < lists_.sentence_count(); ++s) {
    model_scores(lists_, s, point, scores);
    const double target = scores[oracle_.choice[s] - lists_.first(s)];
    Violation worst{oracle_.choice[s], 0.0};
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const std::size_t c = lists_.first(s) + i;
      const double value = margin(s, c) + scores[i] - target;
      if (value > worst.value) worst = {c, value};
    }
    violations.push_back(worst);
  }
  return violations;
}

double SSlackObjective::objective(std::span<const double> point) const {
  double sum = 0.0;
  for (const Violation& violation : most_violated(point)) sum += violation.value;
  const auto count = static_cast<double>(std::max<std::size_t>(1, lists_.sentence_count()));
  return options_.lambda / 2 * dot(point, point) + sum / count;
}

void SSlackObjective::hinge_of(std::size_t s, std::span<const double> point, const Direction& direction,
                               LineScratch& scratch, HingeLine& hinge) const {
  model_scores(lists_, s, point, scratch.intercepts);
  slopes_along(lists_, s, direction, scratch.slopes);
  const std::size_t target = oracle_.choice[s] - lists_.first(s);
  const double score = scratch.intercepts[target];
  const double slope = scratch.slopes[target];
  for (std::size_t i = 0; i < scratch.slopes.size(); ++i) {
    scratch.intercepts[i] += margin(s, lists_.first(s) + i) - score;
    scratch.slopes[i] -= slope;
  }
  // The oracle's own line is zero, whatever rounding says: it is the hinge.
  scratch.intercepts[target] = 0.0;
  scratch.slopes[target] = 0.0;
  upper_envelope(scratch.intercepts, scratch.slopes, scratch.envelope, scratch.segments);
  std::uint32_t line = scratch.segments.front().line;
  hinge.intercept += scratch.intercepts[line];
  hinge.slope += scratch.slopes[line];
  for (std::size_t i = 1; i < scratch.segments.size(); ++i) {
    const auto [x, next] = scratch.segments[i];
    hinge.breaks.push_back({x, scratch.intercepts[next] - scratch.intercepts[line],
                            scratch.slopes[next] - scratch.slopes[line]});
    line = next;
  }
}

SSlackObjective::HingeLine SSlackObjective::hinges(std::span<const double> point, const Direction& direction,
                                                   LineScratch& scratch) const {
  HingeLine hinge;
  for (std::size_t s = 0; s < lists_.sentence_count(); ++s) hinge_of(s, point, direction, scratch, hinge);
  std::stable_sort(hinge.breaks.begin(), hinge.breaks.end(),
                   [](const Break& a, const Break& b) { return a.x < b.x; });
  return hinge;
}

std::vector<double> SSlackObjective::breakpoints(std::span<const double> point, const Direction& direction,
                                                 LineScratch& scratch) const {
  return places_of(hinges(point, direction, scratch));
}

std::vector<double> SSlackObjective::places_of(const HingeLine& hinge) {
  std::vector<double> places;
  for (const Break& change : hinge.breaks) places.push_back(change.x);
  return places;
}

// The objective along the line is convex: the first piece whose derivative turns positive holds the minimum.
double SSlackObjective::minimise(const HingeLine& hinge, const Parabola& parabola) const {
  double slope = hinge.slope;
  double left = -kInfinity;
  for (std::size_t i = 0; i <= hinge.breaks.size(); ++i) {
    const double right = i < hinge.breaks.size() ? hinge.breaks[i].x : kInfinity;
    if (parabola.square > 0.0) {
      const double bottom = -(parabola.linear + slope / parabola.sentences) / parabola.square;
      if (bottom <= right) return std::clamp(std::max(bottom, left), -parabola.farthest, parabola.farthest);
    }
    if (i < hinge.breaks.size()) slope += hinge.breaks[i].slope;
    left = right;
  }
  return 0.0;
}

// The best of the probes just left of the given places, right of the last and, if staying is allowed, 0.
double SSlackObjective::best_breakpoint(const HingeLine& hinge, std::span<const double> places,
                                        const Parabola& parabola) const {
  if (places.empty()) return 0.0;
  double intercept = hinge.intercept;
  double slope = hinge.slope;
  double best = kInfinity;
  double step = 0.0;
  const auto probe = [&](double x) {
    const double value = parabola.at(x, intercept + x * slope);
    if (value < best && std::abs(x) <= parabola.farthest) {
      best = value;
      step = x;
    }
  };
  bool kept = !options_.only_if_better;
  std::size_t passed = 0;  // pieces up to here hold points left of the place looked at
  const auto advance = [&](double x) {
    for (; passed < hinge.breaks.size() && hinge.breaks[passed].x < x; ++passed) {
      intercept += hinge.breaks[passed].intercept;
      slope += hinge.breaks[passed].slope;
    }
    probe(x);
  };
  for (std::size_t i = 0; i <= places.size(); ++i) {
    const double x = i < places.size() ? places[i] - options_.epsilon : places.back() + options_.epsilon;
    if (!kept && x >= 0.0) {
      advance(0.0);
      kept = true;
    }
    advance(x);
  }
  if (!kept) advance(0.0);
  return step;
}

// Algorithm 3: after each sentence the weights move to the best breakpoint of the sentences so far.
double SSlackObjective::walk_sentences(std::span<const double> point, const Direction& direction,
                                       LineScratch& scratch) const {
  HingeLine all;
  HingeLine one;
  std::vector<double> places;
  Point here(point.begin(), point.end());
  double travelled = 0.0;
  const auto by_x = [](const Break& a, const Break& b) { return a.x < b.x; };
  for (std::size_t s = 0; s < lists_.sentence_count(); ++s) {
    one = {};
    hinge_of(s, here, direction, scratch, one);
    all.intercept += one.intercept;
    all.slope += one.slope;
    const auto middle = static_cast<std::ptrdiff_t>(all.breaks.size());
    all.breaks.insert(all.breaks.end(), one.breaks.begin(), one.breaks.end());
    std::inplace_merge(all.breaks.begin(), all.breaks.begin() + middle, all.breaks.end(), by_x);
    for (const Break& change : one.breaks) places.push_back(change.x);
    std::inplace_merge(places.begin(), places.begin() + middle, places.end());
    const double step = best_breakpoint(all, places, Parabola(options_, here, direction, s + 1));
    if (step == 0.0) continue;
    for (std::size_t k = 0; k < here.size(); ++k) here[k] += step * direction[k];
    travelled += step;
    all.intercept += step * all.slope;
    for (Break& change : all.breaks) {
      change.x -= step;
      change.intercept += step * change.slope;
    }
    // Printed, the algorithm measures stored places from where the weights were. The objective is true
    // anyway.
    if (options_.shift)
      for (double& place : places) place -= step;
  }
  return travelled;
}

std::vector<Move> SSlackObjective::search(std::span<const double> point,
                                          std::span<const Direction> directions, LineScratch& scratch) const {
  std::vector<Move> moves;
  const double before = objective(point);
  Point there(point.size());
  for (const Direction& direction : directions) {
    double alpha = 0.0;
    if (options_.line == SvmLine::kSequential) {
      alpha = walk_sentences(point, direction, scratch);
    } else {
      const HingeLine hinge = hinges(point, direction, scratch);
      const Parabola parabola(options_, point, direction, lists_.sentence_count());
      alpha = options_.line == SvmLine::kBreakpoints ? best_breakpoint(hinge, places_of(hinge), parabola)
                                                     : minimise(hinge, parabola);
    }
    for (std::size_t k = 0; k < there.size(); ++k) there[k] = point[k] + alpha * direction[k];
    moves.push_back({alpha, before - objective(there)});
  }
  return moves;
}

}  // namespace calque::tune
