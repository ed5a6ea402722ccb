#include "pipeline/held_out.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "base/reporter.h"
#include "pipeline/training_text.h"

namespace calque::pipeline {
namespace {

struct Pairs {
  std::vector<text::SentencePairText> text;

  text::ParallelCorpus corpus() const {
    text::ParallelCorpus corpus;
    for (const text::SentencePairText& pair : text) {
      corpus.source.add_line(pair.source, corpus.source_vocabulary);
      corpus.target.add_line(pair.target, corpus.target_vocabulary);
    }
    return corpus;
  }
  std::vector<HeldOut> held_out() const {
    HeldOutChooser chooser;
    for (const text::SentencePairText& pair : text) chooser.add(pair);
    return chooser.choose(corpus());
  }
};

// Every third source and every fifth target is one of a few.
Pairs pairs_with_repeats(std::size_t count) {
  Pairs pairs;
  for (std::size_t i = 0; i < count; ++i) {
    pairs.text.push_back({i % 3 == 0 ? "s" + std::to_string(i % 7) : "source " + std::to_string(i),
                          i % 5 == 0 ? "t" + std::to_string(i % 4) : "target " + std::to_string(i)});
  }
  return pairs;
}

std::vector<std::size_t> sizes_of(const std::vector<HeldOut>& parts) {
  std::vector<std::size_t> sizes;
  for (const HeldOut& part : parts) sizes.push_back(part.pairs.size());
  return sizes;
}

TEST(HeldOut, PartsOfOneInFiftyThatRepeatNothing) {
  const Pairs pairs = pairs_with_repeats(10'000);
  const std::vector<HeldOut> parts = pairs.held_out();
  ASSERT_THAT(sizes_of(parts), ::testing::ElementsAre(200, 200, 200, 200, 200));
  std::set<std::size_t> all;
  for (const HeldOut& held_out : parts) {
    ASSERT_EQ(held_out.text.size(), 200U);
    EXPECT_TRUE(std::is_sorted(held_out.pairs.begin(), held_out.pairs.end()));
    for (std::size_t k = 0; k < held_out.pairs.size(); ++k) {
      EXPECT_NE(held_out.pairs[k] % 3, 0U);
      EXPECT_NE(held_out.pairs[k] % 5, 0U);
      EXPECT_EQ(held_out.text[k].source, pairs.text[held_out.pairs[k]].source);
      EXPECT_EQ(held_out.text[k].target, pairs.text[held_out.pairs[k]].target);
      EXPECT_TRUE(all.insert(held_out.pairs[k]).second) << "in two parts";
    }
  }
}

TEST(HeldOut, SeveralPartsMoreOfThemIfTheyAreSmall) {
  EXPECT_THAT(sizes_of(pairs_with_repeats(5'000).held_out()), ::testing::Each(100));
  EXPECT_EQ(pairs_with_repeats(5'000).held_out().size(), HeldOutChooser::kMaxParts);
  EXPECT_THAT(sizes_of(pairs_with_repeats(20'000).held_out()), ::testing::ElementsAre(400, 400, 400, 400));
  EXPECT_THAT(sizes_of(pairs_with_repeats(60'000).held_out()),
              ::testing::ElementsAre(1000, 1000, 1000, 1000));
}

TEST(HeldOut, PartsAreFullUnlessThereIsOnlyOne) {
  Pairs pairs;
  for (std::size_t i = 0; i < 8'000; ++i)
    pairs.text.push_back({i < 500 ? "source " + std::to_string(i) : "again", "target " + std::to_string(i)});
  EXPECT_THAT(sizes_of(pairs.held_out()), ::testing::ElementsAre(160, 160, 160));
  for (std::size_t i = 150; i < 500; ++i) pairs.text[i].source = "again";
  EXPECT_THAT(sizes_of(pairs.held_out()), ::testing::ElementsAre(150));
}

TEST(HeldOut, DependsOnTheTextNotOnItsOrder) {
  Pairs pairs = pairs_with_repeats(20'000);
  const auto sources_of = [](const std::vector<HeldOut>& parts) {
    std::vector<std::set<std::string>> sources(parts.size());
    for (std::size_t k = 0; k < parts.size(); ++k)
      for (const text::SentencePairText& pair : parts[k].text) sources[k].insert(pair.source);
    return sources;
  };
  const auto before = sources_of(pairs.held_out());
  std::reverse(pairs.text.begin(), pairs.text.end());
  EXPECT_EQ(sources_of(pairs.held_out()), before);
}

TEST(HeldOut, NoneOfACorpusThatIsSmallOrRepeatsItself) {
  EXPECT_TRUE(Pairs{}.held_out().empty());
  EXPECT_TRUE(pairs_with_repeats(4'999).held_out().empty());
  Pairs same;
  same.text.assign(6'000, {"a", "b"});
  EXPECT_TRUE(same.held_out().empty());
}

TEST(TrainingText, WithoutPairsKeepsTheOthersAndTheirLinks) {
  Pairs pairs;
  for (const char* word : {"a", "b", "c", "d"}) pairs.text.push_back({std::string(word) + " x", word});
  Reporter& reporter = silent_reporter();
  TrainingText whole("", 1, reporter);
  whole.set_corpus({pairs.corpus(), {0, 2, 5, 6}});
  text::AlignmentCorpus links;
  for (std::uint32_t i = 0; i < 4; ++i) links.add(std::vector<text::Link>{{i % 2, 0}});
  whole.set_alignment(0, links);
  const std::vector<std::size_t> out{0, 2};
  TrainingText rest = without_pairs(whole, out, reporter);
  ASSERT_EQ(rest.corpus().size(), 2U);
  EXPECT_THAT(rest.stored().kept, ::testing::ElementsAre(2, 6));
  EXPECT_FALSE(rest.corpus().source_vocabulary.find("a"));
  EXPECT_TRUE(rest.corpus().source_vocabulary.find("x"));
  const auto& corpus = rest.corpus();
  EXPECT_EQ(corpus.target_vocabulary.word(corpus.target.sentence(1)[0]), "d");
  EXPECT_EQ(rest.alignment(0).alignment(0)[0].source, 1U);
}

}  // namespace
}  // namespace calque::pipeline
