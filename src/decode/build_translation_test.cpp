// Explanations of derivations: each phrase's share of the scores, computed here from its words and spans
// alone.
#include "decode/build_translation.h"

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "decode/testing/explanations.h"
#include "decode/testing/toy_models.h"

namespace calque::decode {
namespace {

testing::ToySystem random_system(Rng& rng) {
  std::vector<std::unique_ptr<const Feature>> more;
  more.push_back(std::make_unique<testing::ToyReordering>("Order0", 7));
  return testing::make_toy_system(testing::random_pairs(rng, 6, 4, 0.3), Scope::kContinuation,
                                  std::move(more));
}

std::vector<std::string> random_sentence(Rng& rng, std::size_t length) {
  std::vector<std::string> words;
  while (words.size() < length) words.push_back("s" + std::to_string(rng.below(7)));  // s6 is unknown
  return words;
}

// In the order of make_toy_system.
void check_shares(const Translation& translation) {
  std::string last = "<s>";
  std::int64_t end = 0;
  for (std::size_t i = 0; i < translation.phrases.size(); ++i) {
    const auto& [source, target] = translation.phrases[i];
    const std::vector<double>& share = translation.explanations[i].features;
    double bigrams = 0;
    for (std::uint32_t w = target.begin; w < target.end; ++w) {
      bigrams += double{testing::toy_bigram(last, translation.words[w])};
      last = translation.words[w];
    }
    if (i + 1 == translation.phrases.size()) bigrams += double{testing::toy_bigram(last, "</s>")};
    EXPECT_NEAR(share[4], bigrams, 1e-5);
    EXPECT_EQ(share[5], -static_cast<double>(std::abs(std::int64_t{source.begin} - end)));
    EXPECT_EQ(share[6], -static_cast<double>(target.size()));
    EXPECT_EQ(share[7], 1.0);
    end = source.end;
  }
}

TEST(Explanations, GiveEveryPhraseItsShareOfEveryScore) {
  Rng rng(31);
  Workspace workspace;
  std::size_t phrases = 0;
  for (int round = 0; round < 30; ++round) {
    const testing::ToySystem system = random_system(rng);
    const Decoder decoder = system.decoder({});
    const auto words = random_sentence(rng, 1 + rng.below(7));
    const std::vector<std::string_view> views(words.begin(), words.end());
    const Request request{.words = views, .n = 20, .explain = true};
    for (const Translation& translation : decoder.translate(request, workspace).translations) {
      testing::check_explanations(translation);
      check_shares(translation);
      phrases += translation.phrases.size();
    }
  }
  EXPECT_GT(phrases, 1000U);
}

TEST(Explanations, AreThereOnlyOnRequest) {
  Rng rng(32);
  Workspace workspace;
  const testing::ToySystem system = random_system(rng);
  const Decoder decoder = system.decoder({});
  const auto words = random_sentence(rng, 7);
  const std::vector<std::string_view> views(words.begin(), words.end());
  const auto plain = decoder.translate({.words = views, .n = 20}, workspace).translations;
  auto explained = decoder.translate({.words = views, .n = 20, .explain = true}, workspace).translations;
  for (Translation& translation : explained) translation.explanations.clear();
  EXPECT_EQ(plain, explained);
}

TEST(Explanations, OfALongSentenceAreThoseOfItsSegments) {
  Rng rng(33);
  Workspace workspace;
  const testing::ToySystem system = random_system(rng);
  SearchOptions options;
  options.segment_limit = 10;
  options.segment_length = 6;
  const Decoder decoder = system.decoder(options);
  const auto words = random_sentence(rng, 25);
  const std::vector<std::string_view> views(words.begin(), words.end());
  const Request request{.words = views, .n = 20, .explain = true};
  for (const Translation& translation : decoder.translate(request, workspace).translations) {
    testing::check_explanations(translation);
    check_shares(translation);
  }
}

}  // namespace
}  // namespace calque::decode
