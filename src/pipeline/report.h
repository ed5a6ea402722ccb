// The report page of a training run: one self-contained HTML file with the figures of every step.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace calque::pipeline {

struct ReportStep {
  std::string title;
  double seconds = 0;
};

struct SampleTranslation {
  std::string source;
  std::string translation;
  std::string reference;
};

struct ReportInput {
  std::string title;
  nlohmann::json preparation;  // facts of the steps, as the step log keeps them; null if the step did not run
  std::vector<nlohmann::json> alignments;
  nlohmann::json language_model;
  nlohmann::json phrases;
  std::vector<nlohmann::json> reordering;  // of learned models
  nlohmann::json evaluation;
  nlohmann::json manifest;
  std::vector<ReportStep> steps;
  std::vector<SampleTranslation> samples;
};

// The whole page; uses no outside file, font or script.
std::string render_report(const ReportInput& input);

// A page up to its heading. `style`: CSS beside what all pages have.
std::string begin_page(std::string_view title, std::string_view style);

// Text as it can stand in HTML: & < > " escaped.
std::string escape_html(std::string_view text);

}  // namespace calque::pipeline
