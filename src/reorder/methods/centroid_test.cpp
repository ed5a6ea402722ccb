#include "reorder/methods/centroid.h"

#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/rng.h"
#include "learn/rows.h"
#include "reorder/testing_bench.h"

namespace calque::reorder {
namespace {

using testing::Bench;
using testing::swapping_corpus;

learn::Weights centroids(const learn::Problem& problem, double sharpness) {
  CentroidMethod method;
  method.sharpness = sharpness;
  ThreadPool threads(1);
  TrainingReport report;
  return method.train(problem, {false, 1, {}, threads, report});
}

TEST(Centroid, WorkedExample) {
  learn::Rows rows;
  rows.add(std::vector<std::uint32_t>{0}, std::vector<float>{1.0F});
  rows.add(std::vector<std::uint32_t>{1}, std::vector<float>{1.0F});
  rows.add(std::vector<std::uint32_t>{1}, std::vector<float>{1.0F});
  const std::vector<std::uint8_t> labels{0, 0, 1};
  const auto weights = centroids({rows.view(), labels, 3, 2}, 2.0);
  EXPECT_DOUBLE_EQ(weights.at(0, 0), std::sqrt(2.0));
  EXPECT_DOUBLE_EQ(weights.at(1, 0), std::sqrt(2.0));
  EXPECT_DOUBLE_EQ(weights.at(0, 1), 0.0);
  EXPECT_DOUBLE_EQ(weights.at(1, 1), 2.0);
  EXPECT_DOUBLE_EQ(weights.at(1, 2), 0.0);  // a class without samples
}

// Scores against cosines to the mean of each class, computed from maps of doubles.
TEST(Centroid, ScoresAreCosinesToTheMeans) {
  constexpr std::size_t kFeatures = 30;
  constexpr std::size_t kFourClasses = 4;
  Rng rng(7);
  learn::Rows rows;
  std::vector<std::uint8_t> labels;
  for (std::size_t i = 0; i < 200; ++i) {
    std::map<std::uint32_t, float> row;
    for (int e = 0; e < 6; ++e)
      row[static_cast<std::uint32_t>(rng.below(kFeatures))] = static_cast<float>(0.1 + rng.uniform());
    std::vector<std::uint32_t> features;
    std::vector<float> values;
    for (const auto& [feature, value] : row) {
      features.push_back(feature);
      values.push_back(value);
    }
    rows.add(features, values);
    labels.push_back(static_cast<std::uint8_t>(rng.below(kFourClasses)));
  }
  rows.normalise();
  const auto weights = centroids({rows.view(), labels, kFourClasses, kFeatures}, 5.0);
  std::vector<std::map<std::uint32_t, double>> means(kFourClasses);
  std::vector<double> counts(kFourClasses, 0.0);
  for (const std::uint8_t label : labels) counts[label] += 1.0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t e = 0; e < rows.row(i).size(); ++e)
      means[labels[i]][rows.row(i).features[e]] +=
          static_cast<double>(rows.row(i).values[e]) / counts[labels[i]];
  }
  std::vector<double> scores(kFourClasses);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    learn::scores_of(weights, rows.row(i), scores);
    for (std::size_t k = 0; k < kFourClasses; ++k) {
      double product = 0.0;
      double squares = 0.0;
      for (const auto& [feature, value] : means[k]) squares += value * value;
      for (std::size_t e = 0; e < rows.row(i).size(); ++e)
        product += static_cast<double>(rows.row(i).values[e]) * means[k][rows.row(i).features[e]];
      EXPECT_NEAR(scores[k], 5.0 * product / std::sqrt(squares), 1e-9);
    }
  }
}

TEST(Centroid, LearnsFromContextAndRefusesOddSharpness) {
  Bench bench(swapping_corpus(400, false, 3));
  EXPECT_GT(bench.precision("centroid"), bench.precision("word-distance"));
  // Sharper or not, the decisions are the same.
  EXPECT_EQ(bench.precision(*bench.trained("centroid", {{"sharpness", 1.0}}).classifier),
            bench.precision("centroid"));
  for (const double bad : {0.0, -1.0, std::nan("")})
    EXPECT_THROW(bench.trained("centroid", {{"sharpness", bad}}), UsageError);
}

}  // namespace
}  // namespace calque::reorder
