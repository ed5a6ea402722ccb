#include "kernel/choice.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace calque::kernel {
namespace {

TEST(KernelChoiceTest, WhatIsNotSaidSuitsTheMethod) {
  KernelChoice choice;
  const KernelOptions squares = choice.complete(7);
  EXPECT_EQ(squares.target.order, 3U);
  EXPECT_EQ(squares.ridge, 5);
  EXPECT_EQ(squares.swap_cost, KernelOptions{}.swap_cost);
  EXPECT_EQ(squares.neighbours, 1000U);
  choice.options.method = Method::kMargin;
  const KernelOptions margin = choice.complete(7);
  EXPECT_EQ(margin.source.order, 5U);
  EXPECT_EQ(margin.phrase_weight, 0);
  EXPECT_EQ(margin.margin.seed, 7U);
  EXPECT_EQ(margin.margin.memory, std::uint64_t{1} << 30U);
}

TEST(KernelChoiceTest, WhatIsSaidHolds) {
  KernelChoice choice{.order = 2, .length_weights = {1, 0.5}, .swap_cost = 1, .memory_megabytes = 64};
  choice.options.method = Method::kMargin;
  const KernelOptions options = choice.complete(1);
  EXPECT_EQ(options.source.order, 2U);
  EXPECT_EQ(options.target.length_weights, choice.length_weights);
  EXPECT_EQ(options.swap_cost, 1);
  EXPECT_EQ(options.memory, std::uint64_t{64} << 20U);
  choice.options.cosine = true;
  EXPECT_THROW(choice.complete(1), UsageError);
  choice.options.method = Method::kLeastSquares;
  EXPECT_EQ(choice.complete(1).ridge, 0.2);
}

}  // namespace
}  // namespace calque::kernel
