// The 1-slack objective and its line search (theory/tuning.md#objectives,
// theory/tuning.md#line-search-for-one-slack).
#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "tune/svm.h"
#include "tune/svm_arithmetic.h"

namespace calque::tune {
// A hinge along the line: loss + intercept + x slope, if positive; the score's part, intercept and slope, is
// scaled if the norm of the weights is fixed.
struct OneSlackObjective::HingePiece {
  double loss;
  double intercept;
  double slope;
};

OneSlackObjective::OneSlackObjective(const CandidateLists& lists, const TuningObjective& goal,
                                     const Oracle& oracle, const SvmOptions& options, double fixed_norm)
    : lists_(lists), goal_(goal), oracle_(oracle), options_(options), fixed_norm_(fixed_norm) {
  options_.validate();
  if (options_.loss_scale == 0.0) options_.loss_scale = 1e4;
}

JointConstraint OneSlackObjective::constraint_of(const Choice& choice) const {
  JointConstraint constraint{options_.loss_scale * (oracle_.value - value_of(lists_, goal_, choice)),
                             std::vector<double>(lists_.feature_count(), 0.0)};
  const auto count = static_cast<double>(std::max<std::size_t>(1, choice.size()));
  for (std::size_t s = 0; s < choice.size(); ++s) {
    const std::size_t first = lists_.first(s);
    for (std::size_t k = 0; k < constraint.gap.size(); ++k) {
      const auto column = lists_.column(s, k);
      constraint.gap[k] +=
          (static_cast<double>(column[oracle_.choice[s] - first]) - column[choice[s] - first]) / count;
    }
  }
  return constraint;
}

Point OneSlackObjective::placed(std::span<const double> point) const {
  return fixed_norm_ > 0.0 ? scaled_to(point, fixed_norm_) : Point(point.begin(), point.end());
}

JointConstraint OneSlackObjective::augmented(std::span<const double> point) const {
  const SSlackObjective sentences(lists_, oracle_, options_);
  Choice choice;
  for (const auto& violation : sentences.most_violated(placed(point))) choice.push_back(violation.candidate);
  return constraint_of(choice);
}

JointConstraint OneSlackObjective::most_violated(std::span<const double> point) const {
  JointConstraint first = constraint_of(best_choice(lists_, point));
  JointConstraint worst = augmented(point);
  return violation(first, point) > violation(worst, point) ? first : worst;
}

double OneSlackObjective::violation(const JointConstraint& constraint, std::span<const double> point) const {
  return constraint.loss - dot(point, constraint.gap);
}

double OneSlackObjective::objective(std::span<const double> given) const {
  const Point point = placed(given);
  double hinge = std::max(0.0, violation(constraint_of(best_choice(lists_, point)), point));
  if (options_.constraints != ConstraintSet::kOneBest)
    hinge = std::max(hinge, violation(augmented(point), point));
  for (const JointConstraint& constraint : working_set_)
    hinge = std::max(hinge, violation(constraint, point));
  return options_.lambda / 2 * dot(point, point) + hinge;
}

// The objective along a line; between two breakpoints it is the norm's parabola under the highest hinge.
struct OneSlackObjective::LineShape {
  static constexpr HingePiece kNoViolation{0.0, 0.0, 0.0};

  double lambda = 0.0;
  double fixed_norm = 0.0;
  double length = 0.0;  // |w + x d|^2 = length + x (2 product + x step)
  double product = 0.0;
  double step = 0.0;
  double bound = 0.0;             // of steps (theory/tuning.md#numerical-care)
  double target_intercept = 0.0;  // the oracle's model score, all sentences
  double target_slope = 0.0;
  std::vector<HingePiece> fixed{};  // constraints that hold whatever the current choice is
  std::vector<double> corners{};    // where two of them cross, sorted

  double at(double x, const HingePiece& own) const {
    const double norm = std::max(0.0, length + x * (2 * product + x * step));
    const double scale = fixed_norm > 0.0 && norm > 0.0 ? fixed_norm / std::sqrt(norm) : 1.0;
    const auto value = [&](const HingePiece& piece) {
      return piece.loss + scale * (piece.intercept + x * piece.slope);
    };
    double hinge = std::max(0.0, value(own));
    for (const HingePiece& piece : fixed) hinge = std::max(hinge, value(piece));
    return lambda / 2 * norm * scale * scale + hinge;
  }

  // Places in [low, high] where the minimum of an interval may lie: bottoms of single pieces, crossings of
  // two.
  template <typename Probe>
  void probe_inside(const HingePiece& own, double low, double high, const Probe& probe) const {
    const auto bottom = [&](const HingePiece& piece) {
      return fixed_norm > 0.0 ? bottom_on_sphere(piece, probe)
                              : probe(-(product + piece.slope / lambda) / step);
    };
    bottom(own);
    bottom(kNoViolation);
    probe_crossings(own, kNoViolation, probe);
    for (const HingePiece& piece : fixed) {
      bottom(piece);
      probe_crossings(piece, own, probe);
    }
    for (auto x = std::lower_bound(corners.begin(), corners.end(), low); x != corners.end() && *x < high; ++x)
      probe(*x);
  }

  // Where (intercept + x slope) / |w + x d| has no slope.
  template <typename Probe>
  void bottom_on_sphere(const HingePiece& piece, const Probe& probe) const {
    const double denominator = piece.intercept * step - piece.slope * product;
    if (denominator != 0.0) probe((piece.slope * length - piece.intercept * product) / denominator);
  }

