#include "calque/tuner.h"

#include <utility>

#include "base/enum_names.h"
#include "base/error.h"
#include "base/thread_pool.h"
#include "decode/weights.h"
#include "library/listening_reporter.h"
#include "metrics/registry.h"
#include "metrics/tokenization.h"
#include "pipeline/model_tuning.h"
#include "tune/tuner.h"

namespace calque {
namespace {

pipeline::ModelTuning to_internal(const TunerOptions& options) {
  pipeline::ModelTuning tuning;
  tuning.model_folder = options.model_folder;
  tuning.source = options.source;
  tuning.references = options.references;
  tuning.goal.metric = options.metric;
  if (!options.tokenization.empty())
    tuning.goal.tokenization = parse_enum<metrics::Tokenization>(options.tokenization);
  tuning.loop.method.method = &tune::parse_method(options.method);
  tuning.loop.method.seed = options.seed;
  tuning.loop.n_best = options.n_best;
  tuning.loop.rounds = options.rounds;
  if (options.search) {
    tuning.change_search = [search = *options.search](SearchOptions& changed) {
      changed = search;
      changed.distinct = true;
    };
  }
  return tuning;
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
  tune::parse_method(options.method);
  metrics::make_metric(options.metric, {});
}

Tuner::~Tuner() = default;
Tuner::Tuner(Tuner&&) noexcept = default;
Tuner& Tuner::operator=(Tuner&&) noexcept = default;

TuningReport Tuner::run(std::stop_token cancel) {
  const TunerOptions& options = *options_;
  ThreadPool threads(options.threads);
  ListeningReporter reporter(options.progress, std::move(cancel));
  const pipeline::TuningResult result = pipeline::tune_model(to_internal(options), threads, reporter).result;
  decode::write_weights(result.weights, options.weights_file.empty()
                                            ? pipeline::weights_file(options.model_folder)
                                            : options.weights_file);
  return to_report(result);
}

}  // namespace calque
