#include "learn/lbfgs.h"

#include <cmath>
#include <cstddef>

#include <gtest/gtest.h>

namespace calque::learn {
namespace {

TEST(Lbfgs, FindsTheMinimumOfAQuadratic) {
  const auto result = minimise(
      [](std::span<const double> x, std::span<double> g) {
        double value = 0.0;
        for (std::size_t k = 0; k < x.size(); ++k) {
          const double scale = std::pow(10.0, static_cast<double>(k));
          value += scale * (x[k] - 1.0) * (x[k] - 1.0);
          g[k] = 2.0 * scale * (x[k] - 1.0);
        }
        return value;
      },
      {0.0, 0.0, 0.0, 0.0}, {.min_decrease = 0.0});
  for (const double x : result.point) EXPECT_NEAR(x, 1.0, 1e-5);
}

}  // namespace
}  // namespace calque::learn
