#include "decode/decoder.h"

#include <cmath>
#include <limits>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "decode/testing/toy_models.h"

namespace calque::decode {
namespace {

using testing::exact_options;
using testing::Exhaustive;
using testing::ExhaustiveSearch;
using testing::kAlgorithms;
using testing::kTolerance;
using testing::make_toy_system;
using testing::random_pairs;
using testing::random_sentence;
using testing::ToySystem;
using testing::views;
using testing::Words;

// A derivation is its words and spans: translations of one phrase differ in words.
using Identity = std::pair<Words, std::vector<std::array<std::uint32_t, 4>>>;

template <typename Found>
Identity identity(const Found& found) {
  Identity result{found.words, {}};
  for (const PhraseStep& step : found.phrases) {
    result.second.push_back({step.source.begin, step.source.end, step.target.begin, step.target.end});
  }
  return result;
}

struct RandomCase {
  ToySystem system;
  Words sentence;
};

RandomCase random_case(std::uint64_t seed) {
  Rng rng(seed);
  const std::size_t vocabulary = 2 + rng.below(5);
  RandomCase result{make_toy_system(random_pairs(rng, vocabulary, 2, 0.3)), {}};
  // One more word than the model knows, so that some are unknown.
  result.sentence = random_sentence(rng, vocabulary + 1, 1 + rng.below(4));
  for (auto& group : result.system.weights.groups) {
    for (double& value : group.values) value *= 0.2 + rng.uniform() * 1.6;
  }
  return result;
}

void expect_features(const Translation& translation, const std::vector<double>& expected) {
  ASSERT_EQ(translation.features.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(translation.features[i], expected[i], kTolerance) << i;
}

TEST(Decoder, ListsExactlyTheDerivationsOfExhaustiveSearch) {
  std::size_t several = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const RandomCase test = random_case(seed);
    for (const int limit : {-1, 0, 1, 2, 3}) {
      SearchOptions options = exact_options();
      options.search = seed % 2 == 0 ? SearchAlgorithm::kStacks : SearchAlgorithm::kCube;
      options.distortion_limit = limit;
      const ExhaustiveSearch exhaustive(test.system, test.sentence, limit, options.max_phrase_length);
      const auto& expected = exhaustive.derivations();
      Workspace workspace;
      const auto found =
          test.system.decoder(options).translate(views(test.sentence), workspace, expected.size() + 10);
      ASSERT_EQ(found.size(), expected.size()) << "seed " << seed << " limit " << limit;
      std::map<Identity, const Exhaustive*> by_identity;
      for (const auto& derivation : expected) by_identity[identity(derivation)] = &derivation;
      ASSERT_EQ(by_identity.size(), expected.size());
      std::set<Identity> seen;
      for (std::size_t i = 0; i < found.size(); ++i) {
        EXPECT_NEAR(found[i].score, expected[i].score, kTolerance) << "rank " << i;
        const auto same = by_identity.find(identity(found[i]));
        ASSERT_NE(same, by_identity.end());
        EXPECT_NEAR(found[i].score, same->second->score, kTolerance);
        expect_features(found[i], same->second->features);
        EXPECT_TRUE(seen.insert(identity(found[i])).second);
        if (i > 0) {
          EXPECT_LE(found[i].score, found[i - 1].score + 1e-9);
        }
      }
      several += found.size() > 10;
    }
  }
  EXPECT_GT(several, 100U);  // the cases are not all trivial
}

TEST(Decoder, BestOfFiveWordsIsThatOfExhaustiveSearch) {
  for (std::uint64_t seed = 1000; seed < 1010; ++seed) {
    Rng rng(seed);
    const ToySystem system = make_toy_system(random_pairs(rng, 5, 2, 0.15));
    const Words sentence = random_sentence(rng, 6, 5);
    for (const int limit : {-1, 2}) {
      SearchOptions options = exact_options();
      options.distortion_limit = limit;
      options.max_phrase_length = 2;
      Workspace workspace;
      const ExhaustiveSearch exhaustive(system, sentence, limit, 2);
      for (const auto algorithm : kAlgorithms) {
        options.search = algorithm;
        const auto found = system.decoder(options).translate(views(sentence), workspace);
        ASSERT_EQ(found.size(), 1U);
        EXPECT_NEAR(found[0].score, exhaustive.derivations()[0].score, kTolerance) << "seed " << seed;
      }
    }
  }
}

TEST(Decoder, RecombinationChangesNoScore) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const RandomCase test = random_case(seed);
    SearchOptions options = exact_options();
    options.distortion_limit = 3;
    Workspace workspace;
    const auto merged = test.system.decoder(options).translate(views(test.sentence), workspace, 50);
    options.recombine = false;
    const auto apart = test.system.decoder(options).translate(views(test.sentence), workspace, 50);
    ASSERT_EQ(merged.size(), apart.size());
    for (std::size_t i = 0; i < merged.size(); ++i) EXPECT_NEAR(merged[i].score, apart[i].score, kTolerance);
  }
}

