#include "block/matches.h"

#include <algorithm>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/rng.h"
#include "block/source_filter.h"
#include "block/testing.h"

namespace calque::block {
namespace {

using ::testing::UnorderedElementsAre;
using testing::words;

struct Named {
  std::vector<text::WordId> previous;
  Orientation orientation;
  std::vector<text::WordId> block;

  bool operator==(const Named&) const = default;
};

// theory/block-bigrams.md#worked-examples A: words of both sides are numbered from 1.
TEST(Bigrams, WorkedExample) {
  const std::vector<CountedBlock> list{{words({1}), words({1})},
                                       {words({2}), words({3})},
                                       {words({3}), words({2})},
                                       {words({2, 3}), words({2, 3})}};
  const BlockSet blocks(list);
  Matcher matcher(blocks);
  std::vector<Match> matches;
  const auto sentence = words({1, 2, 3});
  matcher.find({sentence, sentence}, matches);
  std::vector<Bigram> bigrams;
  list_bigrams(matches, Adjacency::kTouching, bigrams);
  std::vector<Named> named;
  const auto target = [&](std::uint32_t match) {
    const auto phrase = blocks.target_words(matches[match].block);
    return std::vector<text::WordId>(phrase.begin(), phrase.end());
  };
  for (const Bigram& bigram : bigrams) {
    named.push_back({bigram.previous == kNoMatch ? words({}) : target(bigram.previous), bigram.orientation,
                     target(bigram.match)});
  }
  const auto a = words({1});
  const auto b = words({3});
  const auto c = words({2});
  const auto d = words({2, 3});
  EXPECT_THAT(named,
              UnorderedElementsAre(Named{{}, Orientation::kNeutral, a}, Named{a, Orientation::kRight, d},
                                   Named{{}, Orientation::kNeutral, c}, Named{c, Orientation::kLeft, b}));
}

class RandomPairs : public ::testing::Test {
 protected:
  std::vector<text::WordId> random_words(std::size_t maximum, std::uint64_t vocabulary) {
    std::vector<text::WordId> result(rng_.below(maximum + 1));
    for (auto& word : result) word = text::WordId{static_cast<std::uint32_t>(rng_.below(vocabulary))};
    return result;
  }
  BlockSet random_blocks() {
    std::vector<CountedBlock> list;
    while (list.size() < 25) {
      CountedBlock block{random_words(3, 4), random_words(3, 4), static_cast<double>(1 + rng_.below(5))};
      if (!block.source.empty() && !block.target.empty()) list.push_back(std::move(block));
    }
    return BlockSet(list);
  }

