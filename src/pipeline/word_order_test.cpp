#include "pipeline/word_order.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace calque::pipeline {
namespace {

// Sentences of 20 words, of which the last comes first in a share of them.
phrase::JumpCounts with_moves(int sentences, int moved) {
  phrase::JumpCounts jumps;
  for (int i = 0; i < sentences; ++i) {
    std::vector<text::Link> links;
    for (std::uint32_t t = 0; t < 20; ++t) {
      const std::uint32_t source = i < moved ? (t + 19) % 20 : t;
      links.push_back({source, t});
    }
    jumps.add(links);
  }
  return jumps;
}

TEST(WordOrder, TheLimitIsNarrowWhereNothingMovesAndWideWhereVerbsDo) {
  EXPECT_EQ(WordOrder::of(with_moves(50, 0)).distortion_limit, 6U);
  EXPECT_EQ(WordOrder::of(with_moves(50, 1)).distortion_limit, 6U);  // rarer than what counts
  EXPECT_EQ(WordOrder::of(with_moves(50, 25)).distortion_limit, 12U);
}

TEST(WordOrder, JumpsCostLessWhereTheyAreCommon) {
  const double never = WordOrder::of(with_moves(50, 0)).distance_weight;
  const double seldom = WordOrder::of(with_moves(50, 5)).distance_weight;
  const double often = WordOrder::of(with_moves(50, 40)).distance_weight;
  EXPECT_GT(never, seldom);
  EXPECT_GT(seldom, often);
  EXPECT_GT(often, 0);
  EXPECT_TRUE(std::isfinite(never));
}

TEST(WordOrder, WithoutAnyLinkTheUsualSettingsStay) {
  const WordOrder order = WordOrder::of({});
  EXPECT_EQ(order.distortion_limit, 12U);
  EXPECT_EQ(order.distance_weight, 0);
}

TEST(WordOrder, RecordsAreReadAsTheyWereWritten) {
  const WordOrder order = WordOrder::of(with_moves(50, 25));
  const nlohmann::json facts = to_json(order);
  const WordOrder read = word_order_from(facts);
  EXPECT_EQ(read.distortion_limit, order.distortion_limit);
  EXPECT_EQ(read.distance_weight, order.distance_weight);
}

}  // namespace
}  // namespace calque::pipeline
