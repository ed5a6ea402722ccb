#include "pipeline/weight_mixing.h"

#include <gmock/gmock.h>

namespace calque::pipeline {
namespace {

using ::testing::ElementsAre;

const decode::Weights kFirst{{{"LM0", {0.5}}, {"S0", {2.0}}}, {{"S0", "a", 1.0}, {"S0", "b", -3.0}}};
const decode::Weights kSecond{{{"LM0", {1.5}}, {"S0", {1.0}}}, {{"S0", "b", 2.0}, {"S0", "c", 4.0}}};

// What an indicator counts in the model's score.
double product(const decode::Weights& weights, const std::string& key) {
  for (const auto& own : weights.sparse)
    if (own.key == key) return own.value * weights.groups[1].values[0];
  return 0.0;
}

TEST(WeightMixing, TheMeanIsThatOfModelScores) {
  const WeightShare parts[] = {{&kFirst, 0.5}, {&kSecond, 0.5}};
  const decode::Weights mean = mixed(parts);
  EXPECT_THAT(mean.groups[0].values, ElementsAre(1.0));
  EXPECT_THAT(mean.groups[1].values, ElementsAre(1.5));
  EXPECT_NEAR(product(mean, "a"), 0.5 * 2.0, 1e-12);
  EXPECT_NEAR(product(mean, "b"), 0.5 * (2.0 * -3.0 + 1.0 * 2.0), 1e-12);
  EXPECT_NEAR(product(mean, "c"), 0.5 * 4.0, 1e-12);
}

TEST(WeightMixing, OnePartIsUnchanged) {
  const WeightShare part[] = {{&kFirst, 1.0}};
  EXPECT_EQ(mixed(part), kFirst);
}

TEST(WeightMixing, IndicatorsOfAFeatureWhoseWeightsCancelStillCount) {
  decode::Weights other = kFirst;
  other.groups[1].values[0] = -2.0;
  other.sparse = {{"S0", "a", 3.0}};
  const WeightShare parts[] = {{&kFirst, 0.5}, {&other, 0.5}};
  const decode::Weights mean = mixed(parts);
  EXPECT_NEAR(product(mean, "a"), 0.5 * (2.0 - 6.0), 1e-12);
}

TEST(WeightMixing, SizesScaleWithoutChangingDirections) {
  EXPECT_EQ(size_of(kFirst), 2.5);
  const decode::Weights larger = in_size(kFirst, 5.0);
  EXPECT_THAT(larger.groups[0].values, ElementsAre(1.0));
  EXPECT_EQ(larger.sparse, kFirst.sparse);  // they count times the feature's weight, which has grown
  EXPECT_TRUE(same_direction(kFirst, larger));
  EXPECT_FALSE(same_direction(kFirst, kSecond));
  // In units, a weight that hardly matters does not make the others smaller.
  const std::vector<double> units{1.0, 0.0};
  EXPECT_EQ(size_of(kFirst, units), 0.5);
  EXPECT_THAT(in_size(kFirst, 1.0, units).groups[1].values, ElementsAre(4.0));
  const decode::Weights zero{{{"LM0", {0.0}}}};
  EXPECT_EQ(in_size(zero, 3.0), zero);
}

}  // namespace
}  // namespace calque::pipeline