  Rng rng_{3};
};

bool stands_at(std::span<const text::WordId> phrase, std::span<const text::WordId> sentence,
               std::uint32_t begin) {
  return begin + phrase.size() <= sentence.size() &&
         std::ranges::equal(phrase, sentence.subspan(begin, phrase.size()));
}

TEST_F(RandomPairs, MatchesAndBigramsAreThoseOfBruteForce) {
  for (int round = 0; round < 300; ++round) {
    const BlockSet blocks = random_blocks();
    const auto source = random_words(7, 4);
    const auto target = random_words(7, 4);
    std::vector<Match> matches;
    Matcher matcher(blocks);
    matcher.find({source, target}, matches);
    std::set<Match> expected;
    for (BlockId b = 0; b < blocks.size(); ++b) {
      for (std::uint32_t j = 0; j < source.size(); ++j) {
        for (std::uint32_t i = 0; i < target.size(); ++i) {
          if (!stands_at(blocks.source_words(b), source, j) || !stands_at(blocks.target_words(b), target, i))
            continue;
          expected.insert({b,
                           {j, j + static_cast<std::uint32_t>(blocks.source_words(b).size())},
                           {i, i + static_cast<std::uint32_t>(blocks.target_words(b).size())}});
        }
      }
    }
    ASSERT_EQ(std::set<Match>(matches.begin(), matches.end()), expected);
    ASSERT_EQ(matches.size(), expected.size());

    for (const Adjacency adjacency : {Adjacency::kTouching, Adjacency::kAnywhere}) {
      std::vector<Bigram> bigrams;
      list_bigrams(matches, adjacency, bigrams);
      std::vector<Bigram> brute;
      for (std::uint32_t next = 0; next < matches.size(); ++next) {
        const std::size_t before = brute.size();
        for (std::uint32_t previous = 0; previous < matches.size(); ++previous) {
          const Match& p = matches[previous];
          const Match& n = matches[next];
          if (n.target.begin != p.target.end) continue;
          if (n.source.begin == p.source.end) {
            brute.push_back({previous, next, Orientation::kRight});
          } else if (n.source.end == p.source.begin) {
            brute.push_back({previous, next, Orientation::kLeft});
          } else if (adjacency == Adjacency::kAnywhere &&
                     (n.source.begin > p.source.end || n.source.end < p.source.begin)) {
            brute.push_back({previous, next, Orientation::kNeutral});
          }
        }
        if (brute.size() == before) brute.push_back({kNoMatch, next, Orientation::kNeutral});
      }
      std::sort(bigrams.begin(), bigrams.end());
      std::sort(brute.begin(), brute.end());
      ASSERT_EQ(bigrams, brute);
    }
  }
}

// A match agrees with an alignment if a link is inside and none crosses its border; counted by looking at
// every link.
TEST_F(RandomPairs, AlignmentsThatAgreeAreCounted) {
  const BlockSet blocks = random_blocks();
  Matcher matcher(blocks);
  std::size_t agreeing = 0;
  for (int round = 0; round < 200; ++round) {
    const auto source = random_words(7, 4);
    const auto target = random_words(7, 4);
    std::vector<text::AlignmentCorpus> alignments(3);
    for (text::AlignmentCorpus& corpus : alignments) {
      text::Alignment links;
      for (std::uint32_t s = 0; s < source.size(); ++s) {
        for (std::uint32_t t = 0; t < target.size(); ++t) {
          if (rng_.chance(0.15)) links.push_back({s, t});
        }
      }
      corpus.add({});  // of another pair
      corpus.add(links);
    }
    std::vector<Match> matches;
    matcher.find({source, target, alignments, 1}, matches);
    for (const Match& match : matches) {
      std::uint32_t expected = 0;
      for (const text::AlignmentCorpus& corpus : alignments) {
        bool inside = false;
        bool crosses = false;
        for (const text::Link& link : corpus.alignment(1)) {
          const bool in_source = link.source >= match.source.begin && link.source < match.source.end;
          const bool in_target = link.target >= match.target.begin && link.target < match.target.end;
          inside = inside || (in_source && in_target);
          crosses = crosses || in_source != in_target;
        }
        expected += inside && !crosses ? 1 : 0;
      }
      EXPECT_EQ(match.alignments, expected);
      agreeing += expected;
    }
  }
  EXPECT_GT(agreeing, 0U);
}

TEST_F(RandomPairs, AUsedMatcherGivesTheSameAsAFreshOne) {
  const BlockSet blocks = random_blocks();
  Matcher used(blocks);
  for (int round = 0; round < 20; ++round) {
    const auto source = random_words(6, 4);
    const auto target = random_words(6, 4);
    std::vector<Match> again;
    std::vector<Match> fresh;
    used.find({source, target}, again);
    Matcher(blocks).find({source, target}, fresh);
    EXPECT_EQ(again, fresh);
  }
}

TEST_F(RandomPairs, NothingMatchesInEmptySentences) {
  const BlockSet blocks = random_blocks();
  std::vector<Match> matches;
  std::vector<Bigram> bigrams;
  Matcher(blocks).find({}, matches);
  list_bigrams(matches, Adjacency::kTouching, bigrams);
  EXPECT_TRUE(matches.empty());
  EXPECT_TRUE(bigrams.empty());
}

TEST(BlockSet, GroupsBySourceAndOrdersByCount) {
  const std::vector<CountedBlock> list{{words({5}), words({1}), 2},
                                       {words({6, 7}), words({1}), 1},
                                       {words({5}), words({2}), 7},
                                       {words({5}), words({1}), 1}};
  const BlockSet blocks(list);
  ASSERT_EQ(blocks.size(), 3U);
  EXPECT_EQ(blocks.total_count(), 11);
  const auto range = blocks.with_source(*blocks.find_source(words({5})));
  ASSERT_EQ(range.end - range.begin, 2U);
  EXPECT_EQ(blocks.count(range.begin), 7);
  EXPECT_EQ(blocks.count(range.begin + 1), 3);
  EXPECT_TRUE(blocks.is_single_word(range.begin));
  EXPECT_FALSE(blocks.find_source(words({6})).has_value());
}

TEST(BlockSet, SourcesLeftOutDoNotMatch) {
  const std::vector<CountedBlock> list{{words({1}), words({1})}, {words({2}), words({2})}};
  BlockSet blocks(list);
  blocks.keep_sources({false, true});
  EXPECT_EQ(blocks.kept_blocks(), 1U);
  std::vector<Match> matches;
  const auto sentence = words({1, 2});
  Matcher(blocks).find({sentence, sentence}, matches);
  ASSERT_EQ(matches.size(), 1U);
  EXPECT_EQ(matches[0].source, (text::Span{1, 2}));
}

TEST(SourceFilter, KnowsTheSubstringsOfTheTestSet) {
  SourceFilter filter(3);
  filter.add_sentence(words({1, 2, 3, 4}));
  filter.finish();
  EXPECT_EQ(filter.size(), 4U + 3U + 2U);
  EXPECT_TRUE(filter.contains(words({2, 3, 4})));
  EXPECT_FALSE(filter.contains(words({1, 3})));
  EXPECT_FALSE(filter.contains(words({1, 2, 3, 4})));  // too long
  EXPECT_FALSE(filter.contains({}));
  EXPECT_TRUE(filter.shares(words({9, 2, 3}), 2));
  EXPECT_FALSE(filter.shares(words({9, 2, 8, 3}), 2));
  EXPECT_FALSE(filter.shares({}, 1));
}

}  // namespace
}  // namespace calque::block
