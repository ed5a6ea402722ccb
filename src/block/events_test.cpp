// Counts, costs and data points of small corpora against sentence pairs gone through by hand.
#include "block/events.h"

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "block/swapping_corpus.h"

namespace calque::block {
namespace {

using testing::SwappingCorpus;

// The matches of a sentence pair and what follows what.
struct PairOfCorpus {
  PairOfCorpus(const SwappingCorpus& text, std::size_t n)
      : source(text.corpus.source.sentence(n)), target(text.corpus.target.sentence(n)) {
    Matcher(*text.blocks).find({source, target}, matches);
    list_bigrams(matches, Adjacency::kTouching, bigrams);
  }
  std::vector<Bigram> after(std::uint32_t match) const {
    std::vector<Bigram> successors;
    for (const Bigram& bigram : bigrams) {
      if (bigram.previous == match) successors.push_back(bigram);
    }
    return successors;
  }

  std::span<const text::WordId> source;
  std::span<const text::WordId> target;
  std::vector<Match> matches;
  std::vector<Bigram> bigrams;
};

TEST(BlockEvents, OrientationsAreCountedForEachBlock) {
  for (const std::size_t longest : {1U, 2U}) {
    const SwappingCorpus text(150, longest);
    const Events events = text.events({.kind = ModelKind::kOrientation,
                                       .events = {.alternatives = Alternatives::kSource},
                                       .held_out_every = 0});
    std::vector<OrientationCount> expected(text.blocks->size());
    for (std::size_t n = 0; n < text.corpus.size(); ++n) {
      const PairOfCorpus pair(text, n);
      for (const Bigram& bigram : pair.bigrams) {
        OrientationCount& count = expected[pair.matches[bigram.match].block];
        if (bigram.orientation == Orientation::kLeft) ++count.left;
        if (bigram.orientation == Orientation::kRight) ++count.right;
      }
    }
    EXPECT_EQ(events.data.orientations, expected);
  }
}

// theory/block-bigrams.md#float-features a and theory/block-bigrams.md#distortion-features a.
TEST(BlockTrainer, PriorsAreRelativeFrequencies) {
  const SwappingCorpus text(100, 2);
  const BlockSet& blocks = *text.blocks;
  double total = 0;
  std::map<std::vector<text::WordId>, double> target_totals;
  const auto target = [&](BlockId b) {
    return std::vector<text::WordId>(blocks.target_words(b).begin(), blocks.target_words(b).end());
  };
  for (BlockId b = 0; b < blocks.size(); ++b) {
    total += blocks.count(b);
    target_totals[target(b)] += blocks.count(b);
  }
  const auto orientation = text.events({.kind = ModelKind::kOrientation}).data.prior_costs;
  const auto distortion = text.events({.kind = ModelKind::kDistortion}).data.prior_costs;
  for (BlockId b = 0; b < blocks.size(); ++b) {
    EXPECT_NEAR(std::exp(-double{orientation[b]}), blocks.count(b) / total, 1e-6);
    EXPECT_NEAR(std::exp(-double{distortion[b]}), blocks.count(b) / target_totals[target(b)], 1e-6);
  }
}

// A vector that could stand in a point.
struct Vector {
  BlockId block;
  text::Span source;
  Orientation orientation;
  std::uint32_t target_begin;
  bool ends;
};

// All vectors of a point by theory/block-bigrams.md#alternatives: the true successors, then what they compete
// with.
std::vector<Vector> vectors_of(const BlockSet& blocks, const PairOfCorpus& pair,
                               std::span<const Bigram> successors, const EventOptions& options) {
  std::vector<Vector> vectors;
  const auto add = [&](const Vector& vector) {
    const bool known = std::any_of(vectors.begin(), vectors.end(), [&](const Vector& other) {
      return other.block == vector.block && other.source == vector.source;
    });
    if (!known) vectors.push_back(vector);
  };
  const auto vector_at = [&](const Bigram& bigram, BlockId block, text::Span source) {
    const Match& match = pair.matches[bigram.match];
    return Vector{block, source, bigram.orientation, match.target.begin,
                  match.target.end == pair.target.size()};
  };
  for (const Bigram& bigram : successors)
    vectors.push_back(vector_at(bigram, pair.matches[bigram.match].block, pair.matches[bigram.match].source));
  for (const Bigram& bigram : successors) {
    const Match& match = pair.matches[bigram.match];
    std::vector<BlockId> same;
    for (BlockId b = 0; b < blocks.size(); ++b) {
      if (std::ranges::equal(blocks.source_words(b), blocks.source_words(match.block))) same.push_back(b);
    }
    std::stable_sort(same.begin(), same.end(),
                     [&](BlockId a, BlockId b) { return blocks.count(a) > blocks.count(b); });
    same.resize(std::min(same.size(), options.max_alternatives));
    for (const BlockId block : same) add(vector_at(bigram, block, match.source));
    if (options.alternatives == Alternatives::kSource) continue;
    for (const Match& other : pair.matches) {
      if (other.target == match.target && other.source != match.source)
        add(vector_at(bigram, other.block, other.source));
    }
  }
  return vectors;
}

// theory/block-bigrams.md#float-features and theory/block-bigrams.md#distortion-features, from the tables of
// costs and the language model.
std::vector<float> floats_of(const SwappingCorpus& text, const BlockModel& costs, const PairOfCorpus& pair,
                             const Match* previous, const Vector& vector) {
  const lm::Model& language = *text.language_model;
  const auto word = [&](text::WordId id) { return text.lm_words[text::index_of(id)]; };
  lm::State state = language.begin_state();
  for (std::uint32_t t = 0; t < vector.target_begin; ++t) language.score(state, word(pair.target[t]), state);
  const auto said = text.blocks->target_words(vector.block);
  const float first = -language.score(state, word(said[0]), state);
  double rest = 0;
  for (std::size_t i = 1; i < said.size(); ++i) rest -= double{language.score(state, word(said[i]), state)};
  if (vector.ends) rest -= double{language.score(state, language.sentence_end(), state)};
  const float prior = costs.prior_cost(vector.block);
  const float lexical = costs.lexical_cost(vector.block);
  const auto others = static_cast<float>(rest);
  if (costs.kind() == ModelKind::kOrientation) {
    if (previous == nullptr) return {prior, first, others, lexical};
    return {prior, costs.orientation_cost(vector.block, vector.orientation), first, others, lexical};
  }
  const std::int64_t left = std::int64_t{previous->source.end} - 1;
  const std::int64_t step = std::int64_t{vector.source.begin} - left;
  return {prior,
          lexical,
          first,
          others,
          costs.steps().inbound(costs.steps().row_of(pair.source[vector.source.begin]), step),
          costs.steps().outbound(costs.steps().row_of(pair.source[static_cast<std::size_t>(left)]), step),
          -static_cast<float>(said.size())};
}

class AllPoints {
 public:
  AllPoints(const SwappingCorpus& text, const EventSettings& settings)
      : text_(text), settings_(settings), events_(text.events(settings)), costs_(costs_of(events_.data)) {}

