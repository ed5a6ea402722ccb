#include "decode/features/lexicalised_reordering.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "calque/translation.h"

namespace calque::decode {
namespace {

using phrase::kMaxClasses;
using ClassLogProbs = std::array<float, kMaxClasses>;

std::size_t pending_bytes(const phrase::ReorderingType& type) {
  return type.has_forward() ? type.class_count() * sizeof(float) : 0;
}

// Of the pending state, by class.
float pending_log_prob(const std::byte* pending_state, std::size_t own_class) {
  float log_prob = 0;
  std::memcpy(&log_prob, pending_state + own_class * sizeof(float), sizeof(float));
  return log_prob;
}

}  // namespace

class LexicalisedReordering::CachedScores final : public SentenceCache {
 public:
  struct OptionScores {
    ClassLogProbs backward{};
    ClassLogProbs forward{};
  };

  explicit CachedScores(const LexicalisedReordering& feature) : feature_(feature) {}

  void prepare_options(const SourceSentence& sentence, std::span<const TranslationOption> options) override;

  static const OptionScores& of(const SentenceCache* cache, const TranslationOption& option) {
    return static_cast<const CachedScores*>(cache)->scores_[option.index];
  }

 private:
  const LexicalisedReordering& feature_;
  std::vector<OptionScores> scores_;  // by option
};

LexicalisedReordering::LexicalisedReordering(std::shared_ptr<const phrase::PhraseTable> table,
                                             const phrase::ReorderingType& type)
    : ReorderingFeature({"LexicalReordering0", std::vector<double>(type.score_count(), 0.3)},
                        {.position_state_bytes = OrientationTracker(type.model).bytes(),
                         .pending_state_bytes = pending_bytes(type),
                         .upper_bound = 0.0F,
                         .estimates_nothing = true}),
      table_(std::move(table)),
      type_(type),
      tracker_(type.model) {}

std::unique_ptr<SentenceCache> LexicalisedReordering::new_sentence_cache() const {
  return std::make_unique<CachedScores>(*this);
}

phrase::OrientationCounts LexicalisedReordering::counts_of(const SourceSentence& sentence,
                                                           const TranslationOption& option) const {
  if (type_.condition == phrase::ReorderingCondition::kPair) return table_->orientations(option.pair);
  const auto source = table_->find(sentence.ids.subspan(option.source.begin, option.source.size()));
  return source ? table_->orientations_of_source(*source) : phrase::OrientationCounts{};
}

// Options that are not from the phrase table have no reordering scores.
void LexicalisedReordering::CachedScores::prepare_options(const SourceSentence& sentence,
                                                          std::span<const TranslationOption> options) {
  const phrase::PhraseTable& table = *feature_.table_;
  const phrase::ReorderingType& type = feature_.type_;
  scores_.assign(options.size(), {});
  const std::size_t classes = type.class_count();
  for (std::size_t i = 0; i < options.size(); ++i) {
    if (options[i].pair == kNoPair) continue;
    if (table.given_reordering_type()) {
      const auto given = table.given_reordering(options[i].pair);
      if (type.has_backward()) std::ranges::copy(given.first(classes), scores_[i].backward.begin());
      if (type.has_forward()) std::ranges::copy(given.last(classes), scores_[i].forward.begin());
      continue;
    }
    const phrase::OrientationCounts counts = feature_.counts_of(sentence, options[i]);
    phrase::smoothed_log_probs(counts.backward, type.classes, std::span(scores_[i].backward).first(classes));
    phrase::smoothed_log_probs(counts.forward, type.classes, std::span(scores_[i].forward).first(classes));
  }
}

// The class of the backward orientation and the class of the forward orientation in one number.
std::uint32_t LexicalisedReordering::classify(text::Span source, const std::byte* before) const noexcept {
  const auto found = tracker_.orientations(source, before);
  return static_cast<std::uint32_t>(phrase::class_of(type_.classes, found.backward) * type_.class_count() +
                                    phrase::class_of(type_.classes, found.forward));
}

void LexicalisedReordering::advance(text::Span source, const std::byte* before,
                                    std::byte* after) const noexcept {
  tracker_.advance(source, before, after);
}

void LexicalisedReordering::add_backward_scores(const SentenceCache* cache, const TranslationOption& option,
                                                std::uint32_t reordering_class,
                                                std::span<float> scores) const noexcept {
  if (!type_.has_backward()) return;
  const std::size_t backward_class = reordering_class / type_.class_count();
  scores[backward_class] += CachedScores::of(cache, option).backward[backward_class];
}

void LexicalisedReordering::add_forward_scores(const std::byte* pending_state, std::uint32_t reordering_class,
                                               std::span<float> scores) const noexcept {
  if (!type_.has_forward()) return;
  const std::size_t forward_class = reordering_class % type_.class_count();
  scores[scores.size() - type_.class_count() + forward_class] +=
      pending_log_prob(pending_state, forward_class);
}

void LexicalisedReordering::write_pending_state(const SentenceCache* cache, const TranslationOption& option,
                                                std::byte* pending_state) const noexcept {
  std::memcpy(pending_state, CachedScores::of(cache, option).forward.data(), pending_state_bytes());
}

// Of the scores of a direction, only that of the class is not 0.
void LexicalisedReordering::weigh_backward(const WeighedClass& weighed,
                                           std::span<const TranslationOption> options,
                                           std::span<double> sums) const noexcept {
  if (!type_.has_backward()) return;
  const std::size_t own_class = weighed.reordering_class / type_.class_count();
  const double weight = weighed.weights[own_class];
  for (std::size_t i = 0; i < sums.size(); ++i)
    sums[i] += weight * double{CachedScores::of(weighed.cache, options[i]).backward[own_class]};
}

void LexicalisedReordering::weigh_forward(const WeighedClass& weighed, const PendingStates& states,
                                          std::span<double> sums) const noexcept {
  if (!type_.has_forward()) return;
  const std::size_t own_class = weighed.reordering_class % type_.class_count();
  const double weight = weighed.weights[weighed.weights.size() - type_.class_count() + own_class];
  for (std::size_t i = 0; i < sums.size(); ++i)
    sums[i] += weight * double{pending_log_prob(states[i], own_class)};
}

void LexicalisedReordering::append_predictions(const DerivationStep& step,
                                               std::vector<ReorderingPrediction>& predictions) const {
  const std::vector<std::string> labels = phrase::class_labels(type_.classes);
  const std::size_t both = classify(step.option.source, step.state_before);
  const std::string& name = description().name;
  if (type_.has_backward()) {
    const auto log_probs = std::span(CachedScores::of(step.cache, step.option).backward).first(labels.size());
    append_prediction({name, "backward", labels, log_probs, both / labels.size()}, predictions);
  }
  if (type_.has_forward()) {
    std::vector<float> log_probs(labels.size());
    std::memcpy(log_probs.data(), step.state_before + position_state_bytes(), pending_state_bytes());
    append_prediction({name, "forward", labels, log_probs, both % labels.size()}, predictions);
  }
}

}  // namespace calque::decode
