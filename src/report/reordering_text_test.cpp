#include "report/reordering_text.h"

#include <memory>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "reorder/testing_bench.h"

namespace calque::report {
namespace {

using reorder::Explanation;
using reorder::testing::Bench;
using reorder::testing::swapping_corpus;

// A model of three classes, whose answers the tests make up.
reorder::ReorderingModel some_model(reorder::Direction direction) {
  Bench bench(swapping_corpus(50, false, 3));
  return make_model(bench.trained("lexical"), reorder::Learner::parse("lexical"), bench.classes,
                    {.direction = direction}, bench.text);
}

const Explanation kExplanation{{-0.693147F, -0.693147F, -13.8F},
                               {{"word a", {1.0, -0.5, 0.0}}, {"word b", {0.25, 0.0, 0.0}}}};

TEST(ReorderingText, ExplanationsNameClassesAndFeatures) {
  EXPECT_EQ(explanation_text(some_model(reorder::Direction::kBackward), kExplanation, 1),
            "d<0            0.5000\n"
            "d=0            0.5000\n"
            "d>=1           0.0000\n"
            "what each feature adds:           d<0           d=0          d>=1\n"
            "                              +1.0000       -0.5000       +0.0000  word a");
  EXPECT_EQ(explanation_text(some_model(reorder::Direction::kForward), {{0.0F, -20.0F, -20.0F}, {}}, 9),
            "d<0            1.0000\n"
            "d=0            0.0000\n"
            "d>=1           0.0000\n"
            "of the move on from the phrase");
  const auto json =
      nlohmann::json::parse(explanation_json(some_model(reorder::Direction::kForward), kExplanation, 9));
  EXPECT_EQ(json["direction"], "forward");
  EXPECT_EQ(json["join_unlinked"], false);
  EXPECT_EQ(json["features"].size(), 2U);
  EXPECT_EQ(json["features"][1]["name"], "word b");
}

TEST(ReorderingText, PredictionsAreCountedByClassAndDistance) {
  const auto model = some_model(reorder::Direction::kBackward);
  const reorder::CorpusRun::Test test{{{3, 4}, -0.5, {0.5, 1.0, 0.0}, {{-1, {0, 1}}, {0, {3, 3}}}}, 0.25};
  EXPECT_EQ(prediction_text(model, test.evaluation),
            "lexical: 4 samples, precision 75.00 %, mean log probability -0.5000\n"
            "  d<0            F1  50.00 %\n"
            "  d=0            F1 100.00 %\n"
            "  d>=1           F1   0.00 %\n"
            "  d=-1          1 samples, precision   0.00 %\n"
            "  d=+0          3 samples, precision 100.00 %");
  const auto json = nlohmann::json::parse(prediction_json(model, reorder::Neighbours::kPhrases, test));
  EXPECT_EQ(json["join_unlinked"], true);
  EXPECT_EQ(json["precision"], 0.75);
  EXPECT_EQ(json["by_distance"]["0"]["samples"], 3);
}

TEST(ReorderingText, TrainingSaysOnlyWhatTheLearnerKnows) {
  reorder::TrainingReport report;
  report.samples = 7;
  EXPECT_EQ(nlohmann::json::parse(training_json(report, 12)), nlohmann::json({{"samples", 7},
                                                                              {"features", 0},
                                                                              {"sub_models", 0},
                                                                              {"iterations", 0},
                                                                              {"prepare_seconds", 0.0},
                                                                              {"train_seconds", 0.0},
                                                                              {"model_bytes", 12}}));
  report.active_fraction = {1.0, 0.5};
  report.early_stop = learn::EarlyStop{};
  const auto json = nlohmann::json::parse(training_json(report, 12));
  EXPECT_EQ(json["active"].size(), 2U);
  EXPECT_TRUE(json["early_stop"].contains("rate"));
}

}  // namespace
}  // namespace calque::report
