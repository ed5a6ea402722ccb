// Max-margin structure learning by perceptron-like steps (theory/reordering.md#max-margin-structure): an
// example whose class does not win by the distance to its strongest rival moves the weights of both. Early
// stopping takes the place of a prior.
//
// Pure functions: the same weights for the same seed. Throws UsageError for bad options.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/thread_pool.h"
#include "learn/class_distances.h"
#include "learn/logistic.h"
#include "learn/rows.h"
#include "learn/weights.h"

namespace calque::learn {

enum class VisitOrder : std::uint8_t { kRandom, kSequential };

struct PerceptronOptions {
  double rate = 0.05;        // width of a step
  std::size_t rounds = 500;  // passes over the examples, at most
  double tolerance = 0.001;  // ends when the risk per example changes by less from round to round
  VisitOrder order = VisitOrder::kRandom;
  std::uint64_t seed = 1;
  AfterPass after_round{};  // may be empty
};

struct PerceptronResult {
  Weights weights;
  std::size_t rounds = 0;
  std::uint64_t updates = 0;
  std::vector<double> risks;  // of each round: sum of the hinge values as they were met
};

PerceptronResult train_by_perceptron(const Problem& problem, const ClassDistances& distances,
                                     const PerceptronOptions& options);

// The sum over the examples of max(0, max over other classes of distance + score, minus the own score).
double structured_risk(const Weights& weights, const Problem& problem, const ClassDistances& distances);

struct EarlyStop {
  std::size_t rounds = 1;
  double rate = 0.05;
  double error = 0.0;  // on the examples held out, mean over the folds
};

struct CrossValidation {
  std::size_t folds = 5;
  std::vector<double> rates{0.01, 0.05, 0.2};
  // By example; those of a group stay together. Empty: each example is one.
  std::span<const std::uint32_t> groups{};
};

// The number of rounds and the rate with the least error on held-out folds; of equals the fewest rounds.
// Group g belongs to fold g modulo the number of folds.
EarlyStop choose_early_stop(const Problem& problem, const ClassDistances& distances,
                            const PerceptronOptions& options, const CrossValidation& validation,
                            ThreadPool& threads);

}  // namespace calque::learn
