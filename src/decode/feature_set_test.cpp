#include "decode/feature_set.h"

#include <stdexcept>

#include <gtest/gtest.h>

#include "decode/features/penalties.h"
#include "decode/features/translation_model.h"
#include "decode/testing/toy_models.h"

namespace calque::decode {
namespace {

TEST(FeatureSet, LaysScoresAndStatesOutOneAfterTheOther) {
  const testing::ToyPhrases phrases({});
  std::vector<std::unique_ptr<const Feature>> features;
  features.push_back(std::make_unique<TranslationModel>());
  features.push_back(std::make_unique<testing::ToyBigram>(phrases));
  features.push_back(std::make_unique<WordPenalty>());
  const FeatureSet set(std::move(features));
  EXPECT_EQ(set.score_count(), 6U);
  EXPECT_EQ(set.score_offset(1), 4U);
  EXPECT_EQ(set.score_offset(2), 5U);
  EXPECT_EQ(set.state_bytes() % 8, 0U);
  EXPECT_GE(set.state_bytes(), 8U);
  std::vector<std::byte> states(set.state_bytes(), std::byte{0x77});
  set.write_begin_states(states.data());
  EXPECT_EQ(states[0], std::byte{0xff});
  EXPECT_EQ(states[4], std::byte{0});
  EXPECT_NO_THROW(set.check_guards(states.data()));
#ifndef NDEBUG
  states[4] = std::byte{1};
  EXPECT_THROW(set.check_guards(states.data()), std::logic_error);
#endif
}

TEST(FeatureSet, RefusesTwoFeaturesOfOneName) {
  std::vector<std::unique_ptr<const Feature>> features;
  features.push_back(std::make_unique<WordPenalty>());
  features.push_back(std::make_unique<WordPenalty>());
  EXPECT_THROW(FeatureSet(std::move(features)), std::logic_error);
}

}  // namespace
}  // namespace calque::decode
