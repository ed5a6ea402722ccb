// Lexicalised reordering: how likely a phrase pair is to continue monotonely, to swap with its neighbour or
// to jump (spec 02 section 2). Backward scores belong to the phrase that is said now, forward scores to the
// one before it.
//
// State: the forward log probabilities of the previous phrase, and the blocks that an orientation refers to.
// The word and phrase models look at the previous phrase alone. The hierarchical model keeps a stack of
// maximal blocks: a phrase goes on top, and the two topmost merge while they are neighbours on the source
// side. Of more than kMostBlocks the lowest are forgotten; what would have merged with them then counts as
// discontinuous.
#pragma once

#include <memory>

#include "decode/feature.h"
#include "phrase/phrase_table.h"
#include "phrase/reordering_type.h"

namespace calque::decode {

class LexicalisedReordering final : public Feature {
 public:
  static constexpr std::size_t kMostBlocks = 8;

  LexicalisedReordering(std::shared_ptr<const phrase::PhraseTable> table, const phrase::ReorderingType& type);

  const FeatureDescription& description() const override { return description_; }
  Scope scope() const override { return Scope::kExpansion; }
  std::size_t state_bytes() const override;
  void write_begin_state(std::byte* state) const override;
  float upper_bound() const override { return 0.0F; }
  void estimate(const SourceSentence& sentence, const TranslationOption& option,
                std::span<float> scores) const override;
  std::unique_ptr<Preparation> new_preparation() const override;
  void prepare(const SourceSentence& sentence, std::span<const TranslationOption> options,
               Preparation& preparation) const override;
  void apply(const ApplyContext& context, Preparation* preparation, const std::byte* before, std::byte* after,
             std::span<float> scores) const noexcept override;

 private:
  phrase::OrientationCounts counts_of(const SourceSentence& sentence, const TranslationOption& option) const;

  std::shared_ptr<const phrase::PhraseTable> table_;
  phrase::ReorderingType type_;
  FeatureDescription description_;
};

}  // namespace calque::decode
