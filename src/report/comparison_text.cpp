#include "report/comparison_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "store/json_text.h"

namespace calque::report {
namespace {

using nlohmann::ordered_json;
using reorder::Comparison;
using reorder::LearnerRun;
using reorder::LearnerSeries;
using reorder::PassCurve;
using reorder::PassPoint;

double mean_seconds(const std::vector<LearnerRun>& runs, double reorder::TrainingReport::*field) {
  double sum = 0.0;
  for (const LearnerRun& run : runs) sum += run.report.*field;
  return sum / static_cast<double>(runs.size());
}

double mean_bytes(const std::vector<LearnerRun>& runs) {
  double sum = 0.0;
  for (const LearnerRun& run : runs) sum += static_cast<double>(run.bytes);
  return sum / static_cast<double>(runs.size());
}

ordered_json json_of_size(const Comparison& comparison, const LearnerSeries& series, std::size_t size) {
  const auto& runs = series.runs[size];
  const auto precisions = series.precisions(size);
  ordered_json json{{"precision", reorder::mean(precisions)},
                    {"precision_deviation", reorder::deviation(precisions)},
                    {"f1", series.mean_f1(size)}};
  std::vector<double> f1_deviation;
  for (std::size_t k = 0; k < comparison.classes().size(); ++k)
    f1_deviation.push_back(reorder::deviation(series.f1(size, k)));
  json["f1_deviation"] = f1_deviation;
  json["precisions"] = precisions;
  double log_prob = 0.0;
  double iterations = 0.0;
  for (const LearnerRun& run : runs) {
    log_prob += run.evaluation.mean_log_prob / static_cast<double>(runs.size());
    iterations += static_cast<double>(run.report.iterations) / static_cast<double>(runs.size());
  }
  json["mean_log_prob"] = log_prob;
  json["train_seconds"] = mean_seconds(runs, &reorder::TrainingReport::train_seconds);
  json["prepare_seconds"] = mean_seconds(runs, &reorder::TrainingReport::prepare_seconds);
  json["iterations"] = iterations;
  json["features"] = runs.back().report.features;
  json["sub_models"] = runs.back().report.sub_models;
  json["model_bytes"] = runs.back().bytes;
  if (comparison.lexical() != nullptr) json["gain_on_moving_classes"] = comparison.gain(series, size);
  return json;
}

ordered_json json_of(const Comparison& comparison, const LearnerSeries& series) {
  ordered_json json{{"name", series.learner.name()}};
  json.update(json_of_size(comparison, series, comparison.sizes().size() - 1));
  const reorder::TrainingReport& report = series.whole().back().report;
  if (!report.active_fraction.empty()) json["active"] = report.active_fraction;
  if (report.early_stop)
    json["early_stop"] = {{"rounds", report.early_stop->rounds}, {"rate", report.early_stop->rate}};
  if (&series != &comparison.best()) json["p"] = comparison.p_values(series);
  for (const auto& [distance, hits] : series.by_distance())
    json["by_distance"][std::to_string(distance)] = {{"samples", hits.all}, {"precision", hits.precision()}};
  if (comparison.sizes().size() > 1) {
    json["by_size"] = ordered_json::array();
    for (std::size_t size = 0; size < comparison.sizes().size(); ++size)
      json["by_size"].push_back(json_of_size(comparison, series, size));
  }
  return json;
}

ordered_json json_of(const PassCurve& curve) {
  ordered_json json{{"name", curve.name}, {"points", ordered_json::array()}};
  for (const PassPoint& point : curve.points) {
    json["points"].push_back({{"pass", point.pass},
                              {"seconds", point.seconds},
                              {"train_error", point.train_error},
                              {"test_error", point.test_error}});
  }
  if (!curve.active.empty()) json["active"] = curve.active;
  return json;
}

ordered_json corpus_json(const Comparison& comparison) {
  ordered_json json;
  for (const auto& [distance, count] : comparison.distances())
    json["distances"][std::to_string(distance)] = count;
  json["source_phrases"] = ordered_json::array();
  for (const reorder::ClusterSizes& sizes : comparison.cluster_sizes()) {
    json["source_phrases"].push_back({{"least_samples", sizes.minimum},
                                      {"most_samples", sizes.maximum},
                                      {"phrases", sizes.phrases},
                                      {"samples", sizes.samples}});
  }
  return json;
}

}  // namespace

std::string comparison_text(const Comparison& comparison) {
  const std::size_t whole = comparison.sizes().size() - 1;
  std::string text = fmt::format("{} samples, {} of them held out in the last draw; {} draws\n{:<22} {:>14}",
                                 comparison.samples().samples.size(), comparison.split().test.size(),
                                 comparison.options().repeats, "learner", "precision %");
  for (const std::string& label : comparison.classes().labels()) text += fmt::format(" {:>13}", label);
  text += fmt::format(" {:>9} {:>9} {:>9} {:>8} {:>8}", "rows s", "train s", "KiB", "gain %", "p");
  for (const LearnerSeries& series : comparison.series()) {
    const auto precisions = series.precisions(whole);
    text += fmt::format("\n{:<22} {:>8.2f} ±{:4.2f}", series.learner.name(),
                        100.0 * reorder::mean(precisions), 100.0 * reorder::deviation(precisions));
    for (const double f1 : series.mean_f1(whole)) text += fmt::format(" {:>13.2f}", 100.0 * f1);
    text += fmt::format(" {:>9.2f} {:>9.2f} {:>9.0f}",
                        mean_seconds(series.whole(), &reorder::TrainingReport::prepare_seconds),
                        mean_seconds(series.whole(), &reorder::TrainingReport::train_seconds),
                        mean_bytes(series.whole()) / 1024.0);
    text += comparison.lexical() == nullptr
                ? fmt::format(" {:>8}", "")
                : fmt::format(" {:>+8.1f}", 100.0 * comparison.gain(series, whole));
    text += &series == &comparison.best() || comparison.options().repeats * comparison.sizes().size() < 2
                ? fmt::format(" {:>8}", "")
                : fmt::format(" {:>8.2g}", comparison.p_values(series)[0]);
  }
  return text;
}

std::string comparison_json(const Comparison& comparison) {
  const reorder::Split& split = comparison.split();
  ordered_json json{{"samples", comparison.samples().samples.size()},
                    {"train_samples", split.train.size()},
                    {"test_samples", split.test.size()},
                    {"left_out_by_distance", comparison.samples().counts.dropped_distances},
                    {"repeats", comparison.options().repeats},
                    {"classes", comparison.classes().labels()},
                    {"train_by_class", reorder::class_counts(split.train, comparison.classes().size())},
                    {"test_by_class", reorder::class_counts(split.test, comparison.classes().size())},
                    {"best", comparison.best().learner.name()}};
  if (comparison.sizes().size() > 1) {
    json["sizes"] = comparison.sizes();
    json["samples_by_size"] = comparison.train_samples();
  }
  json["corpus"] = corpus_json(comparison);
  json["learners"] = ordered_json::array();
  for (const LearnerSeries& series : comparison.series())
    json["learners"].push_back(json_of(comparison, series));
  if (!comparison.curves().empty()) {
    const double tolerance = reorder::common_tolerance(comparison.curves());
    json["tolerance"] = tolerance;
    json["passes"] = ordered_json::array();
    for (const PassCurve& curve : comparison.curves()) {
      json["passes"].push_back(json_of(curve));
      const PassPoint* point = reorder::first_within(curve, tolerance);
      if (point != nullptr) json["passes"].back()["seconds_to_tolerance"] = point->seconds;
    }
  }
  return store::json_text(json);
}

std::string cluster_table(const Comparison& comparison) {
  std::string table =
      fmt::format("phrase\ttrain samples\ttranslations\ttest samples\t{}\t{}\n",
                  comparison.best().learner.name(), comparison.scatter_other().learner.name());
  for (const auto& cluster : comparison.clusters()) {
    table +=
        fmt::format("{}\t{}\t{}\t{}\t{:.4f}\t{:.4f}\n", comparison.phrase_of(cluster), cluster.train_samples,
                    cluster.translations, cluster.test_samples, cluster.accuracy_a, cluster.accuracy_b);
  }
  return table;
}

}  // namespace calque::report
