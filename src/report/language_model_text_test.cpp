#include "report/language_model_text.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace calque::report {
namespace {

TEST(LanguageModelText, ScoresAreLinesAndOneObject) {
  TextScore score;
  score.sentences = 2;
  score.tokens = 4;
  score.log10 = score.log10_known = -8;
  EXPECT_EQ(score_text(score),
            "sentences 2\ntokens 4\noov 0\nlog10 -8.0000\nperplexity 100.0000\nperplexity without oov "
            "100.0000");
  const auto json = nlohmann::json::parse(score_json(score));
  EXPECT_EQ(json["tokens"], 4);
  EXPECT_DOUBLE_EQ(json["perplexity"].get<double>(), 100.0);
}

TEST(LanguageModelText, TrainingTellsSizesAndDiscounts) {
  lm::TrainedModel model;
  model.in_memory.emplace();
  model.in_memory->levels.resize(2);
  model.in_memory->levels[0].first_word = {0, 1, 2};
  model.in_memory->discounts = {{{0.5, 1.0, 1.5}, true}};
  model.facts.words = 7;
  EXPECT_EQ(language_model_json(model, {.order = 2}),
            R"({"order":2,"smoothing":"kneser-ney","sentences":0,"words":7,"outside_words":0,)"
            R"("on_disk":false,"ngrams":[3,0],"discounts":[[0.5,1.0,1.5]]})");
}

}  // namespace
}  // namespace calque::report
