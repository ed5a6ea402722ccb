// Indicators of a phrase's orientation, by the words at the edges of phrase, block and gap (indicators.h).
//
// Orientations are hierarchical: relative to the block on top of the stack (block_stack.h).
#pragma once

#include <memory>
#include <vector>

#include "decode/features/indicators.h"
#include "decode/reordering_feature.h"

namespace calque::decode {

class SparseOrientation final : public ReorderingFeature {
 public:
  SparseOrientation(const FeatureDescription& description, std::shared_ptr<const WordLabels> labels,
                    std::span<const SparseWeight> weights);

  std::unique_ptr<SentenceCache> new_sentence_cache() const override;
  void append_indicators(const DerivationStep& step, std::vector<std::string>& names) const override;

  void write_begin_position_state(std::byte* state) const override;
  std::uint32_t classify(text::Span source, const std::byte* before) const noexcept override;
  void advance(text::Span source, const std::byte* before, std::byte* after) const noexcept override;
  void add_backward_scores(const SentenceCache* cache, const TranslationOption& option,
                           std::uint32_t reordering_class, std::span<float> scores) const noexcept override;
  void add_forward_scores(const std::byte* pending_state, std::uint32_t reordering_class,
                          std::span<float> scores) const noexcept override;
  void add_transition(const SentenceCache* cache, text::Span source, const std::byte* before,
                      std::uint32_t reordering_class, std::span<float> scores) const noexcept override;
  void write_pending_state(const SentenceCache* cache, const TranslationOption& option,
                           std::byte* pending_state) const noexcept override;

 private:
  class CachedScores;

  std::shared_ptr<const WordLabels> labels_;
  IndicatorWeights weights_;
};

}  // namespace calque::decode
