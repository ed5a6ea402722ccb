#include "kernel/local_regression.h"

#include <cmath>
#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "kernel/testing.h"

namespace calque::kernel {
namespace {

using testing::random_corpus;
using testing::random_words;
using testing::Side;

TEST(Neighbours, TakesTheNearest) {
  Side side({"a b c", "a x y", "p q", "b c", "r"});
  const SpectrumArrays arrays(side.corpus, {2});
  const auto input = SourcePrefixes::whole(arrays.index(), side.words("a b c"));
  for (const auto choice : {NeighbourChoice::kNearest, NeighbourChoice::kRare}) {
    EXPECT_THAT(choose_neighbours(arrays.index(), input, 2, choice), ::testing::ElementsAre(0, 3));
    EXPECT_THAT(choose_neighbours(arrays.index(), input, 4, choice), ::testing::ElementsAre(0, 1, 3));
    EXPECT_THAT(choose_neighbours(arrays.index(), input, 9, choice), ::testing::ElementsAre(0, 1, 2, 3, 4));
  }
  EXPECT_THROW(LocalRegression(arrays.index(), {0}), UsageError);
}

// A frequent word decides between sentences that are equal otherwise, even if every sentence was met before.
TEST(Neighbours, NearestLooksAtEveryNgram) {
  Side side({"a x", "a the", "b the the", "b y"});
  const SpectrumArrays arrays(side.corpus, {1});
  const auto input = SourcePrefixes::whole(arrays.index(), side.words("a b the"));
  EXPECT_THAT(choose_neighbours(arrays.index(), input, 1, NeighbourChoice::kNearest),
              ::testing::ElementsAre(2));
}

TEST(Neighbours, CoverageTakesWhatIsMissing) {
  // The nearest two share "a b c"; coverage takes the one that has "d e" second.
  Side side({"a b c x", "a b c y", "d e", "z"});
  const SpectrumArrays arrays(side.corpus, {2});
  const auto input = SourcePrefixes::whole(arrays.index(), side.words("a b c d e"));
  EXPECT_THAT(choose_neighbours(arrays.index(), input, 2, NeighbourChoice::kNearest),
              ::testing::ElementsAre(0, 1));
  EXPECT_THAT(choose_neighbours(arrays.index(), input, 2, NeighbourChoice::kCoverage),
              ::testing::ElementsAre(0, 2));
  EXPECT_THAT(choose_neighbours(arrays.index(), input, 3, NeighbourChoice::kCoverage),
              ::testing::ElementsAre(0, 1, 2));
}

// By looking at every sentence for every choice.
std::vector<std::uint32_t> slow_coverage(const text::Corpus& corpus, std::span<const text::WordId> input,
                                         std::size_t order, std::size_t count) {
  const auto wanted = testing::ngram_counts(input, order);
  std::map<std::vector<text::WordId>, double> covered;
  std::set<std::uint32_t> taken;
  while (taken.size() < count) {
    double best = 0;
    std::uint32_t chosen = 0;
    for (std::uint32_t i = 0; i < corpus.size(); ++i) {
      if (taken.contains(i)) continue;
      double value = 0;
      for (const auto& [ngram, unused] : testing::ngram_counts(corpus.sentence(i), order)) {
        const auto found = wanted.find(ngram);
        if (found != wanted.end()) value += found->second * std::pow(0.5, covered[ngram]);
      }
      if (value > best) {
        best = value;
        chosen = i;
      }
    }
    if (best == 0) break;
    taken.insert(chosen);
    for (const auto& [ngram, unused] : testing::ngram_counts(corpus.sentence(chosen), order))
      ++covered[ngram];
  }
  return {taken.begin(), taken.end()};
}

TEST(Neighbours, CoverageEqualsTryingEverySentence) {
  Rng random(21);
  const auto corpus = random_corpus(random, 60, 12, 8);
  const SpectrumArrays arrays(corpus, {3});
  for (int round = 0; round < 40; ++round) {
    const auto input = random_words(random, 14, 9);
    // So many that every sentence is a candidate.
    for (const std::size_t count : {4U, 10U, 30U}) {
      EXPECT_EQ(choose_neighbours(arrays.index(), SourcePrefixes::whole(arrays.index(), input), count,
                                  NeighbourChoice::kCoverage),
                slow_coverage(corpus, input, 3, count));
    }
  }
}

}  // namespace
}  // namespace calque::kernel
