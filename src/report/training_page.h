// The report of a training run: the figures of every step on one page.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace calque::report {

struct StepTime {
  std::string title;
  double seconds = 0;
};

struct SampleTranslation {
  std::string source;
  std::string translation;
  std::string reference;
};

// Facts of steps are as the step log keeps them; null if a step did not run.
struct TrainingReport {
  std::string title;
  nlohmann::json preparation;
  std::vector<nlohmann::json> alignments;
  nlohmann::json language_model;
  nlohmann::json phrases;
  std::vector<nlohmann::json> reordering;  // of learned models
  nlohmann::json evaluation;
  nlohmann::json manifest;
  std::vector<StepTime> steps;
  std::vector<SampleTranslation> samples;
};

std::string training_page(const TrainingReport& report);

}  // namespace calque::report
