// Comparison of learners: trained on the same samples and tested on the same held-out sentences, for several
// random draws of those sentences and several sizes of the training set. Behind `calque reorder compare`.
//
// All figures except seconds are the same for any number of threads. Throws UsageError for options that make
// no sense and DataError for a corpus that is too small.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/reporter.h"
#include "base/thread_pool.h"
#include "reorder/corpus_text.h"
#include "reorder/evaluation.h"
#include "reorder/learner.h"
#include "reorder/prepared_rows.h"
#include "reorder/samples.h"
#include "reorder/trainer.h"

namespace calque::reorder {

struct ComparisonOptions {
  std::vector<Learner> learners;
  std::vector<double> sizes{1.0};  // fractions of the training sentences, ascending; the last is 1
  double test_fraction = 0.05;
  std::size_t repeats = 3;  // draws of the held-out sentences
  bool passes = false;      // also measure errors after each pass over the data
  std::uint64_t seed = 1;   // of the first draw; each further draw adds 1
  SampleOptions samples;
  std::string corpus_name;  // for error messages
  // Options of learners, each of which gets those that it takes. "min-samples" also says how many samples of
  // a source phrase the training set must have for clusters() to compare it.
  OptionValues learning{};
};

// Learners by name, separated by commas. "usual": each published learner once; "all": all that can learn
// these classes.
std::vector<Learner> parse_learners(std::string_view names, const ReorderingClasses& classes);
// Sizes such as "0.1,0.5", to which the whole training set is added. May be empty.
std::vector<double> parse_sizes(std::string_view text);

// One learner on one draw.
struct LearnerRun {
  Evaluation evaluation;
  TrainingReport report;
  std::uintmax_t bytes = 0;  // of the model's file
};

// One learner on all draws and sizes.
struct LearnerSeries {
  Learner learner;
  std::vector<std::vector<LearnerRun>> runs;  // by size, then by draw
  std::vector<Prediction> last;               // of the whole training set in the last draw

  const std::vector<LearnerRun>& whole() const { return runs.back(); }
  std::vector<double> precisions(std::size_t size) const;
  std::vector<double> f1(std::size_t size, std::size_t k) const;
  std::vector<double> mean_f1(std::size_t size) const;
  // By distance, all draws together.
  std::map<std::int32_t, Hits> by_distance() const;
};

double mean(std::span<const double> values);
double deviation(std::span<const double> values);

// A learner watched while it learns; the watching is not in the seconds.
struct PassPoint {
  std::size_t pass = 0;
  double seconds = 0.0;  // CPU time of all threads
  double train_error = 0.0;
  double test_error = 0.0;
};
struct PassCurve {
  std::string name;  // of the learner, with the shrinking level for mlr-dual
  std::vector<PassPoint> points;
  std::vector<double> active;  // mlr-dual: part of the samples that is not settled, after each pass
};

// The first pass after which the error in training is at most this; null if none.
const PassPoint* first_within(const PassCurve& curve, double train_error);
// An error in training that all of the curves reach: the worst of their best ones, and a little more.
double common_tolerance(std::span<const PassCurve> curves);

// How many source phrases have that many samples.
struct ClusterSizes {
  std::uint64_t minimum = 1;
  std::uint64_t maximum = 1;  // 0: no limit
  std::uint64_t phrases = 0;
  std::uint64_t samples = 0;
};

class Comparison {
 public:
  // Checks the options only. `reporter` and `threads` must outlive this object.
  Comparison(ComparisonOptions options, ReorderingClasses classes, ThreadPool& threads, Reporter& reporter);

  // Trains and tests everything. `text` must outlive this object.
  void run(const CorpusText& text);

  const ComparisonOptions& options() const { return options_; }
  const ReorderingClasses& classes() const { return classes_; }
  const std::vector<LearnerSeries>& series() const { return series_; }
  const std::vector<double>& sizes() const { return options_.sizes; }
  // Training samples by size, and features of the model of all phrases, in the last draw.
  const std::vector<std::size_t>& train_samples() const { return train_samples_; }
  const SampleSet& samples() const { return set_; }
  const Split& split() const { return split_; }
  const std::vector<PassCurve>& curves() const { return curves_; }

  const LearnerSeries& best() const;
  const LearnerSeries* lexical() const;  // null if it is not compared
  // Over the lexical learner. Requires: there is one.
  double gain(const LearnerSeries& series, std::size_t size) const;
  // p of two-tailed paired t-tests against the best learner over all sizes and draws: overall, then by class.
  std::vector<double> p_values(const LearnerSeries& series) const;

  // The best learner beside the lexical one (or the first), source phrase by source phrase.
  const LearnerSeries& scatter_other() const;
  std::vector<ClusterComparison> clusters() const;
  std::string phrase_of(const ClusterComparison& cluster) const;

  std::map<std::int32_t, std::uint64_t> distances() const;
  std::vector<ClusterSizes> cluster_sizes() const;

 private:
  struct Made {
    std::unique_ptr<const PreparedRows> rows;
    double seconds;
  };

  TrainOptions training_of(const Learner& learner, std::size_t draw) const;
  void run_draw(std::size_t draw);
  void run_size(std::size_t size, std::size_t draw, std::span<const Sample> train);
  LearnerRun run_learner(LearnerSeries& series, std::size_t draw, std::span<const Sample> train);
  TrainingResult train_linear(const TrainOptions& options, std::span<const Sample> train);
  const Made& rows_for(const TrainOptions& options, std::span<const Sample> train);
  void watch_all();
  void watch(const std::string& name, TrainOptions options);

  ComparisonOptions options_;
  ReorderingClasses classes_;
  ThreadPool& threads_;
  Reporter& reporter_;
  std::vector<LearnerSeries> series_;
  std::vector<std::size_t> train_samples_;
  std::size_t min_samples_;
  const CorpusText* text_ = nullptr;
  SampleSet set_;
  Split split_;
  std::vector<Made> rows_;  // of the size and draw that is being run
  std::vector<PassCurve> curves_;
};

}  // namespace calque::reorder
