#include "lm/estimate/prune.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "lm/estimate/keep_ngrams.h"

namespace calque::lm {
namespace {

// Less than this is rounding, not probability.
constexpr double kNothing = 1e-9;

// What is listed after one context: its probability here and after the shorter context.
struct ListedMass {
  double here = 0.0;
  double shorter = 0.0;

  // The back-off that makes the sum one.
  double backoff() const {
    const double left = 1.0 - here;
    const double room = 1.0 - shorter;
    if (room < kNothing) return 1.0;  // every word is listed: it is never used
    return std::max(left, kNothing) / room;
  }
};

// For all contexts of length n.
std::vector<ListedMass> listed_masses(const NgramModelData& data, unsigned n) {
  const NgramLevel& shorter = data.levels[n - 1];
  const NgramLevel& level = data.levels[n];
  std::vector<ListedMass> masses(shorter.size());
  for (std::size_t i = 0; i < level.size(); ++i) {
    ListedMass& mass = masses[level.context[i]];
    mass.here += std::exp(static_cast<double>(level.log_prob[i]));
    mass.shorter += std::exp(static_cast<double>(shorter.log_prob[level.suffix[i]]));
  }
  return masses;
}

// log p(w1 .. wn) of every n-gram of every length; <s> is certain.
std::vector<std::vector<double>> joint_log_probs(const NgramModelData& data) {
  std::vector<std::vector<double>> joint(data.levels.size());
  for (std::size_t n = 0; n + 1 < data.levels.size(); ++n) {  // contexts only
    const NgramLevel& level = data.levels[n];
    joint[n].resize(level.size());
    for (std::size_t i = 0; i < level.size(); ++i) {
      joint[n][i] = level.log_prob[i] + (n == 0 ? 0.0 : joint[n - 1][level.context[i]]);
    }
    if (n == 0) joint[0][text::index_of(kSentenceBeginId)] = 0.0;
  }
  return joint;
}

// By which fraction the perplexity rises if one n-gram goes (section 3 of the paper).
double perplexity_rise(double log_context, double log_prob, double shorter_log_prob, const ListedMass& mass) {
  const double prob = std::exp(log_prob);
  const double shorter_prob = std::exp(shorter_log_prob);
  const double left = std::max(1.0 - mass.here, kNothing);
  const double room = 1.0 - mass.shorter;
  if (room < kNothing) return HUGE_VAL;  // the back-off of this context means nothing: leave it alone
  const double log_backoff = std::log(left / room);
  const double new_log_backoff = std::log((left + prob) / (room + shorter_prob));
  const double divergence = -std::exp(log_context) * (prob * (shorter_log_prob + new_log_backoff - log_prob) +
                                                      left * (new_log_backoff - log_backoff));
  return std::expm1(divergence);
}

std::vector<std::uint64_t> sizes_of(const NgramModelData& data) {
  std::vector<std::uint64_t> sizes;
  for (const NgramLevel& level : data.levels) sizes.push_back(level.size());
  return sizes;
}

using Marks = std::vector<std::vector<std::uint8_t>>;  // [n - 1][i]

// From the longest n-grams to the shortest, so that it is known which ones are still needed.
Marks choose_kept(const NgramModelData& data, double threshold) {
  Marks kept(data.levels.size());
  for (std::size_t n = 0; n < kept.size(); ++n) kept[n].assign(data.levels[n].size(), n == 0 ? 1 : 0);
  const std::vector<std::vector<double>> joint = joint_log_probs(data);
  for (unsigned n = data.order(); n >= 2; --n) {
    const NgramLevel& level = data.levels[n - 1];
    const NgramLevel& shorter = data.levels[n - 2];
    const std::vector<ListedMass> masses = listed_masses(data, n - 1);
    for (std::size_t i = 0; i < level.size(); ++i) {
      const std::uint32_t context = level.context[i];
      const std::uint32_t suffix = level.suffix[i];
      if (kept[n - 1][i] == 0 && perplexity_rise(joint[n - 2][context], level.log_prob[i],
                                                 shorter.log_prob[suffix], masses[context]) < threshold) {
        continue;
      }
      kept[n - 1][i] = kept[n - 2][context] = kept[n - 2][suffix] = 1;
    }
  }
  return kept;
}

}  // namespace

void renormalize(NgramModelData& data, unsigned n, const std::vector<std::uint8_t>& changed) {
  const std::vector<ListedMass> masses = listed_masses(data, n);
  for (std::size_t i = 0; i < masses.size(); ++i) {
    if (changed[i] != 0) data.levels[n - 1].backoff[i] = static_cast<float>(std::log(masses[i].backoff()));
  }
}

PruneReport prune(NgramModelData& data, const PruneOptions& options) {
  if (!(options.threshold >= 0.0)) {
    throw UsageError({}, "the pruning threshold is not a number of 0 or more", "try 1e-8");
  }
  PruneReport report;
  report.before = sizes_of(data);
  const Marks kept = choose_kept(data, options.threshold);
  // Contexts that lose something, in the numbers that they will have.
  Marks changed(data.levels.size());
  for (unsigned n = 2; n <= data.order(); ++n) {
    std::vector<std::uint8_t> loses(data.levels[n - 2].size(), 0);
    for (std::size_t i = 0; i < data.levels[n - 1].size(); ++i) {
      if (kept[n - 1][i] == 0) loses[data.levels[n - 1].context[i]] = 1;
    }
    for (std::size_t i = 0; i < loses.size(); ++i) {
      if (kept[n - 2][i] != 0) changed[n - 2].push_back(loses[i]);
    }
  }
  keep_ngrams(data, [&](unsigned n, std::size_t i) { return kept[n - 1][i] != 0; });
  for (unsigned n = 1; n < data.order(); ++n) renormalize(data, n, changed[n - 1]);
  data.discounts.clear();
  report.after = sizes_of(data);
  return report;
}

}  // namespace calque::lm
