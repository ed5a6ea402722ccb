// The hidden Markov alignment model on one sentence pair.
//
// The state after generated word j is the last generator position used, or "start" if all words so far came
// from the null word. The next word comes from the null word with probability p_null, which keeps the state,
// and otherwise from a position chosen by the jump model, given the class of the word jumped from. That is
// the model of Och and Ney with a null state for every position; as a null state differs from its position
// only in what it emits, one state per position is enough. Time per pair: generated words x generators x (2 x
// window + 1); memory: generated words x generators.
//
// HmmWorkspace is one thread's scratch memory; all functions are pure otherwise. Emissions must be positive.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "align/jump.h"
#include "align/pair_matrix.h"
#include "text/types.h"
#include "text/word_classes.h"

namespace calque::align {

struct HmmParameters {
  JumpModel jumps{1};
  double null_probability = 0.2;
  text::WordClasses
      classes;  // of generator words, as many as `jumps` has; without any, all words are of class 0
};

// One sentence pair. Generators may be words without a class.
struct HmmSentence {
  const PairMatrix& emissions;
  std::span<const text::WordId> generators;
};

// State 0 is the start, state i + 1 is position i.
struct HmmWorkspace {
  PairMatrix forward;                       // row j: scaled probability of the state after generated word j
  std::vector<double> scale;                // probability of generated word j given those before
  std::vector<double> initial;              // the state before the first word: certainly the start
  std::vector<double> first_jump;           // probability of the first position, by position
  std::vector<std::uint32_t> word_class;    // by position
  std::vector<const double*> jump_weights;  // by position: jump_weights[i][d] for -window <= d <= window
  std::vector<double> normalizer;           // of jumps from each position
  std::vector<double> outgoing;             // forward mass that jumps, over the normaliser, by position
  std::vector<double> incoming;             // emission times backward mass over scale, by position
  std::vector<double> backward;             // by state
  std::vector<double> backward_before;      // by state, one word earlier
  std::vector<double> jumped;               // expected jumps from each position, in the whole sentence
  JumpCounts unwanted;                      // where jumps go that nobody counts
};

// Writes the posterior of every link to `posteriors` (each row sums to 1), adds the expected jumps to
// `counts` if given, returns the natural logarithm of the probability of the generated sentence.
double hmm_posteriors(const HmmParameters& parameters, const HmmSentence& sentence, HmmWorkspace& workspace,
                      PairMatrix& posteriors, JumpCounts* counts);

}  // namespace calque::align
