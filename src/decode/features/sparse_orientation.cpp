#include "decode/features/sparse_orientation.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "decode/features/block_stack.h"
#include "phrase/reordering_type.h"

namespace calque::decode {
namespace {

using ByOrientation = std::array<float, kIndicatorOrientations>;

// What follows lists indicators; scoring and naming them use the same lists.
template <typename Visit>
void visit(IndicatorKind kind, std::uint32_t orientation, const LabelsOfWord& word, const Visit& visitor) {
  if (word.by_name != kNoLabel) visitor(Indicator{kind, orientation, word.by_name});
  if (word.by_class != kNoLabel) visitor(Indicator{kind, orientation, word.by_class});
}

template <typename Visit>
void visit_backward(const WordLabels& labels, const SourceSentence& sentence, const TranslationOption& option,
                    std::uint32_t orientation, const Visit& visitor) {
  const auto source = [&](std::uint32_t i) { return labels.of(Side::kSource, sentence.ids[i]); };
  const auto target = [&](text::WordId word) { return labels.of(Side::kTarget, word); };
  visit(IndicatorKind::kPhraseSourceFirst, orientation, source(option.source.begin), visitor);
  visit(IndicatorKind::kPhraseSourceLast, orientation, source(option.source.end - 1), visitor);
  visit(IndicatorKind::kPhraseTargetFirst, orientation, target(option.target.front()), visitor);
  visit(IndicatorKind::kPhraseTargetLast, orientation, target(option.target.back()), visitor);
}

template <typename Visit>
void visit_forward(const WordLabels& labels, const TranslationOption& previous, std::uint32_t orientation,
                   const Visit& visitor) {
  visit(IndicatorKind::kPreviousTargetLast, orientation, labels.of(Side::kTarget, previous.target.back()),
        visitor);
}

// `label_at` gives the labels of a source position.
template <typename LabelAt, typename Visit>
void visit_transition(const text::Span& block, const text::Span& source, std::uint32_t orientation,
                      const LabelAt& label_at, const Visit& visitor) {
  if (!block.empty()) {
    visit(IndicatorKind::kBlockSourceFirst, orientation, label_at(block.begin), visitor);
    visit(IndicatorKind::kBlockSourceLast, orientation, label_at(block.end - 1), visitor);
  }
  const bool rightwards = source.begin > block.end;
  const text::Span between =
      rightwards ? text::Span{block.end, source.begin} : text::Span{source.end, block.begin};
  for (std::uint32_t i = between.begin; i < between.end; ++i)
    visit(IndicatorKind::kBetween, orientation, label_at(i), visitor);
}

BlockStack blocks_in(const std::byte* state) {
  BlockStack blocks;
  std::memcpy(&blocks, state, sizeof blocks);
  return blocks;
}

std::uint32_t orientation_of(const BlockStack& blocks, const text::Span& source) {
  return static_cast<std::uint32_t>(
      phrase::class_of(phrase::OrientationClasses::kMsd, decode::orientation(blocks.top(), source)));
}

}  // namespace

class SparseOrientation::CachedScores final : public SentenceCache {
 public:
  explicit CachedScores(const SparseOrientation& feature) : feature_(feature) {}

  void prepare_options(const SourceSentence& sentence, std::span<const TranslationOption> options) override;

  static const CachedScores& of(const SentenceCache* cache) {
    return *static_cast<const CachedScores*>(cache);
  }

  std::vector<LabelsOfWord> source;            // by position in the sentence
  std::vector<ByOrientation> backward_scores;  // by option
  std::vector<ByOrientation> forward_scores;   // by option

