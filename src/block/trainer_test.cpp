// From sentence pairs to data points and weights, on small corpora.
#include "block/trainer.h"

#include <cmath>
#include <optional>

#include <gtest/gtest.h>

#include "base/error.h"
#include "block/swapping_corpus.h"

namespace calque::block {
namespace {

using testing::SwappingCorpus;

bool equal(const DataPoints& a, const DataPoints& b) {
  if (a.size() != b.size() || a.vector_count() != b.vector_count()) return false;
  for (std::size_t p = 0; p < a.size(); ++p) {
    if (a[p].size() != b[p].size() || a[p].positives() != b[p].positives()) return false;
    for (std::size_t i = 0; i < a[p].size(); ++i) {
      if (!std::ranges::equal(a[p].floats(i), b[p].floats(i))) return false;
      if (!std::ranges::equal(a[p].binary(i), b[p].binary(i))) return false;
    }
  }
  return true;
}

std::vector<BinaryKind> all_kinds() {
  return {BinaryKind::kBlocks, BinaryKind::kTargetPhrases, BinaryKind::kWordBoundary};
}

TEST(BlockTrainer, ResultsDoNotDependOnTheNumberOfThreads) {
  const SwappingCorpus text(400);
  for (const ModelKind kind : {ModelKind::kOrientation, ModelKind::kDistortion}) {
    EventSettings settings{.kind = kind, .binary = all_kinds()};
    if (kind == ModelKind::kOrientation) settings.events.alternatives = Alternatives::kSource;
    Events one = text.events(settings, 1);
    Events three = text.events(settings, 3);
    EXPECT_TRUE(equal(one.points, three.points));
    EXPECT_TRUE(equal(one.neutral, three.neutral));
    EXPECT_TRUE(equal(one.held_out, three.held_out));
    ThreadPool single(1);
    ThreadPool several(3);
    const WeightSettings weights{.online = {.passes = 3, .rate = 1e-3}};
    const Trained a = train_weights(one, weights, single, silent_reporter());
    const Trained b = train_weights(three, weights, several, silent_reporter());
    EXPECT_TRUE(std::ranges::equal(a.model.weights(), b.model.weights()));
    EXPECT_TRUE(std::ranges::equal(a.model.neutral_weights(), b.model.neutral_weights()));
    EXPECT_EQ(a.report.passes.back().held_out_error, b.report.passes.back().held_out_error);
  }
}

TEST(BlockTrainer, CountsAreThoseOfTheBigramList) {
  const SwappingCorpus text(200);
  const Events events =
      text.events({.kind = ModelKind::kOrientation, .events = {.alternatives = Alternatives::kSource}});
  std::uint64_t left = 0;
  std::uint64_t right = 0;
  for (const OrientationCount& count : events.data.orientations) {
    left += count.left;
    right += count.right;
  }
  EXPECT_EQ(right, events.counts.bigrams[0]);
  EXPECT_EQ(left, events.counts.bigrams[1]);
  EXPECT_GT(left, 0U);
  EXPECT_EQ(events.points.positive_count(), left + right);
  EXPECT_EQ(events.neutral.size(), events.counts.bigrams[2]);
  EXPECT_EQ(events.counts.sentences + events.counts.held_out_sentences, 200U);
}

// theory/block-bigrams.md#alternatives: source alternatives cover the same source words, hence share inbound
// and outbound costs with a positive; target alternatives do not.
TEST(BlockTrainer, SourceAlternativesShareTheStepsOfPositives) {
  const SwappingCorpus text(150);
  EventSettings settings{.kind = ModelKind::kDistortion, .events = {.alternatives = Alternatives::kSource}};
  const Events source = text.events(settings);
  for (std::size_t p = 0; p < source.points.size(); ++p) {
    const PointView point = source.points[p];
    for (std::size_t i = point.positives(); i < point.size(); ++i) {
      bool shared = false;
      for (std::size_t k = 0; k < point.positives(); ++k) {
        shared =
            shared || (point.floats(i)[4] == point.floats(k)[4] && point.floats(i)[5] == point.floats(k)[5]);
      }
      ASSERT_TRUE(shared);
    }
  }
  settings.events.alternatives = Alternatives::kSourceAndTarget;
  const Events both = text.events(settings);
  EXPECT_EQ(both.points.size(), source.points.size());
  EXPECT_EQ(both.points.positive_count(), source.points.positive_count());
  EXPECT_GT(both.points.vector_count(), source.points.vector_count());
}

// A pair that is asked about must not help to predict itself.
TEST(BlockTrainer, OwnCountsAreTakenOff) {
  const SwappingCorpus text(200);
  EventSettings settings{.kind = ModelKind::kOrientation, .events = {.alternatives = Alternatives::kSource}};
  const Events plain = text.events(settings);
  settings.events.seen = SeenIn::kElsewhere;
  const Events without = text.events(settings);
  ASSERT_EQ(plain.points.size(), without.points.size());  // every block is frequent here
  for (std::size_t p = 0; p < plain.points.size(); ++p) {
    for (std::size_t i = 0; i < plain.points[p].positives(); ++i) {
      EXPECT_GT(without.points[p].floats(i)[0], plain.points[p].floats(i)[0]);
      EXPECT_GE(without.points[p].floats(i)[1], plain.points[p].floats(i)[1]);
      EXPECT_EQ(without.points[p].floats(i)[2], plain.points[p].floats(i)[2]);
    }
  }
  // Nothing was seen elsewhere.
  EXPECT_THROW(SwappingCorpus(1).events(settings), DataError);
}

TEST(BlockTrainer, LearnsWhichBlocksSwap) {
  const SwappingCorpus text(1500);
  Events events =
      text.events({.kind = ModelKind::kOrientation, .events = {.alternatives = Alternatives::kSource}});
  ThreadPool threads(1);
  const Trained trained =
      train_weights(events, {.online = {.passes = 2, .rate = 1e-3}}, threads, silent_reporter());
  for (const double weight : trained.model.weights()) EXPECT_LE(weight, 0);
  // Blocks that touch none before them have weights of their own, learnt beside the others.
  double minimum = 0;
  for (const double weight : trained.model.neutral_weights()) {
    EXPECT_LE(weight, 0);
    minimum = std::min(minimum, weight);
  }
  EXPECT_LT(minimum, 0);
  EXPECT_EQ(trained.report.neutral_passes.size(), 2U);
  EXPECT_LT(trained.report.passes.back().held_out_error, trained.report.passes.front().mean_loss);
  EXPECT_LT(trained.report.passes.back().mean_loss, std::log(2.0));
}

TEST(BlockTrainer, BinaryFeaturesLowerTheError) {
  const SwappingCorpus text(500);
  const auto error_with = [&](std::vector<BinaryKind> kinds) {
    Events events = text.events({.kind = ModelKind::kDistortion, .binary = std::move(kinds)});
    BlockWeights weights = zero_weights(events.points);
    // Without the language model, which knows as much.
    const OnlineOptions options{.passes = 20,
                                .rate = 1e-3,
                                .binary_rate = 0.02,
                                .float_moves = {true, true, false, false, true, true, true}};
    train_in_memory(events.points, events.held_out, options, weights);
    return prediction_error(events.held_out, weights);
  };
  const double floats = error_with({});
  EXPECT_LT(error_with({BinaryKind::kBlocks}), floats);
  EXPECT_LT(error_with({BinaryKind::kTargetPhrases}), floats);
  EXPECT_LT(error_with({BinaryKind::kWordBoundary}), floats);
}

// From weights that are good already there is less to learn, and the bound starts from them.
TEST(BlockTrainer, TheBoundIsCheckedFromTheStart) {
  const SwappingCorpus text(200);
  ThreadPool threads(1);
  const auto bound_from = [&](const std::vector<double>& start) {
    Events events = text.events({.kind = ModelKind::kDistortion});
    const WeightSettings settings{.online = {.passes = 5, .rate = 1e-3}, .start = start, .check_bound = true};
    const Trained trained = train_weights(events, settings, threads, silent_reporter());
    return std::pair(trained.report.bound,
                     std::vector<double>(trained.model.weights().begin(), trained.model.weights().end()));
  };
  const auto [from_zero, weights] = bound_from({});
  const auto [from_weights, unused] = bound_from(weights);
  EXPECT_TRUE(from_zero.holds());
  EXPECT_TRUE(from_weights.holds());
  EXPECT_LT(from_weights.mean_loss, from_zero.mean_loss);
}

TEST(BlockTrainer, TwoStagesLeaveFloatsAsTheFirstStageMadeThem) {
  const SwappingCorpus text(300);
  const EventSettings settings{.kind = ModelKind::kDistortion, .binary = all_kinds()};
  ThreadPool threads(1);
  Events first = text.events(settings);
  Events second = text.events(settings);
  const Trained staged =
      train_weights(first, {.online = {.passes = 3, .rate = 1e-3}, .two_stages = true, .float_passes = 1},
                    threads, silent_reporter());
  WeightSettings floats{.online = {.passes = 1, .rate = 1e-3, .binary_moves = false}};
  const Trained alone = train_weights(second, floats, threads, silent_reporter());
  EXPECT_TRUE(std::ranges::equal(staged.model.weights(), alone.model.weights()));
  EXPECT_TRUE(staged.model.has_binary());
  EXPECT_FALSE(alone.model.has_binary());
  EXPECT_EQ(staged.report.passes.size(), 4U);
}

TEST(BlockTrainer, ComponentsThatAreNotChosenWeighNothing) {
  const SwappingCorpus text(100);
  Events events = text.events({.kind = ModelKind::kDistortion});
  ThreadPool threads(1);
  EXPECT_THROW(train_weights(events, {.components = "abx"}, threads, silent_reporter()), UsageError);
  const Trained trained = train_weights(events, {.components = "ace"}, threads, silent_reporter());
  for (const std::size_t unused : {1U, 3U, 5U, 6U}) EXPECT_EQ(trained.model.weights()[unused], 0);
  for (const std::size_t used : {2U, 4U}) EXPECT_NE(trained.model.weights()[used], 0);
}

TEST(BlockTrainer, FilteredSentencesAreLeftOut) {
  const SwappingCorpus text(100);
  SourceFilter filter;
  filter.add_sentence(text.corpus.source.sentence(0));
  filter.finish();
  const Events events = text.events(
      {.kind = ModelKind::kDistortion, .held_out_every = 0, .filter = &filter, .shared_words = 2});
  EXPECT_GT(events.counts.filtered_sentences, 0U);
  EXPECT_GT(events.counts.sentences, 0U);
  EXPECT_EQ(events.counts.filtered_sentences + events.counts.sentences, 100U);
}

TEST(BlockTrainer, NothingToLearnFromIsAnError) {
  const SwappingCorpus text(10);
  const calque::text::Corpus none;
  ThreadPool threads(1);
  const TrainingText empty{none, none, {}, text.corpus.source_vocabulary.size()};
  const ModelOfFold fold{text.language_model.get(), text.lm_words};
  EXPECT_THROW(make_events({*text.blocks, empty, {&fold, 1}}, {}, threads, silent_reporter()), DataError);
  const BlockSet no_blocks(std::span<const CountedBlock>{});
  const TrainingText all{text.corpus.source, text.corpus.target, {}, 8};
  EXPECT_THROW(make_events({no_blocks, all, {&fold, 1}}, {}, threads, silent_reporter()), DataError);
  EventSettings bad{.kind = ModelKind::kOrientation};
  bad.events.adjacency = Adjacency::kAnywhere;
  EXPECT_THROW(text.events(bad), UsageError);
  EXPECT_THROW(text.events({.held_out_every = 1}), UsageError);
  EXPECT_THROW(text.events({.shared_words = 0}), UsageError);
}

TEST(EventSettingsTest, TheKindDecidesWhatIsNotSaid) {
  EventSettings distortion;
  distortion.complete(std::nullopt);
  EXPECT_EQ(distortion.events.adjacency, Adjacency::kAnywhere);
  EXPECT_EQ(distortion.events.alternatives, Alternatives::kSourceAndTarget);
  distortion.complete(Adjacency::kTouching);
  EXPECT_EQ(distortion.events.adjacency, Adjacency::kTouching);
  EventSettings orientation{.kind = ModelKind::kOrientation};
  orientation.complete(std::nullopt);
  EXPECT_EQ(orientation.events.adjacency, Adjacency::kTouching);
  EXPECT_EQ(orientation.events.alternatives, Alternatives::kSource);
  EXPECT_THROW(orientation.complete(Adjacency::kAnywhere), UsageError);
}

}  // namespace
}  // namespace calque::block
