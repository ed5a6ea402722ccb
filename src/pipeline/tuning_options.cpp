#include "pipeline/tuning_options.h"

#include <fmt/format.h>

#include "base/error.h"

namespace calque::pipeline {

void TuningOptions::validate() const {
  method.validate();
  search.validate();
  if (n_best == 0 || rounds == 0 || runs == 0 || averaged == 0) {
    throw UsageError({}, "tuning needs at least one round, one run and one candidate",
                     "choose numbers above 0");
  }
  if (!(blend > 0.0 && blend <= 1.0)) {
    throw UsageError({}, fmt::format("{} is not a share of new weights", blend),
                     "choose a number above 0 and at most 1");
  }
}

}  // namespace calque::pipeline
