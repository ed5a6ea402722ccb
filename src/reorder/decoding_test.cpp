// What a decoder needs beyond answers: moves on from phrases, memory of phrase pairs, and knowing whether
// word classes are the same.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/rng.h"
#include "phrase/extract.h"
#include "reorder/linear.h"
#include "reorder/model.h"
#include "reorder/samples.h"
#include "reorder/testing.h"
#include "reorder/testing_bench.h"

namespace calque::reorder {
namespace {

using testing::Bench;
using testing::swapping_corpus;
using testing::TinyCorpus;

std::vector<Sample> samples_of(const TinyCorpus& tiny, const std::string& classes, Direction direction) {
  ThreadPool threads(1);
  SampleOptions options;
  options.orientation = phrase::OrientationModel::kWord;
  options.direction = direction;
  options.max_ratio = 0;
  return collect_samples(tiny.corpus, tiny.alignments, ReorderingClasses::parse(classes), options, threads)
      .samples;
}

const Sample& sample_at(const std::vector<Sample>& samples, text::Span source, text::Span target) {
  return *std::find_if(samples.begin(), samples.end(), [&](const Sample& sample) {
    return sample.source() == source && sample.target() == target;
  });
}

// a b c d is said a, c d, then a word of no source word, then b.
TEST(ForwardSamples, LookAtTheMoveOnFromThePhrase) {
  TinyCorpus tiny;
  tiny.add("a b c d", "A C D x B", "0-0 2-1 3-2 1-4");
  const auto samples = samples_of(tiny, "3", Direction::kForward);
  EXPECT_EQ(sample_at(samples, {0, 1}, {0, 1}).distance, -1);  // on to c, over b
  EXPECT_EQ(sample_at(samples, {0, 1}, {0, 1}).label, 0);
  EXPECT_EQ(sample_at(samples, {2, 3}, {1, 2}).distance, 0);
  EXPECT_EQ(sample_at(samples, {2, 4}, {1, 3}).distance, 3);  // back to b, past x
  EXPECT_EQ(sample_at(samples, {2, 4}, {1, 4}).distance, 3);
  EXPECT_EQ(sample_at(samples, {1, 2}, {4, 5}).distance, -2);  // on to the sentence's end
  EXPECT_EQ(sample_at(samples, {0, 4}, {0, 5}).distance, 0);
  const auto backward = samples_of(tiny, "3", Direction::kBackward);
  EXPECT_EQ(sample_at(backward, {2, 3}, {1, 2}).distance, -1);
  EXPECT_EQ(sample_at(backward, {1, 2}, {4, 5}).distance, 3);
}

// Classes of forward samples are the extractor's forward orientations, whatever these refer to.
TEST(ForwardSamples, OrientationsAreThoseOfTheExtractor) {
  using phrase::OrientationModel;
  Rng rng(7);
  TinyCorpus tiny;
  for (int round = 0; round < 40; ++round) {
    const std::size_t size = 2 + rng.below(6);
    std::vector<std::size_t> order(size);
    std::iota(order.begin(), order.end(), 0U);
    rng.shuffle(std::span(order));
    std::string source;
    std::string target;
    std::string links;
    for (std::size_t i = 0; i < size; ++i) {
      source += (i == 0 ? "s" : " s") + std::to_string(i);
      target += (i == 0 ? "t" : " t") + std::to_string(i);
      // Some words have no links.
      if (rng.below(5) > 0) links += (links.empty() ? "" : " ") + fmt::format("{}-{}", order[i], i);
    }
    tiny.add(source, target, links);
  }
  ThreadPool threads(1);
  for (const auto model :
       {OrientationModel::kWord, OrientationModel::kPhrase, OrientationModel::kHierarchical}) {
    for (const char* name : {"msd", "mslr"}) {
      const SampleOptions options{.max_length = 4, .orientation = model, .direction = Direction::kForward};
      const auto classes = ReorderingClasses::parse(name);
      const auto samples = collect_samples(tiny.corpus, tiny.alignments, classes, options, threads).samples;
      phrase::PhraseExtractor extractor({.max_length = 4, .orientation = model});
      std::vector<phrase::Occurrence> found;
      for (std::size_t i = 0; i < tiny.corpus.size(); ++i) {
        extractor.extract({i, 0, tiny.corpus.source.sentence(i).size(), tiny.corpus.target.sentence(i).size(),
                           tiny.alignments.alignment(i)},
                          found);
      }
      ASSERT_EQ(samples.size(), found.size());
      std::vector<std::size_t> seen(classes.size(), 0);
      bool differs = false;
      for (std::size_t i = 0; i < samples.size(); ++i) {
        ASSERT_TRUE(samples[i].source() == found[i].source() && samples[i].target() == found[i].target());
        EXPECT_EQ(samples[i].orientation, found[i].forward);
        EXPECT_EQ(samples[i].label, std::min(phrase::index_of(found[i].forward), classes.size() - 1));
        differs = differs || found[i].forward != found[i].backward;
        ++seen[samples[i].label];
      }
      EXPECT_TRUE(differs);
      for (const std::size_t count : seen) EXPECT_GT(count, 0U);
    }
  }
}

// The move on from a phrase is the move to what comes next.
TEST(ForwardSamples, MirrorBackwardOnes) {
  Rng rng(5);
  for (int round = 0; round < 30; ++round) {
    const std::size_t size = 1 + rng.below(6);
    std::vector<std::uint32_t> order(size);
    for (std::uint32_t i = 0; i < size; ++i) order[i] = i;
    rng.shuffle(std::span(order));
    TinyCorpus tiny;
    std::string source;
    std::string target;
    std::string links;
    for (std::uint32_t i = 0; i < size; ++i) {
      source += " s" + std::to_string(i);
      target += " t" + std::to_string(i);
      links += " " + std::to_string(order[i]) + "-" + std::to_string(i);
    }
    tiny.add(source, target, links);
    const auto forward = samples_of(tiny, "5", Direction::kForward);
    const auto backward = samples_of(tiny, "5", Direction::kBackward);
    for (std::uint32_t i = 0; i + 1 < size; ++i) {
      const auto& now = sample_at(forward, {order[i], order[i] + 1}, {i, i + 1});
      const auto& next = sample_at(backward, {order[i + 1], order[i + 1] + 1}, {i + 1, i + 2});
      EXPECT_EQ(now.distance, next.distance);
      EXPECT_EQ(now.label, next.label);
    }
  }
}

TEST(ModelFile, KeepsTheDirection) {
  const auto path = (std::filesystem::temp_directory_path() / "calque-reorder-direction").string();
  Bench bench(swapping_corpus(60, false, 3));
  for (const Direction direction : {Direction::kBackward, Direction::kForward}) {
    ReorderingModel({"lexical", bench.classes, {}, {}, {}, direction}, bench.trained("lexical").classifier)
        .save(path);
    EXPECT_EQ(ReorderingModel::load(path).description().direction, direction);
    EXPECT_EQ(ReorderingModel::load(path, store::Verify::kHeader).description().direction, direction);
  }
  std::filesystem::remove(path);
}

TEST(PairMemory, ChangesNoAnswer) {
  Bench bench(swapping_corpus(200, false, 3));
  for (const char* const learner : {"mlr-dual", "dpr-mms", "bayes-map", "lexical"}) {
    const auto model = bench.trained(learner).classifier;
    SentenceLoader loader(bench.text);
    SpanScratch scratch;
    std::vector<float> plain(3);
    std::vector<float> first(3);
    std::vector<float> second(3);
    std::size_t used = 0;
    for (std::size_t i = 0; i < std::min<std::size_t>(60, bench.split.test.size()); ++i) {
      const Sample& sample = bench.split.test[i];
      loader.load(sample.sentence);
      const TargetPhrase target = loader.target_phrase(sample);
      model->begin_span(loader.source(), sample.source(), scratch);
      scratch.pair_memory = {};
      model->log_probs(scratch, target, plain);
      std::vector<float> memory{0, 0, 0, -1};
      scratch.pair_memory = memory;
      model->log_probs(scratch, target, first);
      model->log_probs(scratch, target, second);
      EXPECT_EQ(first, plain);
      EXPECT_EQ(second, plain);
      if (memory[3] > 0) ++used;
    }
    if (std::string(learner) == "mlr-dual") {
      EXPECT_GT(used, 30U);
    }
  }
}

TEST(Features, OfPhrasesAndJoinedOnesAreAllOfThePair) {
  const FeatureMaker maker(FeatureOptions::preset("rich"));
  const std::vector<Key> words{1, 2, 3, 4};
  const std::vector<Key> other{9, 2, 3, 8};
  const std::vector<Key> target{5, 6};
  const std::vector<std::uint32_t> classes{1, 2, 1, 2};
  const std::vector<std::uint32_t> target_classes{3, 4};
  const std::vector<phrase::InternalLink> links{{0, 0}, {1, 1}};
  const TargetPhrase phrase{{target, target_classes}, links};
  std::vector<Key> all;
  std::vector<Key> parts;
  std::vector<Key> elsewhere;
  maker.pair_features({words, classes}, {1, 3}, phrase, all);
  maker.phrase_features({words, classes}, {1, 3}, phrase, parts);
  maker.phrase_features({other, classes}, {1, 3}, phrase, elsewhere);
  EXPECT_EQ(parts, elsewhere);  // whatever the sentence
  EXPECT_GT(parts.size(), 10U);
  maker.joined_features({words, classes}, {1, 3}, phrase, parts);
  EXPECT_EQ(parts, all);
}

TEST(ClassLookup, FingerprintsTellClassesApart) {
  text::Vocabulary vocabulary;
  for (const char* const word : {"a", "b", "c"}) vocabulary.add(word);
  text::WordClasses classes{{0, 1, 1}, 2, 0};
  const auto mark = ClassLookup(classes, vocabulary).fingerprint();
  EXPECT_EQ(ClassLookup(classes, vocabulary).fingerprint(), mark);
  EXPECT_NE(ClassLookup().fingerprint(), mark);
  classes.unknown_class = 1;
  EXPECT_NE(ClassLookup(classes, vocabulary).fingerprint(), mark);
  classes = {{0, 1, 0}, 2, 0};
  EXPECT_NE(ClassLookup(classes, vocabulary).fingerprint(), mark);
  text::Vocabulary other;
  for (const char* const word : {"a", "b", "d"}) other.add(word);
  EXPECT_NE(ClassLookup({{0, 1, 1}, 2, 0}, other).fingerprint(), mark);
}

}  // namespace
}  // namespace calque::reorder
