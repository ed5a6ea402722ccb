#include "decode/segments.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/rng.h"

namespace calque::decode {
namespace {

SearchOptions small_segments() {
  SearchOptions options;
  options.segment_limit = 12;
  options.segment_length = 10;
  return options;
}

TEST(Segments, ShortSentencesStayWhole) {
  EXPECT_TRUE(split_segments({}, small_segments()).empty());
  const std::vector<std::string_view> words(12, ".");
  EXPECT_THAT(split_segments(words, small_segments()), ::testing::ElementsAre(text::Span{0, 12}));
}

TEST(Segments, CutAfterMarksElseAtFullLength) {
  std::vector<std::string_view> words(30, "w");
  EXPECT_THAT(split_segments(words, small_segments()),
              ::testing::ElementsAre(text::Span{0, 10}, text::Span{10, 20}, text::Span{20, 30}));
  words[6] = "。";
  words[8] = ",";
  words[9] = "、";
  words[13] = ",";  // in the second half of [7, 17)
  EXPECT_THAT(
      split_segments(words, small_segments()),
      ::testing::ElementsAre(text::Span{0, 7}, text::Span{7, 14}, text::Span{14, 24}, text::Span{24, 30}));
}

TEST(Segments, CoverEveryWordOnce) {
  Rng rng(1);
  for (std::size_t length = 13; length < 300; length += 7) {
    std::vector<std::string_view> words;
    while (words.size() < length) words.push_back(rng.chance(0.1) ? "." : rng.chance(0.1) ? "," : "w");
    std::uint32_t end = 0;
    for (const text::Span segment : split_segments(words, small_segments())) {
      EXPECT_EQ(segment.begin, end);
      EXPECT_FALSE(segment.empty());
      EXPECT_LE(segment.size(), 10U);
      end = segment.end;
    }
    EXPECT_EQ(end, length);
  }
}

Translation part(const std::string& word, double score) {
  Translation translation;
  translation.words = {word};
  translation.score = score;
  translation.features = {score, 1};
  translation.phrases = {{{0, 1}, {0, 1}}};
  translation.alignment = {{0, 0}};
  return translation;
}

TEST(Segments, JoinsAreTheBestCombinations) {
  Rng rng(2);
  for (int round = 0; round < 30; ++round) {
    std::vector<std::vector<Translation>> parts(3);
    for (auto& list : parts) {
      std::vector<double> scores(1 + rng.below(5));
      for (double& score : scores) score = -rng.uniform();
      std::sort(scores.rbegin(), scores.rend());
      for (const double score : scores) list.push_back(part(std::to_string(score), score));
    }
    std::vector<double> expected;
    for (const auto& a : parts[0]) {
      for (const auto& b : parts[1]) {
        for (const auto& c : parts[2]) expected.push_back(a.score + b.score + c.score);
      }
    }
    std::sort(expected.rbegin(), expected.rend());
    const auto joins = join_parts(parts, 20);
    ASSERT_EQ(joins.size(), std::min<std::size_t>(20, expected.size()));
    for (std::size_t i = 0; i < joins.size(); ++i) {
      EXPECT_NEAR(joins[i].score, expected[i], 1e-12);
      EXPECT_NEAR(joins[i].features[0], joins[i].score, 1e-12);
      EXPECT_EQ(joins[i].features[1], 3);
      EXPECT_EQ(joins[i].phrases[2].target, (text::Span{2, 3}));
      EXPECT_EQ(joins[i].alignment[1], (text::Link{0, 1}));
    }
  }
}

}  // namespace
}  // namespace calque::decode
