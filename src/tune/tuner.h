// Tuning on given n-best lists: one entry for all methods.
//
// Deterministic: the result depends on lists, metric, options and seed alone. Throws UsageError for options
// out of range and DataError for lists that cannot be tuned on.
#pragma once

#include <cstdint>
#include <optional>
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

enum class Method { kMert, kSmoothedMert, kSSlack, kOneSlack, kMira, kPro };

std::string_view name_of(Method method);
std::optional<Method> method_from_name(std::string_view name);
// "mert, smoothed-mert, ..."
std::string method_names();
// Whether the method gives indicators of sparse features weights.
bool tunes_sparse(Method method);

struct TuneOptions {
  Method method = Method::kMert;
  std::size_t restarts = 20;           // MERT and 1-slack; smoothed MERT takes a fifth, at most 4
  std::size_t random_directions = 10;  // line searches
  Window window;                       // MERT
  double sharpness = 3.0;              // smoothed MERT
  SvmOptions svm;
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

  void validate() const;
};

struct TuneResult {
  decode::Weights weights;
  double before = 0.0;        // score on the lists, as the metric prints it, with the starting weights
  double after = 0.0;         // and with the new ones
  double objective = 0.0;     // what the method itself optimises
  SvmOptions svm;             // as chosen
  std::vector<double> curve;  // the objective after each move of the best start
};

// Requires: lists are scored and complete; `start` fits their features.
TuneResult tune(const CandidateLists& lists, const TuningObjective& goal, const decode::Weights& start,
                const TuneOptions& options, ThreadPool& threads);

// The score of the lists with these weights, indicators included.
double score_with(const CandidateLists& lists, const TuningObjective& goal, const decode::Weights& weights);

}  // namespace calque::tune
