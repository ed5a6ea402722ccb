#include "decode/search_graph.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/rng.h"

namespace calque::decode {
namespace {

HypothesisKey key_of(std::uint64_t value) {
  // Spread over all four numbers, so that each of them matters.
  const auto bits = [&](unsigned shift) { return static_cast<std::uint32_t>(value >> shift & 7U); };
  return {bits(0), bits(3), bits(6), static_cast<std::uint32_t>(value >> 9U)};
}

std::vector<double> totals(SearchGraph& graph, std::size_t stack) {
  std::vector<double> result;
  for (const auto index : graph.finish(stack)) result.push_back(graph.hypothesis(index).total);
  return result;
}

TEST(SearchGraph, MergesEqualKeysAndKeepsTheLoserAsArc) {
  SearchGraph graph;
  graph.reset(2, {.keep_alternatives = true});
  graph.add(1, {.score = -2, .total = -3, .key = key_of(7), .previous = 0, .option = 10});
  graph.add(1, {.score = -1, .total = -2, .key = key_of(7), .previous = 0, .option = 11});
  graph.add(
      1, {.score = -1, .total = -2, .key = key_of(7), .previous = 0, .option = 12});  // a tie changes nothing
  graph.add(1, {.score = -5, .total = -6, .key = key_of(8), .previous = 0, .option = 13});
  const auto hypotheses = graph.finish(1);
  ASSERT_EQ(hypotheses.size(), 2U);
  const Hypothesis& best = graph.hypothesis(hypotheses[0]);
  EXPECT_EQ(best.option, 11U);
  std::vector<std::uint32_t> reordering_state;
  for (auto a = best.alternatives; a != kNone; a = graph.arc(a).next)
    reordering_state.push_back(graph.arc(a).option);
  EXPECT_THAT(reordering_state, ::testing::UnorderedElementsAre(10, 12));
  EXPECT_EQ(graph.hypothesis(hypotheses[1]).alternatives, kNone);
}

TEST(SearchGraph, KeepsTheBestOfManyWhateverTheOrder) {
  Rng rng(1);
  SearchGraph graph;
  for (int round = 0; round < 20; ++round) {
    graph.reset(1, {.size = 10});
    std::vector<double> added;
    std::vector<double> best(400, -1e300);
    for (int i = 0; i < 3000; ++i) {
      const double total = -static_cast<double>(rng.below(100000)) / 7;
      const auto key = rng.below(best.size());
      best[key] = std::max(best[key], total);
      if (total < graph.floor(0)) continue;
      graph.add(0, {.score = total, .total = total, .key = key_of(key)});
    }
    std::sort(best.rbegin(), best.rend());
    best.resize(10);
    EXPECT_EQ(totals(graph, 0), best);
    EXPECT_LE(graph.size(), 20U);  // what is pruned is used again
  }
}

TEST(SearchGraph, BeamDropsWhatIsFarFromTheBest) {
  SearchGraph graph;
  graph.reset(1, {.beam_width = 2.0});
  graph.add(0, {.score = -5, .total = -5, .key = key_of(1)});
  EXPECT_EQ(graph.floor(0), -7);
  graph.add(0, {.score = -6.5, .total = -6.5, .key = key_of(2)});
  graph.add(0, {.score = -4, .total = -4, .key = key_of(3)});
  EXPECT_EQ(graph.floor(0), -6);
  EXPECT_THAT(totals(graph, 0), ::testing::ElementsAre(-4, -5));
}

TEST(SearchGraph, WithoutLimitsKeepsEverything) {
  SearchGraph graph;
  graph.reset(1, {.recombine = false});
  for (int i = 0; i < 2000; ++i) graph.add(0, {.score = -1.0 * i, .total = -1.0 * i, .key = key_of(3)});
  EXPECT_EQ(totals(graph, 0).size(), 2000U);
  graph.reset(1, {});
  for (int i = 0; i < 2000; ++i) graph.add(0, {.score = -1.0 * i, .total = -1.0 * i, .key = key_of(i)});
  EXPECT_EQ(totals(graph, 0).size(), 2000U);
}

}  // namespace
}  // namespace calque::decode