// Longer sentences and pruned search: what cannot be enumerated must still be consistent.
TEST(Decoder, ScoreIsWeightsTimesFeaturesAndAllWordsAreCovered) {
  Rng rng(5);
  const ToySystem system = make_toy_system(random_pairs(rng, 30, 6, 0.1));
  const std::vector<double> weights = flatten(system.weights, system.decoder_parts.features->descriptions());
  for (const std::size_t length : {1, 7, 30, 63, 64, 65, 90, 130}) {
    const Words sentence = random_sentence(rng, 31, length);
    SearchOptions options;
    options.stack_size = 30;
    options.search = kAlgorithms[length % 2];
    Workspace workspace;
    const auto found = system.decoder(options).translate(views(sentence), workspace, 20);
    const auto best = system.decoder(options).translate(views(sentence), workspace, 1);
    EXPECT_EQ(found[0], best[0]);
    for (const Translation& translation : found) {
      double dot = 0;
      for (std::size_t i = 0; i < weights.size(); ++i) dot += weights[i] * translation.features[i];
      EXPECT_NEAR(translation.score, dot, 1e-6 * (1 + std::abs(dot)));
      std::vector<int> covered(length, 0);
      std::uint32_t target = 0;
      for (const PhraseStep& step : translation.phrases) {
        EXPECT_EQ(step.target.begin, target);
        target = step.target.end;
        for (std::uint32_t i = step.source.begin; i < step.source.end; ++i) ++covered[i];
      }
      EXPECT_EQ(target, translation.words.size());
      EXPECT_THAT(covered, ::testing::Each(1));
      EXPECT_TRUE(std::is_sorted(translation.alignment.begin(), translation.alignment.end()));
    }
  }
}

TEST(Decoder, WiderStacksFindNothingWorse) {
  Rng rng(6);
  const ToySystem system = make_toy_system(random_pairs(rng, 20, 5, 0.2));
  double narrow_sum = 0;
  double wide_sum = 0;
  for (int i = 0; i < 20; ++i) {
    const Words sentence = random_sentence(rng, 20, 15);
    Workspace workspace;
    SearchOptions options;
    options.beam_threshold = 0;
    options.stack_size = 1;
    narrow_sum += system.decoder(options).translate(views(sentence), workspace)[0].score;
    options.stack_size = 500;
    wide_sum += system.decoder(options).translate(views(sentence), workspace)[0].score;
  }
  EXPECT_GT(wide_sum, narrow_sum);
}

TEST(Decoder, LimitZeroIsMonotone) {
  Rng rng(7);
  const ToySystem system = make_toy_system(random_pairs(rng, 10, 4, 0.3));
  SearchOptions options;
  options.distortion_limit = 0;
  Workspace workspace;
  for (int i = 0; i < 20; ++i) {
    const Words sentence = random_sentence(rng, 10, 12);
    std::uint32_t end = 0;
    const auto found = system.decoder(options).translate(views(sentence), workspace);
    for (const PhraseStep& step : found[0].phrases) {
      EXPECT_EQ(step.source.begin, end);
      end = step.source.end;
    }
  }
}

