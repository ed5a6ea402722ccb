// The block bigram systems in the decoder: against all derivations of short sentences under each reordering
// rule.
#include <bit>
#include <cmath>
#include <utility>

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/rng.h"
#include "decode/features/block_features.h"
#include "decode/testing/all_derivations.h"
#include "decode/testing/block_systems.h"

namespace calque::decode {
namespace {

using block::BinaryKind;
using block::ModelKind;
using block::Orientation;

using BlockRules = testing::BlockSystemsTest;
using testing::FewPhrases;

std::uint32_t holes_in(std::uint32_t covered) {
  std::uint32_t holes = 0;
  for (; covered != 0; covered >>= 1U) {
    if ((covered & 3U) == 2U) ++holes;
  }
  return holes;
}

std::uint32_t mask_of(text::Span span) {
  return (1U << span.end) - (1U << span.begin);
}

// theory/block-bigrams.md#decoding, written out anew.
testing::StepRule window_rule(std::uint32_t max_holes, std::uint32_t window) {
  return [=](const testing::NextStep& step) {
    const text::Span span = step.option.source;
    if (span.begin == step.first_free) return true;
    return span.end - 1 - step.first_free < window && holes_in(step.covered | mask_of(span)) <= max_holes;
  };
}

class SwapRule {
 public:
  SwapRule(const DecoderParts& decoder_parts, const block::BlockModel* model,
           std::span<const std::string_view> words)
      : decoder_parts_(decoder_parts), model_(model) {
    for (const std::string_view word : words)
      ids_.push_back(decoder_parts.phrases->source_word(word).value_or(kUnknownSourceWord));
  }
  bool operator()(const testing::NextStep& step) const {
    const text::Span span = step.option.source;
    const bool clean = (step.covered & (step.covered + 1)) == 0;
    if (!clean) {
      std::uint32_t end = step.first_free;
      while ((step.covered >> end & 1U) == 0) ++end;
      return span.begin == step.first_free && span.end == end && may_stand_left(step.option.pair);
    }
    if (span.begin == step.first_free) return true;
    std::vector<phrase::Translation> fillers;
    decoder_parts_.phrases->append_translations(
        std::span(ids_).subspan(step.first_free, span.begin - step.first_free), fillers);
    const bool copied = fillers.empty() && span.begin == step.first_free + 1;
    return (copied && may_stand_left(kNoPair)) ||
           std::any_of(fillers.begin(), fillers.end(),
                       [&](const phrase::Translation& filler) { return may_stand_left(filler.pair); });
  }

 private:
  bool may_stand_left(std::size_t pair) const {
    if (model_ == nullptr) return true;
    return pair != kNoPair && model_->orientations(static_cast<block::BlockId>(pair)).left >= 3;
  }

