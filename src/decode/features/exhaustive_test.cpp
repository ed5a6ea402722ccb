// The search against all derivations of short sentences, one by one, for every combination of features.
// Features are asked step by step through the interface that all of them have, whatever their scope.
#include <algorithm>
#include <cmath>
#include <map>

#include "decode/features/registry.h"
#include "decode/testing/all_derivations.h"
#include "decode/testing/learned_models.h"
#include "decode/testing/random_models.h"

namespace calque::decode {
namespace {

class FeatureCombinations : public testing::RandomModels {
 protected:
  static std::vector<std::string> sentence(Rng& rng, std::size_t length) {
    std::vector<std::string> words;
    while (words.size() < length) words.push_back("s" + std::to_string(rng.below(13)));  // s12 is unknown
    return words;
  }
  // Random weights for indicators that occur.
  static std::vector<SparseWeight> indicator_weights(const std::shared_ptr<const Models>& models,
                                                     const FeatureChoice& choice) {
    if (choice.sparse_features.empty()) return {};
    Rng rng(15);
    const DecoderParts decoder_parts = standard_parts(models, choice);
    const Decoder decoder(decoder_parts, default_weights(decoder_parts.features->descriptions()), {});
    Workspace workspace;
    std::map<std::string, SparseWeight> weights;
    for (int round = 0; round < 10; ++round) {
      const auto words = sentence(rng, 6);
      const std::vector<std::string_view> views(words.begin(), words.end());
      const Request request{.words = views, .n = 20, .with_indicators = true};
      for (const Translation& translation : decoder.translate(request, workspace).translations) {
        for (const auto& [name, count] : translation.indicators) {
          const std::size_t bracket = name.find('[');
          weights[name] = {name.substr(0, bracket), name.substr(bracket + 1, name.size() - bracket - 2),
                           rng.uniform() * 2 - 1};
        }
      }
    }
    std::vector<SparseWeight> list;
    for (const auto& [name, weight] : weights) list.push_back(weight);
    return list;
  }

  // Returns how many derivations were compared with.
  std::size_t compare(const std::shared_ptr<const Models>& models, FeatureChoice choice, Rng& rng) {
    choice.sparse_weights = indicator_weights(models, choice);
    const DecoderParts decoder_parts = standard_parts(models, choice);
    Weights weights = default_weights(decoder_parts.features->descriptions());
    for (auto& group : weights.groups) {
      for (double& value : group.values) value += rng.uniform() * 0.4 - 0.2;
    }
    std::size_t derivations = 0;
    for (const std::size_t length : {2, 3}) {
      const auto words = sentence(rng, length);
      const std::vector<std::string_view> views(words.begin(), words.end());
      for (const int limit : {-1, 1}) {
        SearchOptions options;
        options.stack_size = options.pop_limit = options.table_limit = 0;
        options.beam_threshold = 0;
        options.early_discarding = 0;
        options.distortion_limit = limit;
        for (const auto algorithm : {SearchAlgorithm::kStacks, SearchAlgorithm::kCube}) {
          options.search = algorithm;
          const Decoder decoder(decoder_parts, weights, options);
          const testing::AllDerivations all(decoder_parts, decoder.weights(), views,
                                            testing::within_distance(limit));
          Workspace workspace;
          EXPECT_NEAR(decoder.translate(views, workspace)[0].score, all.best(), 1e-4);
          derivations += all.count();
        }
      }
    }
    return derivations;
  }
};

TEST_F(FeatureCombinations, SearchFindsTheBestOfAllDerivations) {
  using phrase::ReorderingType;
  const std::vector<std::optional<ReorderingType>> reorderings{
      std::nullopt,
      ReorderingType::parse("word-msd-bidirectional-fe"),
      ReorderingType::parse("word-mslr-forward-f"),
      ReorderingType::parse("phrase-monotonicity-backward-fe"),
      ReorderingType::parse("phrase-msd-bidirectional-f"),
      ReorderingType::parse("hier-mslr-bidirectional-fe"),
      ReorderingType::parse("hier-msd-backward-fe")};
  const std::vector<std::string> phrase_names{"", "count,singleton,low-count"};
  const std::vector<std::string> sparse_names{"", "orientation", "pairs,lengths",
                                              "orientation,pairs,lengths"};
  Rng rng(16);
  std::size_t derivations = 0;
  for (const unsigned language_models : {1U, 2U}) {
    const auto models = load(language_models);
    for (const auto& reordering : reorderings) {
      for (const auto& phrase_features : phrase_names) {
        for (const auto& sparse_features : sparse_names) {
          SCOPED_TRACE((reordering ? reordering->name() : "none") + ", " + phrase_features + ", " +
                       sparse_features);
          FeatureChoice choice{.reordering = reordering};
          choice.phrase_features = parse_feature_names(FeatureOption::kPhrase, phrase_features);
          choice.sparse_features = parse_feature_names(FeatureOption::kSparse, sparse_features);
          derivations += compare(models, choice, rng);
        }
      }
    }
  }
  EXPECT_GT(derivations, 100000U);
}

TEST_F(FeatureCombinations, SearchFindsTheBestOfAllDerivationsWithLearnedReordering) {
  using phrase::ReorderingType;
  const std::vector<testing::LearnedRecipe> recipes{
      {.learner = "mlr-dual", .classes = "mslr", .forward = true},
      {.learner = "mlr-dual", .classes = "msd", .forward = true, .form = ReorderingForm::kPerClass},
      {.learner = "dpr-mms", .classes = "msd", .orientation = phrase::OrientationModel::kWord},
      {.learner = "mlr-dual", .classes = "5", .forward = true, .form = ReorderingForm::kPerClass},
      {.learner = "bayes-map", .classes = "3", .forward = true, .form = ReorderingForm::kDistanceAdjusted},
      {.learner = "mlr-dual", .classes = "mslr", .backward = false, .forward = true},
      {.learner = "dpr-mms", .classes = "3", .forward = true, .form = ReorderingForm::kExponential},
      {.learner = "mlr-dual",
       .classes = "mslr",
       .orientation = phrase::OrientationModel::kPhrase,
       .forward = true}};
  std::vector<LearnedReorderingModels> moves;
  for (const auto& recipe : recipes) moves.push_back(testing::learn_moves(corpus_, alignments_, recipe));
  std::vector<std::vector<LearnedReorderingModels>> sets;
  for (const LearnedReorderingModels& one : moves) sets.push_back({one});
  sets.push_back({moves[0], moves[4]});
  sets.push_back({moves[1], moves[3], moves[5]});
  sets.push_back({moves[0], moves[6]});
  Rng rng(17);
  std::size_t derivations = 0;
  for (const auto& set : sets) {
    const auto models = load(1, set);
    for (const char* const reordering : {"", "word-msd-bidirectional-fe", "hier-mslr-bidirectional-fe"}) {
      FeatureChoice choice;
      if (*reordering != 0) choice.reordering = ReorderingType::parse(reordering);
      choice.distance = *reordering != 0;
      choice.sparse_features = {"orientation"};
      SCOPED_TRACE(std::to_string(set.size()) + " " + reordering);
      derivations += compare(models, choice, rng);
    }
  }
  EXPECT_GT(derivations, 10000U);
}

}  // namespace
}  // namespace calque::decode
