// Sentences with reference translations, to tune a system on and to score it.
#pragma once

#include <string>
#include <vector>

#include "metrics/metric.h"
#include "text/parallel_reader.h"

namespace calque::pipeline {

struct DevelopmentSet {
  std::vector<std::string> sources;
  metrics::ReferenceSets references;
};

// One reference for each sentence. Throws what the reader throws.
DevelopmentSet read_development_set(const text::ParallelInput& pairs);

}  // namespace calque::pipeline
