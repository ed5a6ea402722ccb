// Sampled sentences have the frequencies that the model says.
#include "lm/query/generate.h"

#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include "lm/testing/reference.h"

namespace calque::lm {
namespace {

using testing::BackoffReference;
using testing::estimate_lines;
using testing::Ngram;
using testing::random_lines;

// Counts what follows each context of the sampled text and compares with p(word | context).
TEST(Generate, WordsFollowContextsAsOftenAsTheModelSays) {
  constexpr std::size_t kSentences = 20000;
  for (const unsigned order : {1U, 2U, 3U}) {
    const NgramModelData data = estimate_lines(random_lines(order, 60, 5), order);
    const BackoffReference model(data);
    const Sampler sampler(data);
    Rng rng(17);
    std::map<Ngram, std::map<std::uint32_t, double>> counts;
    for (std::size_t i = 0; i < kSentences; ++i) {
      Ngram history{1};
      for (const text::WordId word : sampler.sentence(rng, 1000))
        history.push_back(static_cast<std::uint32_t>(word));
      history.push_back(2);
      for (std::size_t end = 1; end < history.size(); ++end) {
        const std::size_t begin = end < order ? 0 : end - (order - 1);
        ++counts[Ngram(history.begin() + static_cast<long>(begin), history.begin() + static_cast<long>(end))]
                [history[end]];
      }
    }
    std::size_t checked = 0;
    for (const auto& [context, followers] : counts) {
      double total = 0.0;
      for (const auto& [word, count] : followers) total += count;
      if (total < 500) continue;
      for (std::uint32_t word = 0; word < data.vocabulary.size(); ++word) {
        if (word == 1) continue;
        const double p = std::exp(model.log_prob(context, word));
        const auto found = followers.find(word);
        const double share = (found == followers.end() ? 0.0 : found->second) / total;
        EXPECT_NEAR(share, p, 5.0 * std::sqrt(p * (1.0 - p) / total) + 1.0 / total);
        ++checked;
      }
    }
    EXPECT_GT(checked, 5U);
  }
}

TEST(Generate, TheSameSeedGivesTheSameSentences) {
  const NgramModelData data = estimate_lines(random_lines(1, 60, 5), 4);
  const Sampler sampler(data);
  Rng one(3);
  Rng two(3);
  for (int i = 0; i < 50; ++i) EXPECT_EQ(sampler.sentence(one, 40), sampler.sentence(two, 40));
  for (int i = 0; i < 50; ++i) {
    std::string words;
    for (const text::WordId word : sampler.sentence(one, 40))
      words.append(words.empty() ? "" : " ").append(data.vocabulary.word(word));
    EXPECT_EQ(sampler.line(two, 40), words);
  }
}

TEST(Generate, StopsAtTheLimitAndWorksForAnEmptyText) {
  Rng rng(3);
  const NgramModelData repeating = estimate_lines({"a a a a a a a a a a a a a a a a"}, 3);
  for (int i = 0; i < 50; ++i) EXPECT_LE(Sampler(repeating).sentence(rng, 4).size(), 4U);
  const NgramModelData empty = estimate_lines({}, 3);
  for (int i = 0; i < 50; ++i) {
    for (const text::WordId word : Sampler(empty).sentence(rng, 100)) EXPECT_EQ(word, kUnknownId);
  }
}

}  // namespace
}  // namespace calque::lm
