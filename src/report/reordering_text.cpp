#include "report/reordering_text.h"

#include <algorithm>
#include <cmath>
#include <span>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "store/json_text.h"

namespace calque::report {
namespace {

using nlohmann::ordered_json;
using reorder::Explanation;
using reorder::ReorderingModel;

std::span<const reorder::Influence> first_features(const Explanation& explanation, std::size_t features) {
  return std::span(explanation.influences).first(std::min(features, explanation.influences.size()));
}

}  // namespace

std::string training_json(const reorder::TrainingReport& report, std::uint64_t model_bytes) {
  ordered_json json{{"samples", report.samples},
                    {"features", report.features},
                    {"sub_models", report.sub_models},
                    {"iterations", report.iterations},
                    {"prepare_seconds", report.prepare_seconds},
                    {"train_seconds", report.train_seconds}};
  if (!report.active_fraction.empty()) {
    json["active"] = report.active_fraction;
    json["bytes_in_use"] = report.bytes_in_use;
    json["failed_visits"] = report.failed_visits;
  }
  if (!report.unsettled.empty()) json["rechecks"] = report.unsettled;
  if (report.early_stop) {
    json["early_stop"] = {{"rounds", report.early_stop->rounds},
                          {"rate", report.early_stop->rate},
                          {"error", report.early_stop->error}};
  }
  json["model_bytes"] = model_bytes;
  return store::json_text(json);
}

std::string prediction_json(const ReorderingModel& model, reorder::Neighbours neighbours,
                            const reorder::CorpusRun::Test& test) {
  const reorder::Evaluation& evaluation = test.evaluation;
  ordered_json by_distance = ordered_json::object();
  for (const auto& [distance, hits] : evaluation.by_distance)
    by_distance[std::to_string(distance)] = {{"samples", hits.all}, {"precision", hits.precision()}};
  return store::json_text(ordered_json{{"learner", model.description().learner},
                                       {"direction", name_of(model.description().direction)},
                                       {"join_unlinked", neighbours == reorder::Neighbours::kPhrases},
                                       {"samples", evaluation.overall.all},
                                       {"classes", model.classes().labels()},
                                       {"precision", evaluation.overall.precision()},
                                       {"f1", evaluation.f1},
                                       {"mean_log_prob", evaluation.mean_log_prob},
                                       {"by_distance", by_distance},
                                       {"seconds", test.seconds}});
}

std::string prediction_text(const ReorderingModel& model, const reorder::Evaluation& evaluation) {
  const auto& labels = model.classes().labels();
  std::string text = fmt::format("{}: {} samples, precision {:.2f} %, mean log probability {:.4f}",
                                 model.description().learner, evaluation.overall.all,
                                 100.0 * evaluation.overall.precision(), evaluation.mean_log_prob);
  for (std::size_t k = 0; k < labels.size(); ++k)
    text += fmt::format("\n  {:<14} F1 {:6.2f} %", labels[k], 100.0 * evaluation.f1[k]);
  for (const auto& [distance, hits] : evaluation.by_distance)
    text += fmt::format("\n  d={:<+4} {:8} samples, precision {:6.2f} %", distance, hits.all,
                        100.0 * hits.precision());
  return text;
}

std::string explanation_json(const ReorderingModel& model, const Explanation& explanation,
                             std::size_t features) {
  ordered_json json{{"learner", model.description().learner},
                    {"direction", name_of(model.description().direction)},
                    {"classes", model.classes().labels()}};
  if (model.description().neighbours)
    json["join_unlinked"] = *model.description().neighbours == reorder::Neighbours::kPhrases;
  for (const float log_prob : explanation.log_probs) json["probabilities"].push_back(std::exp(log_prob));
  json["features"] = ordered_json::array();
  for (const auto& influence : first_features(explanation, features))
    json["features"].push_back({{"name", influence.feature}, {"scores", influence.by_class}});
  return store::json_text(json);
}

std::string explanation_text(const ReorderingModel& model, const Explanation& explanation,
                             std::size_t features) {
  const auto& labels = model.classes().labels();
  std::string text;
  for (std::size_t k = 0; k < labels.size(); ++k)
    text += fmt::format("{:<14} {:.4f}\n", labels[k], std::exp(explanation.log_probs[k]));
  if (model.description().direction == reorder::Direction::kForward)
    text += "of the move on from the phrase\n";
  const auto influences = first_features(explanation, features);
  if (!influences.empty()) {
    text += "what each feature adds:";
    for (const std::string& label : labels) text += fmt::format(" {:>13}", label);
    text += '\n';
  }
  for (const auto& influence : influences) {
    text += "                       ";
    for (const double score : influence.by_class) text += fmt::format(" {:>+13.4f}", score);
    text += "  " + influence.feature + "\n";
  }
  text.pop_back();
  return text;
}

}  // namespace calque::report
