#include "pipeline/list_tuning.h"

#include <chrono>

#include <fmt/format.h>

#include "decode/weights.h"
#include "metrics/evaluation.h"
#include "tune/lists.h"
#include "tune/n_best_reader.h"
#include "tune/objective.h"

namespace calque::pipeline {
namespace {

// Lists that are read and scored, and the weights to start from.
struct Material {
  tune::CandidateLists lists;
  decode::Weights start;
  std::size_t reference_sets;
};

Material read_material(const ListTuning& tuning, const metrics::Metric& metric, ThreadPool& threads,
                       Reporter& reporter) {
  const metrics::ReferenceSets references = metrics::read_references(tuning.references);
  reporter.stage("reading n-best lists");
  tune::CandidateLists lists(tune::features_of_list(tuning.lists.front()), references.front().size());
  const std::size_t candidates = tune::read_n_best(tuning.lists, lists, threads);
  tune::check_complete(lists, tuning.lists.front());
  lists.score(*metric.bind(references, threads), threads);
  reporter.note(fmt::format("{} candidates of {} sentences", candidates, lists.sentence_count()));
  decode::Weights start = tuning.weights.empty() ? decode::default_weights(lists.features())
                                                 : decode::read_weights(tuning.weights, lists.features());
  return {std::move(lists), std::move(start), references.size()};
}

}  // namespace

TunedWeights tune_on_lists(const ListTuning& tuning, ThreadPool& threads, Reporter& reporter) {
  const auto start = std::chrono::steady_clock::now();
  const tune::TuneOptions& options = tuning.options;
  options.validate();
  const auto metric = tuning.goal.make_metric(metrics::Tokenization::kNone);
  const Material material = read_material(tuning, *metric, threads, reporter);
  const tune::CandidateLists& lists = material.lists;
  reporter.stage(fmt::format("tuning ({})", options.method->name));
  const tune::TuneResult result =
      tune::tune(lists, tune::TuningObjective(*metric), material.start, options, threads);
  const std::string name(metric->name());
  reporter.note(fmt::format("{} {:.2f} with the starting weights, {:.2f} after tuning", name, result.before,
                            result.after));
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
  nlohmann::ordered_json figures = {{"method", std::string(options.method->name)},
                                    {name, result.after},
                                    {"before", result.before},
                                    {"signature", metric->signature(material.reference_sets)},
                                    {"sentences", lists.sentence_count()},
                                    {"candidates", lists.candidate_count()},
                                    {"seed", options.seed},
                                    {"seconds", spent.count()}};
  if (result.svm) {
    figures["lambda"] = result.svm->lambda;
    if (result.svm->loss_scale > 0) figures["loss_scale"] = result.svm->loss_scale;
  }
  figures["weights"] = to_json(result.weights);
  return {result.weights, std::move(figures)};
}

std::vector<tune::ProfilePoint> shape_on_lists(const ListTuning& tuning, const std::string& range,
                                               ThreadPool& threads, Reporter& reporter) {
  tuning.options.validate();
  const auto metric = tuning.goal.make_metric(metrics::Tokenization::kNone);
  const Material material = read_material(tuning, *metric, threads, reporter);
  return tune::objective_profile(material.lists, tune::TuningObjective(*metric), material.start,
                                 tune::parse_profile_range(range), tuning.options, threads);
}

}  // namespace calque::pipeline
