#include "decode/search_width.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace calque::decode {
namespace {

SearchWidth width_at(std::uint32_t speed, std::uint32_t words) {
  SearchOptions options;
  options.speed = speed;
  return width_for(options, words);
}

TEST(SearchWidth, GrowsNarrowerFromSpeedToSpeed) {
  for (const std::uint32_t words : {1U, 10U, 30U, 100U}) {
    for (std::uint32_t speed = 2; speed <= 5; ++speed) {
      const SearchWidth slower = width_at(speed - 1, words);
      const SearchWidth quicker = width_at(speed, words);
      EXPECT_EQ(quicker.search, SearchAlgorithm::kCube);
      EXPECT_LT(quicker.pop_limit, slower.pop_limit);
      EXPECT_LT(quicker.stack_size, slower.stack_size);
      EXPECT_LT(quicker.beam, slower.beam);
    }
  }
}

TEST(SearchWidth, ShortSentencesGetFewerPairs) {
  EXPECT_LT(width_at(3, 5).pop_limit, width_at(3, 10).pop_limit);
  EXPECT_EQ(width_at(3, 12), width_at(3, 20));
  EXPECT_GT(width_at(5, 1).pop_limit, 0U);  // which would be all
}

TEST(SearchWidth, LongSentencesGetAWiderBeam) {
  EXPECT_LT(width_at(3, 20).beam, width_at(3, 21).beam);
  EXPECT_NEAR(width_at(3, 60).beam - width_at(3, 20).beam, 4.0, 1e-9);
}

TEST(SearchWidth, WhatIsGivenStaysWhateverTheSpeed) {
  SearchOptions options;
  options.pop_limit = 7;
  options.stack_size = 0;
  options.beam_threshold = 0.5;
  for (options.speed = 1; options.speed <= 5; ++options.speed) {
    for (const auto algorithm : {SearchAlgorithm::kStacks, SearchAlgorithm::kCube}) {
      options.search = algorithm;
      EXPECT_EQ(width_for(options, 50), (SearchWidth{algorithm, 7, 0, -std::log(0.5)}));
    }
  }
  options.speed = 3;
  options.beam_threshold = 0;
  EXPECT_EQ(width_for(options, 50).beam, std::numeric_limits<double>::infinity());
}

TEST(SearchWidth, OneOptionLeavesTheOthersToTheSpeed) {
  SearchOptions options;
  options.stack_size = 12;
  SearchWidth expected = width_for({}, 9);
  expected.stack_size = 12;
  EXPECT_EQ(width_for(options, 9), expected);
}

// The same limits at every length, so that measurements with stacks can be repeated.
TEST(SearchWidth, StackSearchHasWidthsOfItsOwn) {
  SearchOptions options;
  options.search = SearchAlgorithm::kStacks;
  EXPECT_EQ(width_for(options, 9).stack_size, 300U);
  EXPECT_DOUBLE_EQ(width_for(options, 9).beam, -std::log(1e-5));
  EXPECT_EQ(width_for(options, 90), width_for(options, 9));
}

}  // namespace
}  // namespace calque::decode
