// Names of reordering models as `calque train --reordering` takes them, and their settings.
#include "pipeline/learned_reordering.h"

#include <gmock/gmock.h>

#include "base/error.h"

namespace calque::pipeline {
namespace {

std::vector<std::string> learners_of(const std::string& names) {
  std::vector<std::string> found;
  LearnedReordering settings;
  settings.classes = "5";  // which every learner can do
  for (const auto& learned : parse_reordering(names, settings).learned)
    found.push_back(learned.learner.name());
  return found;
}

// The lexicalised model that the names choose; empty if there is none.
std::string lexicalised(const char* names) {
  const auto type = parse_reordering(names, {}).lexicalised;
  return type ? type->name() : "";
}

TEST(ReorderingNames, OldOnesMeanWhatTheyMeant) {
  EXPECT_EQ(lexicalised("lexicalised"), "word-msd-bidirectional-fe");
  EXPECT_EQ(lexicalised("hier-mslr-backward-f"), "hier-mslr-backward-f");
  EXPECT_EQ(lexicalised("wbe-msd-forward-fe"), "word-msd-forward-fe");
  EXPECT_EQ(lexicalised("distance"), "");
  EXPECT_TRUE(parse_reordering("distance", {}).distance);
  EXPECT_EQ(lexicalised("none"), "");
  EXPECT_FALSE(parse_reordering("none", {}).distance);
  EXPECT_TRUE(parse_reordering("lexicalised", {}).distance);
}

TEST(ReorderingNames, SeveralAtOnceAndOtherNames) {
  EXPECT_THAT(learners_of("distance,lexicalised,dual-mlr,dpr-mms"),
              ::testing::ElementsAre("mlr-dual", "dpr-mms"));
  EXPECT_THAT(
      learners_of("mlr,naive-bayes,dpr-me,dpr-svm,dpr-mmr,word-distance"),
      ::testing::ElementsAre("mlr-sgd", "bayes-map", "dpr-mlr-dual", "dpr-svm", "dpr-mmr", "word-distance"));
  for (const reorder::Learner& learner : reorder::all_learners())
    EXPECT_THAT(learners_of(learner.name()), ::testing::ElementsAre(learner.name()));
}

TEST(ReorderingNames, LearnedModelsCanStandWithoutTheDistance) {
  for (const char* const names : {"none,dpr-mms", "dpr-mms,none"}) {
    const ReorderingChoice choice = parse_reordering(names, {});
    EXPECT_FALSE(choice.distance);
    EXPECT_EQ(choice.learned.size(), 1U);
    EXPECT_FALSE(choice.lexicalised);
  }
  EXPECT_TRUE(parse_reordering("dpr-mms", {}).distance);
}

TEST(ReorderingNames, WrongOnesAreRefusedWithTheList) {
  for (const char* const bad :
       {"", "oracle", "dual-mlr,", "none,distance", "none,lexicalised", "hier-msd-backward-fe,dual-mlr,none",
        "hier-msd", "hier", "lexicalised,lexicalised"})
    EXPECT_THROW(parse_reordering(bad, {}), UsageError) << bad;
  try {
    parse_reordering("oracle", {});
    FAIL();
  } catch (const UsageError& error) {
    for (const char* const name :
         {"oracle", "lexicalised", "dual-mlr", "dpr-mms", "naive-bayes", "svm-joint"})
      EXPECT_THAT(error.what(), ::testing::HasSubstr(name));
  }
}

TEST(LearnedReorderingSettings, ThatCannotBeAreRefused) {
  LearnedReordering settings;
  EXPECT_NO_THROW(settings.validate());
  for (const auto form : {decode::ReorderingForm::kDistanceAdjusted, decode::ReorderingForm::kExponential}) {
    settings.form = form;
    EXPECT_THROW(settings.validate(), UsageError);
  }
  settings.classes = "5";
  EXPECT_NO_THROW(settings.validate());
  settings.learner = reorder::Learner::parse("bayes-map");
  settings.features = "pairs,lexical=1";
  EXPECT_THROW(settings.validate(), UsageError);
  settings.features = "pairs";
  EXPECT_NO_THROW(settings.validate());
  settings.max_ratio = 0;
  EXPECT_THROW(settings.validate(), UsageError);
  settings.max_ratio = 5;
  settings.beta = -1;
  EXPECT_THROW(settings.validate(), UsageError);
  EXPECT_THROW(parse_enum<phrase::ReorderingDirections>("up"), UsageError);
  EXPECT_THROW(parse_enum<UnknownFallback>("guess"), UsageError);
}

}  // namespace
}  // namespace calque::pipeline
