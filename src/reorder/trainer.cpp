#include "reorder/trainer.h"

#include <algorithm>
#include <array>
#include <ctime>

#include <fmt/format.h>

#include "base/error.h"
#include "reorder/bayes.h"
#include "reorder/lexical.h"
#include "reorder/linear.h"
#include "reorder/linear_training.h"
#include "reorder/prepared_rows.h"

namespace calque::reorder {
namespace {

struct NamedMethod {
  std::string_view name;
  Method method;
  bool linear;
};
constexpr std::array<NamedMethod, 17> kMethods{{{"word-distance", Method::kWordDistance, false},
                                                {"lexical", Method::kLexical, false},
                                                {"bayes-mle", Method::kBayesMle, false},
                                                {"bayes-map", Method::kBayesMap, false},
                                                {"bayes", Method::kBayesian, false},
                                                {"me-gis", Method::kGis, true},
                                                {"me-lbfgs", Method::kLbfgs, true},
                                                {"mlr-sgd", Method::kSgd, true},
                                                {"mlr-dual", Method::kDual, true},
                                                {"ordinal", Method::kOrdinal, true},
                                                {"svm", Method::kOneVsRest, true},
                                                {"svm-joint", Method::kJoint, true},
                                                {"mmr", Method::kMarginRegression, true},
                                                {"mms", Method::kPerceptron, true},
                                                {"mms-sequential", Method::kSequential, true},
                                                {"mms-extragradient", Method::kExtragradient, true},
                                                {"mms-dual", Method::kRegularised, true}}};
constexpr std::string_view kPerPhrase = "dpr-";

const NamedMethod& entry(Method method) {
  return *std::find_if(kMethods.begin(), kMethods.end(),
                       [&](const NamedMethod& named) { return named.method == method; });
}

learn::BayesEstimate estimate_of(Method method) {
  return method == Method::kBayesMle   ? learn::BayesEstimate::kMaximumLikelihood
         : method == Method::kBayesMap ? learn::BayesEstimate::kMap
                                       : learn::BayesEstimate::kBayesian;
}

TrainingResult train_bayes(const FeatureCounts& counts, const FeatureOptions& features,
                           const TrainOptions& options) {
  TrainingResult result;
  result.features = features;
  const learn::BayesEstimate estimate = estimate_of(options.learner.method);
  const double dirichlet = options.dirichlet.value_or(estimate == learn::BayesEstimate::kMap ? 2.0 : 1.0);
  BayesSelection selection = options.selection;
  selection.min_count = options.min_count.value_or(default_min_count(options.learner));
  auto model =
      std::make_unique<const Bayes>(Bayes::train(counts, features, {estimate, dirichlet}, selection));
  for (const std::uint64_t examples : counts.examples) result.report.samples += examples;
  result.report.features = model->features();
  result.report.iterations = 1;
  result.classifier = std::move(model);
  return result;
}

// Counts of naive Bayes are of what holds or does not, each feature by itself (theory/bayes.md#estimators).
void check_bayes(const TrainOptions& options) {
  const FeatureOptions features = options.features.value_or(default_features(options.learner));
  const auto refuse = [&](const char* name) {
    throw UsageError(
        {}, fmt::format("{} cannot use features with {}", options.learner.name(), name),
        fmt::format("leave {} out of --features, or choose a linear learner such as mlr-dual", name));
  };
  if (features.lexical != 0) refuse("lexical=1");
  if (features.language_model != 0) refuse("language-model=1");
  if (features.neighbours != 0) refuse("neighbours=1");
  if (features.hash_bits != 0) refuse("hash-bits");
  const BayesSelection& selection = options.selection;
  if (!(selection.keep > 0.0 && selection.keep <= 1.0) || !(selection.min_information >= 0.0)) {
    throw UsageError({}, "features cannot be selected like that",
                     "keep a part above 0 and at most 1 of them, and ask for information of at least 0");
  }
}

// Chooses rounds and rate if that is asked for. One pair for the sub-models of all phrases, which are too
// small to choose by themselves (theory/reordering.md#max-margin-structure).
void stop_early(std::span<const Sample> samples, const PreparedRows& rows, TrainOptions& options,
                TrainingReport& report, ThreadPool& threads) {
  if (!options.cross_validate) return;
  std::vector<std::uint32_t> sentences;
  sentences.reserve(samples.size());
  for (const Sample& sample : samples) sentences.push_back(sample.sentence);
  report.early_stop = choose_early_stop(rows.problem(), *options.distances, options, sentences, threads);
  options.iterations = report.early_stop->rounds;
  options.rate = report.early_stop->rate;
}

// The model of all phrases that answers for those without sub-model.
std::unique_ptr<const Linear> train_fallback(const CorpusText& text, std::span<const Sample> samples,
                                             const TrainOptions& options, std::size_t classes,
                                             ThreadPool& threads) {
  TrainOptions global = options;
  global.learner = {Method::kDual, false};
  global.iterations = 0;
  global.after_pass = {};
  PreparedRows rows(text, samples,
                    {FeatureOptions::preset("rich"), default_min_count(global.learner), classes}, threads);
  TrainingReport ignored;
  const auto weights = train_weights(rows.release(), global, ignored);
  return std::make_unique<const Linear>(rows.features(), rows.dictionary(), weights);
}

// Distances from what is confused with what: one half of the sentences is learnt, the other is tested.
learn::ClassDistances learned_distances(std::span<const Sample> samples, const PreparedRows& rows,
                                        const ReorderingClasses& classes, const TrainOptions& options,
                                        ThreadPool& threads) {
  const learn::Problem whole = rows.problem();
  learn::Rows half;
  std::vector<std::uint8_t> labels;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (samples[i].sentence % 2 == 0) continue;
    half.add(whole.rows.row(i).features, whole.rows.row(i).values);
    labels.push_back(whole.labels[i]);
  }
  TrainOptions first = options;
  first.learner.per_phrase = false;
  first.after_pass = {};
  TrainingReport ignored;
  const auto weights = train_weights({half.view(), labels, whole.classes, whole.features},
                                     classes.default_distances(), first, threads, ignored);
  std::vector<std::uint64_t> confusions(whole.classes * whole.classes, 0);
  std::vector<double> scores(whole.classes);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (samples[i].sentence % 2 != 0) continue;
    learn::scores_of(weights, whole.rows.row(i), scores);
    ++confusions[whole.labels[i] * whole.classes + learn::best_class(scores)];
  }
  return learn::distances_of_confusions(whole.classes, confusions);
}

