// Lexicalised reordering: how likely a phrase pair is to continue monotonely, to swap with its neighbour or
// to jump (theory/reordering.md#orientations). Backward scores belong to the phrase that is said now, forward
// scores to the one before it.
//
// What the orientations refer to is told in orientation_place.h.
#pragma once

#include <memory>

#include "decode/features/orientation_tracker.h"
#include "decode/reordering_feature.h"
#include "phrase/phrase_table.h"
#include "phrase/reordering_type.h"

namespace calque::decode {

class LexicalisedReordering final : public ReorderingFeature {
 public:
  LexicalisedReordering(std::shared_ptr<const phrase::PhraseTable> table, const phrase::ReorderingType& type);

  const FeatureDescription& description() const override { return description_; }
  float upper_bound() const override { return 0.0F; }
  void estimate(const SourceSentence& sentence, const TranslationOption& option,
                std::span<float> scores) const override;
  std::unique_ptr<SentenceCache> new_sentence_cache() const override;
  void prepare(const SourceSentence& sentence, std::span<const TranslationOption> options,
               SentenceCache& cache) const override;

  std::size_t position_state_bytes() const override { return place_.bytes(); }
  std::size_t pending_state_bytes() const override;
  std::uint32_t move_count() const override;
  void write_begin_position_state(std::byte* place) const override { place_.write_begin(place); }
  std::uint32_t move(text::Span source, const std::byte* before, std::byte* after) const noexcept override;
  void add_backward_scores(const SentenceCache* cache, const TranslationOption& option, std::uint32_t move,
                           std::span<float> scores) const noexcept override;
  void add_forward_scores(const std::byte* pending_state, std::uint32_t move,
                          std::span<float> scores) const noexcept override;
  void write_pending_state(const SentenceCache* cache, const TranslationOption& option,
                           std::byte* pending_state) const noexcept override;

 private:
  phrase::OrientationCounts counts_of(const SourceSentence& sentence, const TranslationOption& option) const;

  std::shared_ptr<const phrase::PhraseTable> table_;
  phrase::ReorderingType type_;
  OrientationTracker place_;
  FeatureDescription description_;
};

}  // namespace calque::decode
