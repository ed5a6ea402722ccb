#include <fmt/format.h>

#include "base/error.h"
#include "lm/estimate/interpolate.h"
#include "lm/files/binary.h"

namespace calque::lm {

void Interpolation::validate() const {
  if (!tune.empty() && !weights.empty())
    throw UsageError({}, "weights are either given or tuned", "use --weights or --tune, not both");
  if (!tune.empty() && mixture == Mixture::kLogLinear)
    throw UsageError({}, "only the weights of a linear mixture can be tuned", "give --weights");
}

InterpolatedModel interpolate(const Interpolation& interpolation, Reporter& reporter) {
  interpolation.validate();
  std::vector<NgramModelData> models;
  for (const std::string& path : interpolation.models) {
    reporter.stage("reading " + path);
    models.push_back(read_ngram_data(path));
  }
  InterpolatedModel result;
  result.weights = interpolation.weights;
  if (result.weights.empty()) result.weights.assign(models.size(), 1.0 / static_cast<double>(models.size()));
  if (!interpolation.tune.empty()) {
    reporter.stage("tuning weights on " + interpolation.tune);
    result.tuned = tune_weights(models, interpolation.tune);
    result.weights = result.tuned->weights;
    reporter.note(
        fmt::format("perplexity {:.4f} after {} rounds", result.tuned->perplexity, result.tuned->rounds));
  }
  reporter.stage("interpolating");
  reporter.note(fmt::format("weights {:.5f}", fmt::join(result.weights, " ")));
  result.model = interpolate(models, result.weights, interpolation.mixture);
  return result;
}

}  // namespace calque::lm
