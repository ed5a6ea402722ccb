// Indicators of how a phrase moves, by the words at the edges of phrase, block and gap (indicators.h).
//
// Orientations are hierarchical: relative to the block on top of the stack (source_blocks.h).
#pragma once

#include <memory>
#include <vector>

#include "decode/features/indicators.h"
#include "decode/reordering_feature.h"

namespace calque::decode {

class SparseOrientation final : public ReorderingFeature {
 public:
  static constexpr const char* kName = "SparseOrientation0";

  SparseOrientation(std::shared_ptr<const WordLabels> labels, std::span<const SparseWeight> weights);

  const FeatureDescription& description() const override { return description_; }
  void estimate(const SourceSentence& sentence, const TranslationOption& option,
                std::span<float> scores) const override;
  std::unique_ptr<SentenceCache> new_sentence_cache() const override;
  void prepare(const SourceSentence& sentence, std::span<const TranslationOption> options,
               SentenceCache& cache) const override;
  void append_indicators(const IndicatorStep& step, std::vector<std::string>& names) const override;

  std::size_t position_state_bytes() const override;
  std::size_t pending_state_bytes() const override { return kIndicatorMoves * sizeof(float); }
  std::uint32_t move_count() const override { return kIndicatorMoves; }
  bool has_transitions() const override { return true; }
  void write_begin_position_state(std::byte* place) const override;
  std::uint32_t move(text::Span source, const std::byte* before, std::byte* after) const noexcept override;
  void add_backward_scores(const SentenceCache* cache, const TranslationOption& option, std::uint32_t move,
                           std::span<float> scores) const noexcept override;
  void add_forward_scores(const std::byte* pending_state, std::uint32_t move,
                          std::span<float> scores) const noexcept override;
  void add_transition(const SentenceCache* cache, text::Span source, const std::byte* before,
                      std::uint32_t move, std::span<float> scores) const noexcept override;
  void write_pending_state(const SentenceCache* cache, const TranslationOption& option,
                           std::byte* pending_state) const noexcept override;

 private:
  std::shared_ptr<const WordLabels> labels_;
  IndicatorWeights weights_;
  FeatureDescription description_{kName, {1.0}};
};

}  // namespace calque::decode
