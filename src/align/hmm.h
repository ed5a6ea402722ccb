// The hidden Markov alignment model on one sentence pair.
//
// The state after generated word j is the last generator position used, or "start" if all words so far came
// from the null word. The next word comes from the null word with probability p_null, which keeps the state,
// and otherwise from a position chosen by the jump model. That is the model of Och and Ney with a null state
// for every position; as a null state differs from its position only in what it emits, one state per position
// is enough. Time per pair: generated words x generators x (2 x window + 1); memory: generated words x
// generators.
//
// HmmWorkspace is one thread's scratch memory; all functions are pure otherwise. Emissions must be positive.
#pragma once

#include <cstdint>
#include <vector>

#include "align/jump.h"
#include "align/pair_matrix.h"

namespace calque::align {

struct HmmParameters {
  JumpModel jumps;
  double null_probability = 0.2;
};

// State 0 is the start, state i + 1 is position i.
struct HmmWorkspace {
  PairMatrix forward;                    // row j: scaled probability of the state after generated word j
  std::vector<double> scale;             // probability of generated word j given those before
  std::vector<double> initial;           // the state before the first word: certainly the start
  std::vector<double> first_jump;        // probability of the first position, by position
  std::vector<double> normalizer;        // of jumps from each position
  std::vector<double> outgoing;          // forward mass that jumps, over the normaliser, by position
  std::vector<double> incoming;          // emission times backward mass over scale, by position
  std::vector<double> backward;          // by state
  std::vector<double> backward_before;   // by state, one word earlier
  std::vector<double> jumped;            // expected jumps from each position, in the whole sentence
  std::vector<std::uint32_t> came_from;  // Viterbi: best state before, per word and position
};

// Writes the posterior of every link to `posteriors` (each row sums to 1), adds the expected jumps to
// `counts`, returns the natural logarithm of the probability of the generated sentence.
double hmm_posteriors(const HmmParameters& parameters, const PairMatrix& emissions, HmmWorkspace& workspace,
                      PairMatrix& posteriors, JumpCounts& counts);

// The most probable alignment: for every generated word 0 for the null word or i + 1 for generator i.
void hmm_viterbi(const HmmParameters& parameters, const PairMatrix& emissions, HmmWorkspace& workspace,
                 std::vector<std::uint32_t>& best);

}  // namespace calque::align
