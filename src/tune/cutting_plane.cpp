#include "tune/cutting_plane.h"

#include <algorithm>
#include <cmath>

#include "tune/svm_arithmetic.h"

namespace calque::tune {
namespace {

// The dual of the working sets' problem: in each block the multipliers are not negative and sum to its mass;
// element 0 of a block is the empty constraint (no loss, no gap). Pairs of multipliers are moved by exact
// steps.
class Dual {
 public:
  Dual(std::size_t blocks, double mass, std::size_t features, double lambda)
      : blocks_(blocks), mass_(mass), lambda_(lambda), point_(features, 0.0) {
    for (auto& block : blocks_) block.push_back({0.0, std::vector<double>(features, 0.0), mass});
  }

  bool has(std::size_t block, const JointConstraint& constraint) const {
    return std::any_of(blocks_[block].begin(), blocks_[block].end(), [&](const Element& element) {
      return element.loss == constraint.loss && element.gap == constraint.gap;
    });
  }
  void add(std::size_t block, JointConstraint constraint) {
    blocks_[block].push_back({constraint.loss, std::move(constraint.gap), 0.0});
    ++constraints_;
  }

  // Until the gap between primal and dual of the working sets is below the tolerance.
  void solve(double tolerance) {
    constexpr std::size_t kMaxSweeps = 20000;
    for (std::size_t sweep = 0; sweep < kMaxSweeps; ++sweep) {
      double gap = 0.0;
      for (auto& block : blocks_) gap += improve(block);
      if (gap <= tolerance) return;
    }
  }

  double value() const {
    double sum = -lambda_ / 2 * dot(point_, point_);
    for (const auto& block : blocks_)
      for (const Element& element : block) sum += element.multiplier * element.loss;
    return sum;
  }
  // What the working set of a block leaves violated.
  double slack(std::size_t block) const {
    double maximum = 0.0;
    for (const Element& element : blocks_[block]) maximum = std::max(maximum, violation(element));
    return maximum;
  }
  const Point& point() const { return point_; }
  std::size_t constraints() const { return constraints_; }

 private:
  struct Element {
    double loss;
    std::vector<double> gap;
    double multiplier;
  };

  double violation(const Element& element) const { return element.loss - dot(point_, element.gap); }

  // One step in a block; returns its part of the gap before.
  double improve(std::vector<Element>& block) {
    std::size_t up = 0;
    std::size_t down = block.size();
    double maximum = -1e300;
    double minimum = 1e300;
    double mean = 0.0;
    for (std::size_t i = 0; i < block.size(); ++i) {
      const double value = violation(block[i]);
      mean += block[i].multiplier * value;
      if (value > maximum) maximum = value, up = i;
      if (block[i].multiplier > 0.0 && value < minimum) minimum = value, down = i;
    }
    const double gap = mass_ * maximum - mean;
    if (down == block.size() || up == down) return gap;
    double curvature = 0.0;
    for (std::size_t k = 0; k < point_.size(); ++k) {
      const double difference = block[up].gap[k] - block[down].gap[k];
      curvature += difference * difference / lambda_;
    }
    double step = block[down].multiplier;
    if (curvature > 0.0) step = std::min(step, (maximum - minimum) / curvature);
    block[up].multiplier += step;
    block[down].multiplier -= step;
    for (std::size_t k = 0; k < point_.size(); ++k)
      point_[k] += step * (block[up].gap[k] - block[down].gap[k]) / lambda_;
    return gap;
  }

