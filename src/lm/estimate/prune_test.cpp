// Entropy pruning against the divergence computed over all words, and what must hold afterwards.
#include "lm/estimate/prune.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "base/error.h"
#include "lm/estimate/keep_ngrams.h"
#include "lm/testing/reference.h"

namespace calque::lm {
namespace {

using testing::BackoffReference;
using testing::estimate_lines;
using testing::for_each_context_sum;
using testing::Ngram;
using testing::random_lines;

// p(context) Σ_w p(w | context) log(p(w | context) / q(w | context)), as a rise of perplexity.
double rise_between(const BackoffReference& p, const BackoffReference& q, const Ngram& context,
                    std::uint32_t words) {
  double log_context = 0.0;
  for (std::size_t k = context.front() == 1 ? 1 : 0; k < context.size(); ++k)
    log_context += p.log_prob({context.begin(), context.begin() + static_cast<long>(k)}, context[k]);
  double sum = 0.0;
  for (std::uint32_t word = 0; word < words; ++word) {
    if (word == 1) continue;
    sum += std::exp(p.log_prob(context, word)) * (p.log_prob(context, word) - q.log_prob(context, word));
  }
  return std::expm1(std::exp(log_context) * sum);
}

TEST(Prune, TakesOutTheNgramsThatChangeThePerplexityLeast) {
  for (const unsigned order : {2U, 3U}) {
    const NgramModelData data = estimate_lines(random_lines(order, 120, 8), order);
    const BackoffReference whole(data);
    const auto words = static_cast<std::uint32_t>(data.vocabulary.size());
    constexpr double kThreshold = 1e-3;
    NgramModelData pruned = data;
    prune(pruned, {.threshold = kThreshold});
    const BackoffReference rest(pruned);
    std::size_t gone = 0;
    const NgramLevel& level = data.levels[order - 1];
    for (std::uint32_t i = 0; i < level.size(); ++i) {
      NgramModelData without = data;
      keep_ngrams(without, [&](unsigned n, std::size_t k) { return n < order || k != i; });
      std::vector<std::uint8_t> changed(without.levels[order - 2].size(), 0);
      changed[level.context[i]] = 1;
      renormalize(without, order - 1, changed);
      Ngram ngram(order);
      words_of(data, i, ngram);
      const double rise =
          rise_between(whole, BackoffReference(without), Ngram(ngram.begin(), ngram.end() - 1), words);
      EXPECT_GE(rise, -1e-7);
      if (std::abs(rise - kThreshold) < 1e-6) continue;  // too near to tell in single precision
      EXPECT_EQ(rest.entries.contains(ngram), rise > kThreshold) << rise;
      gone += rest.entries.contains(ngram) ? 0 : 1;
    }
    EXPECT_GT(gone, 10U);
    EXPECT_LT(gone + 10, level.size());
  }
}

TEST(Prune, SumsToOneAfterEveryContext) {
  for (const double threshold : {1e-5, 1e-3, 1e-1}) {
    for (const unsigned order : {1U, 2U, 3U, 4U}) {
      NgramModelData data = estimate_lines(random_lines(9, 200, 5), order);
      const PruneReport report = prune(data, {.threshold = threshold});
      EXPECT_EQ(report.after[0], report.before[0]);
      for (unsigned n = 1; n <= order; ++n) EXPECT_EQ(report.after[n - 1], data.levels[n - 1].size());
      for_each_context_sum(data, [](const Ngram& context, double sum) {
        EXPECT_NEAR(sum, 1.0, 1e-5) << "context of length " << context.size();
      });
    }
  }
}

TEST(Prune, NothingBelowZeroAndEverythingBelowInfinity) {
  const NgramModelData data = estimate_lines(random_lines(9, 50, 5), 3);
  NgramModelData same = data;
  prune(same, {.threshold = 0.0});
  for (unsigned n = 0; n < 3; ++n) {
    EXPECT_EQ(same.levels[n].log_prob, data.levels[n].log_prob);
    EXPECT_EQ(same.levels[n].backoff, data.levels[n].backoff);
  }
  NgramModelData none = data;
  const PruneReport report = prune(none, {.threshold = std::numeric_limits<double>::max()});
  EXPECT_EQ(report.after, (std::vector<std::uint64_t>{data.vocabulary.size(), 0, 0}));
  for (const float backoff : none.levels[0].backoff) EXPECT_NEAR(backoff, 0.0, 1e-6);
  EXPECT_THROW(prune(none, {.threshold = -1.0}), UsageError);
  EXPECT_THROW(prune(none, {.threshold = std::nan("")}), UsageError);
}

}  // namespace
}  // namespace calque::lm
