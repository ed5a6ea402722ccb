// Samples that are collected while a phrase table is made, against those of an extraction of their own.
#include "reorder/sample_collector.h"

#include <array>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "base/reporter.h"
#include "base/thread_pool.h"
#include "phrase/numbered_occurrences.h"
#include "phrase/testing/aligned_corpus.h"
#include "reorder/samples.h"

namespace calque::reorder {
namespace {

using phrase::testing::AlignedCorpus;
using phrase::testing::random_corpus;

constexpr std::array kBoth{Direction::kBackward, Direction::kForward};

void expect_same(const std::vector<SampleSet>& given, const std::vector<SampleSet>& expected) {
  ASSERT_EQ(given.size(), expected.size());
  for (std::size_t d = 0; d < given.size(); ++d) {
    EXPECT_EQ(given[d].counts.sentences, expected[d].counts.sentences);
    EXPECT_EQ(given[d].counts.dropped_sentences, expected[d].counts.dropped_sentences);
    EXPECT_EQ(given[d].counts.dropped_distances, expected[d].counts.dropped_distances);
    ASSERT_EQ(given[d].samples.size(), expected[d].samples.size());
    for (std::size_t i = 0; i < given[d].samples.size(); ++i) {
      const Sample& one = given[d].samples[i];
      const Sample& other = expected[d].samples[i];
      ASSERT_TRUE(one.sentence == other.sentence && one.source() == other.source() &&
                  one.target() == other.target() && one.first_link == other.first_link &&
                  one.link_count == other.link_count && one.distance == other.distance &&
                  one.label == other.label && one.orientation == other.orientation)
          << i;
    }
  }
}

class SampleCollectorTest : public ::testing::Test {
 protected:
  std::vector<SampleSet> own(const SampleOptions& options) {
    ThreadPool threads(1);
    return collect_directions({corpus_.text, corpus_.alignments, classes_, options}, kBoth, threads);
  }
  // While phrases are numbered that are extracted as the samples want it, but for pairs that rules leave out
  // and a second alignment.
  std::vector<SampleSet> shared(const SampleOptions& options, std::uint64_t memory, std::size_t count) {
    ThreadPool threads(count);
    phrase::ExtractOptions extraction = options.extraction();
    extraction.rules.same_numbers = extraction.rules.same_marks = true;
    const std::vector<text::AlignmentCorpus> alignments{corpus_.alignments, other_.alignments};
    SampleCollector collector({classes_, options, {kBoth.begin(), kBoth.end()}}, {memory, ""});
    phrase::number_occurrences({corpus_.text, std::span(alignments)}, extraction, {}, threads,
                               silent_reporter(), &collector);
    return collector.take_sets();
  }

  // Several waves of several blocks.
  AlignedCorpus corpus_ = random_corpus(5, 9000, 9);
  AlignedCorpus other_ = with_links_of_half(corpus_);
  ReorderingClasses classes_ = ReorderingClasses::parse("5");

 private:
  static AlignedCorpus with_links_of_half(const AlignedCorpus& corpus) {
    AlignedCorpus half;
    for (std::size_t i = 0; i < corpus.text.size(); ++i) {
      const auto links = corpus.alignments.alignment(i);
      half.alignments.add(links.first(links.size() / 2));
    }
    return half;
  }
};

TEST_F(SampleCollectorTest, ASharedExtractionGivesTheSameSamples) {
  for (const auto orientation : {phrase::OrientationModel::kWord, phrase::OrientationModel::kPhrase,
                                 phrase::OrientationModel::kHierarchical}) {
    for (const auto neighbours : {Neighbours::kWords, Neighbours::kPhrases}) {
      const SampleOptions options{.max_length = 4,
                                  .orientation = orientation,
                                  .max_distance = 5,
                                  .max_words = 8,
                                  .neighbours = neighbours};
      const auto expected = own(options);
      EXPECT_GT(expected[0].samples.size(), 10'000U);
      EXPECT_GT(expected[0].counts.dropped_sentences, 0U);
      EXPECT_GT(expected[0].counts.dropped_distances, 0U);
      for (const std::size_t threads : {1U, 3U})
        expect_same(shared(options, store::kNoLimit, threads), expected);
    }
  }
}

TEST_F(SampleCollectorTest, NeitherThinningNorMemoryMakesADifference) {
  for (const std::size_t max_samples : {0U, 1U, 7777U, 1'000'000U}) {
    const SampleOptions options{.neighbours = Neighbours::kPhrases, .max_samples = max_samples};
    const auto expected = own(options);
    expect_same(shared(options, 1, 2), expected);
    if (max_samples == 0 || max_samples > 100'000) continue;
    EXPECT_EQ(expected[1].samples.size(), max_samples);
  }
}

TEST(Thinned, SamplesAreSpreadEvenly) {
  const auto all = [](std::uint64_t memory) {
    store::SpillingArray<Sample> samples({memory, ""});
    for (std::uint32_t i = 0; i < 50'000; ++i) {
      Sample sample;
      sample.sentence = i;
      samples.push_back(sample);
    }
    EXPECT_EQ(samples.on_disk(), memory < 1'000'000);
    return samples;
  };
  for (const std::size_t count : {1U, 7U, 500U, 25'001U, 49'999U}) {
    const std::vector<Sample> kept = thinned(all(store::kNoLimit), count);
    const std::vector<Sample> from_disk = thinned(all(1), count);
    ASSERT_EQ(kept.size(), count);
    ASSERT_EQ(from_disk.size(), count);
    for (std::size_t k = 0; k < count; ++k) {
      EXPECT_EQ(kept[k].sentence,
                static_cast<std::uint32_t>(static_cast<double>(k) * 50'000.0 / static_cast<double>(count)));
      EXPECT_EQ(from_disk[k].sentence, kept[k].sentence);
    }
  }
  for (const std::size_t count : {0U, 50'000U, 60'000U}) EXPECT_EQ(thinned(all(1), count).size(), 50'000U);
  EXPECT_TRUE(thinned(store::SpillingArray<Sample>(), 5).empty());
}

}  // namespace
}  // namespace calque::reorder
