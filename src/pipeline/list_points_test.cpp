// Data points of a list of three derivations, written out by hand.
#include "pipeline/list_points.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/parse.h"
#include "lm/estimate/estimate.h"
#include "metrics/bleu.h"

namespace calque::pipeline {
namespace {

using block::Orientation;
using ::testing::ElementsAre;

class ListPointsTest : public ::testing::Test {
 protected:
  ListPointsTest() {
    const std::vector<std::pair<const char*, const char*>> pairs{{"a", "x"}, {"a", "y"},     {"b", "z"},
                                                                 {"b", "w"}, {"a b", "x z"}, {"c", "v"}};
    std::vector<block::CountedBlock> list;
    for (const auto& [source, target] : pairs) {
      block::CountedBlock& added = list.emplace_back();
      for (const auto word : split_words(source)) added.source.push_back(source_.add(word));
      for (const auto word : split_words(target)) added.target.push_back(target_.add(word));
    }
    blocks_ = std::make_unique<block::BlockSet>(list);
    text::Corpus said;
    for (const char* line : {"x z v", "y v w", "y z v", "x w"}) said.add_line(line, target_);
    ThreadPool threads(1);
    language_ = std::make_unique<lm::Model>(
        lm::Model::from_data(lm::estimate(said, target_, {.order = 2}, threads, silent_reporter())));
    for (std::uint32_t i = 0; i < target_.size(); ++i)
      lm_words_.push_back(language_->find(target_.word(text::WordId{i})));
  }

  block::BlockModel model(block::ModelKind kind) const {
    block::ModelData data;
    data.kind = kind;
    const bool oriented = kind == block::ModelKind::kOrientation;
    for (std::size_t b = 0; b < blocks_->size(); ++b) {
      data.prior_costs.push_back(1.0F + static_cast<float>(b));
      data.lexical_costs.push_back(0.5F);
      if (oriented) data.orientations.push_back({static_cast<std::uint32_t>(1 + b), 2});
    }
    if (!oriented) data.steps = block::StepCounts(source_.size()).costs();
    data.weights.resize(oriented ? block::kOrientationFloats : block::kDistortionFloats);
    data.neutral_weights.resize(oriented ? block::kNeutralFloats : 0);
    return block::BlockModel::from_data(std::move(data));
  }
  block::BlockId block(const char* source, const char* target) const {
    const auto words = [](const text::Vocabulary& vocabulary, const char* text) {
      std::vector<text::WordId> ids;
      for (const auto word : split_words(text)) ids.push_back(*vocabulary.find(word));
      return ids;
    };
    const auto range = blocks_->with_source(*blocks_->find_source(words(source_, source)));
    for (block::BlockId b = range.begin; b < range.end; ++b) {
      if (std::ranges::equal(blocks_->target_words(b), words(target_, target))) return b;
    }
    return block::kNoBlock;
  }
  static decode::Translation derivation(const std::vector<std::pair<text::Span, const char*>>& steps) {
    decode::Translation translation;
    for (const auto& [source, target] : steps) {
      const auto begin = static_cast<std::uint32_t>(translation.words.size());
      for (const auto word : split_words(target)) translation.words.emplace_back(word);
      translation.phrases.push_back({source, {begin, static_cast<std::uint32_t>(translation.words.size())}});
    }
    return translation;
  }
  // Of the word after others.
  float language_cost(const char* before, const char* word) const {
    lm::State state = language_->begin_state();
    for (const auto said : split_words(before)) language_->score(state, language_->find(said), state);
    return -language_->score(state, language_->find(word), state);
  }