 private:
  const SparseOrientation& feature_;
};

SparseOrientation::SparseOrientation(const FeatureDescription& description,
                                     std::shared_ptr<const WordLabels> labels,
                                     std::span<const SparseWeight> weights)
    : ReorderingFeature(description, {.position_state_bytes = sizeof(BlockStack),
                                      .pending_state_bytes = sizeof(ByOrientation),
                                      .has_transitions = true}),
      labels_(std::move(labels)),
      weights_(weights, description.name, *labels_) {}

std::unique_ptr<SentenceCache> SparseOrientation::new_sentence_cache() const {
  return std::make_unique<CachedScores>(*this);
}

void SparseOrientation::CachedScores::prepare_options(const SourceSentence& sentence,
                                                      std::span<const TranslationOption> options) {
  const WordLabels& labels = *feature_.labels_;
  source.clear();
  for (const text::WordId word : sentence.ids) source.push_back(labels.of(Side::kSource, word));
  backward_scores.assign(options.size(), {});
  forward_scores.assign(options.size(), {});
  for (std::size_t i = 0; i < options.size(); ++i) {
    for (std::uint32_t orientation = 0; orientation < kIndicatorOrientations; ++orientation) {
      double backward = 0;
      visit_backward(labels, sentence, options[i], orientation,
                     [&](const Indicator& indicator) { backward += feature_.weights_.of(indicator); });
      double forward = 0;
      visit_forward(labels, options[i], orientation,
                    [&](const Indicator& indicator) { forward += feature_.weights_.of(indicator); });
      backward_scores[i][orientation] = static_cast<float>(backward);
      forward_scores[i][orientation] = static_cast<float>(forward);
    }
  }
}

void SparseOrientation::append_indicators(const DerivationStep& step, std::vector<std::string>& names) const {
  const auto name = [&](const Indicator& indicator) { names.push_back(name_of(indicator, *labels_)); };
  const BlockStack blocks = blocks_in(step.state_before);
  const std::uint32_t orientation = orientation_of(blocks, step.option.source);
  visit_backward(*labels_, step.sentence, step.option, orientation, name);
  if (step.previous != nullptr) visit_forward(*labels_, *step.previous, orientation, name);
  const auto label_at = [&](std::uint32_t i) { return labels_->of(Side::kSource, step.sentence.ids[i]); };
  visit_transition(blocks.top(), step.option.source, orientation, label_at, name);
}

void SparseOrientation::write_begin_position_state(std::byte* state) const {
  const BlockStack begin;
  std::memcpy(state, &begin, sizeof begin);
}

std::uint32_t SparseOrientation::classify(text::Span source, const std::byte* before) const noexcept {
  return orientation_of(blocks_in(before), source);
}

// Only the blocks matter: the previous phrase is left out of the state, so that more hypotheses recombine.
void SparseOrientation::advance(text::Span source, const std::byte* before, std::byte* after) const noexcept {
  BlockStack blocks = blocks_in(before);
  blocks.push(source);
  blocks.previous = {};
  std::memcpy(after, &blocks, sizeof blocks);
}

void SparseOrientation::add_backward_scores(const SentenceCache* cache, const TranslationOption& option,
                                            std::uint32_t reordering_class,
                                            std::span<float> scores) const noexcept {
  scores[0] += CachedScores::of(cache).backward_scores[option.index][reordering_class];
}

void SparseOrientation::add_forward_scores(const std::byte* pending_state, std::uint32_t reordering_class,
                                           std::span<float> scores) const noexcept {
  float score = 0;
  std::memcpy(&score, pending_state + reordering_class * sizeof(float), sizeof score);
  scores[0] += score;
}

void SparseOrientation::add_transition(const SentenceCache* cache, text::Span source, const std::byte* before,
                                       std::uint32_t reordering_class,
                                       std::span<float> scores) const noexcept {
  double sum = 0;
  const auto label_at = [&](std::uint32_t i) { return CachedScores::of(cache).source[i]; };
  visit_transition(blocks_in(before).top(), source, reordering_class, label_at,
                   [&](const Indicator& indicator) { sum += weights_.of(indicator); });
  scores[0] += static_cast<float>(sum);
}

void SparseOrientation::write_pending_state(const SentenceCache* cache, const TranslationOption& option,
                                            std::byte* pending_state) const noexcept {
  std::memcpy(pending_state, CachedScores::of(cache).forward_scores[option.index].data(),
              pending_state_bytes());
}

}  // namespace calque::decode
