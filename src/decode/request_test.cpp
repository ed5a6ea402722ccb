// Requests with suggestions, constraints and given translations, against exhaustive search.
#include "decode/request.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "decode/consensus.h"
#include "decode/testing/toy_models.h"

namespace calque::decode {
namespace {

using testing::exact_options;
using testing::Exhaustive;
using testing::ExhaustiveSearch;
using testing::kTolerance;
using testing::make_toy_system;
using testing::random_pairs;
using testing::random_sentence;
using testing::ToySystem;
using testing::views;
using testing::Words;

// The order in which source words are said, and the phrase each belongs to.
bool keeps_wall(const Exhaustive& derivation, std::uint32_t wall) {
  std::uint32_t missing = wall;
  for (const PhraseStep& step : derivation.phrases) {
    for (std::uint32_t i = step.source.begin; i < std::min(step.source.end, wall); ++i) --missing;
    if (step.source.end > wall && missing > 0) return false;
  }
  return true;
}

bool keeps_zone(const Exhaustive& derivation, text::Span zone) {
  std::uint32_t said = 0;
  for (const PhraseStep& step : derivation.phrases) {
    const auto begin = std::max(step.source.begin, zone.begin);
    const auto end = std::min(step.source.end, zone.end);
    const std::uint32_t inside = begin < end ? end - begin : 0;
    if (inside > 0 && inside < step.source.size() && inside < zone.size()) return false;
    if (inside == 0 && said > 0 && said < zone.size()) return false;
    said += inside;
  }
  return true;
}

// The n-best list has these scores and no others.
void expect_exactly(const std::vector<double>& expected, const ToySystem& system, const Request& request) {
  Workspace workspace;
  const auto found = system.decoder(exact_options()).translate(request, workspace).translations;
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i].score, expected[i], kTolerance);
}

// Scores of the derivations that `keeps` holds for.
template <typename Keeps>
std::vector<double> scores_of(const ExhaustiveSearch& all, Keeps keeps) {
  std::vector<double> scores;
  for (const Exhaustive& derivation : all.derivations())
    if (keeps(derivation)) scores.push_back(derivation.score);
  return scores;
}

TEST(Request, WallsAndZonesLeaveExactlyTheDerivationsThatKeepThem) {
  std::size_t fewer = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Rng rng(seed);
    const ToySystem system = make_toy_system(random_pairs(rng, 4, 2, 0.3));
    const Words sentence = random_sentence(rng, 5, 4);
    const std::uint32_t wall = 1 + static_cast<std::uint32_t>(rng.below(3));
    const auto zone_begin = static_cast<std::uint32_t>(rng.below(3));
    const text::Span zone{zone_begin, zone_begin + 2};
    const bool with_wall = seed % 2 == 0;
    const ExhaustiveSearch all(system, sentence, -1, 7);
    const std::vector<double> expected = scores_of(all, [&](const Exhaustive& derivation) {
      return with_wall ? keeps_wall(derivation, wall) : keeps_zone(derivation, zone);
    });
    fewer += expected.size() < all.derivations().size();
    const auto source = views(sentence);
    Request request{.words = source, .n = expected.size() + 10};
    if (with_wall) {
      request.constraints.add_wall(wall);
    } else {
      request.constraints.add_zone(zone);
    }
    expect_exactly(expected, system, request);
  }
  EXPECT_GT(fewer, 30U);
}

