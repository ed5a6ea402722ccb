#include "documents/placement.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/rng.h"
#include "documents/link_table.h"
#include "documents/testing/fake_translator.h"

namespace calque::documents {
namespace {

using Kind = InlineNode::Kind;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Words of one letter with blanks between, so that word i stands at byte 2 i.
std::string letters(std::size_t words) {
  std::string text;
  for (std::size_t i = 0; i < words; ++i)
    text += std::string(i == 0 ? "" : " ") + static_cast<char>('a' + i % 26);
  return text;
}
TextRange word(std::size_t i) {
  return {2 * i, 2 * i + 1};
}
TextRange words(std::size_t begin, std::size_t end) {
  return {2 * begin, 2 * end - 1};
}
Translated linked(std::size_t target_words, const std::vector<std::pair<std::size_t, std::size_t>>& links) {
  Translated translated{letters(target_words), {}};
  for (const auto& [source, target] : links) translated.links.push_back({word(source), word(target)});
  return translated;
}
Segment with_pairs(std::size_t source_words, const std::vector<TextRange>& pairs) {
  Segment segment{letters(source_words), {}};
  for (const TextRange pair : pairs) segment.nodes.push_back({.kind = Kind::kPair, .source = pair});
  return segment;
}

TEST(Placement, APairHoldsTheWordsLinkedToItsWords) {
  const Segment segment = with_pairs(4, {words(1, 3)});
  EXPECT_THAT(place_nodes(segment, linked(5, {{0, 0}, {1, 3}, {2, 1}, {3, 4}})).ranges,
              ElementsAre(words(1, 4)));
  EXPECT_THAT(place_nodes(segment, linked(5, {{0, 0}, {1, 3}, {3, 4}})).ranges, ElementsAre(word(3)));
}

TEST(Placement, APairOfAllWordsHoldsAll) {
  const Segment segment = with_pairs(3, {words(0, 3)});
  EXPECT_THAT(place_nodes(segment, linked(5, {{1, 2}})).ranges, ElementsAre(words(0, 5)));
}

TEST(Placement, NeighboursDoNotOverlap) {
  const Segment segment = with_pairs(5, {words(0, 2), words(2, 4)});
  // The first pair's words are 0, 1 and 4; the second's 2 tears them apart.
  EXPECT_THAT(place_nodes(segment, linked(6, {{0, 0}, {0, 1}, {1, 4}, {2, 2}, {3, 2}, {4, 5}})).ranges,
              ElementsAre(words(0, 2), word(2)));
  // Both have links to the only word: the first has more of them.
  EXPECT_THAT(place_nodes(segment, linked(2, {{0, 0}, {1, 0}, {2, 0}, {4, 1}})).ranges,
              ElementsAre(word(0), TextRange{2, 2}));
}

TEST(Placement, APairWithoutLinksStandsBesideItsNeighbour) {
  const Segment segment = with_pairs(3, {word(1)});
  EXPECT_THAT(place_nodes(segment, linked(2, {{0, 1}, {2, 0}})).ranges, ElementsAre(TextRange{0, 0}));
  EXPECT_THAT(place_nodes(segment, linked(2, {{0, 1}})).ranges, ElementsAre(TextRange{3, 3}));
}

TEST(Placement, ATagGoesWithTheWordThatItIsWrittenTightTo) {
  Segment segment{"a b c", {{.kind = Kind::kEmpty, .source = {3, 3}}}};  // after b
  const Translated turned = linked(3, {{0, 2}, {1, 1}, {2, 0}});
  EXPECT_THAT(place_nodes(segment, turned).ranges, ElementsAre(TextRange{3, 3}));
  segment.nodes[0].source = {2, 2};  // before b
  EXPECT_THAT(place_nodes(segment, turned).ranges, ElementsAre(TextRange{2, 2}));
  segment.nodes[0].source = {0, 0};
  EXPECT_THAT(place_nodes(segment, turned).ranges, ElementsAre(TextRange{0, 0}));
  segment.nodes[0].source = {5, 5};
  EXPECT_THAT(place_nodes(segment, turned).ranges, ElementsAre(TextRange{5, 5}));
}

TEST(Placement, WithoutLinksByPosition) {
  const Segment segment = with_pairs(4, {words(1, 2)});
  EXPECT_THAT(place_nodes(segment, {letters(8), {}}).ranges, ElementsAre(words(2, 4)));
  EXPECT_THAT(place_nodes(segment, {letters(2), {}}).ranges, ElementsAre(word(0)));
  EXPECT_THAT(place_nodes(segment, {"", {}}).ranges, ElementsAre(TextRange{0, 0}));
}

TEST(Placement, LinksThatMakeNoSenseAreLeftOut) {
  const Segment segment{"ä b", {{.kind = Kind::kPair, .source = {3, 4}}}};
  Translated translated{
      "x ö", {{{3, 4}, {2, 4}}, {{3, 4}, {0, 9}}, {{3, 4}, {1, 1}}, {{3, 4}, {0, 3}}, {{1, 2}, {0, 1}}}};
  EXPECT_THAT(place_nodes(segment, translated).ranges, ElementsAre(TextRange{2, 4}));
}

TEST(Placement, KeptTextIsFoundWhereItStands) {
  const Segment segment{"eine {a} b", {{.kind = Kind::kKept, .source = {5, 8}}}};
  const Placement placement = place_nodes(segment, {"b {a} c", {{{9, 10}, {0, 1}}}});
  EXPECT_THAT(placement.ranges, ElementsAre(TextRange{2, 5}));
  EXPECT_THAT(placement.removed, IsEmpty());
}

TEST(Placement, KeptTextStaysInItsPair) {
  Segment segment{"a b %s c", {{.kind = Kind::kPair, .source = {2, 6}}}};
  segment.nodes.push_back({.kind = Kind::kKept, .parent = 0, .source = {4, 6}});
  // Another pair's word stands between b and %s: the run with what is kept wins.
  segment.nodes.push_back({.kind = Kind::kPair, .source = {7, 8}});
  const Placement placement =
      place_nodes(segment, {"b b c %s", {{{2, 3}, {0, 1}}, {{2, 3}, {2, 3}}, {{7, 8}, {4, 5}}}});
  EXPECT_THAT(placement.ranges, ElementsAre(TextRange{6, 8}, TextRange{6, 8}, TextRange{4, 5}));
}

// The pairs of a random tree over the words: each is in the one before it or beside it.
std::vector<InlineNode> random_nodes(Rng& rng, std::size_t count) {
  std::vector<InlineNode> nodes;
  struct Frame {
    std::uint32_t node;
    std::size_t at;
    std::size_t end;
  };
  std::vector<Frame> open{{InlineNode::kNone, 0, count}};
  while (!open.empty()) {
    Frame& frame = open.back();
    const std::size_t choice = rng.below(5);
    if (choice == 0 || frame.at == frame.end) {
      const std::size_t end = frame.end;
      open.pop_back();
      if (!open.empty()) open.back().at = end;
    } else if (choice == 1) {
      ++frame.at;
    } else if (choice == 2) {
      nodes.push_back({.kind = Kind::kEmpty, .parent = frame.node, .source = {2 * frame.at, 2 * frame.at}});
    } else {
      const std::size_t begin = frame.at + rng.below(frame.end - frame.at);
      const std::size_t end = begin + 1 + rng.below(frame.end - begin);
      frame.at = begin;
      nodes.push_back({.kind = Kind::kPair, .parent = frame.node, .source = words(begin, end)});
      open.push_back({static_cast<std::uint32_t>(nodes.size() - 1), begin, end});
    }
  }
  return nodes;
}

TEST(Placement, RangesNestWhateverTheLinksAre) {
  Rng rng(5);
  for (int round = 0; round < 20000; ++round) {
    const std::size_t count = 1 + rng.below(12);
    const Segment segment{letters(count), random_nodes(rng, count)};
    Translated translated{letters(rng.below(14)), {}};
    for (std::size_t i = rng.below(20); i > 0; --i)
      translated.links.push_back({{rng.below(25), rng.below(25)}, {rng.below(28), rng.below(28)}});
    const Placement placement = place_nodes(segment, translated);
    ASSERT_EQ(placement.ranges.size(), segment.nodes.size());
    for (std::size_t i = 0; i < segment.nodes.size(); ++i) {
      const TextRange range = placement.ranges[i];
      const std::uint32_t parent = segment.nodes[i].parent;
      const TextRange around =
          parent == InlineNode::kNone ? TextRange{0, translated.text.size()} : placement.ranges[parent];
      ASSERT_LE(around.begin, range.begin);
      ASSERT_LE(range.begin, range.end);
      ASSERT_LE(range.end, around.end);
      for (std::size_t k = 0; k < i; ++k) {
        if (segment.nodes[k].parent != parent) continue;
        const TextRange other = placement.ranges[k];
        ASSERT_TRUE(other.end <= range.begin || range.end <= other.begin);
      }
    }
  }
}

// A pair by itself: from the first to the last word that is linked to one of its words.
TEST(Placement, APairAloneIsTheSmallestRangeOfItsLinks) {
  Rng rng(6);
  for (int round = 0; round < 5000; ++round) {
    const std::size_t begin = 1 + rng.below(5);
    const std::size_t end = begin + 1 + rng.below(5);
    const Segment segment = with_pairs(12, {words(begin, end)});
    std::vector<std::pair<std::size_t, std::size_t>> links;
    std::size_t first = 12;
    std::size_t last = 0;
    for (std::size_t i = 1 + rng.below(15); i > 0; --i) {
      links.emplace_back(rng.below(12), rng.below(12));
      if (links.back().first < begin || links.back().first >= end) continue;
      first = std::min(first, links.back().second);
      last = std::max(last, links.back().second);
    }
    const TextRange found = place_nodes(segment, linked(12, links)).ranges[0];
    if (first == 12) {
      EXPECT_EQ(found.begin, found.end);
    } else {
      EXPECT_EQ(found, words(first, last + 1));
    }
  }
}

}  // namespace
}  // namespace calque::documents
