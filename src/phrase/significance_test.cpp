#include "phrase/significance.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/reporter.h"
#include "base/testing/scratch_folder.h"
#include "phrase/phrase_table.h"
#include "phrase/scored_phrases.h"
#include "phrase/table_extraction.h"
#include "phrase/testing/aligned_corpus.h"

namespace calque::phrase {
namespace {

using calque::testing::ScratchFolder;
using testing::AlignedCorpus;

double choose(std::uint32_t n, std::uint32_t k) {
  if (k > n) return 0;
  double result = 1;
  for (std::uint32_t i = 0; i < k; ++i) result = result * (n - i) / (i + 1);
  return result;
}

TEST(FisherTestTest, EqualsTheSumOfTheHypergeometricTail) {
  for (std::uint32_t n = 1; n <= 14; ++n) {
    const FisherTest test(n);
    for (std::uint32_t source = 1; source <= n; ++source) {
      for (std::uint32_t target = 1; target <= n; ++target) {
        const std::uint32_t minimum = source + target > n ? source + target - n : 0;
        for (std::uint32_t both = minimum; both <= std::min(source, target); ++both) {
          double tail = 0;
          for (std::uint32_t k = both; k <= std::min(source, target); ++k)
            tail += choose(source, k) * choose(n - source, target - k) / choose(n, target);
          EXPECT_NEAR(test.log_p_value({both, source, target}), std::log(tail), 1e-9)
              << n << ": " << both << " of " << source << " and " << target;
        }
      }
    }
  }
}

TEST(FisherTestTest, APairOfPhrasesSeenOnceHasAlpha) {
  for (const std::size_t n : {1U, 50U, 400'000U}) {
    const FisherTest test(n);
    EXPECT_NEAR(-test.log_p_value({1, 1, 1}), test.alpha(), 1e-8);
    EXPECT_DOUBLE_EQ(test.alpha(), std::log(static_cast<double>(n)));
  }
}

TEST(FisherTestTest, StaysFiniteForLargeCounts) {
  const FisherTest test(1'000'000);
  EXPECT_LT(test.log_p_value({300'000, 300'000, 300'000}), -100'000);
  EXPECT_TRUE(std::isfinite(test.log_p_value({300'000, 300'000, 300'000})));
  EXPECT_NEAR(test.log_p_value({1, 900'000, 900'000 - 899'999}), std::log(0.9), 1e-9);
  EXPECT_NEAR(test.log_p_value({0, 100'000, 100'000}), 0.0, 1e-9);
}

TEST(IntersectionTest, EqualsThatOfSets) {
  std::vector<std::uint32_t> every_third;
  for (std::uint32_t i = 0; i < 3000; i += 3) every_third.push_back(i);
  for (const std::vector<std::uint32_t>& list :
       {std::vector<std::uint32_t>{}, {0}, {2}, {0, 1, 3, 2997, 2999}, every_third}) {
    const auto in_both = std::ranges::count_if(list, [](std::uint32_t i) { return i % 3 == 0 && i < 3000; });
    EXPECT_EQ(intersection_size(list, every_third), static_cast<std::size_t>(in_both));
    EXPECT_EQ(intersection_size(every_third, list), static_cast<std::size_t>(in_both));
  }
}

bool contains(std::span<const text::WordId> sentence, std::span<const text::WordId> phrase) {
  return std::search(sentence.begin(), sentence.end(), phrase.begin(), phrase.end()) != sentence.end();
}

TEST(SignificanceFilterTest, CountsSentencesAsASearchOfTheTextDoes) {
  const AlignedCorpus corpus = testing::random_corpus(61, 120, 7);
  ThreadPool threads(2);
  const ScoredPhrases phrases =
      extract_and_score(corpus.text, corpus.alignments, {}, threads, silent_reporter());
  const SignificanceFilter filter(corpus.text, list_of(phrases.source), list_of(phrases.target), {}, threads);
  for (std::size_t i = 0; i < phrases.source.size(); ++i) {
    for (std::uint64_t k = phrases.pair_offsets[i]; k < phrases.pair_offsets[i + 1]; ++k) {
      CooccurrenceCounts expected;
      for (std::size_t n = 0; n < corpus.text.size(); ++n) {
        const bool source = contains(corpus.text.source.sentence(n), phrases.source[i]);
        const bool target = contains(corpus.text.target.sentence(n), phrases.target[phrases.pairs[k].target]);
        expected.source += source ? 1 : 0;
        expected.target += target ? 1 : 0;
        expected.both += source && target ? 1 : 0;
      }
      const CooccurrenceCounts found = filter.counts(i, phrases.pairs[k].target);
      ASSERT_EQ(found.both, expected.both);
      ASSERT_EQ(found.source, expected.source);
      ASSERT_EQ(found.target, expected.target);
    }
  }
}

// Ten times "a" with "x", once each "b" with "y" and "c" with "z": of the words, only a-x says more than
// chance.
TEST(PruningTest, ThresholdsAroundAlpha) {
  AlignedCorpus corpus;
  for (int i = 0; i < 10; ++i) corpus.add("a", "x", "0-0");
  for (int i = 0; i < 10; ++i) corpus.add("d", "w", "0-0");
  corpus.add("b", "y", "0-0");
  corpus.add("a c", "w z", "0-0 1-1");
  ThreadPool threads(1);
  const auto pairs = [&](const char* threshold) {
    TableOptions options;
    options.prune.significance = SignificanceThreshold::parse(threshold);
    const auto phrases =
        extract_and_score(corpus.text, corpus.alignments, options, threads, silent_reporter());
    EXPECT_EQ(phrases.statistics.pairs + phrases.statistics.pruned_pairs, 6U);
    return phrases.statistics.pairs;
  };
  EXPECT_EQ(pairs("0"), 6U);
  EXPECT_EQ(pairs("alpha-epsilon"),
            5U);  // not a-w, once together where 11 times 11 of 22 would meet by chance
  EXPECT_EQ(pairs("alpha+epsilon"), 2U);  // b-y, c-z and "a c"-"w z" occur once
  EXPECT_EQ(pairs("1000"), 0U);
  EXPECT_THROW(SignificanceThreshold::parse("beta"), UsageError);
  EXPECT_THROW(SignificanceThreshold::parse("-1"), UsageError);
  for (const char* name : {"alpha+epsilon", "alpha-epsilon", "15"})
    EXPECT_EQ(SignificanceThreshold::parse(name).name(), name);
}

// What a pruned table file holds is what is left of the whole one, with the same scores.
TEST(PruningTest, TheFileHoldsTheRestAlone) {
  const ScratchFolder scratch;
  const AlignedCorpus corpus = testing::random_corpus(62, 400, 7);
  ThreadPool threads(2);
  const auto table = [&](const PruneOptions& prune) {
    TableOptions options;
    options.prune = prune;
    const auto statistics = extract_to_table({corpus.text, corpus.alignments}, options, scratch.path("table"),
                                             threads, silent_reporter());
    PhraseTable opened = PhraseTable::open(scratch.path("table"), store::Verify::kFull);
    EXPECT_EQ(opened.pair_count(), statistics.pairs);
    EXPECT_EQ(opened.source_phrase_count(), statistics.source_phrases);
    EXPECT_EQ(opened.target_phrase_count(), statistics.target_phrases);
    return opened;
  };
  const PhraseTable whole = table({});
  for (const PruneOptions& prune :
       {PruneOptions{2, std::nullopt}, PruneOptions{0, SignificanceThreshold{2.0, false}},
        PruneOptions{0, SignificanceThreshold{1e9, false}}}) {
    const PhraseTable pruned = table(prune);
    EXPECT_LT(pruned.pair_count(), whole.pair_count());
    EXPECT_LT(pruned.target_phrase_count(), whole.target_phrase_count());
    for (std::uint32_t node = 0; node < whole.id_limit(); ++node) {
      if (whole.translation_count(SourcePhraseId{node}) == 0) continue;
      const auto words = whole.source_words(SourcePhraseId{node});
      const auto found = pruned.find(words);
      if (!found) continue;
      if (prune.top > 0) {
        EXPECT_EQ(pruned.translation_count(*found),
                  std::min(prune.top, whole.translation_count(SourcePhraseId{node})));
      }
      std::size_t at = 0;  // in the whole list, of which the pruned one is a part in the same order
      for (std::size_t k = 0; k < pruned.translation_count(*found); ++k) {
        const Translation kept = pruned.translation(*found, k);
        while (!std::ranges::equal(whole.translation(SourcePhraseId{node}, at).target, kept.target)) ++at;
        const Translation same = whole.translation(SourcePhraseId{node}, at);
        EXPECT_EQ(same.log_scores, kept.log_scores);
        EXPECT_EQ(same.joint_count, kept.joint_count);
        EXPECT_EQ(same.target_count, kept.target_count);
        EXPECT_TRUE(std::ranges::equal(same.alignment, kept.alignment));
        EXPECT_EQ(whole.orientations(same.pair), pruned.orientations(kept.pair));
      }
    }
  }
}

}  // namespace
}  // namespace calque::phrase
