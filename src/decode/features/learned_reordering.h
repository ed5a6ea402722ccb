// Learned reordering models (reorder/model.h) as a feature: the probability of the step to a phrase given the
// phrase pair and the words around it, and of the step from it to the next.
//
// The probabilities of every option are computed before the search, once for each source span and once for
// each translation of it; the search only looks up the class of the step at hand. Copied words and
// suggestions are treated like phrase pairs without links: the words around them decide.
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

// What the names of these features begin with; the number of the model follows.
inline constexpr const char* kLearnedReorderingName = "LearnedReordering";

// How the probability of a reordering class becomes scores (theory/reordering.md#costs-in-the-decoder section
// 9).
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

// The probabilities of a phrase without a sub-model of its own, for models with a sub-model for each phrase.
enum class UnknownPhrases : std::uint8_t {
  kModel,    // the model's for phrases in general
  kUniform,  // a uniform distribution (theory/reordering.md#costs-in-the-decoder section 9)
};

// A feature's models: at least one of the two, with the same reordering classes and word classes.
struct LearnedReorderingModels {
  std::shared_ptr<const reorder::ReorderingModel> backward{};  // of the step to a phrase
  std::shared_ptr<const reorder::ReorderingModel> forward{};   // of the step from it to the next
  ReorderingForm form = ReorderingForm::kOneWeight;
  UnknownPhrases unknown = UnknownPhrases::kModel;
  reorder::DistanceAdjustment adjustment{};

  const reorder::ReorderingModel& any() const { return backward ? *backward : *forward; }
  // Throws UsageError for models that cannot be used together or in this form.
  void validate() const;
};

// The sum of its models' scores over all steps; for ReorderingForm::kExponential, what the exponential is
// taken of.
class LearnedReordering final : public ReorderingFeature {
 public:
  // `number` counts the features of this kind. Looks at every target word once. Throws as
  // LearnedReorderingModels::validate.
  LearnedReordering(LearnedReorderingModels models, text::VocabularyView target, std::size_t number);

  ReorderingForm form() const { return models_.form; }
  std::unique_ptr<SentenceCache> new_sentence_cache() const override;
  void append_predictions(const DerivationStep& step,
                          std::vector<ReorderingPrediction>& predictions) const override;

  void write_begin_position_state(std::byte* state) const override;
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

  const reorder::ReorderingClasses& classes() const { return models_.any().classes(); }
  bool both() const { return models_.backward && models_.forward; }
  bool adjusted() const { return uses_distance(models_.form); }
  std::size_t backward_class(std::uint32_t reordering_class) const noexcept;
  std::size_t forward_class(std::uint32_t reordering_class) const noexcept;
  std::optional<float> pending_log_prob(const std::byte* pending_state, std::size_t own_class) const noexcept;
  float score(float log_prob, std::uint32_t reordering_class) const noexcept;

  LearnedReorderingModels models_;
  OrientationTracker tracker_;
  std::vector<reorder::Key> target_keys_;      // by target word
  std::vector<std::uint32_t> target_classes_;  // the same; empty without classes
};

}  // namespace calque::decode
