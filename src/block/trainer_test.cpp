// From sentence pairs to data points and weights, on small corpora.
#include "block/trainer.h"

#include <cmath>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/rng.h"
#include "lm/estimate.h"

namespace calque::block {
namespace {

// Source word i is said as target word i; neighbours whose first word is below 3 swap.
struct SwappingCorpus {
  explicit SwappingCorpus(std::size_t sentences, std::uint64_t seed = 1) {
    Rng rng(seed);
    for (std::size_t n = 0; n < sentences; ++n) {
      std::vector<std::uint32_t> line(2 + rng.below(6));
      for (auto& word : line) word = static_cast<std::uint32_t>(rng.below(8));
      std::vector<std::uint32_t> order(line.size());
      for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
      for (std::size_t i = 0; i + 1 < order.size(); ++i) {
        if (line[order[i]] < 3) {
          std::swap(order[i], order[i + 1]);
          ++i;
        }
      }
      std::string source;
      std::string target;
      text::Alignment links;
      for (const std::uint32_t word : line) source += " s" + std::to_string(word);
      for (std::uint32_t i = 0; i < order.size(); ++i) {
        // A word has two translations, of which one prevails after some words and the other after others.
        const bool odd = i > 0 && line[order[i - 1]] % 2 == 1;
        target += (rng.chance(odd ? 0.85 : 0.15) ? " u" : " t") + std::to_string(line[order[i]]);
        links.push_back({order[i], i});
      }
      std::sort(links.begin(), links.end());
      corpus.source.add_line(source, corpus.source_vocabulary);
      corpus.target.add_line(target, corpus.target_vocabulary);
      alignments.add(links);
    }
    std::map<std::pair<std::uint32_t, std::uint32_t>, double> counts;
    for (std::size_t n = 0; n < corpus.size(); ++n) {
      for (const text::Link& link : alignments.alignment(n)) {
        ++counts[{static_cast<std::uint32_t>(corpus.source.sentence(n)[link.source]),
                  static_cast<std::uint32_t>(corpus.target.sentence(n)[link.target])}];
      }
    }
    std::vector<CountedBlock> list;
    for (const auto& [pair, count] : counts)
      list.push_back({{text::WordId{pair.first}}, {text::WordId{pair.second}}, count});
    blocks = std::make_unique<BlockSet>(list);
    ThreadPool pool(1);
    language_model = std::make_unique<lm::Model>(lm::Model::from_data(
        lm::estimate(corpus.target, corpus.target_vocabulary, {.order = 3}, pool, silent_reporter())));
    for (std::uint32_t i = 0; i < corpus.target_vocabulary.size(); ++i)
      lm_words.push_back(language_model->find(corpus.target_vocabulary.word(text::WordId{i})));
  }

  Events events(const EventSettings& settings, std::size_t thread_count = 1) const {
    ThreadPool threads(thread_count);
    const TrainingText text{corpus.source, corpus.target, {&alignments, 1}, corpus.source_vocabulary.size()};
    const ModelOfFold fold{language_model.get(), lm_words};
    return make_events({*blocks, text, {&fold, 1}}, settings, threads, silent_reporter());
  }

  text::ParallelCorpus corpus;
  text::AlignmentCorpus alignments;
  std::unique_ptr<BlockSet> blocks;
  std::unique_ptr<lm::Model> language_model;
  std::vector<text::WordId> lm_words;
};

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

// Spec 04 section 5: source alternatives cover the same source words, hence share inbound and outbound costs
// with a positive; target alternatives do not.
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

TEST(BlockTrainer, FloatsAreWhatTheTablesSay) {
  const SwappingCorpus text(60);
  const EventSettings settings{.kind = ModelKind::kDistortion, .held_out_every = 0};
  const Events events = text.events(settings);
  ModelData data = events.data;
  data.weights.resize(kDistortionFloats);
  const BlockModel costs = BlockModel::from_data(data);
  // Each sentence pair anew, vector by vector.
  Matcher matcher(*text.blocks);
  std::size_t point = 0;
  for (std::size_t n = 0; n < text.corpus.size(); ++n) {
    const auto source = text.corpus.source.sentence(n);
    const auto target = text.corpus.target.sentence(n);
    std::vector<Match> matches;
    std::vector<Bigram> bigrams;
    matcher.find({source, target}, matches);
    list_bigrams(matches, Adjacency::kTouching, bigrams);
    for (std::uint32_t m = 0; m < matches.size(); ++m) {
      std::vector<Bigram> successors;
      for (const Bigram& bigram : bigrams) {
        if (bigram.previous == m) successors.push_back(bigram);
      }
      if (successors.empty()) continue;
      const PointView view = events.points[point++];
      ASSERT_EQ(view.positives(), successors.size());
      for (std::size_t i = 0; i < successors.size(); ++i) {
        const Match& next = matches[successors[i].match];
        lm::State state = text.language_model->begin_state();
        for (std::uint32_t t = 0; t < next.target.begin; ++t)
          text.language_model->score(state, text.lm_words[text::index_of(target[t])], state);
        const float first = text.language_model->score(
            state, text.lm_words[text::index_of(target[next.target.begin])], state);
        const float end = next.target.end == target.size()
                              ? text.language_model->score(state, text.language_model->sentence_end(), state)
                              : 0.0F;
        const std::int64_t step = std::int64_t{next.source.begin} - (std::int64_t{matches[m].source.end} - 1);
        const std::vector<float> expected{
            costs.prior_cost(next.block),
            costs.lexical_cost(next.block),
            -first,
            -end,
            costs.steps().inbound(costs.steps().row_of(source[next.source.begin]), step),
            costs.steps().outbound(costs.steps().row_of(source[matches[m].source.end - 1]), step),
            -1.0F};
        EXPECT_THAT(std::vector<float>(view.floats(i).begin(), view.floats(i).end()),
                    ::testing::Pointwise(::testing::FloatNear(1e-5F), expected));
      }
    }
  }
  EXPECT_EQ(point, events.points.size());
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
  EXPECT_LT(error_with({BinaryKind::kWordBoundary}), floats);
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
}

}  // namespace
}  // namespace calque::block
