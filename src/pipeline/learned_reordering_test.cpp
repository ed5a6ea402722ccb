// Names of reordering models as `calque train --reordering` takes them, and entries of the manifest.
#include "pipeline/learned_reordering.h"

#include <gmock/gmock.h>

#include "base/error.h"
#include "pipeline/manifest.h"

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

TEST(ReorderingNames, OldOnesMeanWhatTheyMeant) {
  EXPECT_EQ(name_of(parse_reordering("lexicalised", {})), "word-msd-bidirectional-fe");
  EXPECT_EQ(name_of(parse_reordering("hier-mslr-backward-f", {})), "hier-mslr-backward-f");
  EXPECT_EQ(name_of(parse_reordering("wbe-msd-forward-fe", {})), "word-msd-forward-fe");
  EXPECT_EQ(name_of(parse_reordering("distance", {})), kDistanceOnly);
  EXPECT_EQ(name_of(parse_reordering("none", {})), kNoReordering);
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
    EXPECT_EQ(name_of(choice), kNoReordering);
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
  EXPECT_THROW(parse_directions("up"), UsageError);
  EXPECT_THROW(parse_unknown("guess"), UsageError);
}

TEST(LearnedReorderingManifest, NamesFilesOfItsDirections) {
  LearnedReordering learned;
  learned.classes = "5";
  const auto entry = manifest_entry(learned, 1, {{"word_classes_mark", "00"}});
  EXPECT_EQ(entry.at("files").at("backward"), "reordering.2.backward.calque");
  EXPECT_EQ(entry.at("files").at("forward"), "reordering.2.forward.calque");
  EXPECT_EQ(entry.at("beta"), 5.0);
  EXPECT_FALSE(entry.contains("most_ratio") || entry.contains("charge_unlikely_rest"));
  learned.directions = phrase::ReorderingDirections::kForward;
  EXPECT_THAT(learned.files(0), ::testing::ElementsAre("reordering.1.forward.calque"));
  learned.form = decode::ReorderingForm::kExponential;
  learned.max_ratio = 4;
  learned.charge_unlikely_rest = true;
  const auto adjusted = manifest_entry(learned, 0, {{"word_classes_mark", "00"}});
  EXPECT_EQ(adjusted.at("form"), "exponential");
  EXPECT_EQ(adjusted.at("most_ratio"), 4.0);
  EXPECT_EQ(adjusted.at("charge_unlikely_rest"), true);
}

TEST(LearnedReorderingManifest, EntriesThatMakeNoSenseAreRefused) {
  EXPECT_TRUE(load_learned(nlohmann::json::object(), "folder", store::Verify::kHeader).empty());
  for (const char* const bad :
       {R"([{}])", R"([1])",
        R"([{"form":"curved","files":{"backward":"x"},"beta":3,"unknown_phrases":"model"}])",
        R"([{"form":"one","files":{},"beta":3,"unknown_phrases":"model"}])"}) {
    const nlohmann::json options{{"learned_reordering", nlohmann::json::parse(bad)}};
    EXPECT_THROW(load_learned(options, "folder", store::Verify::kHeader), FormatError) << bad;
  }
}

}  // namespace
}  // namespace calque::pipeline
