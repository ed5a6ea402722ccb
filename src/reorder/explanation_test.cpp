#include "reorder/explanation.h"

#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "base/error.h"
#include "reorder/testing_bench.h"

namespace calque::reorder {
namespace {

using testing::Bench;
using testing::swapping_corpus;

ReorderingModel model_of(Bench& bench, const std::string& learner) {
  return make_model(bench.trained(learner), Learner::parse(learner), bench.classes, {}, bench.text);
}

TEST(Explanation, ContextWordsMoveTheWordsBehindThem) {
  Bench bench(swapping_corpus(300, false, 3));
  const auto model = model_of(bench, "mlr-dual");
  // Behind c7 the words change places: "b2" is translated directly after the context word, "a1" last.
  const auto explanation = explain(model, {"c7 a1 b2", "2-2", "B2", "0-0"});
  ASSERT_EQ(explanation.log_probs.size(), 3U);
  double sum = 0.0;
  for (const float log_prob : explanation.log_probs) sum += std::exp(log_prob);
  EXPECT_NEAR(sum, 1.0, 1e-5);
  const auto forward = explain(model, {"c1 a1 b2", "2-2", "B2", "0-0"});
  EXPECT_GT(explanation.log_probs[2], forward.log_probs[2]);
}

TEST(Explanation, TheFeaturesThatDecideMostComeFirst) {
  Bench bench(swapping_corpus(300, false, 3));
  const auto influences = explain(model_of(bench, "mlr-dual"), {"c7 a1 b2", "1-1", "A1", "0-0"}).influences;
  ASSERT_GT(influences.size(), 2U);
  const auto spread = [](const Influence& influence) {
    return *std::ranges::max_element(influence.by_class) - *std::ranges::min_element(influence.by_class);
  };
  EXPECT_TRUE(std::ranges::is_sorted(influences, std::ranges::greater(), spread));
  EXPECT_TRUE(explain(model_of(bench, "lexical"), {"c7 a1 b2", "1-1", "A1", "0-0"}).influences.empty());
}

TEST(Explanation, RefusesWhatIsNoPhraseOfTheSentence) {
  Bench bench(swapping_corpus(50, false, 3));
  const auto model = model_of(bench, "lexical");
  for (const char* span : {"", "x", "2-1", "0-3", "0-1-2", "-1"})
    EXPECT_THROW(explain(model, {"c7 a1 b2", span, "A1", ""}), UsageError) << span;
  EXPECT_THROW(explain(model, {"c7 a1 b2", "1-1", "", ""}), UsageError);
  EXPECT_THROW(explain(model, {"c7 a1 b2", "1-1", "A1", "0-1"}), DataError);
  EXPECT_NO_THROW(explain(model, {"c7 a1 b2", "1", "A1", "0-0"}));
}

}  // namespace
}  // namespace calque::reorder
