#include "reorder/trainer.h"

#include <utility>

#include "base/cpu_time.h"
#include "base/error.h"
#include "reorder/linear.h"
#include "reorder/sub_models.h"

namespace calque::reorder {
namespace {

template <typename T>
const T& as(const TrainOptions& options) {
  return dynamic_cast<const T&>(*options.method);
}

// The model of all phrases that answers for those without sub-model.
std::unique_ptr<const Linear> train_global(const CorpusText& text, const TrainingSet& set,
                                           const LinearMethod& method, std::uint64_t seed,
                                           ThreadPool& threads) {
  PreparedRows rows(text, set.samples, {method.features(), method.min_count(), set.classes.size()}, threads);
  TrainingReport ignored;
  const auto weights = method.train_released(rows.release(), {false, seed, {}, threads, ignored});
  return std::make_unique<const Linear>(rows.features(), rows.dictionary(), weights);
}

// `own`: the same rows if nobody needs them afterwards, or null. Then the memory of settled samples is given
// back while mlr-dual learns.
TrainingResult train_linear(const CorpusText& text, const TrainingSet& set, const TrainOptions& options,
                            PreparedRows* own, ThreadPool& threads) {
  CALQUE_CHECK(set.rows.plan().classes == set.classes.size());
  const auto& given = as<LinearMethod>(options);
  TrainingResult result;
  const double start = cpu_seconds();
  result.features = set.rows.features();
  result.report.samples = set.samples.size();
  result.report.features = set.rows.feature_count();
  const LinearRun run{given.sub_models.has_value(), options.seed, options.after_pass, threads, result.report};
  const auto settled = given.settled(set, run);
  const LinearMethod& method = settled != nullptr ? *settled : given;
  if (method.sub_models) {
    auto tables = train_clusters(text, set, method, threads);
    result.report.sub_models = tables.phrases.size();
    std::unique_ptr<const Linear> global;
    if (!method.sub_models->no_global)
      global = train_global(text, set, *method.sub_models->global, options.seed, threads);
    result.classifier = std::make_unique<const Clustered>(std::move(tables), std::move(global));
  } else {
    const auto weights =
        own != nullptr ? method.train_released(own->release(), run) : method.train(set.rows.problem(), run);
    result.classifier =
        std::make_unique<const Linear>(LinearTables{set.rows.features(), set.rows.dictionary(),
                                                    Linear::packed(weights), set.rows.reals(), method.link()},
                                       set.classes.size());
  }
  result.report.train_seconds = cpu_seconds() - start;
  return result;
}

TrainingResult train_by_counts(const FeatureCounts& counts, const CountingMethod& method) {
  TrainingResult result;
  result.features = method.features();
  result.classifier = method.train(counts, result.report);
  for (const std::uint64_t examples : counts.examples) result.report.samples += examples;
  return result;
}

}  // namespace

RowPlan row_plan(const TrainOptions& options, std::size_t classes) {
  const auto& method = as<FeatureMethod>(options);
  return {method.features(), method.min_count(), classes};
}

TrainingResult train(const CorpusText& text, std::span<const Sample> samples,
                     const ReorderingClasses& classes, const TrainOptions& options, const PreparedRows& rows,
                     ThreadPool& threads) {
  return train_linear(text, {samples, rows, classes}, options, nullptr, threads);
}

TrainingResult train(const CorpusText& text, std::span<const Sample> samples,
                     const ReorderingClasses& classes, const TrainOptions& options, ThreadPool& threads) {
  const double start = cpu_seconds();
  if (dynamic_cast<const LinearMethod*>(options.method.get()) != nullptr) {
    PreparedRows rows(text, samples, row_plan(options, classes.size()), threads);
    const double prepared = cpu_seconds() - start;
    TrainingResult result = train_linear(text, {samples, rows, classes}, options, &rows, threads);
    result.report.prepare_seconds = prepared;
    return result;
  }
  TrainingResult result;
  if (const auto* counting = dynamic_cast<const CountingMethod*>(options.method.get())) {
    const FeatureMaker maker(counting->features());
    result = train_by_counts(count_features(text, samples, maker, classes.size(), threads), *counting);
  } else {
    result.classifier = as<TableMethod>(options).train(text, samples, classes.size(), threads);
  }
  result.report.samples = samples.size();
  result.report.train_seconds = cpu_seconds() - start;
  return result;
}

StreamedResult train_streamed(const CorpusText& text, const SampleSource& source, const TrainOptions& options,
                              ThreadPool& threads) {
  const auto& method = as<CountingMethod>(options);
  const double start = cpu_seconds();
  StreamedResult streamed;
  const auto counts = count_features(text, source, FeatureMaker(method.features()), threads, streamed.counts);
  streamed.result = train_by_counts(counts, method);
  streamed.result.report.train_seconds = cpu_seconds() - start;
  return streamed;
}

ReorderingModel make_model(TrainingResult result, const Learner& learner, const ReorderingClasses& classes,
                           const SampleOptions& samples, const CorpusText& text) {
  ReorderingModel::Description description;
  description.learner = learner.name();
  description.classes = classes;
  description.orientation = samples.orientation;
  description.direction = samples.direction;
  description.neighbours = samples.neighbours;
  const bool uses_features = learner.linear() || result.report.features > 0;
  const ClassesOfWords& words = text.classes();
  if (uses_features && words.source && result.features.context_classes != 0)
    description.source_classes = {*words.source, text.corpus().source_vocabulary};
  if (uses_features && words.target && result.features.target_classes != 0)
    description.target_classes = {*words.target, text.corpus().target_vocabulary};
  return {std::move(description), std::move(result.classifier)};
}

}  // namespace calque::reorder
