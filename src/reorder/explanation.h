// Why a model moves a phrase as it does: the probabilities of its classes and what each feature adds.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reorder/classifier.h"
#include "reorder/model.h"
#include "text/types.h"

namespace calque::reorder {

// A phrase pair in its sentence, as people write it. Views.
struct PhraseInSentence {
  std::string_view sentence;   // words separated by blanks
  std::string_view span;       // "2-4": positions of the first and the last word of the source phrase
  std::string_view target;     // words of the target phrase
  std::string_view alignment;  // links inside the pair, counted from its first words: "0-0 1-1"
};

struct Explanation {
  std::vector<float> log_probs;       // by class
  std::vector<Influence> influences;  // those that tell classes apart most come first
};

// Throws UsageError for positions outside the sentence and phrases that are empty or too long, DataError for
// links outside the phrases.
Explanation explain(const ReorderingModel& model, const PhraseInSentence& phrase);

}  // namespace calque::reorder
