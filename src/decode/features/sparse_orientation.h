// Indicators of how a phrase moves, by the words at the edges of phrase, block and gap (indicators.h).
//
// Orientations are hierarchical: relative to the block on top of the stack (source_blocks.h).
#pragma once

#include <memory>
#include <vector>

#include "decode/features/indicators.h"
#include "decode/move_feature.h"

namespace calque::decode {

class SparseOrientation final : public MoveFeature {
 public:
  static constexpr const char* kName = "SparseOrientation0";

  SparseOrientation(std::shared_ptr<const WordLabels> labels, std::span<const SparseWeight> weights);

  const FeatureDescription& description() const override { return description_; }
  void estimate(const SourceSentence& sentence, const TranslationOption& option,
                std::span<float> scores) const override;
  std::unique_ptr<Preparation> new_preparation() const override;
  void prepare(const SourceSentence& sentence, std::span<const TranslationOption> options,
               Preparation& preparation) const override;
  void append_indicators(const IndicatorStep& step, std::vector<std::string>& names) const override;

  std::size_t place_bytes() const override;
  std::size_t outlook_bytes() const override { return kIndicatorMoves * sizeof(float); }
  std::uint32_t move_count() const override { return kIndicatorMoves; }
  bool has_transitions() const override { return true; }
  void write_begin_place(std::byte* place) const override;
  std::uint32_t move(text::Span source, const std::byte* before, std::byte* after) const noexcept override;
  void add_arrival(const Preparation* preparation, const TranslationOption& option, std::uint32_t move,
                   std::span<float> scores) const noexcept override;
  void add_departure(const std::byte* outlook, std::uint32_t move,
                     std::span<float> scores) const noexcept override;
  void add_transition(const Preparation* preparation, text::Span source, const std::byte* before,
                      std::uint32_t move, std::span<float> scores) const noexcept override;
  void write_outlook(const Preparation* preparation, const TranslationOption& option,
                     std::byte* outlook) const noexcept override;

 private:
  std::shared_ptr<const WordLabels> labels_;
  IndicatorWeights weights_;
  FeatureDescription description_{kName, {1.0}};
};

}  // namespace calque::decode
