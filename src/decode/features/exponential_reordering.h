// The distance adjusted by a learned model (learned_reordering.h) as one cost of the whole sentence: the
// exponential of the sum over all steps, instead of the sum (theory/reordering.md#costs-in-the-decoder
// section 9). One long jump costs nearly all that can be lost; further ones then cost hardly anything.
//
// One is subtracted, so that a sentence without jumps has 0. What a step adds depends on all steps before it:
// the state holds the cost so far, and hypotheses are recombined less often than with the sum. Immutable.
#pragma once

#include <memory>
#include <vector>

#include "decode/feature.h"
#include "decode/features/learned_reordering.h"

namespace calque::decode {

class ExponentialReordering final : public StatefulFeature {
 public:
  // As LearnedReordering. Requires: the form is ReorderingForm::kExponential.
  ExponentialReordering(LearnedReorderingModels models, text::VocabularyView target, std::size_t number);

  void write_begin_state(std::byte* state) const override;
  std::unique_ptr<SentenceCache> new_sentence_cache() const override { return sum_->new_sentence_cache(); }
  void append_predictions(const DerivationStep& step,
                          std::vector<ReorderingPrediction>& predictions) const override {
    sum_->append_predictions(step, predictions);
  }
  void apply(const ApplyContext& context, SentenceCache* cache, const std::byte* before, std::byte* after,
             std::span<float> scores) const noexcept override;

 private:
  explicit ExponentialReordering(std::unique_ptr<const LearnedReordering> sum);

  std::unique_ptr<const LearnedReordering> sum_;
};

}  // namespace calque::decode
