#include "reorder/learner.h"

#include <set>

#include <gmock/gmock.h>

#include "base/error.h"
#include "reorder/methods/dual.h"
#include "reorder/methods/structured.h"

namespace calque::reorder {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

const ReorderingClasses kClasses = ReorderingClasses::parse("3");

TEST(Learner, NamesAndAliasesAreUnique) {
  std::set<std::string> names;
  for (const Learner& learner : all_learners()) {
    EXPECT_TRUE(names.insert(learner.name()).second) << learner.name();
    EXPECT_EQ(Learner::parse(learner.name()), learner);
  }
  for (const std::string& alias : learner_aliases()) {
    EXPECT_TRUE(names.insert(alias).second) << alias;
    EXPECT_TRUE(Learner::find(alias)) << alias;
  }
  EXPECT_EQ(Learner::parse("naive-bayes").name(), "bayes-map");
  EXPECT_EQ(Learner::parse("dpr-me").name(), "dpr-mlr-dual");
  EXPECT_EQ(Learner().name(), "mlr-dual");
  EXPECT_FALSE(Learner::find("dpr-lexical"));
  EXPECT_FALSE(Learner::find(""));
  EXPECT_FALSE(Learner::find("dpr-"));
}

TEST(Learner, OptionsReachTheMethod) {
  const auto method = Learner::parse("dpr-mms").method({{"rate", 0.2},
                                                        {"iterations", std::size_t{7}},
                                                        {"min-samples", std::size_t{3}},
                                                        {"variance", 9.0},
                                                        {"features", "rich,window=4"},
                                                        {"min-count", std::size_t{5}}},
                                                       kClasses);
  const auto& perceptron = dynamic_cast<const PerceptronMethod&>(*method);
  EXPECT_EQ(perceptron.rate, 0.2);
  EXPECT_EQ(perceptron.iterations, 7U);
  EXPECT_EQ(perceptron.features(), FeatureOptions::parse("rich,window=4"));
  EXPECT_EQ(perceptron.min_count(), 5U);
  ASSERT_TRUE(perceptron.sub_models);
  EXPECT_EQ(perceptron.sub_models->min_samples, 3U);
  // The model of all phrases has its own options, and passes of its own.
  EXPECT_EQ(dynamic_cast<const DualMethod&>(*perceptron.sub_models->global).variance, 9.0);
  EXPECT_EQ(perceptron.sub_models->global->iterations, 0U);
}

TEST(Learner, RefusesOptionsThatItDoesNotTake) {
  EXPECT_THROW(Learner::parse("mlr-dual").method({{"rate", 0.2}}, kClasses), UsageError);
  EXPECT_THROW(Learner::parse("mms").method({{"min-samples", std::size_t{3}}}, kClasses), UsageError);
  EXPECT_THROW(Learner::parse("lexical").method({{"features", "rich"}}, kClasses), UsageError);
  EXPECT_THROW(Learner::parse("mlr-dual").method({{"dual-step", "long"}}, kClasses), UsageError);
  EXPECT_THROW(Learner::parse("bayes").method({{"rank", "none"}}, kClasses), UsageError);
  EXPECT_THROW(Learner::parse("bayes").method({{"features", "pairs,lexical=1"}}, kClasses), UsageError);
  EXPECT_THROW(Learner::parse("dpr-mms").method({{"mix", -1.0}}, kClasses), UsageError);
  EXPECT_THROW(Learner::parse("ordinal").method({}, ReorderingClasses::parse("msd")), UsageError);
  const std::vector<Learner> learners{Learner::parse("lexical"), Learner::parse("mms")};
  check_options(learners, {{"rate", 0.2}, {"smoothing", 1.0}});
  EXPECT_THROW(check_options(learners, {{"cost", 1.0}}), UsageError);
  EXPECT_EQ(options_of(learners[1], {{"rate", 0.2}, {"smoothing", 1.0}}).size(), 1U);
}

TEST(Learner, HelpNamesTheLearnersThatTakeAnOption) {
  std::vector<std::string> help;
  std::set<std::string_view> names;
  for (const OptionHelp& option : all_options()) {
    EXPECT_TRUE(names.insert(option.option.name).second) << option.option.name;
    help.push_back(option.help);
  }
  EXPECT_THAT(help, Contains("mms, mms-sequential: width of a step"));
  EXPECT_THAT(help, Contains(HasSubstr("dpr-...: samples that")));
  EXPECT_THAT(names, Contains("embedding"));
  EXPECT_THAT(names, Not(Contains("nothing")));
}

}  // namespace
}  // namespace calque::reorder
