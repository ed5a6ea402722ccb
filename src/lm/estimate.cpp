#include "lm/estimate.h"

#include <array>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "base/error.h"
#include "lm/count.h"
#include "lm/model.h"

namespace calque::lm {
namespace {

constexpr std::size_t kBlockSize = 1 << 16;
constexpr std::array<double, 3> kFallbackDiscounts{0.5, 1.0, 1.5};

// What is known about one context: the sum of the counts that follow it and the share that discounting sets
// free.
struct ContextMass {
  double total = 0.0;
  double interpolation = 1.0;
};

struct ContextCounts {
  std::uint32_t total = 0;  // fits: counts of one order sum to at most the number of positions
  std::uint32_t ones = 0;
  std::uint32_t twos = 0;
  std::uint32_t more = 0;

  void add(std::uint32_t count) {
    total += count;
    if (count == 1) ++ones;
    if (count == 2) ++twos;
    if (count > 2) ++more;
  }
  ContextMass mass(const Discounts& discounts) const {
    if (total == 0) return {};
    const double freed = discounts.amount[0] * ones + discounts.amount[1] * twos + discounts.amount[2] * more;
    return {static_cast<double>(total), freed / total};
  }
};

// The unigrams share the freed mass evenly between all words but <s>, which is never predicted: its log_prob
// of 0 is a place holder, as ARPA files have it.
void estimate_unigrams(const std::vector<std::uint32_t>& counts, const Discounts& discounts,
                       NgramLevel& level, std::vector<double>& probs) {
  ContextCounts context;
  for (const std::uint32_t count : counts) context.add(count);
  const ContextMass mass = context.mass(discounts);
  const double uniform = 1.0 / static_cast<double>(counts.size() - 1);
  probs.resize(counts.size());
  level.log_prob.resize(counts.size());
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double kept = mass.total > 0.0 ? (counts[i] - discounts.of(counts[i])) / mass.total : 0.0;
    probs[i] = i == text::index_of(kSentenceBeginId) ? 1.0 : kept + mass.interpolation * uniform;
    level.log_prob[i] = static_cast<float>(std::log(probs[i]));
  }
}

// One order above the unigrams; `probs` holds the probabilities of the order below and gets this order's.
void estimate_level(const std::vector<std::uint32_t>& counts, unsigned n, NgramModelData& data,
                    std::vector<double>& probs, ThreadPool& threads) {
  const Discounts& discounts = data.discounts[n - 1];
  NgramLevel& shorter = data.levels[n - 2];
  NgramLevel& level = data.levels[n - 1];
  std::vector<ContextCounts> contexts(shorter.size());
  for (std::size_t i = 0; i < counts.size(); ++i) contexts[level.context[i]].add(counts[i]);
  shorter.backoff.resize(shorter.size());
  threads.for_blocks(shorter.size(), kBlockSize, [&](const Block& block) {
    for (std::size_t i = block.begin; i < block.end; ++i) {
      shorter.backoff[i] = static_cast<float>(std::log(contexts[i].mass(discounts).interpolation));
    }
  });
  std::vector<double> level_probs(counts.size());
  level.log_prob.resize(counts.size());
  threads.for_blocks(counts.size(), kBlockSize, [&](const Block& block) {
    for (std::size_t i = block.begin; i < block.end; ++i) {
      const ContextMass mass = contexts[level.context[i]].mass(discounts);
      level_probs[i] =
          (counts[i] - discounts.of(counts[i])) / mass.total + mass.interpolation * probs[level.suffix[i]];
      level.log_prob[i] = static_cast<float>(std::log(level_probs[i]));
    }
  });
  probs = std::move(level_probs);
}

void report_oddities(const NgramCounts& counts, const std::vector<Discounts>& discounts, Reporter& reporter) {
  if (counts.reserved_words > 0) {
    reporter.warning(
        fmt::format("the text has <s> or </s> as words {} times; they mark sentences, so these were counted "
                    "as unknown words",
                    counts.reserved_words));
  }
  std::string orders;
  for (std::size_t n = 1; n <= discounts.size(); ++n) {
    if (!discounts[n - 1].is_fallback) continue;
    if (!orders.empty()) orders += ", ";
    orders += std::to_string(n);
  }
  if (orders.empty()) return;
  reporter.warning(fmt::format(
      "the text is too small or too regular to estimate discounts for n-grams of length {}; using {}, {}, {}",
      orders, kFallbackDiscounts[0], kFallbackDiscounts[1], kFallbackDiscounts[2]));
}

}  // namespace

Discounts estimate_discounts(std::span<const std::uint32_t> counts) {
  std::array<double, 5> having{};  // having[k]: n-grams whose count is k
  std::size_t seen = 0;
  for (const std::uint32_t count : counts) {
    if (count > 0) ++seen;
    if (count > 0 && count < having.size()) ++having[count];
  }
  Discounts result;
  result.amount = kFallbackDiscounts;
  if (seen == 0) return result;  // nothing to discount
  result.is_fallback = true;
  if (having[1] == 0 || having[2] == 0 || having[3] == 0) return result;
  const double y = having[1] / (having[1] + 2.0 * having[2]);
  std::array<double, 3> amount{};
  for (std::size_t k = 1; k <= 3; ++k) {
    const auto count = static_cast<double>(k);
    amount[k - 1] = count - (count + 1.0) * y * having[k + 1] / having[k];
    // Zero would leave nothing for unseen words, more than the count would take what is not there.
    if (!(amount[k - 1] > 0.0 && amount[k - 1] <= count)) return result;
  }
  return {amount, false};
}

NgramModelData estimate(const text::Corpus& corpus, const text::Vocabulary& words,
                        const EstimateOptions& options, ThreadPool& threads, Reporter& reporter) {
  if (options.order < 1 || options.order > kMaxOrder) {
    throw UsageError({}, fmt::format("a language model cannot have order {}", options.order),
                     fmt::format("choose an order from 1 to {}", kMaxOrder));
  }
  reporter.stage("language model");
  NgramCounts counts = count_ngrams(corpus, words, options.order);
  NgramModelData data;
  for (const std::vector<std::uint32_t>& level : counts.counts)
    data.discounts.push_back(estimate_discounts(level));
  report_oddities(counts, data.discounts, reporter);
  data.vocabulary = std::move(counts.vocabulary);
  data.levels = std::move(counts.levels);
  std::vector<double> probs;
  estimate_unigrams(counts.counts[0], data.discounts[0], data.levels[0], probs);
  for (unsigned n = 2; n <= options.order; ++n) {
    estimate_level(counts.counts[n - 1], n, data, probs, threads);
    counts.counts[n - 1] = {};
    reporter.progress(n, options.order);
  }
  return data;
}

}  // namespace calque::lm
