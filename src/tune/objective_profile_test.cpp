// The objective along one weight.
#include "tune/objective_profile.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "tune/testing.h"

namespace calque::tune {
namespace {

using testing::random_sample;

TEST(Shape, RangesAreRead) {
  const ProfileRange range = parse_profile_range("TranslationModel0.2=-1:1.5:50");
  EXPECT_EQ(range.feature, "TranslationModel0");
  EXPECT_EQ(range.score, 2U);
  EXPECT_EQ(range.from, -1.0);
  EXPECT_EQ(range.to, 1.5);
  EXPECT_EQ(range.steps, 50U);
  EXPECT_EQ(parse_profile_range("LM0=0:1").steps, 100U);
  for (const char* text : {"", "LM0", "=0:1", "LM0=0", "LM0=0:nan", "LM0=0:1:0", "LM0=0:1:2:3", "LM0.x=0:1"})
    EXPECT_THROW(parse_profile_range(text), UsageError) << text;
}

struct ProfileCase {
  const testing::Sample sample = random_sample({.sentences = 12, .candidates = 8, .whole_numbers = false}, 5);
  const decode::Weights weights = decode::default_weights(sample.lists.features());
  ProfileRange range{sample.lists.features().front().name, 0, -2.0, 2.0, 40};
  TuneOptions options;
  ThreadPool threads{2};

  std::vector<ProfilePoint> along(const Method* method) {
    options.method = method;
    return objective_profile(sample.lists, sample.goal, weights, range, options, threads);
  }
};

TEST(Shape, MertIsTheScoreAtEachWeight) {
  ProfileCase c;
  const auto shape = c.along(find_method("mert"));
  ASSERT_EQ(shape.size(), 41U);
  for (const ProfilePoint& point : shape) {
    decode::Weights moved = c.weights;
    moved.groups.front().values.front() = point.weight;
    EXPECT_DOUBLE_EQ(point.objective, score_with(c.sample.lists, c.sample.goal, moved));
  }
  EXPECT_EQ(shape.front().weight, -2.0);
  EXPECT_EQ(shape.back().weight, 2.0);
}

// theory/tuning.md#loss-scale-and-norm: a large lambda leaves a parabola around 0.
TEST(Shape, SSlackIsConvexAndAParabolaForALargeLambda) {
  ProfileCase c;
  const auto shape = c.along(find_method("s-slack"));
  for (std::size_t i = 1; i + 1 < shape.size(); ++i) {
    EXPECT_LE(2.0 * shape[i].objective, (shape[i - 1].objective + shape[i + 1].objective) * (1 + 1e-12));
  }
  c.options.svm.lambda = 1e9;
  for (const Method* method : {find_method("s-slack"), find_method("1-slack")}) {
    const auto steep = c.along(method);
    EXPECT_NEAR((steep[0].objective - steep[20].objective) / (0.5 * 1e9 * 4.0), 1.0, 1e-3);
  }
}

TEST(Shape, SharpSmoothingComesToTheScore) {
  ProfileCase c;
  const auto hard = c.along(find_method("mert"));
  c.options.sharpness = 1e6;
  const auto soft = c.along(find_method("smoothed-mert"));
  for (std::size_t i = 0; i < hard.size(); ++i) EXPECT_NEAR(soft[i].objective, hard[i].objective, 1e-6);
}

TEST(Shape, WhatHasNoShapeIsRefused) {
  ProfileCase c;
  EXPECT_THROW(c.along(find_method("mira")), UsageError);
  c.range.score = 9;
  EXPECT_THROW(c.along(find_method("mert")), UsageError);
}

}  // namespace
}  // namespace calque::tune
