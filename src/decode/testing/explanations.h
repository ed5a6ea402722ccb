// What every explanation must fulfil, whatever the features are. Tests only.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

#include "decode/translation.h"

namespace calque::decode::testing {

// The shares of the phrases sum to the features, and what models predict is a distribution.
inline void check_explanations(const Translation& translation) {
  ASSERT_EQ(translation.explanations.size(), translation.phrases.size());
  std::vector<double> sums(translation.features.size());
  for (const StepExplanation& step : translation.explanations) {
    ASSERT_EQ(step.features.size(), sums.size());
    for (std::size_t k = 0; k < sums.size(); ++k) {
      EXPECT_FALSE(step.features[k] == 0 && std::signbit(step.features[k]));  // would be shown as -0
      sums[k] += step.features[k];
    }
    for (const ReorderingPrediction& prediction : step.reordering) {
      double total = 0;
      std::size_t chosen = 0;
      for (const auto& [label, log_prob] : prediction.distribution) {
        total += std::exp(log_prob);
        if (label != prediction.orientation) continue;
        EXPECT_EQ(log_prob, prediction.log_prob);
        ++chosen;
      }
      EXPECT_NEAR(total, 1.0, 1e-5);
      EXPECT_EQ(chosen, 1U);
    }
  }
  for (std::size_t k = 0; k < sums.size(); ++k) EXPECT_NEAR(sums[k], translation.features[k], 1e-9);
}

}  // namespace calque::decode::testing
