// What all move features of a system say together, weighted, for one search. Combinations of their moves are
// numbered as they are met; for each one the scores of all options and outlooks are worked out at once.
//
// Part of a workspace: memory is kept between sentences. Not to be shared between threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "decode/block_pool.h"
#include "decode/reordering_feature.h"

namespace calque::decode {

class ReorderingScores {
 public:
  // One feature, its preparation and weights, and where its parts stand in the blocks of all move features.
  struct Part {
    const ReorderingFeature* feature;
    const SentenceCache* cache;
    std::span<const double> weights;
    std::size_t position_state_offset;
    std::size_t pending_state_offset;
  };

  // Forgets everything. The views must stay valid until the next begin. `begin_pending_state` has
  // pending_state_bytes, a multiple of 8; its number is 0. With vetoes, features may forbid moves of options.
  void begin(std::vector<Part> parts, std::span<const TranslationOption> options,
             std::span<const std::byte> begin_pending_state, bool vetoes);

  bool empty() const { return parts_.empty(); }
  bool has_pending_states() const { return pending_states_.block_bytes() > 0; }

  // Number of the combination of moves to `source`. Writes the places after it.
  std::uint32_t move(text::Span source, const std::byte* places_before, std::byte* places_after);
  // What is said about the move just asked for, whatever the option.
  double transition(text::Span source, const std::byte* places_before);
  // By option: what is said about that move to it; minus infinity if a feature forbids it.
  std::span<const double> backward_scores(std::uint32_t move) const { return moves_[move].backward_scores; }
  // By outlook: what is said about that move from there.
  std::span<const double> forward_scores(std::uint32_t move) const { return moves_[move].forward_scores; }
  // Number of what an option says about the next move; options that say the same have the same one.
  std::uint32_t pending_after(std::uint32_t option) const { return pending_after_[option]; }
  const std::byte* pending_state(std::uint32_t number) const { return pending_states_[number]; }

  // For the search to remember, by source span, where the options sorted for that move are; begins empty.
  std::vector<text::Span>& sorted_options(std::uint32_t move) { return moves_[move].sorted_options; }

 private:
  struct Move {
    std::vector<double> backward_scores;
    std::vector<double> forward_scores;
    std::vector<text::Span> sorted_options;
  };

  void weigh(Move& move);
  double weighted(const Part& part) const;

  std::vector<Part> parts_;
  std::span<const TranslationOption> options_;
  BlockPool pending_states_;
  std::vector<std::uint32_t> pending_after_;
  std::vector<Move> moves_;                   // the first move_count_ are in use
  std::vector<std::uint32_t> decoder_parts_;  // by move, then by part: the part's own move
  std::size_t move_count_ = 0;
  bool has_transitions_ = false;
  bool vetoes_ = false;
  // Scratch.
  std::vector<std::uint32_t> asked_;  // by part
  std::vector<float> scores_;
  std::vector<std::byte> block_;
};

}  // namespace calque::decode
