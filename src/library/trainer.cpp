#include "calque/trainer.h"

#include <utility>

#include "base/error.h"
#include "base/thread_pool.h"
#include "library/listening_reporter.h"
#include "pipeline/correction_journal.h"
#include "pipeline/learned_reordering.h"
#include "pipeline/trainer.h"
#include "tune/tuner.h"

namespace calque {
namespace {

text::Casing casing_of(const TrainerOptions& options) {
  if (!options.casing) return options.pretokenized ? text::Casing::kKeep : text::Casing::kTruecase;
  switch (*options.casing) {
    case CasePolicy::kKeep:
      return text::Casing::kKeep;
    case CasePolicy::kLower:
      return text::Casing::kLower;
    case CasePolicy::kTruecase:
      break;
  }
  return text::Casing::kTruecase;
}

text::ParallelInput input_of(const ParallelFiles& files, const TrainerOptions& options) {
  return {
      .source = files.source,
      .target = files.target,
      .source_language = options.source_language,
      .target_language = options.target_language,
      .bad_lines = options.skip_bad_lines ? text::BadLinePolicy::kSkipAndCount : text::BadLinePolicy::kThrow};
}

}  // namespace

struct Trainer::Settings {
  pipeline::TrainOptions options;
  std::string corrections;
  std::size_t threads = 0;
  ProgressListener progress;
};

Trainer::Trainer(const TrainerOptions& options) : settings_(std::make_unique<Settings>()) {
  pipeline::TrainOptions& o = settings_->options;
  if (options.corpus.source.empty())
    throw UsageError({}, "there are no sentence pairs to learn from", "set TrainerOptions::corpus");
  if (options.model_folder.empty())
    throw UsageError({}, "there is no folder for the model", "set TrainerOptions::model_folder");
  o.input = input_of(options.corpus, options);
  if (!o.input.target.empty()) {
    if (o.input.source_language.empty()) o.input.source_language = text::language_of_file(o.input.source);
    if (o.input.target_language.empty()) o.input.target_language = text::language_of_file(o.input.target);
  }
  if (!options.development.source.empty()) o.development = input_of(options.development, options);
  o.model_folder = options.model_folder;
  o.preparation.source_language = o.input.source_language;
  o.preparation.target_language = o.input.target_language;
  o.preparation.pretokenized = options.pretokenized;
  o.preparation.casing = casing_of(options);
  o.alignments = options.alignments;
  align::AlignOptions aligners;
  aligners.sampling.seed = options.seed;
  o.aligners = align::several_models(aligners);
  o.reordering = pipeline::parse_reordering(
      options.reordering.empty() ? pipeline::kDefaultReordering : options.reordering, {});
  o.phrase_features = {"low-count"};
  o.language_model.order = options.language_model_order;
  o.language_models = options.language_models;
  o.tuning = tune::parse_optional_method(options.tuning);
  o.seed = options.seed;
  o.classes.seed = options.seed;
  o.validate();
  settings_->corrections = options.corrections;
  settings_->threads = options.threads;
  settings_->progress = options.progress;
}

Trainer::~Trainer() = default;
Trainer::Trainer(Trainer&&) noexcept = default;
Trainer& Trainer::operator=(Trainer&&) noexcept = default;

TrainingReport Trainer::run(std::stop_token cancel) {
  ThreadPool threads(settings_->threads);
  ListeningReporter reporter(settings_->progress, std::move(cancel));
  pipeline::TrainOptions options = settings_->options;
  if (!settings_->corrections.empty()) {
    const std::string warning = pipeline::learn_from_corrections(settings_->corrections, options);
    if (!warning.empty()) reporter.warning(warning);
  }
  const pipeline::TrainResult result = pipeline::train(options, threads, reporter);
  TrainingReport report{result.model_folder, result.report, result.seconds, {}};
  if (result.evaluated) report.development_bleu = result.development_bleu;
  return report;
}

}  // namespace calque
