#include "tune/objective.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace calque::tune {
namespace {

// Units per count: as fine as 2^-24 where the sums leave room for it.
double units_for(std::span<const double> statistics) {
  double maximum = 1.0;
  for (const double value : statistics) maximum = std::max(maximum, std::abs(value));
  constexpr int kBits = 59;
  return std::exp2(std::min(24, kBits - static_cast<int>(std::ceil(std::log2(maximum)))));
}

}  // namespace

double TuningObjective::value(std::span<const double> statistics) const {
  const double scale = units_for(statistics);
  std::vector<std::int64_t> units(statistics.size());
  for (std::size_t i = 0; i < units.size(); ++i) units[i] = std::llround(statistics[i] * scale);
  return value(std::span<const std::int64_t>(units));
}

void model_scores(const CandidateLists& lists, std::size_t sentence, std::span<const double> weights,
                  std::vector<double>& scores) {
  const std::size_t size = lists.size(sentence);
  scores.assign(size, 0.0);
  for (std::size_t k = 0; k < weights.size(); ++k) {
    const double weight = weights[k];
    if (weight == 0.0) continue;
    const float* values = lists.column(sentence, k).data();
    for (std::size_t i = 0; i < size; ++i) scores[i] += weight * static_cast<double>(values[i]);
  }
}

Choice best_choice(const CandidateLists& lists, std::span<const double> weights) {
  Choice choice(lists.sentence_count());
  std::vector<double> scores;
  for (std::size_t s = 0; s < choice.size(); ++s) {
    CALQUE_CHECK(lists.size(s) > 0);
    model_scores(lists, s, weights, scores);
    const auto best = std::max_element(scores.begin(), scores.end());
    choice[s] = lists.first(s) + static_cast<std::size_t>(best - scores.begin());
  }
  return choice;
}

StatisticsSum sum_statistics(const CandidateLists& lists, const Choice& choice) {
  StatisticsSum totals(lists.statistics_size());
  for (const std::size_t candidate : choice) totals.add(lists.statistics(candidate));
  return totals;
}

double value_of(const CandidateLists& lists, const TuningObjective& goal, const Choice& choice) {
  return goal.value(sum_statistics(lists, choice).sums());
}

double value_at(const CandidateLists& lists, const TuningObjective& goal, std::span<const double> weights) {
  return value_of(lists, goal, best_choice(lists, weights));
}

}  // namespace calque::tune
