// Tuning on given n-best lists: one entry for all methods.
//
// Deterministic: the result depends on lists, metric, options and seed alone. Throws UsageError for options
// out of range and DataError for lists that cannot be tuned on.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/thread_pool.h"
#include "decode/weights.h"
#include "tune/mert.h"
#include "tune/mira.h"
#include "tune/objective.h"
#include "tune/pro.h"
#include "tune/smoothed.h"
#include "tune/svm.h"

namespace calque::tune {

struct TuneOptions;
struct TuneResult;
struct TuningProblem;

// The objective of a method at a point, in the unit that people read.
using PointValue = std::function<double(std::span<const double> point)>;

// A way to find weights: one row of the table in methods.cpp. A new method is a function and a row there.
struct Method {
  std::string_view name;
  std::string_view help;  // a few words
  // Whether indicators of sparse features get weights of their own.
  bool tunes_sparse = false;
  // Throws UsageError for options that this method does not have; null: it has all.
  void (*validate)(const TuneOptions& options) = nullptr;
  // Sets weights, objective, curve and svm of the result.
  void (*run)(const TuningProblem& problem, const decode::Weights& start, TuneResult& result) = nullptr;
  // Null for a method without an objective on the lists. The problem must outlive what is returned.
  PointValue (*objective)(const TuningProblem& problem) = nullptr;
};

std::span<const Method> methods();
// Null if there is no method of this name.
const Method* find_method(std::string_view name);
// Throws UsageError if there is none.
const Method& parse_method(std::string_view name);
// Null for "none"; throws UsageError for other names.
const Method* parse_optional_method(std::string_view name);
// "mert, smoothed-mert, ..."
std::string method_names();

struct TuneOptions {
  const Method* method = &methods().front();  // MERT
  std::size_t restarts = 20;                  // MERT and 1-slack; smoothed MERT takes a fifth, at most 4
  std::size_t random_directions = 10;         // line searches
  Window window;                              // MERT
  double sharpness = 3.0;                     // smoothed MERT
  SvmOptions svm;                             // S-slack and 1-slack
  // S-slack and 1-slack: values of Q and lambda to choose among by cross-validation; empty: as in `svm` or as
  // choose_svm usually does.
  std::vector<double> loss_scales;
  std::vector<double> lambdas;
  std::size_t folds = 2;
  MiraOptions mira;
  ProOptions pro;
  // Not for S-slack, MIRA and PRO: further starting points, such as the weights of earlier rounds.
  std::vector<decode::Weights> more_starts;
  std::uint64_t seed = 1;

  // Throws UsageError for values out of range and for what the chosen method does not have.
  void validate() const;
};

struct TuneResult {
  decode::Weights weights;
  double before = 0.0;            // score on the lists, as the metric prints it, with the starting weights
  double after = 0.0;             // and with the new ones
  double objective = 0.0;         // what the method itself optimises
  std::optional<SvmOptions> svm;  // S-slack and 1-slack: with the Q and lambda that were chosen
  std::vector<double> curve;      // the objective after each move of the best start
};

struct TuningProblem {
  const CandidateLists& lists;
  const TuningObjective& goal;
  const TuneOptions& options;
  ThreadPool& threads;
};

// Requires: lists are scored and complete; `start` fits their features.
TuneResult tune(const CandidateLists& lists, const TuningObjective& goal, const decode::Weights& start,
                const TuneOptions& options, ThreadPool& threads);

// The score of the lists with these weights, indicators included.
double score_with(const CandidateLists& lists, const TuningObjective& goal, const decode::Weights& weights);

}  // namespace calque::tune
