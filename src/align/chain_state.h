// What the chains of the sampler keep: links, one direction's counts, and how a sentence pair looks from it.
//
// Values only; a state belongs to the chain group that made it, and sentence views to the corpus.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "align/sampler_layout.h"
#include "align/sampler_tables.h"
#include "align/training_data.h"
#include "text/types.h"

namespace calque::align {

// A word whose link was drawn although it had nearly no other choice rests for a few sweeps: it would be
// drawn again. What was nearly certain stays so unless the words around it change.
inline constexpr float kNearlyCertain = 0.98F;
inline constexpr unsigned kRests = 3;
inline constexpr std::uint32_t kNobody = std::numeric_limits<std::uint32_t>::max();
// A generator that has reached the last fertility class takes another word only this readily.
inline constexpr float kOverfullRatio = 0.1F;

constexpr std::size_t fertility_class(std::size_t fertility) {
  return std::min(fertility, kFertilities - 1);
}

// One direction of one chain.
template <typename Link>
struct DirectionState {
  explicit DirectionState(std::size_t longest) : jumps(longest) {}

  std::vector<std::uint32_t> null_links;  // by generated word
  std::int64_t all_null_links = 0;
  float null_prior_mass = 0.0F;
  std::vector<std::uint64_t> jump_counts = std::vector<std::uint64_t>(kJumpWidths, 0);  // of this sweep
  std::vector<Link> links;                                                              // by generated token
  JumpProbabilities jumps;                                                              // of the sweep before
};

// A sentence pair seen in one direction.
struct SentenceView {
  std::span<const text::WordId> generators;
  std::span<const text::WordId> generated;
  std::size_t row = 0;               // padded number of generators
  std::size_t generator_stride = 0;  // cell (j, i) is cells[j * generated_stride + i * generator_stride]
  std::size_t generated_stride = 0;
  std::uint64_t first_generated = 0;  // of the generated side's tokens in the corpus
  std::uint64_t first_generator = 0;
};

}  // namespace calque::align
