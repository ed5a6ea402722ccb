// Orientations out of the state against their definition out of the whole story.
#include "decode/features/block_stack.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "decode/features/orientation_tracker.h"
#include "decode/testing/orientation_oracle.h"

namespace calque::decode {
namespace {

using phrase::OrientationModel;
using text::Span;

void expect_as_told(OrientationModel model, const std::vector<Span>& said) {
  const OrientationTracker place(model);
  const testing::OrientationOracle oracle(said);
  std::vector<std::byte> before(place.bytes());
  std::vector<std::byte> after(place.bytes());
  place.write_begin(before.data());
  for (std::size_t n = 0; n < said.size(); ++n) {
    const auto found = place.orientations(said[n], before.data());
    place.advance(said[n], before.data(), after.data());
    EXPECT_EQ(found.backward, oracle.backward(model, n)) << n;
    EXPECT_EQ(found.forward, oracle.forward(model, n)) << n;
    before.swap(after);
  }
}

std::vector<Span> single_words(const std::vector<std::uint32_t>& order) {
  std::vector<Span> spans;
  for (const std::uint32_t i : order) spans.push_back({i, i + 1});
  return spans;
}

// Every other word of twenty leaves ten blocks; the way back then joins them one by one, to the very first.
TEST(BlockStack, RememberEveryOtherWordOfTwenty) {
  std::vector<std::uint32_t> order;
  for (std::uint32_t i = 0; i < 20; i += 2) order.push_back(i);
  for (std::uint32_t i = 20; i > 0; i -= 2) order.push_back(i - 1);
  expect_as_told(OrientationModel::kHierarchical, single_words(order));
  std::reverse(order.begin(), order.end());
  expect_as_told(OrientationModel::kHierarchical, single_words(order));
}

TEST(BlockStack, AgreeWithTheDefinitionInAnyOrder) {
  Rng rng(31);
  for (int round = 0; round < 300; ++round) {
    std::vector<std::uint32_t> order(1 + rng.below(BlockStack::kMaximum));
    std::iota(order.begin(), order.end(), 0U);
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[rng.below(i)]);
    for (const auto model :
         {OrientationModel::kWord, OrientationModel::kPhrase, OrientationModel::kHierarchical})
      expect_as_told(model, single_words(order));
  }
}

}  // namespace
}  // namespace calque::decode
