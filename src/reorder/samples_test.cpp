// Classes of movement and samples (theory/reordering.md#worked-examples A and I,
// theory/reordering.md#what-must-hold, theory/reordering.md#orientations).
#include "reorder/samples.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <gmock/gmock.h>

#include "base/error.h"
#include "reorder/bayes.h"
#include "reorder/evaluation.h"
#include "reorder/move_score.h"
#include "reorder/testing.h"

namespace calque::reorder {
namespace {

using testing::TinyCorpus;

constexpr auto kMonotone = phrase::Orientation::kMonotone;

TEST(ReorderingClasses, WorkedExample) {
  const auto three = ReorderingClasses::parse("3");
  const auto five = ReorderingClasses::parse("5");
  const int distances[] = {0, -2, 4};
  const int of_three[] = {1, 0, 2};
  const int of_five[] = {2, 1, 3};
  double cost = 0.0;
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(three.class_of(distances[i], kMonotone), of_three[i]);
    EXPECT_EQ(five.class_of(distances[i], kMonotone), of_five[i]);
    cost -= word_distance_score(distances[i]);
  }
  EXPECT_EQ(cost, 6.0);
  EXPECT_EQ(three.monotone_class(), 1U);
  EXPECT_EQ(five.monotone_class(), 2U);
}

TEST(ReorderingClasses, ClassesPartitionTheIntegers) {
  for (const char* name : {"3", "5", "-10,-4,0,1,5,11"}) {
    const auto set = ReorderingClasses::parse(name);
    std::set<int> seen;
    int before = 0;
    for (int d = -40; d <= 40; ++d) {
      const int label = set.class_of(d, kMonotone);
      EXPECT_TRUE(label == before || label == before + 1) << name << " " << d;
      before = label;
      seen.insert(label);
    }
    EXPECT_EQ(seen.size(), set.size());
    EXPECT_EQ(set.labels().size(), set.size());
  }
  const auto five = ReorderingClasses::parse("5");
  EXPECT_EQ(five.class_of(-5, kMonotone), 0);
  EXPECT_EQ(five.class_of(-4, kMonotone), 1);
  EXPECT_EQ(five.class_of(5, kMonotone), 4);
  EXPECT_THAT(five.labels(), ::testing::ElementsAre("d<-4", "-4<=d<0", "d=0", "1<=d<5", "d>=5"));
}

TEST(ReorderingClasses, OrientationsAndNames) {
  const auto msd = ReorderingClasses::parse("msd");
  const auto mslr = ReorderingClasses::parse("mslr");
  EXPECT_EQ(msd.class_of(7, phrase::Orientation::kSwap), 1);
  EXPECT_EQ(msd.class_of(7, phrase::Orientation::kDiscontinuousLeft), 2);
  EXPECT_EQ(msd.class_of(7, phrase::Orientation::kDiscontinuousRight), 2);
  EXPECT_EQ(mslr.class_of(7, phrase::Orientation::kDiscontinuousRight), 3);
  EXPECT_EQ(mslr.size(), 4U);
  for (const char* bad : {"", "4", "0", "1,0", "0,0", "a", "msd ", "1,,2", "1,99999999999"})
    EXPECT_THROW(ReorderingClasses::parse(bad), UsageError) << bad;
}

TEST(ReorderingClasses, NeighboursInOneDirectionAreClose) {
  const auto distances = ReorderingClasses::parse("5").default_distances();
  for (std::size_t a = 0; a < 5; ++a) {
    for (std::size_t b = 0; b < 5; ++b) {
      const bool close = (a == 0 && b == 1) || (a == 1 && b == 0) || (a == 3 && b == 4) || (a == 4 && b == 3);
      EXPECT_EQ(distances(a, b), a == b ? 0.0 : close ? 0.5 : 1.0) << a << " " << b;
    }
  }
  for (const char* name : {"3", "msd"})
    EXPECT_EQ(ReorderingClasses::parse(name).default_distances()(0, 1), 1.0);
}

TEST(RelativeGain, WorkedExample) {
  const std::vector<double> lr3{55.7, 86.5, 49.2};
  const std::vector<double> me3{67.9, 90.8, 69.2};
  const std::vector<double> dpr3{73.3, 92.5, 74.6};
  EXPECT_NEAR(relative_gain(dpr3, lr3, 1), .4161, 5e-5);
  EXPECT_NEAR(relative_gain(dpr3, me3, 1), .0788, 5e-5);
  const std::vector<double> lr5{44.9, 32.0, 86.4, 29.2, 46.2};
  const std::vector<double> me5{52.1, 54.7, 90.4, 63.9, 61.8};
  const std::vector<double> dpr5{60.0, 61.4, 92.6, 75.4, 68.8};
  EXPECT_NEAR(relative_gain(dpr5, lr5, 2), .8316, 5e-5);
  EXPECT_NEAR(relative_gain(dpr5, me5, 2), .1418, 5e-5);
}

TEST(MoveScore, WorkedExampleAndUniformProbability) {
  EXPECT_NEAR(distance_adjusted_score(4, .716247, {.beta = 1}), -5.584662, 1e-5);
  EXPECT_NEAR(distance_adjusted_score(4, .716247, {.beta = 3}), -1.861554, 1e-5);
  for (const int d : {-15, -1, 0, 1, 7}) {
    EXPECT_NEAR(distance_adjusted_score(d, 1.0 / 3, {.beta = 3}), word_distance_score(d), 1e-12);
    EXPECT_NEAR(distance_adjusted_score(d, 0.2, {.beta = 5}), word_distance_score(d), 1e-12);
  }
  EXPECT_EQ(distance_adjusted_score(0, 0.1, {}), 0.0);
  EXPECT_NEAR(distance_adjusted_score(0, 0.1, {.charge_unlikely_rest = true}), -1 / .3, 1e-9);
  EXPECT_EQ(distance_adjusted_score(0, 0.6, {.charge_unlikely_rest = true}), 0.0);
  EXPECT_EQ(distance_adjusted_score(-2, 1e-30, {.max_ratio = 5}), -10.0);
  EXPECT_TRUE(std::isfinite(distance_adjusted_score(3, 0.0, {})));
}

// The example of theory/dual-logistic-regression.md#features: e1, then f6 over f3 f4 f5, which then swap with
// it.
TinyCorpus example() {
  TinyCorpus corpus;
  corpus.add("f1 f2 f3 f4 f5 f6", "e1 e2 e3 e4 e5", "0-0 1-0 2-4 4-3 5-1 5-2");
  return corpus;
}

const Sample* find(const SampleSet& set, text::Span source, text::Span target) {
  for (const Sample& sample : set.samples) {
    if (sample.source() == source && sample.target() == target) return &sample;
  }
  return nullptr;
}

TEST(Samples, WorkedExampleOfOrientations) {
  const TinyCorpus corpus = example();
  ThreadPool threads(1);
  for (const auto model : {phrase::OrientationModel::kWord, phrase::OrientationModel::kPhrase,
                           phrase::OrientationModel::kHierarchical}) {
    SampleOptions options;
    options.orientation = model;
    const auto set =
        collect_samples(corpus.corpus, corpus.alignments, ReorderingClasses::parse("msd"), options, threads);
    const Sample* first = find(set, {0, 2}, {0, 1});
    const Sample* second = find(set, {5, 6}, {1, 3});
    const Sample* third = find(set, {2, 5}, {3, 5});
    ASSERT_TRUE(first != nullptr && second != nullptr && third != nullptr);
    EXPECT_EQ(first->label, 0);   // monotone
    EXPECT_EQ(second->label, 2);  // other
    EXPECT_EQ(third->label, 1);   // swap
    EXPECT_EQ(first->distance, 0);
    EXPECT_EQ(second->distance, 2 - 5);
    EXPECT_EQ(third->distance, 6 - 2);
    const auto counts = class_counts(set.samples, 3);
    EXPECT_EQ(counts[0] + counts[1] + counts[2], set.samples.size());
  }
}

TEST(Samples, WorkedExampleOfDistances) {
  // Six words, said as [0,1], [4,5], [2,3].
  TinyCorpus corpus;
  corpus.add("a b c d e f", "A B E F C D", "0-0 1-1 4-2 5-3 2-4 3-5");
  ThreadPool threads(1);
  const auto five = ReorderingClasses::parse("5");
  const auto set = collect_samples(corpus.corpus, corpus.alignments, five, {}, threads);
  const text::Span sources[] = {{0, 2}, {4, 6}, {2, 4}};
  const int distances[] = {0, -2, 4};
  const int labels[] = {2, 1, 3};
  for (std::uint32_t i = 0; i < 3; ++i) {
    const Sample* sample = find(set, sources[i], {2 * i, 2 * i + 2});
    ASSERT_NE(sample, nullptr);
    EXPECT_EQ(sample->distance, distances[i]);
    EXPECT_EQ(sample->label, labels[i]);
  }
}

TEST(Samples, MonotoneSentencesDoNotMove) {
  TinyCorpus corpus;
  corpus.add("a b c d", "A B C D", "0-0 1-1 2-2 3-3");
  ThreadPool threads(1);
  const auto set =
      collect_samples(corpus.corpus, corpus.alignments, ReorderingClasses::parse("5"), {}, threads);
  EXPECT_EQ(set.samples.size(), 10U);
  for (const Sample& sample : set.samples) {
    EXPECT_EQ(sample.distance, 0);
    EXPECT_EQ(sample.label, 2);
  }
}

std::vector<int> distances_of_words(const TinyCorpus& corpus, Direction direction, Neighbours neighbours) {
  ThreadPool threads(1);
  const SampleOptions options{
      .max_length = 1, .max_ratio = 0, .direction = direction, .neighbours = neighbours};
  std::vector<int> distances;
  for (const Sample& sample :
       collect_samples(corpus.corpus, corpus.alignments, ReorderingClasses::parse("5"), options, threads)
           .samples)
    distances.push_back(sample.distance);
  return distances;
}

TEST(Samples, WordsWithoutLinksJoinThePhraseBefore) {
  using std::vector;
  TinyCorpus particles;
  particles.add("a x b y c", "A B C", "0-0 2-1 4-2");
  for (const auto direction : {Direction::kBackward, Direction::kForward})
    EXPECT_EQ(distances_of_words(particles, direction, Neighbours::kPhrases), (vector{0, 0, 0}));
  EXPECT_EQ(distances_of_words(particles, Direction::kBackward, Neighbours::kWords), (vector{0, -1, -1}));
  EXPECT_EQ(distances_of_words(particles, Direction::kForward, Neighbours::kWords), (vector{-1, -1, 0}));

  // Not over linked words, not where nothing was said before, and only those on the way; then c, b is a jump.
  TinyCorpus jumps;
  jumps.add("x a x b c", "A C B", "1-0 3-2 4-1");
  EXPECT_EQ(distances_of_words(jumps, Direction::kBackward, Neighbours::kPhrases), (vector{-1, -1, 2}));
  EXPECT_EQ(distances_of_words(jumps, Direction::kBackward, Neighbours::kWords), (vector{-1, -2, 2}));
  EXPECT_EQ(distances_of_words(jumps, Direction::kForward, Neighbours::kPhrases), (vector{-2, 2, -1}));
}

TEST(Samples, OneExtractionServesBothDirections) {
  TinyCorpus corpus;
  corpus.add("a b c", "A", "0-0");                      // too unequal
  corpus.add("a b c d", "D A B C", "0-1 1-2 2-3 3-0");  // jumps of 3 and 4
  corpus.add("a b c", "B A", "0-1 1-0");
  ThreadPool threads(2);
  const auto classes = ReorderingClasses::parse("5");
  SampleOptions options{.max_distance = 3, .neighbours = Neighbours::kPhrases};
  const Direction directions[] = {Direction::kForward, Direction::kBackward};
  const auto both =
      collect_directions({corpus.corpus, corpus.alignments, classes, options}, directions, threads);
  ASSERT_EQ(both.size(), 2U);
  for (std::size_t d = 0; d < both.size(); ++d) {
    options.direction = directions[d];
    const auto one = collect_samples(corpus.corpus, corpus.alignments, classes, options, threads);
    ASSERT_FALSE(one.samples.empty());
    EXPECT_EQ(both[d].counts.dropped_sentences, one.counts.dropped_sentences);
    EXPECT_EQ(both[d].counts.dropped_distances, one.counts.dropped_distances);
    ASSERT_EQ(both[d].samples.size(), one.samples.size());
    for (std::size_t i = 0; i < one.samples.size(); ++i) {
      EXPECT_EQ(both[d].samples[i].distance, one.samples[i].distance);
      EXPECT_EQ(both[d].samples[i].label, one.samples[i].label);
      EXPECT_EQ(both[d].samples[i].source(), one.samples[i].source());
    }
  }
}

TEST(Samples, FiltersSentencesAndLongJumps) {
  TinyCorpus corpus;
  corpus.add("a b c", "A", "0-0");                      // too unequal
  corpus.add("", "", "");                               // empty
  corpus.add("a b c d", "D A B C", "0-1 1-2 2-3 3-0");  // jumps of 3 and 4
  ThreadPool threads(1);
  const auto classes = ReorderingClasses::parse("3");
  SampleOptions options;
  options.max_length = 1;
  auto set = collect_samples(corpus.corpus, corpus.alignments, classes, options, threads);
  EXPECT_EQ(set.counts.dropped_sentences, 2U);
  EXPECT_EQ(set.samples.size(), 4U);
  options.max_distance = 3;
  set = collect_samples(corpus.corpus, corpus.alignments, classes, options, threads);
  EXPECT_EQ(set.samples.size(), 3U);
  EXPECT_EQ(set.counts.dropped_distances, 1U);
  options.max_words = 3;
  EXPECT_TRUE(collect_samples(corpus.corpus, corpus.alignments, classes, options, threads).samples.empty());
  options.max_words = 0;
  EXPECT_THROW(options.validate(), UsageError);
  EXPECT_THROW((SampleOptions{.max_length = 0}).validate(), UsageError);
  EXPECT_THROW((SampleOptions{.max_ratio = 0.5}).validate(), UsageError);
}

TEST(Samples, LimitsAreKeptExactly) {
  const SampleOptions defaults;
  EXPECT_EQ(defaults.max_length, 8U);
  EXPECT_EQ(defaults.max_distance, 15U);
  EXPECT_EQ(defaults.max_words, 100U);
  EXPECT_EQ(defaults.max_ratio, 2.0);
  ThreadPool threads(1);
  const auto kept = [&](std::size_t source, std::size_t target) {
    const auto words = [](std::size_t count) {
      std::string line = "w";
      for (std::size_t i = 1; i < count; ++i) line += " w";
      return line;
    };
    TinyCorpus corpus;
    corpus.add(words(source), words(target), "0-0");
    const auto set =
        collect_samples(corpus.corpus, corpus.alignments, ReorderingClasses::parse("3"), {}, threads);
    EXPECT_EQ(set.counts.sentences + set.counts.dropped_sentences, 1U);
    EXPECT_EQ(set.samples.empty(), set.counts.sentences == 0);
    return set.counts.sentences == 1;
  };
  // Twice as long, on either side, is not yet too unequal.
  EXPECT_TRUE(kept(4, 2));
  EXPECT_TRUE(kept(2, 4));
  EXPECT_FALSE(kept(5, 2));
  EXPECT_FALSE(kept(2, 5));
  EXPECT_TRUE(kept(100, 100));
  EXPECT_FALSE(kept(101, 100));
  EXPECT_FALSE(kept(100, 101));
}

TEST(Samples, TheSameForAnyNumberOfThreads) {
  const TinyCorpus corpus = testing::swapping_corpus(3000, true, 1);
  ThreadPool one(1);
  ThreadPool four(4);
  const auto classes = ReorderingClasses::parse("3");
  const auto a = collect_samples(corpus.corpus, corpus.alignments, classes, {}, one);
  const auto b = collect_samples(corpus.corpus, corpus.alignments, classes, {}, four);
  ASSERT_EQ(a.samples.size(), b.samples.size());
  for (std::size_t i = 0; i < a.samples.size(); ++i) {
    EXPECT_EQ(a.samples[i].sentence, b.samples[i].sentence);
    EXPECT_EQ(a.samples[i].source(), b.samples[i].source());
  }
}

TEST(Samples, PartsOfACorpusAreTheWhole) {
  const TinyCorpus corpus = testing::swapping_corpus(1500, true, 1);
  ThreadPool threads(2);
  const auto classes = ReorderingClasses::parse("3");
  const auto whole = collect_samples(corpus.corpus, corpus.alignments, classes, {}, threads);
  const CorpusText text(corpus.corpus, corpus.alignments, {});
  const FeatureMaker maker(FeatureOptions::preset("pairs"));
  const auto expected = count_features(text, whole.samples, maker, 3, threads);
  for (const std::size_t step : {1U, 700U, 1500U, 5000U}) {
    const SampleSource source{corpus.corpus, corpus.alignments, classes, {}, step};
    std::size_t seen = 0;
    const auto counts = for_each_part(source, threads, [&](std::span<const Sample> part) {
      ASSERT_LE(seen + part.size(), whole.samples.size());
      for (const Sample& sample : part) {
        const Sample& same = whole.samples[seen++];
        EXPECT_TRUE(sample.sentence == same.sentence && sample.source() == same.source() &&
                    sample.target() == same.target() && sample.label == same.label);
      }
    });
    EXPECT_EQ(seen, whole.samples.size());
    EXPECT_EQ(counts.sentences, whole.counts.sentences);
    if (step == 1) continue;
    // One-pass counting never holds all samples.
    SampleCounts left_out;
    const auto streamed = count_features(text, source, maker, threads, left_out);
    EXPECT_EQ(left_out.sentences, whole.counts.sentences);
    EXPECT_EQ(streamed.by_feature.keys, expected.by_feature.keys);
    EXPECT_EQ(streamed.by_feature.counters, expected.by_feature.counters);
    EXPECT_EQ(streamed.examples, expected.examples);
  }
}

TEST(Split, KeepsSentencesWhole) {
  const TinyCorpus corpus = testing::swapping_corpus(200, true, 1);
  ThreadPool threads(1);
  const auto set =
      collect_samples(corpus.corpus, corpus.alignments, ReorderingClasses::parse("3"), {}, threads);
  const Split split = split_by_sentence(set.samples, 0.1, 7);
  std::set<std::uint32_t> train;
  std::set<std::uint32_t> test;
  for (const Sample& sample : split.train) train.insert(sample.sentence);
  for (const Sample& sample : split.test) test.insert(sample.sentence);
  EXPECT_EQ(test.size(), 20U);
  EXPECT_EQ(train.size() + test.size(), 200U);
  EXPECT_EQ(split.train.size() + split.test.size(), set.samples.size());
  std::set<std::uint32_t> other;
  for (const Sample& sample : split_by_sentence(set.samples, 0.1, 8).test) other.insert(sample.sentence);
  EXPECT_NE(other, test);
  for (const double bad : {0.0, 1.0, -0.1, 2.0})
    EXPECT_THROW(split_by_sentence(set.samples, bad, 1), UsageError);
  EXPECT_TRUE(split_by_sentence({}, 0.1, 1).test.empty());
}

TEST(Split, SmallerPartsLieInLargerOnes) {
  const TinyCorpus corpus = testing::swapping_corpus(200, true, 1);
  ThreadPool threads(1);
  const auto set =
      collect_samples(corpus.corpus, corpus.alignments, ReorderingClasses::parse("3"), {}, threads);
  std::set<std::uint32_t> before;
  for (const double part : {0.001, 0.1, 0.5, 1.0}) {
    const auto samples = part_of_sentences(set.samples, part, 3);
    std::set<std::uint32_t> sentences;
    std::size_t whole = 0;
    for (const Sample& sample : samples) sentences.insert(sample.sentence);
    for (const Sample& sample : set.samples) whole += sentences.count(sample.sentence);
    EXPECT_EQ(whole, samples.size());
    EXPECT_EQ(sentences.size(), static_cast<std::size_t>(std::ceil(200 * part)));
    EXPECT_TRUE(std::includes(sentences.begin(), sentences.end(), before.begin(), before.end()));
    before = sentences;
  }
  for (const double bad : {0.0, 1.1, -1.0}) EXPECT_THROW(part_of_sentences(set.samples, bad, 1), UsageError);
  EXPECT_TRUE(part_of_sentences({}, 0.5, 1).empty());
}

}  // namespace
}  // namespace calque::reorder
