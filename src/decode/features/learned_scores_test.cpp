// What learned reordering scores for given moves and probabilities, by hand.
#include <cmath>
#include <memory>

#include <gtest/gtest.h>

#include "decode/features/exponential_reordering.h"
#include "decode/features/learned_reordering.h"
#include "decode/testing/learned_models.h"

namespace calque::decode {
namespace {

using text::Span;

std::unique_ptr<const StatefulFeature> feature_of(const LearnedReorderingModels& moves) {
  const text::Vocabulary vocabulary;
  if (moves.form == ReorderingForm::kExponential)
    return std::make_unique<const ExponentialReordering>(moves, vocabulary, 0);
  return std::make_unique<const LearnedReordering>(moves, vocabulary, 0);
}

// The feature by itself: what each step scores if these spans are said one after the other.
std::vector<double> steps(const LearnedReorderingModels& moves, const std::vector<Span>& spans) {
  const auto feature = feature_of(moves);
  const std::vector<std::string_view> words(12, "w");
  const std::vector<text::WordId> ids(12, kUnknownSourceWord);
  const SourceSentence sentence{words, ids, 0};
  const std::vector<text::WordId> target{text::WordId{0}};
  std::vector<TranslationOption> options;
  for (const Span& span : spans)
    options.push_back({span, static_cast<std::uint32_t>(options.size()), true, target, {}, {}, kNoPair});
  const auto cache = feature->new_sentence_cache();
  cache->prepare_options(sentence, options);
  std::vector<std::byte> before(feature->state_bytes());
  std::vector<std::byte> after(feature->state_bytes());
  feature->write_begin_state(before.data());
  std::vector<double> scored;
  std::uint32_t previous_end = 0;
  for (const TranslationOption& option : options) {
    std::vector<float> scores(feature->score_count());
    feature->apply({option, previous_end, false}, cache.get(), before.data(), after.data(), scores);
    scored.push_back(double{scores[0]});
    previous_end = option.source.end;
    before.swap(after);
  }
  return scored;
}

// To say `to` after `from`.
double one_step(const LearnedReorderingModels& moves, Span from, Span to) {
  return steps(moves, {from, to}).back();
}

// The probabilities of theory/reordering.md#worked-examples D.
LearnedReorderingModels worked_example() {
  return testing::fixed_moves("3", {std::log(.176624F), std::log(.107128F), std::log(.716247F)});
}

// theory/reordering.md#worked-examples D.
TEST(LearnedReorderingScores, AreThoseOfTheWorkedExample) {
  LearnedReorderingModels moves = worked_example();
  EXPECT_NEAR(one_step(moves, {4, 6}, {2, 3}), std::log(.716247), 1e-5);  // d = 4
  moves.form = ReorderingForm::kDistanceAdjusted;
  moves.adjustment.beta = 1;
  EXPECT_NEAR(one_step(moves, {4, 6}, {2, 3}), -5.584662, 1e-4);
  moves.adjustment.beta = 3;
  EXPECT_NEAR(one_step(moves, {4, 6}, {2, 3}), -1.861554, 1e-5);
  EXPECT_EQ(one_step(moves, {4, 6}, {6, 7}), 0.0);
}

// theory/reordering.md#what-must-hold.
TEST(LearnedReorderingScores, OfAUniformDistributionAreTheDistance) {
  for (const std::string classes : {"3", "5"}) {
    const auto count = classes == "3" ? 3U : 5U;
    LearnedReorderingModels moves =
        testing::fixed_moves(classes, std::vector<float>(count, -std::log(static_cast<float>(count))));
    moves.form = ReorderingForm::kDistanceAdjusted;
    moves.adjustment.beta = count;
    for (std::uint32_t begin = 0; begin < 11; ++begin) {
      if (begin >= 4 && begin < 6) continue;
      EXPECT_NEAR(one_step(moves, {4, 6}, {begin, begin + 1}), -std::abs(6.0 - begin), 1e-5);
    }
  }
}

// theory/reordering.md#costs-in-the-decoder, with the moves of theory/reordering.md#worked-examples A:
// d = 0, -2, 4. By hand, beta 3: 2 / (3 * .176624) + 4 / (3 * .716247) = 3.774496 + 1.861554.
TEST(LearnedReorderingScores, TheExponentialFormIsOneCostOfTheSentence) {
  LearnedReorderingModels moves = worked_example();
  moves.form = ReorderingForm::kExponential;
  moves.adjustment.beta = 3;
  const auto scored = steps(moves, {{0, 2}, {4, 6}, {2, 4}});
  EXPECT_EQ(scored[0], 0.0);
  EXPECT_NEAR(scored[1], std::exp(-3.774496) - 1.0, 1e-6);
  EXPECT_NEAR(scored[0] + scored[1] + scored[2], .003567 - 1.0, 1e-6);
  // A step by itself, after a phrase that did not move.
  EXPECT_NEAR(one_step(moves, {0, 4}, {8, 9}), std::exp(-4 / (3 * .176624)) - 1.0, 1e-6);
  moves.adjustment.beta = 1;
  EXPECT_NEAR(one_step(moves, {0, 6}, {2, 3}), .003755 - 1.0, 1e-6);  // d = 4
  // Equal probabilities: the exponential of the word distance, 6.
  moves = testing::fixed_moves("3", std::vector<float>(3, -std::log(3.0F)));
  moves.form = ReorderingForm::kExponential;
  double sum = 0;
  for (const double step : steps(moves, {{0, 2}, {4, 6}, {2, 4}})) sum += step;
  EXPECT_NEAR(sum, .0024788 - 1.0, 1e-6);
}

// The authors' package (theory/reordering.md#costs-in-the-decoder): the ratio 1 / (beta p) has a limit, and a
// phrase that does not move pays it, as for one word, where moving was as likely.
TEST(LearnedReorderingScores, OfTheDistanceCanBeLimitedAndChargeRest) {
  LearnedReorderingModels moves = worked_example();
  moves.form = ReorderingForm::kDistanceAdjusted;
  moves.adjustment = {.beta = 3, .max_ratio = 1.5, .charge_unlikely_rest = true};
  EXPECT_NEAR(one_step(moves, {0, 2}, {4, 6}), -2 * 1.5, 1e-6);  // not 1 / (3 * .176624) = 1.89
  EXPECT_NEAR(one_step(moves, {4, 6}, {2, 3}), -1.861554, 1e-5);
  EXPECT_NEAR(one_step(moves, {4, 6}, {6, 7}), -1.5, 1e-6);
  moves.adjustment.max_ratio = 100;
  EXPECT_NEAR(one_step(moves, {4, 6}, {6, 7}), -1 / (3 * .107128), 1e-5);
}

}  // namespace
}  // namespace calque::decode
