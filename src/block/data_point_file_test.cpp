#include "block/data_point_file.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "block/testing.h"
#include "block/weights.h"

namespace calque::block {
namespace {

using ::testing::HasSubstr;
using testing::random_points;

using DataPointFile = testing::TextFileTest;

TEST_F(DataPointFile, RoundTrip) {
  const DataPoints points = random_points(31, 50);
  write_data_points(points, path_);
  const DataPoints again = read_data_points(path_);
  ASSERT_EQ(again.size(), points.size());
  for (std::size_t p = 0; p < points.size(); ++p) {
    ASSERT_EQ(again[p].size(), points[p].size());
    EXPECT_EQ(again[p].positives(), points[p].positives());
    for (std::size_t i = 0; i < points[p].size(); ++i) {
      EXPECT_TRUE(std::ranges::equal(again[p].floats(i), points[p].floats(i)));
      EXPECT_TRUE(std::ranges::equal(again[p].binary(i), points[p].binary(i)));
    }
  }
}

TEST_F(DataPointFile, EmptyFilesHaveNoPoints) {
  EXPECT_EQ(read_data_points(with("")).size(), 0U);
}

TEST_F(DataPointFile, PositivesMayStandAnywhereInAPoint) {
  const DataPoints points = read_data_points(with("-1 1 2 0\n1 1 3 0\n-1 1 4 0\n0\n"));
  ASSERT_EQ(points.size(), 1U);
  EXPECT_EQ(points[0].positives(), 1U);
  EXPECT_EQ(points[0].floats(0)[0], 3.0F);
  EXPECT_EQ(points[0].floats(2)[0], 4.0F);
}

TEST_F(DataPointFile, BadLinesAreNamed) {
  struct Bad {
    const char* text;
    const char* line;
    const char* what;
  };
  for (const Bad& bad :
       {Bad{"1 1 2 0\n0\n-1 1 2 0\n0\n", ":4:", "without positive"},
        Bad{"1 1 2 0\n2 1 2 0\n0\n", ":2:", "no label"}, Bad{"1 1 2 0\n\n0\n", ":2:", "no label"},
        Bad{"1 1 2 0\n-1 2 2 3 0\n0\n", ":2:", "2 float features where 1"},
        Bad{"1 1 x 0\n0\n", ":1:", "'x' is no finite number"},
        Bad{"1 1 nan 0\n0\n", ":1:", "no finite number"}, Bad{"1 1 1e39 0\n0\n", ":1:", "no finite number"},
        Bad{"1 1 2 1\n0\n", ":1:", "fields where"}, Bad{"1 1 2 0 7\n0\n", ":1:", "fields where"},
        Bad{"1 1 2 1 -7\n0\n", ":1:", "out of range"}, Bad{"1 1 2 1 4000000000\n0\n", ":1:", "out of range"},
        Bad{"1 -1 2 0\n0\n", ":1:", "not a number of float"},
        Bad{"1 99999999999 2 0\n0\n", ":1:", "not a number of float"},
        Bad{"1 1 2 0\n", ":1:", "ends inside"}}) {
    try {
      read_data_points(with(bad.text));
      ADD_FAILURE() << bad.text;
    } catch (const DataError& error) {
      EXPECT_THAT(error.what(), HasSubstr(path_ + bad.line)) << bad.text;
      EXPECT_THAT(error.what(), HasSubstr(bad.what)) << bad.text;
    }
  }
  EXPECT_THROW(read_data_points(path_ + ".none"), UsageError);
}

TEST_F(DataPointFile, WeightsRoundTripAndBadOnesAreNamed) {
  const BlockWeights weights{{-0.25, 1.0 / 3}, {0, 0.1, 0, -7e-9}};
  write_block_weights(weights, path_);
  EXPECT_EQ(read_block_weights(path_), weights);
  EXPECT_THROW(read_block_weights(with("")), DataError);
  EXPECT_THROW(read_block_weights(with("floats 1 x\n")), DataError);
  EXPECT_THROW(read_block_weights(with("floats 1 -7e118\n")), DataError);
  EXPECT_THROW(read_block_weights(with("floats 1\n2 1e39\n")), DataError);
  EXPECT_THROW(read_block_weights(with("floatsXYZ 1\n")), DataError);
  EXPECT_THROW(read_block_weights(with("floats 1\n3 4\n2 5\n3 4\n")), DataError);
  try {
    read_block_weights(with("floats 1\n3 4\nfour 5\n"));
    ADD_FAILURE();
  } catch (const DataError& error) {
    EXPECT_THAT(error.what(), HasSubstr(path_ + ":3:"));
  }
}

}  // namespace
}  // namespace calque::block
