#include "learn/weights.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace calque::learn {

double squared_norm(const Weights& weights) {
  double sum = 0.0;
  for (const double value : weights.values()) sum += value * value;
  return sum;
}

void scores_of(const Weights& weights, const RowView& row, std::span<double> scores) {
  std::fill(scores.begin(), scores.end(), 0.0);
  for (std::size_t i = 0; i < row.size(); ++i) {
    const double* of_feature = weights.data() + row.features[i] * weights.stride();
    const auto value = static_cast<double>(row.values[i]);
    for (std::size_t k = 0; k < scores.size(); ++k) scores[k] += value * of_feature[k];
  }
}

std::size_t best_class(std::span<const double> scores) {
  return static_cast<std::size_t>(std::max_element(scores.begin(), scores.end()) - scores.begin());
}

double log_sum_exp(std::span<const double> scores) {
  const double maximum = *std::max_element(scores.begin(), scores.end());
  double sum = 0.0;
  for (const double score : scores) sum += std::exp(score - maximum);
  return maximum + std::log(sum);
}

void to_probabilities(std::span<double> scores) {
  const double maximum = *std::max_element(scores.begin(), scores.end());
  double sum = 0.0;
  for (double& score : scores) sum += score = std::exp(score - maximum);
  for (double& score : scores) score /= sum;
}

double error_rate(const Weights& weights, const Problem& problem) {
  if (problem.size() == 0) return 0.0;
  std::vector<double> scores(problem.classes);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < problem.size(); ++i) {
    scores_of(weights, problem.rows.row(i), scores);
    wrong += best_class(scores) != problem.labels[i] ? 1 : 0;
  }
  return static_cast<double>(wrong) / static_cast<double>(problem.size());
}

}  // namespace calque::learn
