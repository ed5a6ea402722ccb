// A feature about how phrases move. What kind of move it is to say a source span next depends on the spans
// said before and on nothing else; what phrases say about each kind is known before the search begins: each
// about the move to it, and about the move from it to the next phrase.
//
// The search therefore weighs every phrase with every kind of move once per sentence, and asks during the
// search only which kind a move is. The state has two parts: the place, which tells moves apart, and the
// outlook, which is what the last phrase says about the next move.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "decode/feature.h"

namespace calque::decode {

class ReorderingFeature : public Feature {
 public:
  Scope scope() const final { return Scope::kReordering; }
  std::size_t state_bytes() const final { return position_state_bytes() + pending_state_bytes(); }
  void write_begin_state(std::byte* state) const final;
  void apply(const ApplyContext& context, SentenceCache* cache, const std::byte* before, std::byte* after,
             std::span<float> scores) const noexcept final;

  // Fixed for the feature's life.
  virtual std::size_t position_state_bytes() const = 0;
  virtual std::size_t pending_state_bytes() const = 0;
  virtual std::uint32_t move_count() const = 0;
  // Writes all bytes of the place before the first word. The outlook there is all zeros.
  virtual void write_begin_position_state(std::byte* place) const = 0;
  // The number of the move, below move_count(). Writes every byte of `after`.
  virtual std::uint32_t move(text::Span source, const std::byte* before, std::byte* after) const noexcept = 0;

  // What the option says about a move to it. Adds to the scores.
  virtual void add_backward_scores(const SentenceCache* cache, const TranslationOption& option,
                                   std::uint32_t move, std::span<float> scores) const noexcept = 0;
  // What the phrase with this outlook says about the move from it. Adds to the scores.
  virtual void add_forward_scores(const std::byte* pending_state, std::uint32_t move,
                                  std::span<float> scores) const noexcept = 0;
  // What depends on the place and the span of the next phrase, whichever it is. Adds to the scores.
  virtual bool has_transitions() const { return false; }
  virtual void add_transition(const SentenceCache* /*preparation*/, text::Span /*source*/,
                              const std::byte* /*before*/, std::uint32_t /*move*/,
                              std::span<float> /*scores*/) const noexcept {}
  // Whether the option may be said by that move at all. Only searches with reordering=swap ask.
  virtual bool permits(const TranslationOption& /*option*/, std::uint32_t /*move*/) const noexcept {
    return true;
  }
  // Writes all bytes of the outlook after the option.
  virtual void write_pending_state(const SentenceCache* cache, const TranslationOption& option,
                                   std::byte* pending_state) const noexcept = 0;
};

}  // namespace calque::decode
