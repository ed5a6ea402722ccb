#include "phrase/reordering_type.h"

#include <cmath>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/error.h"

namespace calque::phrase {
namespace {

TEST(ReorderingTypeTest, EveryNameIsReadAsItIsWritten) {
  std::set<ReorderingType> seen;
  for (const std::string model : {"word", "phrase", "hier"}) {
    for (const std::string classes : {"msd", "mslr", "monotonicity"}) {
      for (const std::string directions : {"backward", "forward", "bidirectional"}) {
        for (const std::string condition : {"fe", "f"}) {
          const std::string name = model + "-" + classes + "-" + directions + "-" + condition;
          const ReorderingType type = ReorderingType::parse(name);
          EXPECT_EQ(type.name(), name);
          EXPECT_TRUE(seen.insert(type).second);
        }
      }
    }
  }
  EXPECT_EQ(ReorderingType::parse("wbe-msd-backward-fe").name(), "word-msd-backward-fe");
  for (const std::string name : {"", "hier", "hier-msd", "hier-msd-bidirectional",
                                 "hier-msd-bidirectional-fe-", "hier-msd-both-fe", "-"}) {
    EXPECT_THROW(ReorderingType::parse(name), UsageError) << name;
  }
}

TEST(ReorderingTypeTest, ScoresAreOnePerClassAndDirection) {
  EXPECT_EQ(ReorderingType::parse("hier-msd-bidirectional-fe").score_count(), 6u);
  EXPECT_EQ(ReorderingType::parse("hier-mslr-backward-fe").score_count(), 4u);
  EXPECT_EQ(ReorderingType::parse("word-monotonicity-bidirectional-f").score_count(), 4u);
}

// theory/reordering.md#worked-examples C: counts (1, 6, 3).
TEST(ReorderingTypeTest, WorkedExample) {
  std::vector<float> log_probs(3);
  smoothed_log_probs({1, 6, 2, 1}, OrientationClasses::kMsd, log_probs);
  EXPECT_NEAR(std::exp(log_probs[0]), 0.130435, 1e-6);
  EXPECT_NEAR(std::exp(log_probs[1]), 0.565217, 1e-6);
  EXPECT_NEAR(std::exp(log_probs[2]), 0.304348, 1e-6);
}

TEST(ReorderingTypeTest, ProbabilitiesSumToOne) {
  for (const auto classes :
       {OrientationClasses::kMsd, OrientationClasses::kMslr, OrientationClasses::kMonotonicity}) {
    ReorderingType type;
    type.classes = classes;
    for (const std::array<std::uint32_t, 4>& counts :
         {std::array<std::uint32_t, 4>{0, 0, 0, 0}, {5, 0, 1, 7}, {4'000'000'000U, 4'000'000'000U, 1, 0}}) {
      std::vector<float> log_probs(type.class_count());
      smoothed_log_probs(counts, classes, log_probs);
      double sum = 0;
      for (const float log_prob : log_probs) sum += std::exp(double{log_prob});
      EXPECT_NEAR(sum, 1.0, 1e-6);
    }
  }
}

}  // namespace
}  // namespace calque::phrase