// `own`: the same rows if nobody needs them afterwards, or null. Then the memory of settled samples is given
// back while mlr-dual learns.
TrainingResult train_linear(const CorpusText& text, std::span<const Sample> samples,
                            const ReorderingClasses& classes, const TrainOptions& given,
                            const PreparedRows& rows, PreparedRows* own, ThreadPool& threads) {
  CALQUE_CHECK(given.learner.linear() && rows.plan().classes == classes.size());
  TrainOptions options = given;
  validate(options, classes);
  TrainingResult result;
  const double start = cpu_seconds();
  result.features = rows.features();
  result.report.samples = samples.size();
  result.report.features = rows.feature_count();
  if (options.learn_distances)
    options.distances = learned_distances(samples, rows, classes, options, threads);
  if (!options.distances) options.distances = classes.default_distances();
  stop_early(samples, rows, options, result.report, threads);
  if (options.learner.per_phrase) {
    auto tables = train_clusters(text, samples, rows, classes, options, threads);
    result.report.sub_models = tables.phrases.size();
    std::unique_ptr<const Linear> fallback;
    if (options.global_fallback) fallback = train_fallback(text, samples, options, classes.size(), threads);
    result.classifier = std::make_unique<const Clustered>(std::move(tables), std::move(fallback));
  } else {
    const bool releases = own != nullptr && options.learner.method == Method::kDual;
    const auto weights =
        releases ? train_weights(own->release(), options, result.report)
                 : train_weights(rows.problem(), *options.distances, options, threads, result.report);
    result.classifier = std::make_unique<const Linear>(
        LinearTables{rows.features(), rows.dictionary(), Linear::packed(weights), rows.reals(),
                     link_of(options.learner.method)},
        classes.size());
  }
  result.report.train_seconds = cpu_seconds() - start;
  return result;
}

}  // namespace

RowPlan row_plan(const TrainOptions& options, std::size_t classes) {
  return {options.features.value_or(default_features(options.learner)),
          options.min_count.value_or(default_min_count(options.learner)), classes};
}

void validate(const TrainOptions& options, const ReorderingClasses& classes) {
  if (options.distances && options.distances->classes() != classes.size()) {
    throw UsageError({},
                     fmt::format("distances between {} classes do not fit {} classes",
                                 options.distances->classes(), classes.size()),
                     "give a line and a column for each class");
  }
  if (options.cross_validate && !options.learner.by_steps()) {
    throw UsageError({}, fmt::format("{} has no steps to choose by cross-validation", options.learner.name()),
                     "use it with mms, mms-sequential, dpr-mms or dpr-mms-sequential");
  }
  if (options.learner.method == Method::kOrdinal && !classes.by_distance()) {
    throw UsageError({}, fmt::format("the classes {} have no order", classes.name()),
                     "use classes by distance, such as 3 or 5, or another learner");
  }
  if (!(options.mix >= 0.0)) throw UsageError({}, "models cannot be mixed like that", "use --mix 10 or 0");
  if (options.embedding && options.learner.method != Method::kMarginRegression) {
    throw UsageError({}, fmt::format("{} does not use vectors of the classes", options.learner.name()),
                     "use them with mmr or dpr-mmr");
  }
  if (options.embedding && options.embedding->classes() != classes.size()) {
    throw UsageError({},
                     fmt::format("vectors of {} classes do not fit {} classes", options.embedding->classes(),
                                 classes.size()),
                     "give a line for each class");
  }
  if (options.learner.counts()) check_bayes(options);
}