TEST(Request, EnclosuresAreSaidBetweenTheirFirstAndLastWord) {
  std::size_t fewer = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Rng rng(seed);
    const ToySystem system = make_toy_system(random_pairs(rng, 5, 3, 0.3));
    const Words sentence = random_sentence(rng, 6, 5);
    const text::Span zone{static_cast<std::uint32_t>(rng.below(2)),
                          4 + static_cast<std::uint32_t>(rng.below(2))};
    const auto keeps_ends = [&](const Exhaustive& derivation) {
      std::vector<std::uint32_t> order;  // of the zone's words, those of one phrase from left to right
      for (const PhraseStep& step : derivation.phrases) {
        for (std::uint32_t i = step.source.begin; i < step.source.end; ++i)
          if (zone.contains(i)) order.push_back(i);
      }
      return keeps_zone(derivation, zone) && order.front() == zone.begin && order.back() == zone.end - 1;
    };
    const ExhaustiveSearch all(system, sentence, -1, 7);
    const std::vector<double> expected = scores_of(all, keeps_ends);
    fewer += expected.size() < all.derivations().size();
    const auto source = views(sentence);
    Request request{.words = source, .n = expected.size() + 10};
    request.constraints.add_enclosure(zone);
    expect_exactly(expected, system, request);
  }
  EXPECT_GT(fewer, 30U);
}

TEST(Request, NoPhraseCutsAUnit) {
  std::size_t fewer = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Rng rng(seed);
    auto pairs = random_pairs(rng, 4, 3, 0.3);
    pairs.push_back({{"s1", "s2"}, {"t0"}, {}, {}});
    const ToySystem system = make_toy_system(pairs);
    const Words sentence{"s0", "s1", "s2", "s3"};
    const text::Span unit{1, 3};
    const ExhaustiveSearch all(system, sentence, -1, 7);
    const std::vector<double> expected = scores_of(all, [](const Exhaustive& derivation) {
      return std::all_of(derivation.phrases.begin(), derivation.phrases.end(), [](const PhraseStep& step) {
        return step.source.contains(1) == step.source.contains(2);
      });
    });
    fewer += expected.size() < all.derivations().size();
    const auto source = views(sentence);
    Request request{.words = source, .n = expected.size() + 10, .units = {unit}};
    expect_exactly(expected, system, request);
  }
  EXPECT_GT(fewer, 30U);
}

TEST(Request, ConstraintsLeaveNoDeadEnd) {
  Rng rng(3);
  const ToySystem system = make_toy_system(random_pairs(rng, 20, 3, 0.2));
  for (int round = 0; round < 200; ++round) {
    const std::size_t length = 5 + rng.below(20);
    const Words sentence = random_sentence(rng, 21, length);
    const auto source = views(sentence);
    Request request{.words = source};
    SearchOptions options;
    options.stack_size = 5;
    options.distortion_limit = static_cast<int>(rng.below(5));
    const auto begin = static_cast<std::uint32_t>(rng.below(length - 3));
    const text::Span outer{begin, begin + 3 + static_cast<std::uint32_t>(rng.below(length - begin - 2))};
    request.constraints.add_zone(outer);
    request.constraints.add_zone({outer.begin + 1, outer.end - (outer.size() > 3 ? 1U : 0U)});
    if (round % 2 == 0) request.constraints.add_enclosure(outer);
    for (int i = 0; i < 3; ++i) request.constraints.add_wall(static_cast<std::uint32_t>(rng.below(length)));
    Workspace workspace;
    EXPECT_EQ(system.decoder(options).translate(request, workspace).translations.size(), 1U);
  }
}

TEST(Request, GivenTranslationHasTheBestDerivationThatYieldsIt) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Rng rng(seed);
    const ToySystem system = make_toy_system(random_pairs(rng, 4, 3, 0.3));
    const Words sentence = random_sentence(rng, 5, 4);
    const auto source = views(sentence);
    SearchOptions options;
    options.distortion_limit = 2;
    const ExhaustiveSearch all(system, sentence, 2, 7);
    const Exhaustive& any = all.derivations()[rng.below(all.derivations().size())];
    const auto best = std::find_if(all.derivations().begin(), all.derivations().end(),
                                   [&](const Exhaustive& other) { return other.words == any.words; });
    Workspace workspace;
    Request request{.words = source};
    request.reference = any.words;
    const auto found = system.decoder(options).translate(request, workspace).translations;
    ASSERT_EQ(found.size(), 1U) << seed;
    EXPECT_EQ(found[0].words, any.words);
    EXPECT_NEAR(found[0].score, best->score, kTolerance);
    request.reference->push_back("never");
    EXPECT_TRUE(system.decoder(options).translate(request, workspace).translations.empty());
    request.reference->clear();
    EXPECT_TRUE(system.decoder(options).translate(request, workspace).translations.empty());
  }
}

