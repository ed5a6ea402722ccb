// The weighted scores of all reordering features together, for one search. Combinations of their reordering
// classes are numbered as they occur; here "class" means such a combination. For each one the scores of all
// options and pending states are computed at once.
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
  // One feature, its cache and weights, and where its states are in the blocks of all reordering features.
  struct Part {
    const ReorderingFeature* feature;
    const SentenceCache* cache;
    std::span<const double> weights;
    std::size_t position_state_offset;
    std::size_t pending_state_offset;
  };

  // Forgets everything. The views must stay valid until the next begin. `begin_pending_state` has
  // pending_state_bytes, a multiple of 8; its number is 0. With vetoes, features may forbid classes to
  // options.
  void begin(std::vector<Part> parts, std::span<const TranslationOption> options,
             std::span<const std::byte> begin_pending_state, bool vetoes);

  bool empty() const { return parts_.empty(); }
  bool has_pending_states() const { return pending_states_.block_bytes() > 0; }

  // The class of translating `source` next.
  std::uint32_t classify(text::Span source, const std::byte* positions_before);
  // Writes the position states after `source`.
  void advance(text::Span source, const std::byte* positions_before, std::byte* positions_after) const;
  // The score of the step just classified that is the same for all options.
  double transition(text::Span source, const std::byte* positions_before);
  // By option: the score of a step of that class to it; minus infinity if a feature forbids it.
  std::span<const double> backward_scores(std::uint32_t reordering_class) const {
    return by_class_[reordering_class].backward_scores;
  }
  // By pending state: the score of a step of that class from there.
  std::span<const double> forward_scores(std::uint32_t reordering_class) const {
    return by_class_[reordering_class].forward_scores;
  }
  // Number of the pending state after an option; options with the same forward scores share one.
  std::uint32_t pending_after(std::uint32_t option) const { return pending_after_[option]; }
  const std::byte* pending_state(std::uint32_t number) const { return pending_states_[number]; }

  // For the search to remember, by source span, where the options sorted for that class are; begins empty.
  std::vector<text::Span>& sorted_options(std::uint32_t reordering_class) {
    return by_class_[reordering_class].sorted_options;
  }

 private:
  struct ClassScores {
    std::vector<double> backward_scores;
    std::vector<double> forward_scores;
    std::vector<text::Span> sorted_options;
  };

  void weigh(ClassScores& found);
  void forbid(const Part& part, std::uint32_t own_class, std::span<double> scores) const;
  double weighted(const Part& part) const;

  std::vector<Part> parts_;
  std::span<const TranslationOption> options_;
  BlockPool pending_states_;
  std::vector<std::uint32_t> pending_after_;
  std::vector<ClassScores> by_class_;         // the first class_count_ are in use
  std::vector<std::uint32_t> known_classes_;  // by class, then by part: the part's own class
  std::size_t class_count_ = 0;
  bool has_transitions_ = false;
  bool vetoes_ = false;
  // Scratch.
  std::vector<std::uint32_t> current_;  // by part: its class in the step at hand
  std::vector<float> scores_;
  std::vector<std::byte> block_;
};

}  // namespace calque::decode