  std::vector<std::vector<Element>> blocks_;
  double mass_;
  double lambda_;
  Point point_;
  std::size_t constraints_ = 0;
};

JointConstraint sentence_constraint(const SSlackObjective& objective, std::size_t s, std::size_t candidate) {
  const CandidateLists& lists = objective.lists();
  JointConstraint constraint{objective.margin(s, candidate),
                             features_of(lists, s, objective.oracle().choice[s])};
  const auto own = features_of(lists, s, candidate);
  for (std::size_t k = 0; k < own.size(); ++k) constraint.gap[k] -= own[k];
  return constraint;
}

CuttingPlaneResult finish(const SSlackObjective& objective, const Dual& dual, std::size_t rounds) {
  return {dual.point(), objective.objective(dual.point()), dual.value(), dual.constraints(), rounds};
}

double allowed(const SSlackObjective& objective, const Dual& dual, double tolerance) {
  return tolerance * std::max(1e-12, objective.objective(dual.point()));
}

// The mean of the sentences' most violated constraints.
struct MeanConstraint {
  JointConstraint constraint;
  double violation = 0.0;
};

MeanConstraint mean_constraint(const SSlackObjective& objective, const Point& point) {
  const std::size_t sentences = objective.lists().sentence_count();
  const auto count = static_cast<double>(std::max<std::size_t>(1, sentences));
  MeanConstraint mean{{0.0, std::vector<double>(objective.lists().feature_count(), 0.0)}};
  const auto violations = objective.most_violated(point);
  for (std::size_t s = 0; s < sentences; ++s) {
    const JointConstraint own = sentence_constraint(objective, s, violations[s].candidate);
    mean.constraint.loss += own.loss / count;
    for (std::size_t k = 0; k < own.gap.size(); ++k) mean.constraint.gap[k] += own.gap[k] / count;
    mean.violation += violations[s].value / count;
  }
  return mean;
}

}  // namespace

CuttingPlaneResult solve_s_slack(const SSlackObjective& objective, const CuttingPlaneOptions& options) {
  const std::size_t sentences = objective.lists().sentence_count();
  const auto count = static_cast<double>(std::max<std::size_t>(1, sentences));
  Dual dual(sentences, 1.0 / count, objective.lists().feature_count(), objective.options().lambda);
  std::size_t round = 0;
  for (bool added = true; added && round < options.iterations; ++round) {
    added = false;
    const double epsilon = allowed(objective, dual, options.tolerance);
    const auto violations = objective.most_violated(dual.point());
    for (std::size_t s = 0; s < sentences; ++s) {
      if (violations[s].value <= dual.slack(s) + epsilon) continue;
      JointConstraint constraint = sentence_constraint(objective, s, violations[s].candidate);
      if (dual.has(s, constraint)) continue;
      dual.add(s, std::move(constraint));
      added = true;
    }
    dual.solve(epsilon / 10);
  }
  return finish(objective, dual, round);
}

CuttingPlaneResult solve_one_slack(const SSlackObjective& objective, const CuttingPlaneOptions& options) {
  Dual dual(1, 1.0, objective.lists().feature_count(), objective.options().lambda);
  std::size_t round = 0;
  for (; round < options.iterations; ++round) {
    const double epsilon = allowed(objective, dual, options.tolerance);
    auto [joint, violation] = mean_constraint(objective, dual.point());
    if (violation <= dual.slack(0) + epsilon || dual.has(0, joint)) break;
    dual.add(0, std::move(joint));
    dual.solve(epsilon / 10);
  }
  return finish(objective, dual, round);
}

CuttingPlaneResult solve_corpus(const OneSlackObjective& objective, const CuttingPlaneOptions& options) {
  const double lambda = objective.options().lambda;
  Dual dual(1, 1.0, objective.lists().feature_count(), lambda);
  double primal = 0.0;
  std::size_t round = 0;
  for (; round < options.iterations; ++round) {
    const Point& point = dual.point();
    JointConstraint worst = objective.most_violated(point);
    const double violation = std::max(dual.slack(0), objective.violation(worst, point));
    primal = lambda / 2 * dot(point, point) + violation;
    const double epsilon = options.tolerance * std::max(1e-12, primal);
    if (violation <= dual.slack(0) + epsilon || dual.has(0, worst)) break;
    dual.add(0, std::move(worst));
    dual.solve(epsilon / 10);
  }
  return {dual.point(), primal, dual.value(), dual.constraints(), round};
}

}  // namespace calque::tune
