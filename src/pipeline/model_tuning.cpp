#include "pipeline/model_tuning.h"

#include <chrono>

#include <fmt/format.h>

#include "metrics/evaluation.h"
#include "metrics/registry.h"
#include "pipeline/evaluation.h"
#include "pipeline/manifest.h"
#include "pipeline/system.h"
#include "pipeline/tuning_state.h"
#include "report/tuning_page.h"
#include "store/temporary_file.h"
#include "store/text_file.h"

namespace calque::pipeline {
namespace {

TuningOptions loop_options(const ModelTuning& tuning, const TranslationSystem& system) {
  TuningOptions options = tuning.loop;
  options.method.validate();
  options.search = system.search_options();
  options.search.distinct = true;
  if (tuning.change_search) tuning.change_search(options.search);
  if (options.work_folder.empty()) options.work_folder = path_in(tuning.model_folder, kTuningFolder);
  return options;
}

}  // namespace

std::unique_ptr<const metrics::Metric> TuningGoal::make_metric(metrics::Tokenization usual) const {
  metrics::MetricOptions options;
  options.tokenization = tokenization.value_or(usual);
  options.lowercase = lowercase;
  return metrics::make_metric(metric, options);
}

TunedModel tune_model(const ModelTuning& tuning, ThreadPool& threads, Reporter& reporter) {
  const auto start = std::chrono::steady_clock::now();
  const auto system = TranslationSystem::load(tuning.model_folder);
  // A tuning that was killed while it wrote the model's weights left them there.
  store::remove_left_overs(tuning.model_folder);
  const auto metric = tuning.goal.make_metric(usual_tokenization(system.preparation()));
  const TuningOptions options = loop_options(tuning, system);
  const DevelopmentSet set{metrics::read_lines(tuning.source), metrics::read_references(tuning.references)};
  TunedModel tuned{tune_system(system, set, *metric, options, threads, reporter), {}};
  const TuningResult& result = tuned.result;
  const std::string name(metric->name());
  reporter.note(fmt::format("{} {:.2f} before, {:.2f} after tuning", name, result.before, result.after));
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
  tuned.figures = {{"method", std::string(options.method.method->name)},
                   {name, result.after},
                   {"before", result.before},
                   {"signature", result.signature},
                   {"sentences", set.sources.size()},
                   {"seed", options.method.seed},
                   {"seconds", spent.count()},
                   {"runs", nlohmann::ordered_json::array()}};
  for (const tune::TuningRun& run : result.runs) tuned.figures["runs"].push_back(to_json(run));
  tuned.figures["weights"] = to_json(result.weights);
  if (!tuning.report.empty()) {
    store::write_whole(tuning.report, report::tuning_page(result, "Tuning of " + tuning.model_folder,
                                                          metrics::display_name(name)));
  }
  return tuned;
}

std::string weights_file(const std::string& model_folder) {
  return path_in(model_folder, kWeightsFile);
}

nlohmann::ordered_json to_json(const decode::Weights& weights) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const auto& group : weights.groups) json[group.name] = group.values;
  for (const auto& weight : weights.sparse)
    json[fmt::format("{}[{}]", weight.feature, weight.key)] = std::vector{weight.value};
  return json;
}

}  // namespace calque::pipeline
