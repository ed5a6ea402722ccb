// Training of both structural SVMs on lists: which solver, which oracles, and the choice of Q and lambda by
// cross-validation (theory/tuning.md#objectives, theory/tuning.md#loss-scale-and-norm).
//
// Same result for any number of threads.
#pragma once

#include <cstdint>
#include <vector>

#include "base/thread_pool.h"
#include "tune/ascent.h"
#include "tune/objective.h"
#include "tune/svm.h"

namespace calque::tune {

enum class SlackKind { kPerSentence, kOne };

struct SvmProblem {
  const CandidateLists& lists;
  const TuningObjective& goal;
  SlackKind slack;
  std::size_t restarts = 20;  // 1-slack; the other objective is convex
  std::size_t random_directions = 10;
  std::uint64_t seed = 1;
  std::vector<Point> more_starts{};  // 1-slack; taken in the length of the given start
};

// The value of the result is the negative objective.
AscentResult train_svm(const SvmProblem& problem, const SvmOptions& svm, const Point& start,
                       ThreadPool& threads);

// Values to choose among.
struct SvmGrid {
  std::vector<double> loss_scales;  // empty: as in the options or, if it is 0 there, the default
  std::vector<double> lambdas;      // empty: as in the options
  std::size_t folds = 2;
};

// The options with the Q and lambda whose weights score best on sentences that they were not trained on; of
// equal ones the first. The usual for S-slack is to choose Q among 0.1, 1 and 10 times the number of
// sentences, for 1-slack the published 10,000. Fewer sentences than folds: the first values.
SvmOptions choose_svm(const SvmProblem& problem, const SvmOptions& svm, const SvmGrid& grid,
                      const Point& start, ThreadPool& threads);

}  // namespace calque::tune
