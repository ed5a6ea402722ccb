// The best translations that the lists can give, and what every other candidate loses
// (theory/tuning.md#oracles, theory/tuning.md#losses).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/thread_pool.h"
#include "tune/objective.h"

namespace calque::tune {

struct Oracle {
  Choice choice;
  double value =
      0.0;  // of the choice: the upper bound that training can reach, as far as greedy search knows
  std::vector<double>
      losses;              // per candidate: value minus the value with this candidate instead; never negative
  std::size_t passes = 0;  // over the corpus, the last one without a change
};

// Greedy ascent of the corpus value, one sentence at a time, from the given choice or from the best sentence
// scores.
Oracle greedy_oracle(const CandidateLists& lists, const TuningObjective& goal, ThreadPool& threads,
                     const std::optional<Choice>& start = std::nullopt);

// Greedy ascent, from the choice of the weights, of the corpus value plus `reach` times the mean of the
// chosen candidates' model scores. Scores are counted in units of their usual spread among the candidates of
// a sentence, so that the size of the weights does not matter. The best candidates of a list are often far
// beyond what any weights can prefer; these are better ones close to what the weights prefer.
Oracle reachable_oracle(const CandidateLists& lists, const TuningObjective& goal,
                        std::span<const double> weights, double reach, ThreadPool& threads);

// The corpus value of `choice` with each candidate in place of its sentence's: the approximated sentence
// score.
std::vector<double> swapped_values(const CandidateLists& lists, const TuningObjective& goal,
                                   const Choice& choice, ThreadPool& threads);

// What each candidate is worth as a sentence (TuningObjective::learning_value).
std::vector<double> learning_values(const CandidateLists& lists, const TuningObjective& goal,
                                    ThreadPool& threads);

// The candidate of every sentence with the best score as a single sentence.
Choice best_sentence_scores(const CandidateLists& lists, const TuningObjective& goal, ThreadPool& threads);

}  // namespace calque::tune
