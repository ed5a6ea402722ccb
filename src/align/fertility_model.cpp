#include "align/fertility_model.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/lanes.h"
#include "align/lexical_table.h"

namespace calque::align {
namespace {

using text::index_of;

// States and links that cannot change a float's last digit are left out of sums.
constexpr float kNegligible = 1e-9F;
// Posteriors below this do not count towards expected fertilities.
constexpr float kFaintLink = 1e-3F;

// Jump probabilities as two runs: right[i - k] and left[k - i] both give the jump from k to i.
struct Jumps {
  const float* right;  // at width 0
  const float* left;
  float of(std::ptrdiff_t width) const { return right[width]; }
};

Jumps spread_jumps(const FertilityParameters& parameters, std::size_t length, FertilityWorkspace& work) {
  const auto widest = static_cast<std::ptrdiff_t>(padded(length)) + 1;
  work.jumps_right.resize(static_cast<std::size_t>(2 * widest + 1));
  work.jumps_left.resize(work.jumps_right.size());
  for (std::ptrdiff_t width = -widest; width <= widest; ++width) {
    const float p = parameters.jump_probability[jump_bucket(width)];
    work.jumps_right[static_cast<std::size_t>(width + widest)] = p;
    work.jumps_left[static_cast<std::size_t>(widest - width)] = p;
  }
  return {work.jumps_right.data() + widest, work.jumps_left.data() + widest};
}

// All rows are padded, so whole lanes can be read and written.
void add_scaled(float factor, const float* from, float* to, std::size_t count) {
  const Lanes factors{factor, factor, factor, factor};
  for (std::size_t i = 0; i < count; i += kLanes) lanes_at(to + i) += factors * lanes_at(from + i);
}

void scale_all(float factor, float* values, std::size_t count) {
  const Lanes factors{factor, factor, factor, factor};
  for (std::size_t i = 0; i < count; i += kLanes) lanes_at(values + i) *= factors;
}

// Fills work.linked and work.scale. The state after a word is the position of the last link so far, or the
// sentence's start; work.state and work.start end as the states after the last word.
void run_forward(const Jumps& jumps, float null_odds, FertilityWorkspace& work) {
  const TranslationMatrix& emissions = work.emissions;
  const std::size_t row = emissions.row;
  work.linked.assign(emissions.generated * row, 0.0F);
  work.scale.resize(emissions.generated);
  work.state.assign(row, 0.0F);
  work.start = 1.0F;
  float* const state = work.state.data();
  for (std::size_t j = 0; j < emissions.generated; ++j) {
    float* const linked = work.linked.data() + j * row;
    const float* const weighted = work.weighted.data() + j * row;
    if (work.start > kNegligible) add_scaled(work.start, jumps.right + 1, linked, row);
    for (std::size_t k = 0; k < emissions.generators; ++k) {
      if (state[k] > kNegligible) add_scaled(state[k], jumps.right - k, linked, row);
    }
    const float null = emissions.null[j] * null_odds;
    const Lanes nulls{null, null, null, null};
    Lanes sums{};
    for (std::size_t i = 0; i < row; i += kLanes) {
      const Lanes link = lanes_at(linked + i) * lanes_at(weighted + i);
      lanes_at(linked + i) = link;
      const Lanes after = link + nulls * lanes_at(state + i);
      lanes_at(state + i) = after;
      sums += after;
    }
    work.start *= null;
    const float scale = 1.0F / std::max(sum_of(sums) + work.start, std::numeric_limits<float>::min());
    work.scale[j] = scale;
    scale_all(scale, linked, row);
    scale_all(scale, state, row);
    work.start *= scale;
  }
}

// Goes back from the sentence's end and fills work.posteriors.
void run_backward(const Jumps& jumps, float null_odds, FertilityWorkspace& work) {
  const TranslationMatrix& emissions = work.emissions;
  const std::size_t row = emissions.row;
  const auto length = static_cast<std::ptrdiff_t>(emissions.generators);
  work.posteriors.resize(emissions.generated * row);
  std::vector<float>& after = work.next_state;
  after.assign(row, 0.0F);
  float start_after = jumps.of(length + 1);
  float all = start_after * work.start;
  for (std::ptrdiff_t i = 0; i < length; ++i) {
    after[static_cast<std::size_t>(i)] = jumps.of(length - i);
    all += after[static_cast<std::size_t>(i)] * work.state[static_cast<std::size_t>(i)];
  }
  all = std::max(all, std::numeric_limits<float>::min());
  scale_all(1.0F / all, after.data(), row);
  start_after /= all;
  std::vector<float>& before = work.state;
  for (std::size_t j = emissions.generated; j-- > 0;) {
    const float* const linked = work.linked.data() + j * row;
    const float* const weighted = work.weighted.data() + j * row;
    float* const posterior = work.posteriors.data() + j * row;
    const float null = emissions.null[j] * null_odds * work.scale[j];
    const Lanes nulls{null, null, null, null};
    for (std::size_t i = 0; i < row; i += kLanes) {
      lanes_at(posterior + i) = lanes_at(linked + i) * lanes_at(after.data() + i);
      lanes_at(before.data() + i) = nulls * lanes_at(after.data() + i);
    }
    float start_before = null * start_after;
    for (std::size_t i = 0; i < emissions.generators; ++i) {
      const float backward = weighted[i] * after[i] * work.scale[j];
      if (backward <= kNegligible) continue;
      add_scaled(backward, jumps.left - i, before.data(), row);
      start_before += backward * jumps.of(static_cast<std::ptrdiff_t>(i) + 1);
    }
    start_after = start_before;
    std::swap(before, after);
  }
}

// The distribution of the number of links of a generator, each present with its own probability.
using FertilityDistribution = std::array<float, kFertilities>;

void add_possible_link(float probability, FertilityDistribution& distribution) {
  distribution[kFertilities - 1] += probability * distribution[kFertilities - 2];
  for (std::size_t k = kFertilities - 2; k > 0; --k) {
    distribution[k] += probability * (distribution[k - 1] - distribution[k]);
  }
  distribution[0] -= probability * distribution[0];
}

float expected_ratio(const FertilityDistribution& distribution, const FertilityRatios& ratios) {
  float sum = 0.0F;
  for (std::size_t k = 0; k + 1 < kFertilities; ++k) sum += distribution[k] * ratios[k];
  return sum;
}

// work.weighted: emissions times the expected fertility ratio given the other words' posteriors.
void weight_by_fertility(FertilityWorkspace& work) {
  const TranslationMatrix& emissions = work.emissions;
  const std::size_t row = emissions.row;
  auto& likely = work.likely;
  for (auto& list : likely) list.clear();
  likely.resize(std::max(likely.size(), emissions.generators));
  for (std::size_t j = 0; j < emissions.generated; ++j) {
    const float* const posterior = work.posteriors.data() + j * row;
    for (std::size_t i = 0; i < emissions.generators; ++i) {
      if (posterior[i] > kFaintLink) likely[i].push_back({static_cast<std::uint32_t>(j), posterior[i]});
    }
  }
  const auto ratio_without = [&](std::size_t i, std::size_t excluded) {
    FertilityDistribution distribution{1.0F};
    for (const auto& [j, probability] : likely[i]) {
      if (j != excluded) add_possible_link(probability, distribution);
    }
    return expected_ratio(distribution, *work.ratios[i]);
  };
  work.common_ratio.assign(row, 0.0F);
  for (std::size_t i = 0; i < emissions.generators; ++i) {
    work.common_ratio[i] = ratio_without(i, emissions.generated);
  }
  for (std::size_t j = 0; j < emissions.generated; ++j) {
    for (std::size_t i = 0; i < row; i += kLanes) {
      lanes_at(work.weighted.data() + j * row + i) =
          lanes_at(emissions.values.data() + j * row + i) * lanes_at(work.common_ratio.data() + i);
    }
  }
  for (std::size_t i = 0; i < emissions.generators; ++i) {
    for (const auto& [j, probability] : likely[i]) {
      work.weighted[j * row + i] = emissions.values[j * row + i] * ratio_without(i, j);
    }
  }
}

}  // namespace

void TranslationMatrix::resize(std::size_t generated_words, std::size_t generator_words) {
  generated = generated_words;
  generators = generator_words;
  row = padded(generator_words);
  values.assign(generated * row, 0.0F);
  null.resize(generated);
}

void fertility_posteriors(const FertilityParameters& parameters, std::span<const text::WordId> generators,
                          FertilityWorkspace& work, PairMatrix& posteriors) {
  const TranslationMatrix& emissions = work.emissions;
  const std::size_t n = emissions.generators;
  work.ratios.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    work.ratios[i] = generators[i] == kUnknownWord ? &parameters.unknown_ratios
                                                   : &parameters.ratios[index_of(generators[i])];
  }
  const Jumps jumps = spread_jumps(parameters, n, work);
  work.weighted.assign(emissions.values.begin(), emissions.values.end());
  for (std::size_t round = 0;; ++round) {
    run_forward(jumps, parameters.null_odds, work);
    run_backward(jumps, parameters.null_odds, work);
    if (round == parameters.rounds) break;
    weight_by_fertility(work);
  }
  posteriors.resize(emissions.generated, n);
  for (std::size_t j = 0; j < emissions.generated; ++j) {
    const auto row = posteriors.row(j);
    double sum = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      row[i + 1] = std::min(1.0, static_cast<double>(work.posteriors[j * emissions.row + i]));
      sum += row[i + 1];
    }
    if (sum > 1.0) {
      for (std::size_t i = 1; i <= n; ++i) row[i] /= sum;
    }
    row[0] = std::max(0.0, 1.0 - sum);
  }
}

}  // namespace calque::align
