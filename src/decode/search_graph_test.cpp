#include "decode/search_graph.h"

#include <algorithm>
#include <cstring>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/rng.h"

namespace calque::decode {
namespace {

struct Key {
  explicit Key(std::uint64_t value) { std::memcpy(bytes, &value, sizeof value); }
  std::byte bytes[8];
};

std::vector<double> totals(SearchGraph& graph, std::size_t stack) {
  std::vector<double> result;
  for (const auto index : graph.finish(stack)) result.push_back(graph.hypothesis(index).total);
  return result;
}

TEST(SearchGraph, MergesEqualKeysAndKeepsTheLoserAsArc) {
  SearchGraph graph;
  graph.reset(8, 2, {.keep_alternatives = true});
  graph.add(1, {.score = -2, .total = -3, .previous = 0, .option = 10}, Key(7).bytes);
  graph.add(1, {.score = -1, .total = -2, .previous = 0, .option = 11}, Key(7).bytes);
  graph.add(1, {.score = -1, .total = -2, .previous = 0, .option = 12},
            Key(7).bytes);  // a tie changes nothing
  graph.add(1, {.score = -5, .total = -6, .previous = 0, .option = 13}, Key(8).bytes);
  const auto members = graph.finish(1);
  ASSERT_EQ(members.size(), 2U);
  const Hypothesis& best = graph.hypothesis(members[0]);
  EXPECT_EQ(best.option, 11U);
  std::vector<std::uint32_t> others;
  for (auto a = best.alternatives; a != kNone; a = graph.arc(a).next) others.push_back(graph.arc(a).option);
  EXPECT_THAT(others, ::testing::UnorderedElementsAre(10, 12));
  EXPECT_EQ(graph.hypothesis(members[1]).alternatives, kNone);
}

TEST(SearchGraph, KeepsTheBestOfManyWhateverTheOrder) {
  Rng rng(1);
  SearchGraph graph;
  for (int round = 0; round < 20; ++round) {
    graph.reset(8, 1, {.size = 10});
    std::vector<double> added;
    std::vector<double> best(400, -1e300);
    for (int i = 0; i < 3000; ++i) {
      const double total = -static_cast<double>(rng.below(100000)) / 7;
      const auto key = rng.below(best.size());
      best[key] = std::max(best[key], total);
      if (total < graph.floor(0)) continue;
      graph.add(0, {.score = total, .total = total}, Key(key).bytes);
    }
    std::sort(best.rbegin(), best.rend());
    best.resize(10);
    EXPECT_EQ(totals(graph, 0), best);
    EXPECT_LE(graph.size(), 20U);  // what is pruned is used again
  }
}

TEST(SearchGraph, BeamDropsWhatIsFarFromTheBest) {
  SearchGraph graph;
  graph.reset(8, 1, {.beam_width = 2.0});
  graph.add(0, {.score = -5, .total = -5}, Key(1).bytes);
  EXPECT_EQ(graph.floor(0), -7);
  graph.add(0, {.score = -6.5, .total = -6.5}, Key(2).bytes);
  graph.add(0, {.score = -4, .total = -4}, Key(3).bytes);
  EXPECT_EQ(graph.floor(0), -6);
  EXPECT_THAT(totals(graph, 0), ::testing::ElementsAre(-4, -5));
}

TEST(SearchGraph, WithoutLimitsKeepsEverything) {
  SearchGraph graph;
  graph.reset(8, 1, {.recombine = false});
  for (int i = 0; i < 2000; ++i) graph.add(0, {.score = -1.0 * i, .total = -1.0 * i}, Key(3).bytes);
  EXPECT_EQ(totals(graph, 0).size(), 2000U);
  graph.reset(8, 1, {});
  for (int i = 0; i < 2000; ++i) graph.add(0, {.score = -1.0 * i, .total = -1.0 * i}, Key(i).bytes);
  EXPECT_EQ(totals(graph, 0).size(), 2000U);
}

}  // namespace
}  // namespace calque::decode
