#include "decode/consensus.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "base/error.h"

namespace calque::decode {
namespace {

constexpr std::size_t kOrder = 4;

// The n-grams of one translation by length: sorted (number of the n-gram, count).
struct Grams {
  std::size_t words = 0;
  std::array<std::vector<std::pair<std::uint32_t, std::uint32_t>>, kOrder> by_length;
};

std::vector<Grams> count_grams(std::span<const Translation> translations) {
  std::map<std::vector<std::string>, std::uint32_t> numbers;
  std::vector<Grams> all(translations.size());
  for (std::size_t t = 0; t < translations.size(); ++t) {
    const auto& words = translations[t].words;
    all[t].words = words.size();
    for (std::size_t n = 1; n <= kOrder; ++n) {
      std::map<std::uint32_t, std::uint32_t> counts;
      for (std::size_t i = 0; i + n <= words.size(); ++i) {
        const std::vector<std::string> gram(words.begin() + static_cast<std::ptrdiff_t>(i),
                                            words.begin() + static_cast<std::ptrdiff_t>(i + n));
        ++counts[numbers.emplace(gram, static_cast<std::uint32_t>(numbers.size())).first->second];
      }
      all[t].by_length[n - 1].assign(counts.begin(), counts.end());
    }
  }
  return all;
}

// How many n-grams both have.
std::uint32_t common(const std::vector<std::pair<std::uint32_t, std::uint32_t>>& a,
                     const std::vector<std::pair<std::uint32_t, std::uint32_t>>& b) {
  std::uint32_t sum = 0;
  for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end();) {
    if (i->first < j->first) {
      ++i;
    } else if (j->first < i->first) {
      ++j;
    } else {
      sum += std::min(i++->second, j++->second);
    }
  }
  return sum;
}

double gain(const Grams& hypothesis, const Grams& reference) {
  if (hypothesis.words == 0 || reference.words == 0) return hypothesis.words == reference.words ? 1.0 : 0.0;
  double log_precision = 0;
  for (std::size_t n = 1; n <= kOrder; ++n) {
    const double add = n == 1 ? 0.0 : 1.0;
    const double matches = common(hypothesis.by_length[n - 1], reference.by_length[n - 1]) + add;
    const double possible =
        (hypothesis.words >= n ? static_cast<double>(hypothesis.words - n + 1) : 0.0) + add;
    if (matches == 0) return 0;
    log_precision += std::log(matches / possible) / kOrder;
  }
  const double brevity = 1.0 - static_cast<double>(reference.words) / static_cast<double>(hypothesis.words);
  return std::exp(log_precision + std::min(0.0, brevity));
}

}  // namespace

std::size_t consensus(std::span<const Translation> translations, double scale) {
  CALQUE_CHECK(!translations.empty());
  const std::vector<Grams> grams = count_grams(translations);
  double best_score = translations[0].score;
  for (const Translation& translation : translations) best_score = std::max(best_score, translation.score);
  std::size_t best = 0;
  double best_gain = -1;
  for (std::size_t i = 0; i < translations.size(); ++i) {
    double expected = 0;
    for (std::size_t j = 0; j < translations.size(); ++j) {
      expected += std::exp(scale * (translations[j].score - best_score)) * gain(grams[i], grams[j]);
    }
    if (expected > best_gain) {
      best = i;
      best_gain = expected;
    }
  }
  return best;
}

}  // namespace calque::decode
