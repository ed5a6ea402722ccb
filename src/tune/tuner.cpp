#include "tune/tuner.h"

#include <cmath>

#include <fmt/format.h>

#include "base/error.h"

namespace calque::tune {

void TuneOptions::validate() const {
  svm.validate();
  for (const double value : lambdas) {
    if (!(std::isfinite(value) && value > 0.0))
      throw UsageError({}, fmt::format("lambda {} is not above 0", value), "give positive numbers");
  }
  for (const double value : loss_scales) {
    if (!(std::isfinite(value) && value > 0.0))
      throw UsageError({}, fmt::format("loss scale {} is not above 0", value), "give positive numbers");
  }
  if (method->validate != nullptr) method->validate(*this);
  if (!(std::isfinite(sharpness) && sharpness > 0.0)) {
    throw UsageError({}, "the sharpness of smoothed MERT is not above 0", "choose a number such as 3");
  }
  if (folds < 2) throw UsageError({}, "cross-validation needs at least two folds", "choose 2 or more");
}

double score_with(const CandidateLists& lists, const TuningObjective& goal, const decode::Weights& weights) {
  const FullFeatures features(lists);
  return goal.printed(value_of(lists, goal, best_choice(features, features.from(weights))));
}

TuneResult tune(const CandidateLists& lists, const TuningObjective& goal, const decode::Weights& start,
                const TuneOptions& options, ThreadPool& threads) {
  options.validate();
  if (lists.sentence_count() == 0) {
    throw DataError({}, "there are no sentences to tune on", "give a development set");
  }
  const Method& method = *options.method;
  const auto score = [&](const decode::Weights& weights) {
    return method.tunes_sparse
               ? score_with(lists, goal, weights)
               : goal.printed(value_at(lists, goal, decode::flatten(weights, lists.features())));
  };
  TuneResult result;
  result.before = score(start);
  method.run({lists, goal, options, threads}, start, result);
  result.after = score(result.weights);
  return result;
}

}  // namespace calque::tune
