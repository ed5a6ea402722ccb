#include "pipeline/development_set.h"

#include <utility>

namespace calque::pipeline {

DevelopmentSet read_development_set(const text::ParallelInput& pairs) {
  text::ParallelReader reader(pairs);
  DevelopmentSet set{{}, metrics::ReferenceSets(1)};
  for (text::SentencePairText pair; reader.next(pair);) {
    set.sources.push_back(std::move(pair.source));
    set.references[0].push_back(std::move(pair.target));
  }
  return set;
}

}  // namespace calque::pipeline