  // Each sentence pair anew, vector by vector.
  void expect_all() {
    for (std::size_t n = 0; n < text_.corpus.size(); ++n) {
      const PairOfCorpus pair(text_, n);
      for (std::uint32_t m = 0; m < pair.matches.size(); ++m) {
        const auto successors = pair.after(m);
        if (!successors.empty()) expect(pair, &pair.matches[m], successors, events_.points, point_++);
      }
      if (settings_.kind != ModelKind::kOrientation) continue;
      for (const Bigram& bigram : pair.after(kNoMatch))
        expect(pair, nullptr, {&bigram, 1}, events_.neutral, neutral_++);
    }
    EXPECT_EQ(point_, events_.points.size());
    EXPECT_EQ(neutral_, events_.neutral.size());
  }
  std::size_t negatives() const { return negatives_; }

 private:
  static BlockModel costs_of(ModelData data) {
    const bool orientation = data.kind == ModelKind::kOrientation;
    data.weights.resize(orientation ? kOrientationFloats : kDistortionFloats);
    data.neutral_weights.resize(orientation ? kNeutralFloats : 0);
    return BlockModel::from_data(std::move(data));
  }

  void expect(const PairOfCorpus& pair, const Match* previous, std::span<const Bigram> successors,
              const DataPoints& points, std::size_t number) {
    const auto vectors = vectors_of(*text_.blocks, pair, successors, settings_.events);
    ASSERT_LT(number, points.size());
    const PointView point = points[number];
    ASSERT_EQ(point.positives(), successors.size());
    ASSERT_EQ(point.size(), vectors.size());
    for (std::size_t i = 0; i < vectors.size(); ++i) {
      const auto expected = floats_of(text_, costs_, pair, previous, vectors[i]);
      EXPECT_THAT(std::vector<float>(point.floats(i).begin(), point.floats(i).end()),
                  ::testing::Pointwise(::testing::FloatNear(1e-5F), expected));
    }
    negatives_ += vectors.size() - successors.size();
  }

