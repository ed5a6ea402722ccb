// What a learner is made of. A method is a class that owns its options and learns in one of three ways: from
// the samples (TableMethod), from counts of features (CountingMethod), or as weights of features
// (LinearMethod). learner.cpp has one row for each.
//
// A method is immutable once its options are set, and safe to share between threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "base/thread_pool.h"
#include "learn/logistic.h"
#include "learn/rows.h"
#include "learn/weights.h"
#include "reorder/bayes.h"
#include "reorder/classifier.h"
#include "reorder/corpus_text.h"
#include "reorder/features.h"
#include "reorder/learner_options.h"
#include "reorder/prepared_rows.h"
#include "reorder/reordering_classes.h"
#include "reorder/samples.h"
#include "reorder/training_report.h"

namespace calque::reorder {

enum class MethodKind : std::uint8_t { kTable, kCounting, kLinear };

class Method {
 public:
  // Whether classes must be in order, as those by distance are.
  static constexpr bool kNeedsOrder = false;

  // Passes over the data, at most; 0: what suits the method. Methods that need one pass or none take any.
  std::size_t iterations = 0;

  virtual ~Method() = default;

  // Shows every option to the visitor, which may change it.
  virtual void visit_options(const OptionVisitor& visit);
  // Called once when options have their values: reads files that they name, and throws UsageError for what
  // makes no sense or does not fit the classes. `name` is the learner's, for messages.
  virtual void resolve(const std::string& name, const ReorderingClasses& classes) = 0;
};

class TableMethod : public Method {
 public:
  static constexpr auto kKind = MethodKind::kTable;

  void resolve(const std::string&, const ReorderingClasses&) override {}
  virtual std::unique_ptr<const Classifier> train(const CorpusText& text, std::span<const Sample> samples,
                                                  std::size_t classes, ThreadPool& threads) const = 0;
};

// A method that looks at features.
class FeatureMethod : public Method {
 public:
  void visit_options(const OptionVisitor& visit) override;
  void resolve(const std::string& name, const ReorderingClasses& classes) override;

  FeatureOptions features() const { return features_.value_or(default_features()); }
  // Features that occur less often are left out.
  std::size_t min_count() const { return min_count_.value_or(default_min_count()); }

 protected:
  virtual FeatureOptions default_features() const = 0;
  virtual std::size_t default_min_count() const = 0;

 private:
  std::string preset_;
  std::optional<FeatureOptions> features_;
  std::optional<std::size_t> min_count_;
};

// Features are counted in one pass over the samples, which need not all be in memory.
class CountingMethod : public FeatureMethod {
 public:
  static constexpr auto kKind = MethodKind::kCounting;

  // Fills features and iterations of the report.
  virtual std::unique_ptr<const Classifier> train(const FeatureCounts& counts,
                                                  TrainingReport& report) const = 0;

 protected:
  FeatureOptions default_features() const override { return FeatureOptions::preset("pairs"); }
  std::size_t default_min_count() const override;
};

class LinearMethod;

// One sub-model for each frequent source phrase.
struct SubModelOptions {
  std::size_t min_samples = 10;  // that a phrase needs for a sub-model of its own
  // Phrases without sub-model get the class frequencies of the training set, not a model of all phrases.
  bool no_global = false;
  double mix = 0.0;  // sub-models are mixed with the model of all phrases as if that had so many samples
  std::shared_ptr<LinearMethod> global;  // how the model of all phrases is trained
};

// One run of a linear method.
struct LinearRun {
  bool per_phrase = false;  // the problem is one of many sub-models
  std::uint64_t seed = 1;
  learn::AfterPass after_pass;  // may be empty
  ThreadPool& threads;
  TrainingReport& report;  // gets iterations and what else the method knows
};

// The training set of all phrases.
struct TrainingSet {
  std::span<const Sample> samples;
  const PreparedRows& rows;
  const ReorderingClasses& classes;
};

class LinearMethod : public FeatureMethod {
 public:
  static constexpr auto kKind = MethodKind::kLinear;

  std::optional<SubModelOptions> sub_models;  // nothing: one model of all phrases

  void visit_options(const OptionVisitor& visit) final;
  void resolve(const std::string& name, const ReorderingClasses& classes) override;

  virtual learn::Weights train(const learn::Problem& problem, const LinearRun& run) const = 0;
  // The same for rows that nobody needs afterwards.
  virtual learn::Weights train_released(PreparedRows::Released rows, const LinearRun& run) const;
  // This method with everything settled that is chosen once on the whole training set and then holds for all
  // sub-models; null if there is nothing of the kind.
  virtual std::shared_ptr<const LinearMethod> settled(const TrainingSet& set, const LinearRun& run) const;
  // How scores become probabilities.
  virtual Link link() const { return Link::kSoftmax; }

 protected:
  // Passes over the data by default: enough for some 100,000 samples, or the published number for sub-models,
  // which are small.
  explicit LinearMethod(std::size_t passes) : LinearMethod(passes, passes) {}
  LinearMethod(std::size_t passes, std::size_t passes_per_phrase)
      : passes_(passes), passes_per_phrase_(passes_per_phrase) {}

  virtual void visit_own_options(const OptionVisitor&) {}
  std::size_t passes(const LinearRun& run) const {
    return iterations > 0 ? iterations : run.per_phrase ? passes_per_phrase_ : passes_;
  }
  FeatureOptions default_features() const override;
  std::size_t default_min_count() const override { return 2; }

 private:
  std::size_t passes_;
  std::size_t passes_per_phrase_;
};

}  // namespace calque::reorder
