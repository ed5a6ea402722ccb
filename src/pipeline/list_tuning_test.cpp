#include "pipeline/list_tuning.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/testing/scratch_folder.h"

namespace calque::pipeline {
namespace {

class ListTuningTest : public ::testing::Test {
 protected:
  testing::ScratchFolder folder_;
  ThreadPool threads_{2};
  // The reference is what the second score likes and the first does not.
  ListTuning tuning_{
      .lists = {folder_.file(
          "list",
          "0 ||| a b c d e ||| One= 1 Two= 0 ||| 1\n0 ||| v w x y z ||| One= 0 Two= 1 ||| 1\n"
          "1 ||| f g h i j ||| One= 1 Two= 0 ||| 1\n1 ||| p q r s t ||| One= 0 Two= 1 ||| 1\n")},
      .references = {folder_.file("reference", "v w x y z\np q r s t\n")},
      .weights = folder_.file("weights", "One= 1\nTwo= 0.5\n")};
};

TEST_F(ListTuningTest, FindsTheWeightsOfTheReference) {
  const TunedWeights tuned = tune_on_lists(tuning_, threads_, silent_reporter());
  ASSERT_EQ(tuned.weights.groups.size(), 2U);
  EXPECT_LT(tuned.weights.groups[0].values[0], tuned.weights.groups[1].values[0]);
  EXPECT_EQ(tuned.figures["method"], "mert");
  EXPECT_LT(tuned.figures["before"].get<double>(), 1.0);
  EXPECT_NEAR(tuned.figures["bleu"].get<double>(), 100.0, 1e-6);
  EXPECT_EQ(tuned.figures["sentences"], 2);
  EXPECT_EQ(tuned.figures["candidates"], 4);
  EXPECT_EQ(tuned.figures["weights"], to_json(tuned.weights));
}

TEST_F(ListTuningTest, TheShapeHasItsStepWhereTheScoresAreEqual) {
  const auto shape = shape_on_lists(tuning_, "Two=0:2:4", threads_, silent_reporter());
  ASSERT_EQ(shape.size(), 5U);
  EXPECT_LT(shape[0].objective, 0.1);
  EXPECT_GT(shape[4].objective, 0.9);
  EXPECT_THROW(shape_on_lists(tuning_, "Three=0:1", threads_, silent_reporter()), UsageError);
}

TEST_F(ListTuningTest, WhatDoesNotFitIsRefused) {
  ListTuning bad = tuning_;
  bad.references = {folder_.file("short", "v w x y z\n")};
  EXPECT_THROW(tune_on_lists(bad, threads_, silent_reporter()), DataError);
  bad = tuning_;
  bad.goal.metric = "nothing";
  EXPECT_THROW(tune_on_lists(bad, threads_, silent_reporter()), UsageError);
  bad = tuning_;
  bad.options.sharpness = -1;
  EXPECT_THROW(tune_on_lists(bad, threads_, silent_reporter()), UsageError);
}

TEST(TunedWeightsTest, IndicatorsStandUnderTheirFeature) {
  const decode::Weights weights{{{"LM0", {0.5}}}, {{"SparseLengths0", "len.2.3", 0.25}}};
  EXPECT_EQ(to_json(weights).dump(), R"({"LM0":[0.5],"SparseLengths0[len.2.3]":[0.25]})");
}

}  // namespace
}  // namespace calque::pipeline
