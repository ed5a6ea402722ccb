#include "calque/tuner.h"

#include <utility>

#include <fmt/format.h>

#include "base/enum_names.h"
#include "base/error.h"
#include "base/thread_pool.h"
#include "decode/weights.h"
#include "library/listening_reporter.h"
#include "metrics/evaluation.h"
#include "metrics/registry.h"
#include "pipeline/evaluation.h"
#include "pipeline/manifest.h"
#include "pipeline/system.h"
#include "pipeline/tuning.h"
#include "tune/tuner.h"

namespace calque {
namespace {

const tune::Method& method_of(const TunerOptions& options) {
  const tune::Method* method = tune::find_method(options.method);
  if (method != nullptr) return *method;
  throw UsageError({}, fmt::format("there is no method '{}'", options.method),
                   "use one of " + tune::method_names());
}

pipeline::TuningOptions loop_options(const TunerOptions& options, const pipeline::TranslationSystem& system) {
  pipeline::TuningOptions loop;
  loop.method.method = &method_of(options);
  loop.method.seed = options.seed;
  loop.method.validate();
  loop.search = options.search.value_or(system.search_options());
  loop.search.distinct = true;
  loop.n_best = options.n_best;
  loop.rounds = options.rounds;
  loop.work_folder = pipeline::path_in(options.model_folder, pipeline::kTuningFolder);
  return loop;
}

TuningReport to_report(const pipeline::TuningResult& result) {
  TuningReport report{result.before, result.after, result.signature, {}, {}};
  for (const decode::WeightGroup& group : result.weights.groups)
    report.weights.push_back({group.name, group.values});
  for (const pipeline::TuningRun& run : result.runs) {
    for (const pipeline::TuningRound& round : run.rounds)
      report.rounds.push_back({round.score, round.list_score, round.candidates, round.seconds});
  }
  return report;
}

}  // namespace

Tuner::Tuner(const TunerOptions& options) : options_(std::make_unique<TunerOptions>(options)) {
  if (options.references.empty())
    throw UsageError({}, "there are no references to tune on", "set TunerOptions::references");
  method_of(options);
  metrics::make_metric(options.metric, {});
}

Tuner::~Tuner() = default;
Tuner::Tuner(Tuner&&) noexcept = default;
Tuner& Tuner::operator=(Tuner&&) noexcept = default;

TuningReport Tuner::run(std::stop_token cancel) {
  const TunerOptions& options = *options_;
  const auto system = pipeline::TranslationSystem::load(options.model_folder);
  metrics::MetricOptions how;
  how.tokenization = options.tokenization.empty() ? pipeline::usual_tokenization(system.preparation())
                                                  : parse_enum<metrics::Tokenization>(options.tokenization);
  const auto metric = metrics::make_metric(options.metric, how);
  const pipeline::DevelopmentSet set{metrics::read_lines(options.source),
                                     metrics::read_references(options.references)};
  ThreadPool threads(options.threads);
  ListeningReporter reporter(options.progress, std::move(cancel));
  const pipeline::TuningResult result =
      pipeline::tune_system(system, set, *metric, loop_options(options, system), threads, reporter);
  decode::write_weights(result.weights, options.weights_file.empty()
                                            ? pipeline::path_in(options.model_folder, pipeline::kWeightsFile)
                                            : options.weights_file);
  return to_report(result);
}

}  // namespace calque
