// Minimises a smooth function by limited-memory quasi-Newton steps with backtracking.
//
// The value never rises. Throws NumericError if the function is not finite at the start.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace calque::learn {

// Returns the value at a point and writes the gradient there.
using SmoothFunction = std::function<double(std::span<const double> point, std::span<double> gradient)>;

struct LbfgsOptions {
  std::size_t iterations = 100;
  std::size_t memory = 8;
  double min_decrease = 1e-7;  // relative, over one iteration; stop below it
  // Called with the point after each iteration; false ends the search. May be empty.
  std::function<bool(std::size_t iteration, std::span<const double> point)> after_iteration{};
};

struct LbfgsResult {
  std::vector<double> point;
  double value = 0.0;
  std::size_t iterations = 0;
};

LbfgsResult minimise(const SmoothFunction& function, std::vector<double> start, const LbfgsOptions& options);

}  // namespace calque::learn