TEST(Request, ExclusiveSuggestionsAreSaidInclusiveOnesCompete) {
  const ToySystem system =
      make_toy_system({{{"s0"}, {"t0"}, {}, {}}, {{"s1"}, {"t1"}, {}, {}}, {{"s0", "s1"}, {"t2"}, {}, {}}});
  const Words sentence{"s0", "s1", "s0"};
  const auto source = views(sentence);
  SearchOptions options = exact_options();
  options.distortion_limit = 0;
  Workspace workspace;
  Request request{.words = source, .n = 100};
  request.suggestions.push_back({{0, 2}, {"new", "words"}, -0.5, true});
  for (const Translation& translation : system.decoder(options).translate(request, workspace).translations) {
    EXPECT_THAT(translation.words, ::testing::ElementsAre("new", "words", "t0"));
    EXPECT_FLOAT_EQ(static_cast<float>(translation.features[0]), -0.5F);
    EXPECT_EQ(translation.features[8], 0);
  }
  const std::size_t plain = system.decoder(options).translate(source, workspace, 100).size();
  request.suggestions[0].exclusive = false;
  EXPECT_EQ(system.decoder(options).translate(request, workspace).translations.size(), plain + 1);
}

TEST(Request, PlaceholdersAreShownInPlaceOfTheWordTheyAreLike) {
  const ToySystem system = make_toy_system({{{"@num@", "s0"}, {"t0", "@num@"}, {}, {{0, 1}, {1, 0}}}});
  Workspace workspace;
  const Words sentence{"@num@", "s0"};
  const auto source = views(sentence);
  Request request{.words = source};
  request.placeholders.push_back({0, "42"});
  EXPECT_THAT(system.decoder({}).translate(request, workspace).translations[0].words,
              ::testing::ElementsAre("t0", "42"));
}

TEST(Request, GraphHoldsEveryHypothesisAndTheBestScore) {
  Rng rng(4);
  const ToySystem system = make_toy_system(random_pairs(rng, 5, 3, 0.3));
  const Words sentence = random_sentence(rng, 5, 6);
  const auto source = views(sentence);
  Workspace workspace;
  Request request{.words = source};
  request.with_graph = true;
  request.number = 7;
  const Response response = system.decoder({}).translate(request, workspace);
  EXPECT_TRUE(response.graph.starts_with("7 hyp=0 stack=0 "));
  EXPECT_NE(response.graph.find("\n7 hyp=1 stack=1 back=0 "), std::string::npos);
  EXPECT_NE(response.graph.find(" stack=6 "), std::string::npos);
  EXPECT_EQ(response.translations, system.decoder({}).translate(source, workspace));
}

TEST(Consensus, PrefersWhatManyAgreeOn) {
  const auto make = [](Words words, double score) {
    Translation translation;
    translation.words = std::move(words);
    translation.score = score;
    return translation;
  };
  const std::vector<Translation> list{make({"x", "y"}, -1.0), make({"a", "b", "c"}, -1.1),
                                      make({"a", "b", "d"}, -1.2), make({"a", "b", "c", "d"}, -1.3)};
  EXPECT_NE(consensus(list), 0U);
  EXPECT_EQ(consensus(list, 1000), 0U);  // all the weight on the best
  EXPECT_EQ(consensus(std::span(list).first(1)), 0U);
  const std::vector<Translation> empty{make({}, 0), make({}, 0)};
  EXPECT_EQ(consensus(empty), 0U);
}

}  // namespace
}  // namespace calque::decode
