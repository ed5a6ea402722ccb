// From a path of option numbers to a translation with words, feature values, phrases and alignment.
#pragma once

#include "decode/k_best.h"
#include "decode/search.h"
#include "decode/translation.h"

namespace calque::decode {

// Scores every step anew from the task's begin states; needs the workspace as the search left it. Target
// positions count from the task's start, source positions from the sentence's start. Throws NumericError if
// the score is not finite.
struct DerivationContext {
  const ModelView& model;
  const SourceSentence& sentence;
  const SearchTask& task;
  const Workspace& workspace;
  bool with_indicators = false;
  bool explain = false;
};
Translation build_translation(const DerivationContext& input, const Derivation& derivation);

// The scores of all features for one step, whatever their scope.
struct ScoredStep {
  const ApplyContext& context;
  const std::byte* states_before;
  std::byte* states_after;  // all states of the feature set
  std::span<float> values;  // one per score of the feature set
};
void score_step(const DerivationContext& input, const ScoredStep& step);

}  // namespace calque::decode