TEST(Decoder, CarriesUnknownWordsOver) {
  const ToySystem system =
      make_toy_system({{{"s0"}, {"t0"}, {}, {{0, 0}}}, {{"s1", "s0"}, {"t1"}, {}, {{0, 0}}}});
  Workspace workspace;
  SearchOptions options;
  options.distortion_limit = 0;
  const Words source{"http://x.org/?a=1", "s0", "s1", "1984"};
  const Translation found = system.decoder(options).translate(views(source), workspace)[0];
  EXPECT_THAT(found.words, ::testing::ElementsAre("http://x.org/?a=1", "t0", "s1", "1984"));
  EXPECT_THAT(found.unknown, ::testing::ElementsAre(0, 2, 3));
  EXPECT_THAT(found.alignment,
              ::testing::ElementsAre(text::Link{0, 0}, text::Link{1, 1}, text::Link{2, 2}, text::Link{3, 3}));
  EXPECT_EQ(found.features.back(), -300);
}

TEST(Decoder, EmptySentenceHasTheEmptyTranslation) {
  const ToySystem system = make_toy_system({{{"s0"}, {"t0"}, {}, {}}});
  Workspace workspace;
  const auto found = system.decoder({}).translate({}, workspace, 10);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(found[0].words.empty());
  EXPECT_EQ(found[0].score, 0);
  EXPECT_THAT(found[0].features, ::testing::Each(0.0));
  EXPECT_EQ(system.decoder({}).translate_line(" \t ", workspace), found[0]);
}

TEST(Decoder, WorksWithoutAnyPhrase) {
  const ToySystem system = make_toy_system({});
  Workspace workspace;
  SearchOptions options;
  options.distortion_limit = 0;
  EXPECT_EQ(joined(system.decoder(options).translate_line("a b  c", workspace)), "a b c");
}

TEST(Decoder, DistinctListsHaveNoWordSequenceTwice) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const RandomCase test = random_case(seed);
    SearchOptions options = exact_options();
    Workspace workspace;
    const auto all = test.system.decoder(options).translate(views(test.sentence), workspace, 1000);
    options.distinct = true;
    const auto distinct = test.system.decoder(options).translate(views(test.sentence), workspace, 1000);
    std::vector<Translation> expected;
    std::set<Words> seen;
    for (const auto& translation : all) {
      if (seen.insert(translation.words).second) expected.push_back(translation);
    }
    if (all.size() < 1000) {
      EXPECT_EQ(distinct, expected);
    }
    EXPECT_EQ(distinct[0], all[0]);
  }
}

TEST(Decoder, WorkspaceHistoryDoesNotMatter) {
  Rng rng(8);
  const ToySystem one = make_toy_system(random_pairs(rng, 20, 5, 0.2));
  const ToySystem other = make_toy_system(random_pairs(rng, 20, 5, 0.2));
  Workspace used;
  for (int i = 0; i < 20; ++i) {
    const Words sentence = random_sentence(rng, 21, 1 + rng.below(80));
    SearchOptions options;
    options.stack_size = 20;
    options.search = kAlgorithms[static_cast<std::size_t>(i) % 2];
    Workspace fresh;
    for (const ToySystem* system : {&one, &other}) {
      EXPECT_EQ(system->decoder(options).translate(views(sentence), used, 5),
                system->decoder(options).translate(views(sentence), fresh, 5));
    }
  }
}