Learner Learner::parse(std::string_view name) {
  const bool per_phrase = name.starts_with(kPerPhrase);
  const std::string_view method = per_phrase ? name.substr(kPerPhrase.size()) : name;
  for (const NamedMethod& named : kMethods) {
    if (named.name == method && (named.linear || !per_phrase)) return {named.method, per_phrase};
  }
  std::string names;
  for (const Learner& learner : all_learners()) names += (names.empty() ? "" : ", ") + learner.name();
  throw UsageError({}, fmt::format("there is no learner '{}'", name), "use one of " + names);
}

std::string Learner::name() const {
  return fmt::format("{}{}", per_phrase ? kPerPhrase : "", entry(method).name);
}

bool Learner::linear() const {
  return entry(method).linear;
}

std::vector<Learner> all_learners() {
  std::vector<Learner> learners;
  for (const NamedMethod& named : kMethods) learners.push_back({named.method, false});
  for (const NamedMethod& named : kMethods) {
    if (named.linear) learners.push_back({named.method, true});
  }
  return learners;
}

FeatureOptions default_features(const Learner& learner) {
  if (!learner.linear()) return FeatureOptions::preset("pairs");
  return FeatureOptions::preset(learner.per_phrase ? "dpr" : "rich");
}

std::size_t default_min_count(const Learner& learner) {
  constexpr std::size_t kMoreThanTen = 11;
  return learner.linear() ? 2 : kMoreThanTen;
}

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

TrainingResult train(const CorpusText& text, std::span<const Sample> samples,
                     const ReorderingClasses& classes, const TrainOptions& options, const PreparedRows& rows,
                     ThreadPool& threads) {
  return train_linear(text, samples, classes, options, rows, nullptr, threads);
}

TrainingResult train(const CorpusText& text, std::span<const Sample> samples,
                     const ReorderingClasses& classes, const TrainOptions& options, ThreadPool& threads) {
  const double start = cpu_seconds();
  validate(options, classes);
  if (options.learner.linear()) {
    PreparedRows rows(text, samples, row_plan(options, classes.size()), threads);
    const double prepared = cpu_seconds() - start;
    TrainingResult result = train_linear(text, samples, classes, options, rows, &rows, threads);
    result.report.prepare_seconds = prepared;
    return result;
  }
  TrainingResult result;
  if (options.learner.method == Method::kWordDistance) {
    result.classifier = std::make_unique<const WordDistance>(WordDistance::train(samples, classes.size()));
  } else if (options.learner.method == Method::kLexical) {
    result.classifier = std::make_unique<const Lexical>(
        Lexical::train(text, samples, classes.size(), options.smoothing, threads));
  } else {
    const FeatureOptions features = options.features.value_or(default_features(options.learner));
    const auto counts = count_features(text, samples, FeatureMaker(features), classes.size(), threads);
    result = train_bayes(counts, features, options);
  }
  result.report.samples = samples.size();
  result.report.train_seconds = cpu_seconds() - start;
  return result;
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
  if (uses_features && words.source != nullptr && result.features.context_classes != 0)
    description.source_classes = {*words.source, text.corpus().source_vocabulary};
  if (uses_features && words.target != nullptr && result.features.target_classes != 0)
    description.target_classes = {*words.target, text.corpus().target_vocabulary};
  return {std::move(description), std::move(result.classifier)};
}

StreamedResult train_streamed(const CorpusText& text, const SampleSource& source, const TrainOptions& options,
                              ThreadPool& threads) {
  CALQUE_CHECK(options.learner.counts());
  validate(options, source.classes);
  const double start = cpu_seconds();
  const FeatureOptions features = options.features.value_or(default_features(options.learner));
  StreamedResult streamed;
  const auto counts = count_features(text, source, FeatureMaker(features), threads, streamed.counts);
  streamed.result = train_bayes(counts, features, options);
  streamed.result.report.train_seconds = cpu_seconds() - start;
  return streamed;
}

}  // namespace calque::reorder
