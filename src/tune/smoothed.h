// Smoothed minimum error rate training: the score of expected statistics when candidates are chosen with
// probability proportional to exp(sharpness * score) (theory/tuning.md#smoothed-error-rate). Differentiable;
// tends to the hard score as the sharpness grows.
#pragma once

#include <span>
#include <vector>

#include "base/thread_pool.h"
#include "tune/ascent.h"
#include "tune/objective.h"

namespace calque::tune {

struct SmoothedOptions {
  double sharpness = 3.0;
  std::size_t restarts = 4;  // random starting points beside the given one
  std::size_t iterations = 60;
  // Beside these. Weights that one round leaves are large, which makes every choice sure and the next round's
  // slopes vanish: smaller weights of earlier rounds find the way from there.
  std::vector<Point> more_starts{};
  std::vector<std::size_t> frozen{};
  std::uint64_t seed = 1;
};

class SmoothedObjective {
 public:
  SmoothedObjective(const CandidateLists& lists, const TuningObjective& goal, double sharpness)
      : lists_(lists), goal_(goal), sharpness_(sharpness) {}

  double value(std::span<const double> point) const;
  // Also writes the gradient.
  double value(std::span<const double> point, std::span<double> gradient) const;

 private:
  std::vector<double> expected_statistics(std::span<const double> point) const;
  void probabilities(std::size_t sentence, std::span<const double> point, std::vector<double>& p) const;

  const CandidateLists& lists_;
  const TuningObjective& goal_;
  double sharpness_;
};

AscentResult maximise_smoothed(const CandidateLists& lists, const TuningObjective& goal, const Point& start,
                               const SmoothedOptions& options, ThreadPool& threads);

}  // namespace calque::tune
