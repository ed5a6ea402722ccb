// The fertility model with fixed parameters: posterior probabilities of links in one sentence pair.
//
// Jumps and translations alone make a hidden Markov model, which forward-backward solves exactly. Fertilities
// couple all words of the sentence; they enter by a mean-field step: each link is weighted by the expected
// ratio of fertility probabilities with and without it, given the other words' current posteriors, and
// forward-backward runs again. The tests compare with enumeration of all alignments.
//
// FertilityParameters is plain data to be shared, FertilityWorkspace one thread's scratch memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "align/chain_group.h"
#include "align/pair_matrix.h"
#include "text/types.h"

namespace calque::align {

// p(fertility k + 1) / p(fertility k) for k = 0 ...
using FertilityRatios = std::array<float, kFertilities - 1>;

struct FertilityParameters {
  std::vector<float> jump_probability;  // by jump_bucket; positions -1 and `length` are the sentence's ends
  std::vector<FertilityRatios> ratios;  // by generator word
  FertilityRatios unknown_ratios{};     // of a generator that the model does not know
  float null_odds = 0.25F;              // probability of the null word over that of all others together
  std::size_t rounds = 1;               // mean-field steps
};

// p(generated word j | generator i), in rows padded with zeros.
struct TranslationMatrix {
  std::size_t generated = 0;
  std::size_t generators = 0;
  std::size_t row = 0;  // padded number of generators
  std::vector<float> values;
  std::vector<float> null;  // by generated word

  void resize(std::size_t generated_words, std::size_t generator_words);
};

struct FertilityWorkspace {
  TranslationMatrix emissions;
  std::vector<float> weighted;    // emissions times fertility ratios
  std::vector<float> linked;      // scaled forward probability of linking j to i
  std::vector<float> posteriors;  // of linking j to i
  std::vector<float> scale;
  std::vector<float> state;  // by position
  std::vector<float> next_state;
  float start = 0.0F;              // the state before any link
  std::vector<float> jumps_right;  // jump probabilities with room for all widths of the sentence
  std::vector<float> jumps_left;
  std::vector<const FertilityRatios*> ratios;  // by generator
  std::vector<float> common_ratio;             // by generator: for words that hardly link to it
  struct LikelyLink {
    std::uint32_t generated;
    float probability;
  };
  std::vector<std::vector<LikelyLink>> likely;  // by generator
};

// `workspace.emissions` holds the translation probabilities. Row j of `posteriors` sums to 1.
void fertility_posteriors(const FertilityParameters& parameters, std::span<const text::WordId> generators,
                          FertilityWorkspace& workspace, PairMatrix& posteriors);

}  // namespace calque::align
