#include "tune/pro.h"

#include <algorithm>
#include <cmath>

#include "base/rng.h"
#include "learn/lbfgs.h"
#include "tune/ascent.h"
#include "tune/oracle.h"

namespace calque::tune {
namespace {

constexpr std::size_t kSampledPerBlock = 8;
constexpr std::size_t kPairsPerBlock = 2048;

struct Pair {
  std::size_t sentence;
  std::size_t better;
  std::size_t worse;
  double difference;
};

std::vector<Pair> sample_pairs(const CandidateLists& lists, std::span<const double> worth, std::size_t s,
                               const ProOptions& options) {
  std::vector<Pair> pairs;
  const std::size_t size = lists.size(s);
  if (size < 2) return pairs;
  const auto values = worth.subspan(lists.first(s), size);
  Rng rng = Rng::for_block(options.seed, s);
  for (std::size_t n = 0; n < options.samples; ++n) {
    std::size_t a = rng.below(size);
    std::size_t b = rng.below(size);
    if (values[a] < values[b]) std::swap(a, b);
    const double difference = values[a] - values[b];
    if (difference < options.min_difference || difference == 0.0) continue;
    pairs.push_back({s, lists.first(s) + a, lists.first(s) + b, difference});
  }
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const Pair& a, const Pair& b) { return a.difference > b.difference; });
  pairs.resize(std::min(pairs.size(), options.kept));
  return pairs;
}

// The mean logistic loss of the pairs and its gradient, summed in blocks so that threads do not matter.
struct Loss {
  double value = 0.0;
  std::vector<double> gradient;
};

Loss logistic_loss(const FullFeatures& features, std::span<const Pair> pairs, std::span<const double> weights,
                   ThreadPool& threads) {
  const auto parts = threads.map_blocks<Loss>(pairs.size(), kPairsPerBlock, [&](const Block& block) {
    Loss part{0.0, std::vector<double>(weights.size(), 0.0)};
    const CandidateLists& lists = features.lists();
    const std::size_t dense = lists.feature_count();
    for (std::size_t i = block.begin; i < block.end; ++i) {
      const auto [s, better, worse, ignored] = pairs[i];
      double margin = 0.0;
      for (std::size_t k = 0; k < dense; ++k) {
        const auto column = lists.column(s, k);
        margin += weights[k] * (static_cast<double>(column[better - lists.first(s)]) -
                                static_cast<double>(column[worse - lists.first(s)]));
      }
      for (const auto& [name, value] : lists.sparse(better)) margin += weights[dense + name] * value;
      for (const auto& [name, value] : lists.sparse(worse)) margin -= weights[dense + name] * value;
      part.value += margin > 0.0 ? std::log1p(std::exp(-margin)) : std::log1p(std::exp(margin)) - margin;
      features.add_difference(s, better, worse, -1.0 / (1.0 + std::exp(margin)), part.gradient);
    }
    return part;
  });
  Loss loss{0.0, std::vector<double>(weights.size(), 0.0)};
  const auto count = static_cast<double>(pairs.size());
  for (const Loss& part : parts) {
    loss.value += part.value / count;
    for (std::size_t k = 0; k < weights.size(); ++k) loss.gradient[k] += part.gradient[k] / count;
  }
  return loss;
}

}  // namespace

std::vector<double> train_pro(const FullFeatures& features, const TuningObjective& goal,
                              std::span<const double> start, const ProOptions& options, ThreadPool& threads) {
  const CandidateLists& lists = features.lists();
  const std::vector<double> worth = learning_values(lists, goal, threads);
  const auto blocks = threads.map_blocks<std::vector<Pair>>(
      lists.sentence_count(), kSampledPerBlock, [&](const Block& block) {
        std::vector<Pair> pairs;
        for (std::size_t s = block.begin; s < block.end; ++s) {
          const auto own = sample_pairs(lists, worth, s, options);
          pairs.insert(pairs.end(), own.begin(), own.end());
        }
        return pairs;
      });
  std::vector<Pair> pairs;
  for (const auto& block : blocks) pairs.insert(pairs.end(), block.begin(), block.end());
  std::vector<double> weights(start.begin(), start.end());
  if (pairs.empty()) return weights;

  // Dense features differ in scale by orders of magnitude: search and regularise in units of their spread.
  std::vector<double> units(weights.size(), 1.0);
  const std::vector<double> spreads = feature_spreads(lists);
  for (std::size_t k = 0; k < spreads.size(); ++k) units[k] = 1.0 / spreads[k];
  const auto scaled = [&](std::span<const double> point) {
    std::vector<double> full(point.begin(), point.end());
    for (std::size_t k = 0; k < full.size(); ++k) full[k] *= units[k];
    return full;
  };
  const auto objective = [&](std::span<const double> point, std::span<double> gradient) {
    Loss loss = logistic_loss(features, pairs, scaled(point), threads);
    for (std::size_t k = 0; k < point.size(); ++k) {
      loss.value += options.regularisation / 2 * point[k] * point[k];
      gradient[k] = loss.gradient[k] * units[k] + options.regularisation * point[k];
    }
    return loss.value;
  };
  return scaled(learn::minimise(objective, std::vector<double>(weights.size(), 0.0), {}).point);
}

}  // namespace calque::tune
