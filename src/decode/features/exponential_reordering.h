// The distance adjusted by a learned model (learned_reordering.h) as one cost of the whole sentence: the
// exponential of the sum over all moves, instead of the sum (theory/reordering.md#costs-in-the-decoder). One
// long jump costs nearly all that can be lost; further ones then cost hardly anything.
//
// The value is less one, so that a sentence without jumps has 0. What a step adds depends on all moves before
// it: the state holds the cost so far, and hypotheses are merged less often than with the sum. Immutable.
#pragma once

#include <memory>

#include "decode/feature.h"
#include "decode/features/learned_reordering.h"

namespace calque::decode {

class ExponentialReordering final : public Feature {
 public:
  // As LearnedReordering. Requires: the form is ReorderingForm::kExponential.
  ExponentialReordering(LearnedReorderingModels moves, text::VocabularyView target, std::size_t number);

  const FeatureDescription& description() const override { return sum_.description(); }
  Scope scope() const override { return Scope::kExpansion; }
  float upper_bound() const override { return 0.0F; }  // no move makes the cost of the others less
  std::size_t state_bytes() const override;
  void write_begin_state(std::byte* state) const override;
  void estimate(const SourceSentence& sentence, const TranslationOption& option,
                std::span<float> scores) const override;
  std::unique_ptr<SentenceCache> new_sentence_cache() const override { return sum_.new_sentence_cache(); }
  void prepare(const SourceSentence& sentence, std::span<const TranslationOption> options,
               SentenceCache& cache) const override;
  void apply(const ApplyContext& context, SentenceCache* cache, const std::byte* before, std::byte* after,
             std::span<float> scores) const noexcept override;

 private:
  LearnedReordering sum_;
};

}  // namespace calque::decode