  template <typename Probe>
  void probe_crossings(const HingePiece& a, const HingePiece& b, const Probe& probe) const {
    const double slope = b.slope - a.slope;
    if (fixed_norm > 0.0)
      return crossings_on_sphere(a.loss - b.loss, a.intercept - b.intercept, -slope, probe);
    if (slope != 0.0) probe((a.loss + a.intercept - b.loss - b.intercept) / slope);
  }

  // Where loss + fixed_norm (intercept + x slope) / |w + x d| is 0: the roots of its square. Those where the
  // signs differ are none, but do no harm.
  template <typename Probe>
  void crossings_on_sphere(double loss, double intercept, double slope, const Probe& probe) const {
    intercept *= fixed_norm;
    slope *= fixed_norm;
    const double square = slope * slope - loss * loss * step;
    const double half = intercept * slope - loss * loss * product;
    const double constant = intercept * intercept - loss * loss * length;
    const double under_root = half * half - square * constant;
    if (!(under_root >= 0.0)) return;
    // The sum without cancellation first, the other root from the product of both.
    const double sum = -half - std::copysign(std::sqrt(under_root), half);
    if (square != 0.0) probe(sum / square);
    if (sum != 0.0) probe(constant / sum);
  }

  void find_corners() {
    const auto keep = [&](double x) { corners.push_back(x); };
    for (std::size_t i = 0; i < fixed.size(); ++i) {
      probe_crossings(fixed[i], kNoViolation, keep);
      for (std::size_t j = 0; j < i; ++j) probe_crossings(fixed[i], fixed[j], keep);
    }
    std::sort(corners.begin(), corners.end());
  }
};

// With first choices alone, shrinking the weights lowers the objective without end
// (theory/tuning.md#objectives).
bool OneSlackObjective::is_radial(std::span<const double> point, const Direction& direction) const {
  if (options_.constraints != ConstraintSet::kOneBest || !working_set_.empty() || fixed_norm_ > 0.0)
    return false;
  const double product = dot(point, direction);
  const double lengths = dot(point, point) * dot(direction, direction);
  constexpr double kSquaredSine = 1e-12;
  return product != 0.0 && lengths - product * product <= kSquaredSine * lengths;
}

OneSlackObjective::LineShape OneSlackObjective::shape_of(std::span<const double> point,
                                                         const Direction& direction,
                                                         std::span<const JointConstraint> others) const {
  LineShape shape;
  for (const JointConstraint& constraint : others)
    shape.fixed.push_back({constraint.loss, -dot(point, constraint.gap), -dot(direction, constraint.gap)});
  for (std::size_t s = 0; s < lists_.sentence_count(); ++s) {
    for (std::size_t k = 0; k < direction.size(); ++k) {
      const double value = lists_.column(s, k)[oracle_.choice[s] - lists_.first(s)];
      shape.target_intercept += point[k] * value;
      shape.target_slope += direction[k] * value;
    }
  }
  shape.lambda = options_.lambda;
  shape.fixed_norm = fixed_norm_;
  shape.length = dot(point, point);
  shape.product = dot(point, direction);
  shape.step = dot(direction, direction);
  shape.bound = kFarthest * std::max(1.0, std::sqrt(shape.length)) / std::sqrt(shape.step);
  shape.find_corners();
  return shape;
}

Move OneSlackObjective::search_line(const LineShape& shape, const LineEvents& line) const {
  const auto count = static_cast<double>(std::max<std::size_t>(1, lists_.sentence_count()));
  double best = kInfinity;
  double before = kInfinity;
  double alpha = 0.0;
  walk_intervals(lists_, line, [&](const Interval& interval) {
    const HingePiece own{options_.loss_scale * (oracle_.value - goal_.value(interval.statistics)),
                         (interval.intercepts - shape.target_intercept) / count,
                         (interval.slopes - shape.target_slope) / count};
    if (interval.left <= 0.0 && 0.0 < interval.right) before = shape.at(0.0, own);
    const double epsilon = std::min(options_.epsilon, (interval.right - interval.left) / 4);
    const double low = std::max(interval.left + epsilon, -shape.bound);
    const double high = std::min(interval.right - epsilon, shape.bound);
    if (!(low <= high)) return;
    const auto probe = [&](double x) {
      const double there = std::clamp(x, low, high);
      const double value = shape.at(there, own);
      if (value >= best) return;
      best = value;
      alpha = there;
    };
    if (options_.line == SvmLine::kBreakpoints) {
      // Left of each breakpoint, and right of the last.
      probe(std::isfinite(interval.right) ? high : interval.left + epsilon);
      return;
    }
    probe(low);
    probe(high);
    shape.probe_inside(own, low, high, probe);
  });
  return {alpha, before - best};
}

std::vector<Move> OneSlackObjective::search(std::span<const double> point,
                                            std::span<const Direction> directions,
                                            LineScratch& scratch) const {
  std::vector<JointConstraint> others = working_set_;
  if (options_.constraints != ConstraintSet::kOneBest) others.push_back(augmented(point));
  collect_events(lists_, point, directions, scratch);
  std::vector<Move> moves;
  for (std::size_t j = 0; j < directions.size(); ++j) {
    moves.push_back(is_radial(point, directions[j])
                        ? Move{}
                        : search_line(shape_of(point, directions[j], others), scratch.events[j]));
  }
  return moves;
}

}  // namespace calque::tune
