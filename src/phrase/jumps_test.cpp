#include "phrase/jumps.h"

#include <algorithm>
#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/rng.h"

namespace calque::phrase {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using text::Link;
using text::Span;

TEST(Jumps, SmallestPhrasesGoByTheTargetSide) {
  EXPECT_THAT(smallest_phrases(std::vector<Link>{}), IsEmpty());
  EXPECT_THAT(smallest_phrases(std::vector<Link>{{0, 0}, {1, 2}, {2, 1}}),
              ElementsAre(Span{0, 1}, Span{2, 3}, Span{1, 2}));
  // A verb at the end, and an article without a link before it.
  EXPECT_THAT(smallest_phrases(std::vector<Link>{{0, 0}, {2, 2}, {3, 3}, {5, 1}}),
              ElementsAre(Span{0, 1}, Span{3, 4}, Span{1, 2}, Span{2, 3}));
  // Words that are only translated together.
  EXPECT_THAT(smallest_phrases(std::vector<Link>{{0, 0}, {0, 2}, {1, 1}, {2, 3}}),
              ElementsAre(Span{0, 2}, Span{2, 3}));
}

// Whether links of the words in one span stay in the other one, both ways, and there is one.
bool is_pair(const std::vector<Link>& links, const std::set<std::uint32_t>& sources,
             const std::set<std::uint32_t>& targets) {
  bool any = false;
  for (const Link& link : links) {
    if (sources.contains(link.source) != targets.contains(link.target)) return false;
    any = any || sources.contains(link.source);
  }
  return any;
}

struct ClosedPair {
  Span source;
  Span target;
};

// By trying all pairs of runs of linked words, the shortest targets first.
ClosedPair smallest_pair_with(const std::vector<Link>& links, const std::vector<std::uint32_t>& sources,
                              const std::vector<std::uint32_t>& targets, std::size_t word) {
  const auto run = [](const std::vector<std::uint32_t>& words, std::size_t begin, std::size_t end) {
    return std::set<std::uint32_t>(words.begin() + static_cast<std::ptrdiff_t>(begin),
                                   words.begin() + static_cast<std::ptrdiff_t>(end));
  };
  for (std::uint32_t length = 1; length <= targets.size(); ++length) {
    for (std::uint32_t t = 0; t + length <= targets.size(); ++t) {
      if (word < t || word >= t + length) continue;
      for (std::uint32_t begin = 0; begin < sources.size(); ++begin) {
        for (std::uint32_t end = begin + 1; end <= sources.size(); ++end) {
          if (is_pair(links, run(sources, begin, end), run(targets, t, t + length)))
            return {{begin, end}, {t, t + length}};
        }
      }
    }
  }
  return {};
}

TEST(Jumps, SmallestPhrasesAreThoseFoundByTryingAll) {
  Rng rng(5);
  for (int round = 0; round < 300; ++round) {
    std::vector<Link> links;
    std::set<std::uint32_t> sources;
    std::set<std::uint32_t> targets;
    for (std::uint32_t s = 0; s < 6; ++s) {
      for (std::uint32_t t = 0; t < 6; ++t) {
        if (rng.below(6) != 0) continue;
        links.push_back({s, t});
        sources.insert(s);
        targets.insert(t);
      }
    }
    const std::vector<std::uint32_t> source_words(sources.begin(), sources.end());
    const std::vector<std::uint32_t> target_words(targets.begin(), targets.end());
    // The smallest pair of each word, but for those inside another one; by where its target begins.
    std::vector<ClosedPair> pairs;
    for (std::size_t word = 0; word < target_words.size(); ++word)
      pairs.push_back(smallest_pair_with(links, source_words, target_words, word));
    std::map<std::uint32_t, Span> outermost;
    for (const ClosedPair& own : pairs) {
      const bool inside = std::any_of(pairs.begin(), pairs.end(), [&](const ClosedPair& other) {
        return other.target.begin <= own.target.begin && own.target.end <= other.target.end &&
               other.target.size() > own.target.size();
      });
      if (!inside) outermost[own.target.begin] = own.source;
    }
    std::vector<Span> expected;
    for (const auto& [begin, source] : outermost) expected.push_back(source);
    EXPECT_EQ(smallest_phrases(links), expected) << round;
  }
}

TEST(Jumps, LengthsAreCountedFromTheEndOfThePhraseBefore) {
  JumpCounts counts;
  EXPECT_EQ(counts.quantile(0.99), 0U);
  EXPECT_EQ(counts.mean(), 0.0);
  counts.add(std::vector<Link>{{0, 0}, {1, 1}, {2, 2}});  // 0, 0, 0
  counts.add(std::vector<Link>{{0, 0}, {3, 1}, {1, 2}, {2, 3}});
  // 0, 2 ahead, 3 back, 0.
  EXPECT_EQ(counts.total(), 7U);
  EXPECT_DOUBLE_EQ(counts.mean(), 5.0 / 7);
  EXPECT_EQ(counts.quantile(0.7), 0U);
  EXPECT_EQ(counts.quantile(0.8), 2U);
  EXPECT_EQ(counts.quantile(1.0), 3U);
}

}  // namespace
}  // namespace calque::phrase
