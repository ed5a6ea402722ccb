// What `calque reorder compare` finds out: learners on the same sentences held out, several draws, several
// sizes of the training set. Output is elsewhere.
//
// Figures are the same for any number of threads, but for seconds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "cmd_reorder.h"
#include "reorder/evaluation.h"
#include "reorder/prepared_rows.h"

namespace calque::apps {

struct CompareArguments {
  ReorderInput input;
  LearnerArguments learner;
  std::string learners = "usual";
  double test_fraction = 0.05;
  std::size_t repeats = 3;
  std::string sizes;    // parts of the training sentences, ascending; all of them always come last
  bool passes = false;  // also watch learners pass by pass
  std::string scatter;
  std::string report;
  bool json = false;
};

// One learner on one draw.
struct LearnerRun {
  reorder::Evaluation evaluation;
  reorder::TrainingReport report;
  std::uintmax_t bytes = 0;  // of the model's file
};

// One learner on all draws and sizes.
struct LearnerSeries {
  reorder::Learner learner;
  std::vector<std::vector<LearnerRun>> runs;  // by size, then by draw
  std::vector<reorder::Prediction> last;      // of the whole training set in the last draw

  const std::vector<LearnerRun>& whole() const { return runs.back(); }
  std::vector<double> precisions(std::size_t size) const;
  std::vector<double> f1(std::size_t size, std::size_t k) const;
  std::vector<double> mean_f1(std::size_t size) const;
  // By distance, all draws together.
  std::map<std::int32_t, reorder::Hits> by_distance() const;
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

class ReorderComparison {
 public:
  // Throws UsageError for learners and options that do not exist.
  ReorderComparison(CompareArguments& arguments, Session& session);

  void run();

  const CompareArguments& arguments() const { return arguments_; }
  const reorder::ReorderingClasses& classes() const { return classes_; }
  const std::vector<LearnerSeries>& series() const { return series_; }
  const std::vector<double>& sizes() const { return sizes_; }
  // Training samples by size, and features of the model of all phrases, in the last draw.
  const std::vector<std::size_t>& train_samples() const { return train_samples_; }
  const reorder::SampleSet& samples() const { return set_; }
  const reorder::Split& split() const { return split_; }
  const std::vector<PassCurve>& curves() const { return curves_; }

  const LearnerSeries& best() const;
  const LearnerSeries* lexical() const;  // null if it is not compared
  // Over the lexical learner. Requires: there is one.
  double gain(const LearnerSeries& series, std::size_t size) const;
  // p of two-tailed paired t-tests against the best learner over all sizes and draws: overall, then by class.
  std::vector<double> p_values(const LearnerSeries& series) const;

  // The best learner beside the lexical one (or the first), source phrase by source phrase.
  const LearnerSeries& scatter_other() const;
  std::vector<reorder::ClusterComparison> clusters() const;
  std::string phrase_of(const reorder::ClusterComparison& cluster) const;

  std::map<std::int32_t, std::uint64_t> distances() const;
  std::vector<ClusterSizes> cluster_sizes() const;

 private:
  struct Made {
    std::unique_ptr<const reorder::PreparedRows> rows;
    double seconds;
  };

  // Options given for all, without those that only other learners have.
  reorder::TrainOptions options_for(const reorder::Learner& learner) const;
  void run_draw(std::size_t draw);
  void run_size(std::size_t size, std::size_t draw, std::span<const reorder::Sample> train);
  LearnerRun run_learner(LearnerSeries& series, std::size_t draw, std::span<const reorder::Sample> train);
  reorder::TrainingResult train_linear(const reorder::TrainOptions& options,
                                       std::span<const reorder::Sample> train);
  const Made& rows_for(const reorder::TrainOptions& options, std::span<const reorder::Sample> train);
  void watch_all();
  void watch(reorder::TrainOptions options, const std::string& name);

  CompareArguments& arguments_;
  Session& session_;
  reorder::ReorderingClasses classes_;
  std::vector<LearnerSeries> series_;
  std::vector<double> sizes_;
  std::vector<std::size_t> train_samples_;
  std::unique_ptr<const ReorderCorpus> corpus_;
  reorder::SampleSet set_;
  reorder::Split split_;
  std::vector<Made> rows_;  // of the size and draw that is being run
  std::vector<PassCurve> curves_;
};

}  // namespace calque::apps
