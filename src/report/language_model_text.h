// Figures of language models as JSON for programs and as lines for people. Pure functions; nothing has a line
// end after the last line.
#pragma once

#include <string>

#include "calque/text_score.h"
#include "lm/estimate/train.h"

namespace calque::report {

std::string score_json(const TextScore& score);
std::string score_text(const TextScore& score);

// `options`: those that the model was trained with.
std::string language_model_json(const lm::TrainedModel& model, const lm::EstimateOptions& options);

}  // namespace calque::report
