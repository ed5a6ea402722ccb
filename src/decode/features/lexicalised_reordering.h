// Lexicalised reordering: how likely a phrase pair is to follow monotonely, to swap with its neighbour or to
// jump (theory/reordering.md#orientations section 2). Backward scores belong to the phrase that is translated
// next, forward scores to the one before it.
//
// What the orientations refer to is described in orientation_tracker.h.
#pragma once

#include <memory>
#include <vector>

#include "decode/features/orientation_tracker.h"
#include "decode/reordering_feature.h"
#include "phrase/phrase_table.h"
#include "phrase/reordering_type.h"

namespace calque::decode {

class LexicalisedReordering final : public ReorderingFeature {
 public:
  LexicalisedReordering(std::shared_ptr<const phrase::PhraseTable> table, const phrase::ReorderingType& type);

  std::unique_ptr<SentenceCache> new_sentence_cache() const override;
  void append_predictions(const DerivationStep& step,
                          std::vector<ReorderingPrediction>& predictions) const override;

  void write_begin_position_state(std::byte* state) const override { tracker_.write_begin(state); }
  std::uint32_t classify(text::Span source, const std::byte* before) const noexcept override;
  void advance(text::Span source, const std::byte* before, std::byte* after) const noexcept override;
  void add_backward_scores(const SentenceCache* cache, const TranslationOption& option,
                           std::uint32_t reordering_class, std::span<float> scores) const noexcept override;
  void add_forward_scores(const std::byte* pending_state, std::uint32_t reordering_class,
                          std::span<float> scores) const noexcept override;
  void write_pending_state(const SentenceCache* cache, const TranslationOption& option,
                           std::byte* pending_state) const noexcept override;
  void weigh_backward(const WeighedClass& weighed, std::span<const TranslationOption> options,
                      std::span<double> sums) const noexcept override;
  void weigh_forward(const WeighedClass& weighed, const PendingStates& states,
                     std::span<double> sums) const noexcept override;

 private:
  class CachedScores;

  phrase::OrientationCounts counts_of(const SourceSentence& sentence, const TranslationOption& option) const;

  std::shared_ptr<const phrase::PhraseTable> table_;
  phrase::ReorderingType type_;
  OrientationTracker tracker_;
};

}  // namespace calque::decode
