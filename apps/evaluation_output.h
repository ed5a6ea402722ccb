// Scores as JSON for programs and as tables for people. Pure functions.
#pragma once

#include <string>

#include "evaluation.h"

namespace calque::apps {

struct OutputOptions {
  bool sentences = false;  // a score for each sentence
  bool breakdown = false;  // by sentence length and by n-gram order
};

// One object, without line end (docs/formats/scores.md).
std::string evaluation_json(const Evaluation& evaluation, const OutputOptions& options);
std::string evaluation_text(const Evaluation& evaluation, const OutputOptions& options);

// "10-19", "60+", "0".
std::string length_label(const LengthClass& length_class);
// How a metric is written: "BLEU", "chrF++".
std::string display_name(std::string_view metric);

}  // namespace calque::apps
