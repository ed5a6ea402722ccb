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
constexpr std::array<NamedMethod, 16> kMethods{{{"word-distance", Method::kWordDistance, false},
                                                {"lexical", Method::kLexical, false},
                                                {"bayes-mle", Method::kBayesMle, false},
                                                {"bayes-map", Method::kBayesMap, false},
                                                {"bayes", Method::kBayesian, false},
                                                {"me-gis", Method::kGis, true},
                                                {"me-lbfgs", Method::kLbfgs, true},
                                                {"mlr-sgd", Method::kSgd, true},
                                                {"mlr-dual", Method::kDual, true},
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

TrainingResult train_bayes(const CorpusText& text, std::span<const Sample> samples,
                           const OrientationSet& classes, const TrainOptions& options, ThreadPool& threads) {
  TrainingResult result;
  result.features = options.features.value_or(default_features(options.learner));
  const learn::BayesEstimate estimate = estimate_of(options.learner.method);
  const double dirichlet = options.dirichlet.value_or(estimate == learn::BayesEstimate::kMap ? 2.0 : 1.0);
  const auto counts = count_features(text, samples, FeatureMaker(result.features), classes.size(), threads);
  BayesSelection selection = options.selection;
  selection.least_count = options.least_count.value_or(default_least_count(options.learner));
  if (!(selection.keep > 0.0 && selection.keep <= 1.0) || !(selection.least_information >= 0.0)) {
    throw UsageError({}, "features cannot be selected like that",
                     "keep a part above 0 and at most 1 of them, and ask for information of at least 0");
  }
  auto model =
      std::make_unique<const Bayes>(Bayes::train(counts, result.features, {estimate, dirichlet}, selection));
  result.report.features = model->features();
  result.report.iterations = 1;
  result.classifier = std::move(model);
  return result;
}

}  // namespace

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

std::size_t default_least_count(const Learner& learner) {
  constexpr std::size_t kMoreThanTen = 11;
  return learner.linear() ? 2 : kMoreThanTen;
}

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

TrainingResult train(const CorpusText& text, std::span<const Sample> samples, const OrientationSet& classes,
                     const TrainOptions& options, const PreparedRows& rows, ThreadPool& threads) {
  CALQUE_CHECK(options.learner.linear());
  TrainingResult result;
  const double start = cpu_seconds();
  result.features = rows.features();
  result.report.samples = samples.size();
  result.report.features = rows.dictionary().size();
  const learn::Problem problem = rows.problem(classes.size());
  if (options.learner.per_phrase) {
    auto tables = train_clusters(text, samples, rows, classes, options, threads);
    result.report.sub_models = tables.phrases.size();
    std::unique_ptr<const Linear> fallback;
    if (options.global_fallback) {
      TrainOptions global = options;
      global.learner = {Method::kDual, false};
      global.iterations = 0;
      const auto prepared = PreparedRows(text, samples, FeatureOptions::preset("rich"),
                                         default_least_count(global.learner), threads);
      TrainingReport ignored;
      const auto distances = options.distances.value_or(classes.default_distances());
      const auto weights =
          train_weights(prepared.problem(classes.size()), distances, global, threads, ignored);
      fallback = std::make_unique<const Linear>(prepared.features(), prepared.dictionary(), weights);
    }
    result.classifier = std::make_unique<const Clustered>(std::move(tables), std::move(fallback));
  } else {
    const auto distances = options.distances.value_or(classes.default_distances());
    const auto weights = train_weights(problem, distances, options, threads, result.report);
    result.classifier = std::make_unique<const Linear>(rows.features(), rows.dictionary(), weights);
  }
  result.report.train_seconds = cpu_seconds() - start;
  return result;
}

TrainingResult train(const CorpusText& text, std::span<const Sample> samples, const OrientationSet& classes,
                     const TrainOptions& options, ThreadPool& threads) {
  const double start = cpu_seconds();
  if (options.distances && options.distances->classes() != classes.size()) {
    throw UsageError({},
                     fmt::format("distances between {} classes do not fit {} classes",
                                 options.distances->classes(), classes.size()),
                     "give a line and a column for each class");
  }
  if (options.learner.linear()) {
    const PreparedRows rows(text, samples, options.features.value_or(default_features(options.learner)),
                            options.least_count.value_or(default_least_count(options.learner)), threads);
    const double prepared = cpu_seconds() - start;
    TrainingResult result = train(text, samples, classes, options, rows, threads);
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
    result = train_bayes(text, samples, classes, options, threads);
  }
  result.report.samples = samples.size();
  result.report.train_seconds = cpu_seconds() - start;
  return result;
}

}  // namespace calque::reorder