  const std::vector<std::string_view> words_{"a", "b", "c", "q"};  // q is in no block
  const std::vector<decode::Translation> list_{
      derivation({{{0, 1}, "x"}, {{1, 2}, "z"}, {{2, 3}, "v"}, {{3, 4}, "q"}}),
      derivation({{{0, 1}, "y"}, {{2, 3}, "v"}, {{1, 2}, "w"}, {{3, 4}, "q"}}),
      derivation({{{0, 2}, "x z"}, {{2, 3}, "v"}, {{3, 4}, "q"}})};
  text::Vocabulary source_;
  text::Vocabulary target_;
  std::unique_ptr<block::BlockSet> blocks_;
  std::unique_ptr<lm::Model> language_;
  std::vector<text::WordId> lm_words_;
};

TEST_F(ListPointsTest, TheBestSentenceIsChosen) {
  const metrics::Bleu bleu{metrics::BleuOptions{}};
  ThreadPool threads(1);
  for (const auto& [reference, expected] : {std::pair{"y v w q", 1U}, std::pair{"x z v q", 0U}}) {
    const auto bound = bleu.bind({{reference}}, threads);
    const auto scorer = bound->scorer();
    scorer->start(0);
    EXPECT_EQ(best_entry(list_, bleu, *scorer), expected);  // entries 0 and 2 say the same
  }
}

// theory/block-bigrams.md#training-from-lists: a block competes with those that the list uses for its source
// words, whatever else the block set has; blocks that do not touch the one before go to the neutral model.
TEST_F(ListPointsTest, OrientationPointsAreThoseOfTheChosenDerivation) {
  const block::BlockModel costs = model(block::ModelKind::kOrientation);
  const block::VectorMaker vectors(*blocks_, costs, *language_, lm_words_);
  ListPoints::Points made{block::DataPoints(block::kOrientationFloats),
                          block::DataPoints(block::kNeutralFloats)};
  ListPoints(vectors, source_, target_).add(words_, list_, 1, made);
  ASSERT_EQ(made.neutral.size(), 2U);
  ASSERT_EQ(made.neutral[0].size(), 2U);  // a: y against x
  EXPECT_EQ(made.neutral[0].positives(), 1U);
  EXPECT_THAT(made.neutral[0].floats(0),
              ElementsAre(costs.prior_cost(block("a", "y")), language_cost("", "y"), 0.0F, 0.5F));
  EXPECT_THAT(made.neutral[0].floats(1),
              ElementsAre(costs.prior_cost(block("a", "x")), language_cost("", "x"), 0.0F, 0.5F));
  ASSERT_EQ(made.neutral[1].size(), 1U);  // c jumps ahead, and is always v
  EXPECT_EQ(made.neutral[1].floats(0)[0], costs.prior_cost(block("c", "v")));
  ASSERT_EQ(made.points.size(), 1U);  // b to the left of c: w against z
  ASSERT_EQ(made.points[0].size(), 2U);
  const auto expected = [&](const char* target) {
    const block::BlockId b = block("b", target);
    return ElementsAre(costs.prior_cost(b), costs.orientation_cost(b, Orientation::kLeft),
                       language_cost("y v", target), 0.0F, 0.5F);
  };
  EXPECT_THAT(made.points[0].floats(0), expected("w"));
  EXPECT_THAT(made.points[0].floats(1), expected("z"));
}

TEST_F(ListPointsTest, DistortionPointsNeedAStep) {
  const block::BlockModel costs = model(block::ModelKind::kDistortion);
  const block::VectorMaker vectors(*blocks_, costs, *language_, lm_words_);
  ListPoints::Points made{block::DataPoints(block::kDistortionFloats), block::DataPoints(0)};
  ListPoints(vectors, source_, target_).add(words_, list_, 1, made);
  EXPECT_EQ(made.neutral.size(), 0U);
  ASSERT_EQ(made.points.size(), 2U);
  EXPECT_EQ(made.points[0].size(), 1U);
  EXPECT_EQ(made.points[0].floats(0)[0], costs.prior_cost(block("c", "v")));
  ASSERT_EQ(made.points[1].size(), 2U);
  EXPECT_EQ(made.points[1].floats(0)[0], costs.prior_cost(block("b", "w")));
  EXPECT_EQ(made.points[1].floats(1)[0], costs.prior_cost(block("b", "z")));
  EXPECT_EQ(made.points[1].floats(0)[6], -1.0F);
}

}  // namespace
}  // namespace calque::pipeline
