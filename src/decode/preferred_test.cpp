#include "decode/preferred.h"

#include <algorithm>
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "decode/testing/toy_models.h"

namespace calque::decode {
namespace {

using testing::exact_options;
using testing::make_toy_system;
using testing::random_pairs;
using testing::ToySystem;
using testing::Words;

Translation translated(const ToySystem& system, const Words& sentence, std::vector<Suggestion> suggestions) {
  const auto words = testing::views(sentence);
  Workspace workspace;
  Request request{.words = words, .suggestions = std::move(suggestions)};
  return system.decoder(exact_options()).translate(request, workspace).translations.at(0);
}

// Words that no model knows lose as they are, and win where they are preferred, wherever they stand.
TEST(PreferredTest, WinsWhereTheModelsAloneWouldNotTakeIt) {
  Rng rng(11);
  int without = 0;
  int with = 0;
  for (int round = 0; round < 40; ++round) {
    const ToySystem system = make_toy_system(random_pairs(rng, 5, 10, 0.3));
    const Words sentence = testing::random_sentence(rng, 5, 5);
    const auto begin = static_cast<std::uint32_t>(rng.below(4));
    Suggestion suggestion{.source = {begin, begin + 2},
                          .words = {"new", "words", "of", "mine"},
                          .log_prob = -5,
                          .exclusive = false,
                          .margin = 6};
    const auto has_it = [&](const Translation& translation) {
      return std::search(translation.words.begin(), translation.words.end(), suggestion.words.begin(),
                         suggestion.words.end()) != translation.words.end();
    };
    without += has_it(translated(system, sentence, {suggestion})) ? 1 : 0;
    suggestion.preferred = true;
    suggestion.log_prob = 0;
    const Translation translation = translated(system, sentence, {suggestion});
    with += has_it(translation) ? 1 : 0;
    double score = 0;
    std::size_t k = 0;
    for (const auto& group : system.weights.groups) {
      for (const double weight : group.values) score += weight * translation.features[k++];
    }
    EXPECT_NEAR(score, translation.score, testing::kTolerance);
  }
  EXPECT_LT(without, 10);
  EXPECT_GE(with, 36);
}

TEST(PreferredTest, LeavesOtherSuggestionsAsTheyAre) {
  Rng rng(5);
  const ToySystem system = make_toy_system(random_pairs(rng, 4, 4, 0.3));
  const Words sentence{"s0", "s1", "s2", "s3"};
  const auto words = testing::views(sentence);
  Suggestion plain{.source = {0, 1}, .words = {"x"}, .log_prob = -2, .exclusive = false};
  Suggestion wanted{
      .source = {1, 3}, .words = {"y", "z", "y", "z"}, .exclusive = false, .preferred = true, .margin = 6};
  const Request request{.words = words, .suggestions = {plain, wanted}};
  EXPECT_TRUE(has_preferred(request));
  EXPECT_FALSE(has_preferred({.words = words, .suggestions = {plain}}));

  const std::vector<double> weights = flatten(system.weights, system.decoder_parts.features->descriptions());
  Workspace workspace;
  workspace.caches = system.decoder_parts.features->new_sentence_caches();
  std::vector<text::WordId> ids;
  for (const auto word : words) ids.push_back(system.phrases->source_word(word).value_or(kUnknownSourceWord));
  const std::vector<std::string_view> extra{"x", "y", "z", "y", "z"};
  const SourceSentence source{words, ids,
                              static_cast<std::uint32_t>(system.phrases->target_vocabulary_size()), extra};
  ModelView model{*system.phrases, *system.decoder_parts.features, weights, workspace.caches};
  for (const auto& cache : workspace.caches) {
    if (cache != nullptr) cache->prepare_sentence(source);
  }
  const auto raised = raise_preferred(model, exact_options(), source, {0, 4}, request, workspace);
  ASSERT_EQ(raised.size(), 2U);
  EXPECT_EQ(raised[0].log_prob, -2);
  EXPECT_GE(raised[1].log_prob, 0);

  // With it, the search expects the margin more than without: 6 x 0.7.
  Request with = request;
  with.suggestions = raised;
  workspace.options.build(model, exact_options(), source, {0, 4}, with);
  workspace.future.build(workspace.options, 4);
  const double best = workspace.future.score(0, 4);
  with.suggestions[1].log_prob = -1e4;
  workspace.options.build(model, exact_options(), source, {0, 4}, with);
  workspace.future.build(workspace.options, 4);
  EXPECT_NEAR(best - workspace.future.score(0, 4), 6 * 0.7, 1e-3);

  // What speaks against it is taken off what it needs.
  Request doubted = request;
  doubted.suggestions[1].log_prob = -2;
  const auto less = raise_preferred(model, exact_options(), source, {0, 4}, doubted, workspace);
  EXPECT_NEAR(less[1].log_prob, raised[1].log_prob - 2, 1e-9);
}

}  // namespace
}  // namespace calque::decode
