// Training of models of movement: every learner of docs/reordering.md behind one function, as one model of
// all phrases or as one sub-model for each frequent source phrase.
//
// The same model for any number of threads. Throws UsageError for options that make no sense.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/reporter.h"
#include "base/thread_pool.h"
#include "learn/class_distances.h"
#include "learn/class_embedding.h"
#include "learn/dual_logistic.h"
#include "learn/perceptron.h"
#include "reorder/bayes.h"
#include "reorder/classifier.h"
#include "reorder/corpus_text.h"
#include "reorder/model.h"
#include "reorder/reordering_classes.h"
#include "reorder/samples.h"

namespace calque::reorder {

enum class Method : std::uint8_t {
  kWordDistance,      // "word-distance": the length of the jump alone
  kLexical,           // "lexical": relative frequencies
  kGis,               // "me-gis": maximum entropy by iterative scaling
  kLbfgs,             // "me-lbfgs"
  kSgd,               // "mlr-sgd"
  kDual,              // "mlr-dual": by shrinking exponentiated gradients
  kOneVsRest,         // "svm"
  kJoint,             // "svm-joint"
  kMarginRegression,  // "mmr"
  kPerceptron,        // "mms": by perceptron-like steps in random order
  kSequential,        // "mms-sequential": the same in corpus order
  kExtragradient,     // "mms-extragradient"
  kRegularised,       // "mms-dual": with a prior, by dual coordinate descent
  kOrdinal,           // "ordinal": logistic regression for classes in order
  kBayesMle,          // "bayes-mle"
  kBayesMap,          // "bayes-map"
  kBayesian,          // "bayes"
};

// A method and whether there is one model for each source phrase: "mms" or "dpr-mms".
struct Learner {
  Method method = Method::kDual;
  bool per_phrase = false;

  static Learner parse(std::string_view name);
  std::string name() const;
  // Whether it learns weights of features; only these can be had for each source phrase.
  bool linear() const;
  // Whether it learns by perceptron-like steps, whose number and width can be chosen by cross-validation.
  bool by_steps() const { return method == Method::kPerceptron || method == Method::kSequential; }
  // Whether it counts features, for which one pass over the corpus is enough.
  bool counts() const {
    return method == Method::kBayesMle || method == Method::kBayesMap || method == Method::kBayesian;
  }
  bool operator==(const Learner&) const = default;
};

// All names, "dpr-" ones included, in the order of tables.
std::vector<Learner> all_learners();

struct TrainOptions {
  Learner learner;
  std::optional<FeatureOptions> features;                // default: what suits the learner
  std::optional<std::size_t> min_count;                  // of a feature; default: what suits the learner
  std::optional<learn::ClassDistances> distances;        // default: ReorderingClasses::default_distances
  std::optional<learn::ClassEmbedding> embedding;        // mmr; default: no class is close to another
  double smoothing = 0.5;                                // lexical: added to counts
  double variance = 4.0;                                 // maximum entropy: of the prior
  std::size_t iterations = 0;                            // passes; 0: what suits the learner
  double shrink = 0.1;                                   // mlr-dual
  bool recheck = false;                                  // mlr-dual: look at settled samples again at the end
  learn::DualStep dual_step = learn::DualStep::kNewton;  // mlr-dual; kGradient: as published
  double cost = 0.5;                                     // svm, mmr
  double rate = 0.05;                                    // mms
  double bound = 30.0;                                   // mms-extragradient
  std::optional<double> dirichlet;                       // bayes; default 2 for MAP, 1 for Bayesian inference
  BayesSelection selection;                              // bayes; the least count is that above
  std::size_t min_samples = 10;                          // of a source phrase with a sub-model
  bool global_fallback = true;   // phrases without sub-model: a model of all; else class frequencies
  double mix = 0.0;              // sub-models: mixed with the model of all as if it had so many samples
  bool learn_distances = false;  // mms: from confusions on held-out sentences; `distances` is not used
  // mms, mms-sequential: choose rounds and rate on held-out samples, once for all sub-models of dpr- ones.
  bool cross_validate = false;
  std::uint64_t seed = 1;
  // Called after each pass by the learners of all phrases that go over the data several times. May be empty.
  learn::AfterPass after_pass{};
};

struct TrainingReport {
  std::size_t samples = 0;
  std::size_t features = 0;
  std::size_t sub_models = 0;
  std::size_t iterations = 0;    // passes over the data
  double prepare_seconds = 0.0;  // from samples to rows of features, CPU time of all threads
  double train_seconds = 0.0;    // from there to the model, the same
  // mlr-dual (learn::DualResult): after each pass; visits at which no step helped; what rechecks found.
  std::vector<double> active_fraction;
  std::vector<std::uint64_t> bytes_in_use;
  std::uint64_t failed_visits = 0;
  std::vector<std::uint64_t> unsettled;
  std::optional<learn::EarlyStop> early_stop;
};

struct TrainingResult {
  std::unique_ptr<const Classifier> classifier;
  FeatureOptions features;  // used
  TrainingReport report;
};

// Throws UsageError for what the learner cannot do, before anything is read.
void validate(const TrainOptions& options, const ReorderingClasses& classes);

// Rows of one training set and one choice of features, shared by learners that are compared.
class PreparedRows;
struct RowPlan;
// What the learner is given if it is linear.
RowPlan row_plan(const TrainOptions& options, std::size_t classes);

TrainingResult train(const CorpusText& text, std::span<const Sample> samples,
                     const ReorderingClasses& classes, const TrainOptions& options, ThreadPool& threads);
// The same from rows that were made before; nothing is prepared then. Requires: a linear learner, and rows
// made of the same samples.
TrainingResult train(const CorpusText& text, std::span<const Sample> samples,
                     const ReorderingClasses& classes, const TrainOptions& options, const PreparedRows& rows,
                     ThreadPool& threads);

// The same model from a corpus that is read part by part: memory is that of the counts and of one part's
// samples. Requires: options.learner.counts().
struct StreamedResult {
  TrainingResult result;
  SampleCounts counts;
};
StreamedResult train_streamed(const CorpusText& text, const SampleSource& source, const TrainOptions& options,
                              ThreadPool& threads);

// The trained classifier as a model that can be saved, with the word classes that its features need.
ReorderingModel make_model(TrainingResult result, const Learner& learner, const ReorderingClasses& classes,
                           const SampleOptions& samples, const CorpusText& text);

// What a learner gets if nothing else is said.
FeatureOptions default_features(const Learner& learner);
std::size_t default_min_count(const Learner& learner);

// CPU seconds of this process so far, all threads together.
double cpu_seconds();

}  // namespace calque::reorder
