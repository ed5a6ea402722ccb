#include "learn/lbfgs.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <deque>
#include <numeric>
#include <utility>

#include "base/error.h"

namespace calque::learn {
namespace {

using Vector = std::vector<double>;

double dot(const Vector& a, const Vector& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

struct Correction {
  Vector step;
  Vector change;  // of the gradient
  double product;
};

// The quasi-Newton direction by the two-loop recursion.
Vector descent_direction(const Vector& gradient, const std::deque<Correction>& corrections) {
  Vector direction = gradient;
  std::vector<double> shares(corrections.size());
  for (std::size_t i = corrections.size(); i-- > 0;) {
    shares[i] = dot(corrections[i].step, direction) / corrections[i].product;
    for (std::size_t k = 0; k < direction.size(); ++k) direction[k] -= shares[i] * corrections[i].change[k];
  }
  if (!corrections.empty()) {
    const Correction& last = corrections.back();
    const double scale = last.product / dot(last.change, last.change);
    for (double& value : direction) value *= scale;
  }
  for (std::size_t i = 0; i < corrections.size(); ++i) {
    const double share = dot(corrections[i].change, direction) / corrections[i].product;
    for (std::size_t k = 0; k < direction.size(); ++k)
      direction[k] += (shares[i] - share) * corrections[i].step[k];
  }
  for (double& value : direction) value = -value;
  return direction;
}

}  // namespace

LbfgsResult minimise(const SmoothFunction& function, std::vector<double> start, const LbfgsOptions& options) {
  constexpr double kSufficient = 1e-4;
  constexpr int kMaxHalvings = 30;
  Vector point = std::move(start);
  Vector gradient(point.size());
  LbfgsResult result;
  result.value = function(point, gradient);
  if (!std::isfinite(result.value)) {
    throw NumericError("the objective is not a finite number at the starting weights",
                       "start from weights of ordinary size");
  }
  std::deque<Correction> corrections;
  Vector next(point.size());
  Vector next_gradient(point.size());
  for (; result.iterations < options.iterations; ++result.iterations) {
    Vector direction = descent_direction(gradient, corrections);
    double slope = dot(direction, gradient);
    if (!(slope < 0.0)) {  // numerically no descent: forget what was learnt
      corrections.clear();
      direction = descent_direction(gradient, corrections);
      slope = dot(direction, gradient);
      if (!(slope < 0.0)) break;
    }
    double step = corrections.empty() ? std::min(1.0, 1.0 / std::sqrt(-slope)) : 1.0;
    double value = result.value;
    bool found = false;
    for (int halving = 0; halving < kMaxHalvings && !found; ++halving, step /= 2) {
      for (std::size_t k = 0; k < point.size(); ++k) next[k] = point[k] + step * direction[k];
      value = function(next, next_gradient);
      found = std::isfinite(value) && value <= result.value + kSufficient * step * slope;
    }
    if (!found) break;
    Correction correction{next, next_gradient, 0.0};
    for (std::size_t k = 0; k < point.size(); ++k) {
      correction.step[k] -= point[k];
      correction.change[k] -= gradient[k];
    }
    correction.product = dot(correction.step, correction.change);
    if (correction.product > 1e-14 * dot(correction.change, correction.change)) {
      corrections.push_back(std::move(correction));
      if (corrections.size() > options.memory) corrections.pop_front();
    }
    const double decrease = result.value - value;
    point.swap(next);
    gradient.swap(next_gradient);
    result.value = value;
    if (options.after_iteration && !options.after_iteration(result.iterations + 1, point)) break;
    if (decrease <= options.min_decrease * std::max(1e-12, std::abs(value))) break;
  }
  result.point = std::move(point);
  return result;
}

}  // namespace calque::learn
