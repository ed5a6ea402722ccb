// Expected feature values over a search graph against all derivations, taken from an exhaustive n-best list.
#include "decode/expectation.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "decode/testing/block_systems.h"

namespace calque::decode {
namespace {

using ExpectationOverGraphs = testing::BlockSystemsTest;

void expect_mean_over_list(const DecoderParts& decoder_parts, const SearchOptions& options) {
  const Decoder decoder(decoder_parts, default_weights(decoder_parts.features->descriptions()), options);
  Rng rng(3);
  Workspace workspace;
  for (int round = 0; round < 10; ++round) {
    std::vector<std::string> words;
    while (words.size() < 1 + static_cast<std::size_t>(round) % 4)
      words.push_back("s" + std::to_string(rng.below(13)));
    const std::vector<std::string_view> views(words.begin(), words.end());
    const Request request{.words = views, .n = 1'000'000, .with_expectation = true};
    const Response response = decoder.translate(request, workspace);
    const double best = response.translations[0].score;
    double sum = 0;
    for (const Translation& translation : response.translations) sum += std::exp(translation.score - best);
    EXPECT_NEAR(response.expectation.log_sum, best + std::log(sum), 1e-6);
    std::vector<double> expected(decoder_parts.features->score_count());
    for (const Translation& translation : response.translations) {
      for (std::size_t k = 0; k < expected.size(); ++k)
        expected[k] += std::exp(translation.score - best) / sum * translation.features[k];
    }
    ASSERT_EQ(response.expectation.features.size(), expected.size());
    for (std::size_t k = 0; k < expected.size(); ++k)
      EXPECT_NEAR(response.expectation.features[k], expected[k], 1e-5);
  }
}

TEST_F(ExpectationOverGraphs, IsTheMeanOverAllDerivations) {
  FeatureChoice choice;
  choice.reordering = phrase::ReorderingType::parse("word-msd-bidirectional-fe");
  SearchOptions options = exhaustive();
  options.table_limit = 3;
  expect_mean_over_list(standard_parts(models_, choice), options);
}

TEST_F(ExpectationOverGraphs, IsTheMeanOverAllDerivationsOfBlocks) {
  for (const auto& models : systems_) {
    for (const Reordering rule : {Reordering::kSwap, Reordering::kWindow}) {
      SearchOptions options = exhaustive();
      options.table_limit = 3;
      options.reordering = rule;
      expect_mean_over_list(block_parts(models), options);
    }
  }
}

TEST_F(ExpectationOverGraphs, IsOnlyThereIfItWasAskedFor) {
  const DecoderParts decoder_parts = standard_parts(models_);
  const Decoder decoder(decoder_parts, default_weights(decoder_parts.features->descriptions()), {});
  Workspace workspace;
  const std::vector<std::string_view> words{"s1", "s2"};
  EXPECT_TRUE(decoder.translate({.words = words}, workspace).expectation.features.empty());
  const Request nothing{.words = {}, .with_expectation = true};
  EXPECT_TRUE(decoder.translate(nothing, workspace).expectation.features.empty());
}

}  // namespace
}  // namespace calque::decode