  const SwappingCorpus& text_;
  const EventSettings& settings_;
  Events events_;
  BlockModel costs_;
  std::size_t point_ = 0;
  std::size_t neutral_ = 0;
  std::size_t negatives_ = 0;
};

TEST(BlockTrainer, FloatsAreWhatTheTablesSay) {
  for (const std::size_t longest : {1U, 2U}) {
    const SwappingCorpus text(60, longest);
    const auto negatives = [&](ModelKind kind, Alternatives alternatives, std::size_t maximum) {
      const EventSettings settings{.kind = kind,
                                   .events = {.alternatives = alternatives, .max_alternatives = maximum},
                                   .held_out_every = 0};
      AllPoints points(text, settings);
      points.expect_all();
      return points.negatives();
    };
    negatives(ModelKind::kOrientation, Alternatives::kSource, 1);
    negatives(ModelKind::kOrientation, Alternatives::kSource, 9);
    const std::size_t few = negatives(ModelKind::kDistortion, Alternatives::kSource, 1);
    const std::size_t source = negatives(ModelKind::kDistortion, Alternatives::kSource, 9);
    const std::size_t both = negatives(ModelKind::kDistortion, Alternatives::kSourceAndTarget, 9);
    EXPECT_LT(few, source);
    EXPECT_LT(source, both);
    EXPECT_LT(negatives(ModelKind::kDistortion, Alternatives::kSourceAndTarget, 1), both);
  }
}

// theory/block-bigrams.md#alternatives: only those of the target say anything about steps, and what they say
// is that long ones are worse: the first step from zero makes both weights negative.
TEST(BlockTrainer, TargetAlternativesDrawTheWeightsOfStepsDown) {
  const SwappingCorpus text(150);
  const auto gradient = [&](Alternatives alternatives) {
    const Events events =
        text.events({.kind = ModelKind::kDistortion, .events = {.alternatives = alternatives}});
    const BlockWeights zero = zero_weights(events.points);
    std::pair<double, double> sum{0, 0};
    for (std::size_t p = 0; p < events.points.size(); ++p) {
      // The shared steps of source alternatives are those of the one true successor.
      if (events.points[p].positives() != 1) continue;
      const LossGradient of_point = gradient_of(zero, events.points[p], 0, kNoSink);
      sum.first += of_point.floats[4];
      sum.second += of_point.floats[5];
    }
    return sum;
  };
  const auto source = gradient(Alternatives::kSource);
  EXPECT_NEAR(source.first, 0, 1e-9);
  EXPECT_NEAR(source.second, 0, 1e-9);
  const auto both = gradient(Alternatives::kSourceAndTarget);
  EXPECT_GT(both.first, 1);
  EXPECT_GT(both.second, 1);
}

}  // namespace
}  // namespace calque::block
