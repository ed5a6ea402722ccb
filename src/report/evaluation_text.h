// Scores as JSON for programs and as plain tables for people. Pure functions.
#pragma once

#include <string>

#include "metrics/evaluation.h"

namespace calque::report {

struct OutputOptions {
  bool sentences = false;  // a score for each sentence
  bool breakdown = false;  // by sentence length and by n-gram order
};

// One object, without line end (docs/formats/scores.md).
std::string evaluation_json(const metrics::Evaluation& evaluation, const OutputOptions& options);
std::string evaluation_text(const metrics::Evaluation& evaluation, const OutputOptions& options);

}  // namespace calque::report