  const DecoderParts& decoder_parts_;
  const block::BlockModel* model_;
  std::vector<text::WordId> ids_;
};

TEST_F(BlockRules, NBestListsAreThoseOfAllDerivationsUnderEachRule) {
  constexpr std::size_t kLongList = 1000;  // theory/block-bigrams.md#training-from-lists
  Rng rng(8);
  std::size_t derivations = 0;
  for (const auto& models : systems_) {
    DecoderParts decoder_parts = block_parts(models);
    decoder_parts.phrases = std::make_shared<FewPhrases>(decoder_parts.phrases, 2);
    const Weights weights = default_weights(decoder_parts.features->descriptions());
    const bool oriented = models->blocks->kind() == ModelKind::kOrientation;
    for (int round = 0; round < 12; ++round) {
      const auto words = sentence(rng, 1 + rng.below(5));
      const std::vector<std::string_view> views(words.begin(), words.end());
      SearchOptions monotone = exhaustive();
      monotone.distortion_limit = 0;
      SearchOptions swap = exhaustive();
      swap.reordering = Reordering::kSwap;
      std::vector<std::pair<SearchOptions, testing::StepRule>> rules{
          {monotone, testing::within_distance(0)},
          {swap, SwapRule(decoder_parts, oriented ? &*models->blocks : nullptr, views)}};
      for (const std::uint32_t holes : {0U, 1U, 2U}) {
        for (const std::uint32_t window : {2U, 4U}) {
          SearchOptions options = exhaustive();
          options.reordering = Reordering::kWindow;
          options.max_holes = holes;
          options.window = window;
          rules.emplace_back(options, window_rule(holes, window));
        }
      }
      for (auto& [options, rule] : rules) {
        for (const auto algorithm : {SearchAlgorithm::kStacks, SearchAlgorithm::kCube}) {
          options.search = algorithm;
          const Decoder decoder(decoder_parts, weights, options);
          testing::AllDerivations all(decoder_parts, decoder.weights(), views, rule);
          Workspace workspace;
          std::vector<double> found;
          for (const Translation& translation : decoder.translate(views, workspace, kLongList))
            found.push_back(translation.score);
          const std::vector<double> expected = all.best_scores(kLongList);
          ASSERT_EQ(found.size(), expected.size());
          for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-4);
          derivations += all.count();
        }
      }
    }
  }
  EXPECT_GT(derivations, 10000U);
}

// theory/block-bigrams.md#what-must-hold.
TEST_F(BlockRules, OrderKeepsToTheRules) {
  Rng rng(10);
  for (const auto& models : systems_) {
    const DecoderParts decoder_parts = block_parts(models);
    const Weights weights = default_weights(decoder_parts.features->descriptions());
    for (int round = 0; round < 20; ++round) {
      const auto words = sentence(rng, 10);
      const std::vector<std::string_view> views(words.begin(), words.end());
      Workspace workspace;
      SearchOptions options;
      options.distortion_limit = 0;
      for (const auto& translation :
           Decoder(decoder_parts, weights, options).translate(views, workspace, 10)) {
        std::uint32_t end = 0;
        for (const PhraseStep& step : translation.phrases) {
          EXPECT_EQ(step.source.begin, end);
          end = step.source.end;
        }
      }
      options.reordering = Reordering::kWindow;
      for (const auto& translation :
           Decoder(decoder_parts, weights, options).translate(views, workspace, 10)) {
        std::uint32_t covered = 0;
        for (const PhraseStep& step : translation.phrases) {
          const auto first_free = static_cast<std::uint32_t>(std::countr_one(covered));
          covered |= mask_of(step.source);
          EXPECT_LE(holes_in(covered), 2U);
          EXPECT_TRUE(step.source.begin == first_free || step.source.end - 1 - first_free < 6U);
        }
      }
      options.reordering = Reordering::kSwap;
      for (const auto& translation :
           Decoder(decoder_parts, weights, options).translate(views, workspace, 10)) {
        std::uint32_t covered = 0;
        for (const PhraseStep& step : translation.phrases) {
          covered |= mask_of(step.source);
          EXPECT_LE(holes_in(covered), 1U);
        }
      }
    }
  }
}

// theory/block-bigrams.md#decoding, pruning by the number of covered words: one hypothesis for each is too
// few, as many as there can be are no limit.
TEST_F(BlockRules, StackLimitsLoseNothingOnceTheyAreWide) {
  Rng rng(14);
  std::size_t worse = 0;
  for (const auto& models : systems_) {
    DecoderParts decoder_parts = block_parts(models);
    decoder_parts.phrases = std::make_shared<FewPhrases>(decoder_parts.phrases, 3);
    const Weights weights = default_weights(decoder_parts.features->descriptions());
    for (int round = 0; round < 10; ++round) {
      const auto words = sentence(rng, 6);
      const std::vector<std::string_view> views(words.begin(), words.end());
      const auto score_with = [&](std::uint32_t limit) {
        SearchOptions options = exhaustive();
        options.stack_size = limit;
        options.reordering = Reordering::kWindow;
        Workspace workspace;
        return Decoder(decoder_parts, weights, options).translate(views, workspace)[0].score;
      };
      const double unlimited = score_with(0);
      EXPECT_DOUBLE_EQ(score_with(1'000'000), unlimited);
      const double narrow = score_with(1);
      EXPECT_LE(narrow, unlimited + 1e-9);
      worse += narrow < unlimited - 1e-6 ? 1 : 0;
    }
  }
  EXPECT_GT(worse, 0U);
}

TEST_F(BlockRules, CoverageLimitsKeepTheSearchAlive) {
  Rng rng(11);
  for (const auto& models : systems_) {
    const DecoderParts decoder_parts = block_parts(models);
    const Weights weights = default_weights(decoder_parts.features->descriptions());
    const auto words = sentence(rng, 15);
    const std::vector<std::string_view> views(words.begin(), words.end());
    double last = -std::numeric_limits<double>::infinity();
    for (const std::uint32_t limit : {1U, 20U, 0U}) {
      SearchOptions options = exhaustive();
      options.table_limit = 5;
      options.stack_size = 500;
      options.reordering = Reordering::kWindow;
      options.coverage_limit = limit;
      Workspace workspace;
      const double score = Decoder(decoder_parts, weights, options).translate(views, workspace)[0].score;
      EXPECT_TRUE(limit == 20 || score >= last);
      last = score;
    }
  }
}

}  // namespace
}  // namespace calque::decode
