// The two search algorithms against each other. Against exhaustive search: decoder_test.cpp.
#include "decode/search.h"

#include <gtest/gtest.h>

#include "decode/testing/toy_models.h"

namespace calque::decode {
namespace {

using testing::exact_options;
using testing::kAlgorithms;
using testing::kTolerance;
using testing::make_toy_system;
using testing::random_pairs;
using testing::random_sentence;
using testing::ToySystem;
using testing::views;
using testing::Words;

TEST(Search, CubePruningWithoutLimitsIsStackSearchWithoutLimits) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Rng rng(seed);
    const ToySystem system = make_toy_system(random_pairs(rng, 8, 3, 0.2));
    const Words sentence = random_sentence(rng, 9, 8);
    SearchOptions options = exact_options();
    options.distortion_limit = 4;
    options.pop_limit = 0;
    Workspace workspace;
    const auto stacks = system.decoder(options).translate(views(sentence), workspace, 100);
    options.search = SearchAlgorithm::kCube;
    const auto cube = system.decoder(options).translate(views(sentence), workspace, 100);
    ASSERT_EQ(stacks.size(), cube.size());
    for (std::size_t i = 0; i < cube.size(); ++i)
      EXPECT_NEAR(stacks[i].score, cube[i].score, kTolerance) << i;
  }
}

// Without guesses both algorithms discard only what cannot survive, so pruned stacks hold the same
// hypotheses.
TEST(Search, BothAlgorithmsPruneAlikeWithoutEarlyDiscarding) {
  Rng rng(21);
  const ToySystem system = make_toy_system(random_pairs(rng, 20, 8, 0.2));
  for (int i = 0; i < 20; ++i) {
    const Words sentence = random_sentence(rng, 20, 15);
    SearchOptions options;
    options.stack_size = 15;
    options.early_discarding = 0;
    options.pop_limit = 0;
    Workspace workspace;
    options.search = SearchAlgorithm::kStacks;
    const double stacks = system.decoder(options).translate(views(sentence), workspace)[0].score;
    options.search = SearchAlgorithm::kCube;
    EXPECT_NEAR(system.decoder(options).translate(views(sentence), workspace)[0].score, stacks, kTolerance);
  }
}

TEST(Search, HigherPopLimitsAndLessDiscardingFindNothingWorseOnAverage) {
  Rng rng(22);
  const ToySystem system = make_toy_system(random_pairs(rng, 20, 8, 0.2));
  double few = 0;
  double many = 0;
  for (int i = 0; i < 20; ++i) {
    const Words sentence = random_sentence(rng, 20, 15);
    Workspace workspace;
    SearchOptions options;
    options.search = SearchAlgorithm::kCube;
    options.pop_limit = 3;
    few += system.decoder(options).translate(views(sentence), workspace)[0].score;
    options.pop_limit = 1000;
    many += system.decoder(options).translate(views(sentence), workspace)[0].score;
  }
  EXPECT_GT(many, few);
}

// A feature may ask for every expansion or say that only words matter; the result is the same.
TEST(Search, ScopeOfAFeatureChangesNoScore) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Rng rng(seed);
    const auto pairs = random_pairs(rng, 5, 3, 0.3);
    const Words sentence = random_sentence(rng, 6, 6);
    for (const auto algorithm : kAlgorithms) {
      SearchOptions options = exact_options();
      options.search = algorithm;
      options.distortion_limit = 3;
      Workspace workspace;
      const auto narrow = make_toy_system(pairs, Scope::kContinuation)
                              .decoder(options)
                              .translate(views(sentence), workspace, 50);
      const auto wide = make_toy_system(pairs, Scope::kExpansion)
                            .decoder(options)
                            .translate(views(sentence), workspace, 50);
      ASSERT_EQ(narrow.size(), wide.size());
      for (std::size_t i = 0; i < wide.size(); ++i) {
        EXPECT_NEAR(narrow[i].score, wide[i].score, kTolerance);
      }
    }
  }
}

// The first `as_moves` of two features as move features, the others asked about every expansion.
ToySystem system_with_moves(const std::vector<testing::ToyPair>& pairs, std::size_t as_moves) {
  std::vector<std::unique_ptr<const Feature>> features;
  for (std::uint32_t i = 0; i < 2; ++i) {
    auto moves = std::make_unique<const testing::ToyReordering>("Moves" + std::to_string(i), 1000 * i);
    if (i < as_moves) {
      features.push_back(std::move(moves));
    } else {
      features.push_back(std::make_unique<testing::AppliedToEverything>(std::move(moves)));
    }
  }
  return make_toy_system(pairs, Scope::kContinuation, std::move(features));
}

TEST(Search, MovesWeighedBeforehandGiveWhatMovesWeighedOneByOneGive) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Rng rng(seed);
    const auto pairs = random_pairs(rng, 5, 3, 0.3);
    const Words sentence = random_sentence(rng, 6, seed % 7);
    for (const auto algorithm : kAlgorithms) {
      SearchOptions options = exact_options();
      options.search = algorithm;
      options.distortion_limit = 3;
      if (seed % 2 == 0) options.segment_length = options.segment_limit = 4;
      Workspace workspace;
      const auto expected =
          system_with_moves(pairs, 0).decoder(options).translate(views(sentence), workspace, 50);
      for (const std::size_t as_moves : {1, 2}) {
        const auto found =
            system_with_moves(pairs, as_moves).decoder(options).translate(views(sentence), workspace, 50);
        ASSERT_EQ(found.size(), expected.size());
        for (std::size_t i = 0; i < found.size(); ++i) {
          EXPECT_NEAR(found[i].score, expected[i].score, kTolerance);
        }
      }
    }
  }
}

TEST(Search, RememberedTranslationsAreThoseOfAFreshWorkspace) {
  // "s0" has more translations than are worth ranking twice.
  std::vector<testing::ToyPair> pairs{{{"s1"}, {"t1"}, {}, {}}};
  Rng rng(23);
  for (int i = 0; i < 100; ++i) {
    testing::ToyPair pair{{"s0"}, {"t" + std::to_string(i)}, {}, {}};
    for (float& score : pair.log_scores) score = -static_cast<float>(rng.uniform() * 4);
    pairs.push_back(pair);
  }
  const ToySystem system = make_toy_system(pairs);
  ToySystem reweighted = system;
  for (double& weight : reweighted.weights.groups[0].values) weight *= rng.uniform() * 3;
  Workspace used;
  for (int round = 0; round < 3; ++round) {
    for (const ToySystem* each : {&system, static_cast<const ToySystem*>(&reweighted)}) {
      for (const std::uint32_t limit : {5, 20}) {
        SearchOptions options;
        options.table_limit = limit;
        Workspace fresh;
        const Words sentence{"s0", "s1", "s0"};
        EXPECT_EQ(each->decoder(options).translate(views(sentence), used, 20),
                  each->decoder(options).translate(views(sentence), fresh, 20));
      }
    }
  }
}

}  // namespace
}  // namespace calque::decode
