#include "metrics/ribes.h"

#include <cmath>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "metrics/testing.h"

namespace calque::metrics {
namespace {

using Words = std::vector<text::WordId>;

Words words_of(std::initializer_list<std::uint32_t> ids) {
  Words words;
  for (const std::uint32_t id : ids) words.push_back(text::WordId{id});
  return words;
}

std::vector<std::uint32_t> matched(const Words& hypothesis, const Words& reference) {
  WordOrderMatcher matcher;
  const auto positions = matcher.match(hypothesis, reference);
  return {positions.begin(), positions.end()};
}

// Where the n-gram hypothesis[begin, end) starts in `words`.
std::vector<std::size_t> places(const Words& hypothesis, std::size_t begin, std::size_t end,
                                const Words& words) {
  std::vector<std::size_t> found;
  for (std::size_t start = 0; start + (end - begin) <= words.size(); ++start) {
    bool equal = true;
    for (std::size_t i = begin; i < end; ++i) equal = equal && hypothesis[i] == words[start + i - begin];
    if (equal) found.push_back(start);
  }
  return found;
}

// The definition, word by word.
std::vector<std::uint32_t> plainly_matched(const Words& hypothesis, const Words& reference) {
  std::vector<std::uint32_t> positions;
  const auto try_ngram = [&](std::size_t begin, std::size_t end, std::size_t position) {
    const auto in_reference = places(hypothesis, begin, end, reference);
    if (in_reference.size() != 1 || places(hypothesis, begin, end, hypothesis).size() != 1) return false;
    positions.push_back(static_cast<std::uint32_t>(in_reference[0] + position - begin));
    return true;
  };
  for (std::size_t i = 0; i < hypothesis.size(); ++i) {
    for (std::size_t length = 1; length <= hypothesis.size(); ++length) {
      if (length <= i + 1 && try_ngram(i + 1 - length, i + 1, i)) break;
      if (i + length <= hypothesis.size() && try_ngram(i, i + length, i)) break;
    }
  }
  return positions;
}

TEST(WordOrderMatcher, MatchesAsTheDefinitionDoes) {
  Rng rng(3);
  for (int round = 0; round < 3000; ++round) {
    const Words hypothesis = testing::random_words(rng, 9, 4);
    const Words reference = testing::random_words(rng, 9, 4);
    ASSERT_EQ(matched(hypothesis, reference), plainly_matched(hypothesis, reference)) << round;
  }
}

TEST(WordOrderMatcher, ContextTellsRepeatedWordsApart) {
  // "the" (0) occurs twice; "on the" and "the cat" tell which is which.
  EXPECT_EQ(matched(words_of({2, 0, 3, 0, 1}), words_of({0, 1, 2, 0, 3})),
            (std::vector<std::uint32_t>{2, 3, 4, 0, 1}));
  EXPECT_TRUE(matched(words_of({5, 5, 5}), words_of({5, 5})).empty());
}

TEST(CountAscendingPairs, CountsEachPair) {
  Rng rng(4);
  for (int round = 0; round < 200; ++round) {
    std::vector<std::uint32_t> values(rng.below(12));
    for (std::uint32_t& value : values) value = static_cast<std::uint32_t>(rng.below(8));
    std::uint64_t pairs = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      for (std::size_t j = i + 1; j < values.size(); ++j) pairs += values[i] < values[j] ? 1 : 0;
    }
    EXPECT_EQ(count_ascending_pairs(values), pairs);
  }
}

double ribes(const ReferenceSets& references, const std::vector<std::string>& lines) {
  return testing::corpus_score(Ribes({.tokenization = Tokenization::kNone}), references, lines).value;
}

TEST(Ribes, WorkedExamples) {
  // Two halves exchanged: of 10 pairs of matched words 4 keep their order.
  EXPECT_NEAR(ribes({{"a b c d e"}}, {"d e a b c"}), 40.0, 1e-6);
  EXPECT_NEAR(ribes({{"a b c d e"}}, {"e d c b a"}), 0.0, 1e-6);
  // Three of four words matched, all in order; one word shorter than the reference.
  const double expected = 100.0 * std::pow(0.75, 0.25) * std::pow(std::exp(1.0 - 5.0 / 4.0), 0.1);
  EXPECT_NEAR(ribes({{"a b c d e"}}, {"a b x e"}), expected, 1e-6);
  // One word alone has an order only against one word.
  EXPECT_NEAR(ribes({{"a b"}}, {"a x"}), 0.0, 1e-6);
  EXPECT_NEAR(ribes({{"a"}}, {"a x"}), 100.0 * std::pow(0.5, 0.25), 1e-6);
}

TEST(Ribes, TheCorpusScoresTheMeanOfItsSentencesAndTheBestReferenceCounts) {
  EXPECT_NEAR(ribes({{"a b c d e", "a b"}}, {"d e a b c", "a b"}), 70.0, 1e-6);
  EXPECT_NEAR(ribes({{"a b c d e"}, {"d e a b c"}}, {"d e a b c"}), 100.0, 1e-6);
  EXPECT_NEAR(ribes({{"", "a"}}, {"", ""}), 50.0, 1e-6);
}

}  // namespace
}  // namespace calque::metrics
