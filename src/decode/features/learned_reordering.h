// Learned models of how phrases move (reorder/model.h) as a feature: how likely the move to a phrase is given
// the phrase pair and the words around it, and the move on from it.
//
// What a model says about every option is worked out before the search, once for each source span and once
// for each translation of it; the search only picks the class of the move at hand. Words that are carried
// over and suggestions are judged like phrase pairs without links: their surroundings say where they go.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "decode/features/orientation_tracker.h"
#include "decode/reordering_feature.h"
#include "reorder/model.h"
#include "reorder/move_score.h"
#include "text/vocabulary.h"

namespace calque::decode {

// How the probability of a move's class becomes scores (theory/reordering.md#costs-in-the-decoder).
enum class ReorderingForm : std::uint8_t {
  kOneWeight,  // its logarithm: one score for each direction
  kPerClass,   // its logarithm among the scores of its class: one score for each direction and class
  // Minus the distance over beta times the probability; one score for each direction. Classes by distance
  // only.
  kDistanceAdjusted,
  kExponential,  // the exponential of that sum over the sentence (exponential_reordering.h)
};
// "one", "per-class", "adjusted", "exponential"; nothing for other names.
std::optional<ReorderingForm> reordering_form(std::string_view name);
std::string_view name_of(ReorderingForm form);
// Whether scores are made of distances, not only of probabilities.
constexpr bool uses_distance(ReorderingForm form) {
  return form == ReorderingForm::kDistanceAdjusted || form == ReorderingForm::kExponential;
}

// What a phrase gets that the model does not know by itself, for models with a sub-model for each phrase.
enum class UnknownPhrases : std::uint8_t {
  kModel,    // what the model says about all phrases
  kUniform,  // a uniform distribution (theory/reordering.md#costs-in-the-decoder)
};

// A feature's models: at least one of the two, of the same classes of movement and of words.
struct LearnedReorderingModels {
  std::shared_ptr<const reorder::ReorderingModel> backward{};  // of the move to a phrase
  std::shared_ptr<const reorder::ReorderingModel> forward{};   // of the move on from it
  ReorderingForm form = ReorderingForm::kOneWeight;
  UnknownPhrases unknown = UnknownPhrases::kModel;
  reorder::DistanceAdjustment adjustment{};

  const reorder::ReorderingModel& any() const { return backward ? *backward : *forward; }
  // Throws UsageError for models that cannot be used together or in this form.
  void validate() const;
};

// Adds up what its models say of each move; for ReorderingForm::kExponential, what the exponential is taken
// of.
class LearnedReordering final : public ReorderingFeature {
 public:
  // `number` counts the features of this kind. Looks at every target word once. Throws as
  // LearnedReorderingModels::validate.
  LearnedReordering(LearnedReorderingModels moves, text::VocabularyView target, std::size_t number);

  const FeatureDescription& description() const override { return description_; }
  ReorderingForm form() const { return moves_.form; }
  float upper_bound() const override { return 0.0F; }
  void estimate(const SourceSentence& sentence, const TranslationOption& option,
                std::span<float> scores) const override;
  std::unique_ptr<SentenceCache> new_sentence_cache() const override;
  void prepare(const SourceSentence& sentence, std::span<const TranslationOption> options,
               SentenceCache& cache) const override;

  std::size_t position_state_bytes() const override;
  std::size_t pending_state_bytes() const override;
  std::uint32_t move_count() const override;
  void write_begin_position_state(std::byte* place) const override;
  std::uint32_t move(text::Span source, const std::byte* before, std::byte* after) const noexcept override;
  void add_backward_scores(const SentenceCache* cache, const TranslationOption& option, std::uint32_t move,
                           std::span<float> scores) const noexcept override;
  void add_forward_scores(const std::byte* pending_state, std::uint32_t move,
                          std::span<float> scores) const noexcept override;
  void write_pending_state(const SentenceCache* cache, const TranslationOption& option,
                           std::byte* pending_state) const noexcept override;

 private:
  class Prepared;

  const reorder::ReorderingClasses& classes() const { return moves_.any().classes(); }
  bool both() const { return moves_.backward && moves_.forward; }
  bool adjusted() const { return uses_distance(moves_.form); }
  std::size_t scores_per_direction() const {
    return moves_.form == ReorderingForm::kPerClass ? classes().size() : 1;
  }
  std::size_t backward_class(std::uint32_t move) const noexcept;
  std::size_t forward_class(std::uint32_t move) const noexcept;
  float score(float log_prob, std::uint32_t move) const noexcept;

  LearnedReorderingModels moves_;
  OrientationTracker place_;
  std::vector<reorder::Key> target_keys_;      // by target word
  std::vector<std::uint32_t> target_classes_;  // the same; empty without classes
  FeatureDescription description_;
};

}  // namespace calque::decode
