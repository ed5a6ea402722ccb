#include "reorder/sample.h"

#include <fmt/format.h>

#include "base/error.h"

namespace calque::reorder {

void SampleOptions::validate() const {
  if (max_length == 0 || max_length > phrase::kMaxPhraseLength) {
    throw UsageError({}, fmt::format("phrases of at most {} words cannot be asked for", max_length),
                     "7 or 8 is usual");
  }
  if (max_words == 0 || max_words > kMaxSampledWords) {
    throw UsageError({}, fmt::format("sentences of at most {} words cannot be asked for", max_words),
                     fmt::format("use 1 to {}", kMaxSampledWords));
  }
  if (!(max_ratio == 0.0 || max_ratio >= 1.0)) {
    throw UsageError({}, "the ratio of two lengths is at least 1", "2 is usual, 0 allows any");
  }
}

}  // namespace calque::reorder
