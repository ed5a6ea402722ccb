#include "decode/features/registry.h"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "decode/testing/random_models.h"

namespace calque::decode {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(Registry, ReadsNamesInTheirOrder) {
  EXPECT_THAT(parse_feature_names(FeatureOption::kPhrase, "low-count,count"),
              ElementsAre("low-count", "count"));
  EXPECT_THAT(parse_feature_names(FeatureOption::kPhrase, ""), IsEmpty());
  EXPECT_THAT(parse_feature_names(FeatureOption::kSparse, "none"), IsEmpty());
}

TEST(Registry, RefusesUnknownNamesAndRepetitions) {
  EXPECT_THROW(parse_feature_names(FeatureOption::kPhrase, "count,frequency"), UsageError);
  EXPECT_THROW(parse_feature_names(FeatureOption::kPhrase, "count,count"), UsageError);
  EXPECT_THROW(parse_feature_names(FeatureOption::kSparse, "count"), UsageError);
  EXPECT_THROW(parse_feature_names(FeatureOption::kSparse, "lengths,"), UsageError);
}

TEST(Registry, HelpAndNamesAreThoseOfTheTable) {
  std::set<std::string> names;
  for (const RegisteredFeature& feature : registered_features()) {
    EXPECT_TRUE(names.insert(feature.description.name).second) << feature.description.name;
    EXPECT_FALSE(feature.help.empty());
    EXPECT_THAT(feature_help(feature.option), HasSubstr(std::string(feature.name)));
    EXPECT_EQ(is_phrase_feature(feature.description.name), feature.option == FeatureOption::kPhrase);
  }
  EXPECT_FALSE(is_phrase_feature("TranslationModel0"));
}

class RegistryWithModels : public testing::RandomModels {};

TEST_F(RegistryWithModels, MakesEveryFeatureAsTheTableDescribesIt) {
  const FeatureInput input{load(1)};
  for (const RegisteredFeature& row : registered_features()) {
    std::vector<std::unique_ptr<const Feature>> features;
    const std::vector<std::string> names{std::string(row.name)};
    append_features(row.option, names, input, features);
    ASSERT_EQ(features.size(), 1U);
    EXPECT_EQ(features[0]->description().name, row.description.name);
    EXPECT_EQ(features[0]->description().default_weights, row.description.default_weights);
    EXPECT_TRUE(row.option != FeatureOption::kPhrase || features[0]->scope() == Scope::kOption);
  }
}

}  // namespace
}  // namespace calque::decode