TEST(Decoder, LongInputIsTranslatedWhole) {
  Rng rng(9);
  const ToySystem system = make_toy_system(random_pairs(rng, 50, 3, 0.05));
  Words sentence = random_sentence(rng, 51, 5000);
  for (std::size_t i = 30; i < sentence.size(); i += 37) sentence[i] = i % 2 == 0 ? "." : ",";
  SearchOptions options;
  options.stack_size = 5;
  Workspace workspace;
  const auto found = system.decoder(options).translate(views(sentence), workspace, 3);
  const std::vector<double> weights = flatten(system.weights, system.decoder_parts.features->descriptions());
  ASSERT_EQ(found.size(), 3U);
  for (const Translation& translation : found) {
    std::vector<int> covered(sentence.size(), 0);
    std::vector<const testing::ToyPair*> pairs;
    for (const PhraseStep& step : translation.phrases) {
      for (std::uint32_t i = step.source.begin; i < step.source.end; ++i) ++covered[i];
      const Words source(sentence.begin() + step.source.begin, sentence.begin() + step.source.end);
      const Words target(translation.words.begin() + step.target.begin,
                         translation.words.begin() + step.target.end);
      pairs.push_back(nullptr);
      for (const auto& pair : system.phrases->pairs()) {
        if (pair.source == source && pair.target == target) pairs.back() = &pair;
      }
    }
    EXPECT_THAT(covered, ::testing::Each(1));
    // Scored as one sentence: no feature may notice the segments.
    Exhaustive rescored{0, translation.words, translation.phrases, {}};
    testing::score_toy_derivation(weights, pairs, rescored);
    EXPECT_NEAR(translation.score, rescored.score, 1e-6 * std::abs(rescored.score));
    for (std::size_t i = 0; i < 9; ++i) EXPECT_NEAR(translation.features[i], rescored.features[i], 0.05) << i;
  }
  EXPECT_GE(found[0].score, found[1].score);
  EXPECT_GE(found[1].score, found[2].score);
}

TEST(Decoder, ScoresThatAreNoNumbersAreAnError) {
  Workspace workspace;
  for (const float bad : {std::nanf(""), -std::numeric_limits<float>::infinity()}) {
    const ToySystem damaged = make_toy_system({{{"a"}, {"x"}, {bad, 0, 0, 0}, {}}, {{"a"}, {"y"}, {}, {}}});
    EXPECT_THROW(damaged.decoder({}).translate_line("a", workspace), NumericError);
    EXPECT_EQ(joined(damaged.decoder({}).translate_line("b", workspace)), "b");
  }
}

// Scores every step with NaN.
class Damaged final : public StatefulFeature {
 public:
  Damaged() : StatefulFeature({"Damaged0", {1.0}}, {.scope = Scope::kExpansion}) {}
  void apply(const ApplyContext&, SentenceCache*, const std::byte*, std::byte*,
             std::span<float> scores) const noexcept override {
    scores[0] = std::nanf("");
  }
};

TEST(Decoder, FeaturesThatGiveNoNumbersAreAnError) {
  std::vector<std::unique_ptr<const Feature>> features;
  features.push_back(std::make_unique<Damaged>());
  const DecoderParts decoder_parts{std::make_shared<testing::ToyPhrases>(std::vector<testing::ToyPair>{}),
                                   std::make_shared<FeatureSet>(std::move(features))};
  const Decoder decoder(decoder_parts, default_weights(decoder_parts.features->descriptions()), {});
  Workspace workspace;
  EXPECT_THROW(decoder.translate_line("a b", workspace), NumericError);
}

TEST(Decoder, RefusesWeightsAndOptionsThatDoNotFit) {
  const ToySystem system = make_toy_system({});
  Weights weights = system.weights;
  weights.groups.pop_back();
  EXPECT_THROW(Decoder(system.decoder_parts, weights, {}), UsageError);
  weights = system.weights;
  weights.groups[0].values[1] = std::nan("");
  EXPECT_THROW(Decoder(system.decoder_parts, weights, {}), UsageError);
  SearchOptions options;
  options.distortion_limit = -2;
  EXPECT_THROW(Decoder(system.decoder_parts, system.weights, options), UsageError);
}

}  // namespace
}  // namespace calque::decode
