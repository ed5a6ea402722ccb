#include "block/point_files.h"

#include <string>

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/testing/scratch_folder.h"

namespace calque::block {
namespace {

using ::calque::testing::ScratchFolder;

// Two points: the first float tells them apart, the second one misleads.
constexpr const char* kPoints =
    "1 2 0 1 0\n"
    "-1 2 2 0 0\n"
    "0\n"
    "1 2 1 3 1 0\n"
    "-1 2 3 0 0\n"
    "0\n";

TEST(PointFiles, PredictionsAreMeasuredWithMoreAndMoreFloats) {
  const ScratchFolder scratch;
  const std::string path = scratch.file("points", kPoints);
  // Costs: the first float alone prefers both positives; the second is strong enough to turn both round.
  const auto prediction = predict_points(path, {{-1.0, -5.0}, {}});
  EXPECT_EQ(prediction.points, 2U);
  EXPECT_EQ(prediction.vectors, 4U);
  EXPECT_EQ(prediction.by_floats, (std::vector<double>{0.0, 1.0}));
  EXPECT_EQ(prediction.error, 1.0);
  // A binary weight outweighs it at the second point.
  EXPECT_EQ(predict_points(path, {{-1.0, -5.0}, {100.0}}).error, 0.5);
  EXPECT_THROW(predict_points(path, {{1.0}, {}}), DataError);
  EXPECT_THROW(predict_points(path, {{1e308, 1e308}, {}}), DataError);
}

TEST(PointFiles, TrainingFindsTheFloatThatTells) {
  const ScratchFolder scratch;
  const PointFiles files{scratch.file("points", kPoints), scratch.file("held-out", kPoints)};
  OnlineOptions options;
  options.passes = 50;
  options.rate = 0.1;
  const auto whole = train_on_points(files, options, true);
  EXPECT_EQ(whole.weights.floats.size(), 2U);
  EXPECT_EQ(whole.passes.size(), 50U);
  EXPECT_EQ(whole.passes.back().held_out_error, 0.0);
  ASSERT_TRUE(whole.bound);
  EXPECT_TRUE(whole.bound->holds());
  const auto streamed = train_on_stream(files, options);
  EXPECT_EQ(streamed.passes.back().held_out_error, 0.0);
  EXPECT_FALSE(streamed.bound);
}

TEST(PointFiles, SaysWhichFileCannotBeUsed) {
  const ScratchFolder scratch;
  const std::string points = scratch.file("points", kPoints);
  const std::string empty = scratch.file("empty", "");
  const std::string other = scratch.file("other", "1 1 0 0\n-1 1 2 0\n0\n");
  const OnlineOptions options;
  EXPECT_THROW(train_on_points({empty, ""}, options, false), DataError);
  EXPECT_THROW(train_on_stream({empty, ""}, options), DataError);
  EXPECT_THROW(train_on_points({points, empty}, options, false), DataError);
  EXPECT_THROW(train_on_stream({points, other}, options), DataError);
}

}  // namespace
}  // namespace calque::block
