#include "tune/mira.h"

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "base/rng.h"
#include "tune/oracle.h"

namespace calque::tune {
namespace {

class Mira {
 public:
  Mira(const FullFeatures& features, std::span<const double> start, const MiraOptions& options)
      : features_(features),
        options_(options),
        weights_(start.begin(), start.end()),
        zeros_(start.size(), 0.0) {}

  // One pass in the given order; returns the mean of the weights after each sentence.
  std::vector<double> epoch(std::span<const std::size_t> order, std::span<const double> worth) {
    std::vector<double> sum(weights_.size(), 0.0);
    for (const std::size_t s : order) {
      update(s, worth);
      for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += weights_[k];
    }
    for (double& value : sum) value /= static_cast<double>(std::max<std::size_t>(1, order.size()));
    return sum;
  }

 private:
  void update(std::size_t s, std::span<const double> worth) {
    const CandidateLists& lists = features_.lists();
    features_.scores(s, weights_, scores_);
    const std::size_t first = lists.first(s);
    std::size_t hope = 0;
    std::size_t fear = 0;
    for (std::size_t i = 1; i < scores_.size(); ++i) {
      if (scores_[i] + worth[first + i] > scores_[hope] + worth[first + hope]) hope = i;
      if (scores_[i] - worth[first + i] > scores_[fear] - worth[first + fear]) fear = i;
    }
    const double margin = worth[first + hope] - worth[first + fear];
    const double loss = margin - (scores_[hope] - scores_[fear]);
    if (margin <= 0.0 || loss <= 0.0) return;
    const double distance = features_.squared_distance(s, first + hope, first + fear, zeros_);
    if (distance <= 0.0) return;
    features_.add_difference(s, first + hope, first + fear, std::min(options_.largest_step, loss / distance),
                             weights_);
  }

  const FullFeatures& features_;
  const MiraOptions& options_;
  std::vector<double> weights_;
  std::vector<double> zeros_;
  std::vector<double> scores_;
};

}  // namespace

Choice best_choice(const FullFeatures& features, std::span<const double> full) {
  const CandidateLists& lists = features.lists();
  Choice choice(lists.sentence_count());
  std::vector<double> scores;
  for (std::size_t s = 0; s < choice.size(); ++s) {
    features.scores(s, full, scores);
    choice[s] = lists.first(s) +
                static_cast<std::size_t>(std::max_element(scores.begin(), scores.end()) - scores.begin());
  }
  return choice;
}

std::vector<double> train_mira(const FullFeatures& features, const TuningObjective& goal,
                               std::span<const double> start, const MiraOptions& options,
                               ThreadPool& threads) {
  const CandidateLists& lists = features.lists();
  Mira mira(features, start, options);
  std::vector<double> best(start.begin(), start.end());
  Choice choice = best_choice(features, best);
  double best_value = value_of(lists, goal, choice);
  std::vector<std::size_t> order(lists.sentence_count());
  std::iota(order.begin(), order.end(), std::size_t{0});
  Rng rng(options.seed);
  const double scale = options.loss_scale * static_cast<double>(order.size());
  for (std::size_t epoch = 0; epoch < options.epochs; ++epoch) {
    std::vector<double> worth = swapped_values(lists, goal, choice, threads);
    for (double& value : worth) value *= scale;
    rng.shuffle(std::span(order));
    const std::vector<double> average = mira.epoch(order, worth);
    choice = best_choice(features, average);
    const double value = value_of(lists, goal, choice);
    if (value <= best_value) continue;
    best_value = value;
    best = average;
  }
  return best;
}

}  // namespace calque::tune
