#include "decode/features/sparse_orientation.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "decode/features/block_stack.h"
#include "phrase/reordering_type.h"

namespace calque::decode {
namespace {

using ByMove = std::array<float, kIndicatorMoves>;

struct PreparedMoves final : SentenceCache {
  std::vector<LabelsOfWord> source;     // by position in the sentence
  std::vector<ByMove> backward_scores;  // by option
  std::vector<ByMove> pending_states;   // by option
};

// What follows lists indicators; scoring and naming them use the same lists.
template <typename Visit>
void visit(IndicatorKind kind, std::uint32_t move, const LabelsOfWord& word, const Visit& visitor) {
  if (word.by_name != kNoLabel) visitor(Indicator{kind, move, word.by_name});
  if (word.by_class != kNoLabel) visitor(Indicator{kind, move, word.by_class});
}

template <typename Visit>
void visit_backward(const WordLabels& labels, const SourceSentence& sentence, const TranslationOption& option,
                    std::uint32_t move, const Visit& visitor) {
  const auto source = [&](std::uint32_t i) { return labels.of(Side::kSource, sentence.ids[i]); };
  const auto target = [&](text::WordId word) { return labels.of(Side::kTarget, word); };
  visit(IndicatorKind::kPhraseSourceFirst, move, source(option.source.begin), visitor);
  visit(IndicatorKind::kPhraseSourceLast, move, source(option.source.end - 1), visitor);
  visit(IndicatorKind::kPhraseTargetFirst, move, target(option.target.front()), visitor);
  visit(IndicatorKind::kPhraseTargetLast, move, target(option.target.back()), visitor);
}

template <typename Visit>
void visit_forward(const WordLabels& labels, const TranslationOption& previous, std::uint32_t move,
                   const Visit& visitor) {
  visit(IndicatorKind::kPreviousTargetLast, move, labels.of(Side::kTarget, previous.target.back()), visitor);
}

// `label_at` gives the labels of a source position.
template <typename LabelAt, typename Visit>
void visit_transition(const text::Span& block, const text::Span& source, std::uint32_t move,
                      const LabelAt& label_at, const Visit& visitor) {
  if (!block.empty()) {
    visit(IndicatorKind::kBlockSourceFirst, move, label_at(block.begin), visitor);
    visit(IndicatorKind::kBlockSourceLast, move, label_at(block.end - 1), visitor);
  }
  const bool rightwards = source.begin > block.end;
  const text::Span between =
      rightwards ? text::Span{block.end, source.begin} : text::Span{source.end, block.begin};
  for (std::uint32_t i = between.begin; i < between.end; ++i)
    visit(IndicatorKind::kBetween, move, label_at(i), visitor);
}

BlockStack blocks_in(const std::byte* place) {
  BlockStack blocks;
  std::memcpy(&blocks, place, sizeof blocks);
  return blocks;
}

std::uint32_t move_to(const BlockStack& blocks, const text::Span& source) {
  return static_cast<std::uint32_t>(
      phrase::class_of(phrase::OrientationClasses::kMsd, orientation(blocks.top(), source)));
}

const PreparedMoves& prepared(const SentenceCache* cache) {
  return *static_cast<const PreparedMoves*>(cache);
}

}  // namespace

SparseOrientation::SparseOrientation(std::shared_ptr<const WordLabels> labels,
                                     std::span<const SparseWeight> weights)
    : labels_(std::move(labels)), weights_(weights, kName, *labels_) {}

void SparseOrientation::estimate(const SourceSentence& /*sentence*/, const TranslationOption& /*option*/,
                                 std::span<float> scores) const {
  scores[0] = 0;
}

std::unique_ptr<SentenceCache> SparseOrientation::new_sentence_cache() const {
  return std::make_unique<PreparedMoves>();
}

void SparseOrientation::prepare(const SourceSentence& sentence, std::span<const TranslationOption> options,
                                SentenceCache& cache) const {
  auto& own = static_cast<PreparedMoves&>(cache);
  own.source.clear();
  for (const text::WordId word : sentence.ids) own.source.push_back(labels_->of(Side::kSource, word));
  own.backward_scores.assign(options.size(), {});
  own.pending_states.assign(options.size(), {});
  for (std::size_t i = 0; i < options.size(); ++i) {
    for (std::uint32_t move = 0; move < kIndicatorMoves; ++move) {
      double backward_score = 0;
      visit_backward(*labels_, sentence, options[i], move,
                     [&](const Indicator& indicator) { backward_score += weights_.of(indicator); });
      double forward_score = 0;
      visit_forward(*labels_, options[i], move,
                    [&](const Indicator& indicator) { forward_score += weights_.of(indicator); });
      own.backward_scores[i][move] = static_cast<float>(backward_score);
      own.pending_states[i][move] = static_cast<float>(forward_score);
    }
  }
}

void SparseOrientation::append_indicators(const IndicatorStep& step, std::vector<std::string>& names) const {
  const auto name = [&](const Indicator& indicator) { names.push_back(name_of(indicator, *labels_)); };
  const BlockStack blocks = blocks_in(step.state_before);
  const std::uint32_t move = move_to(blocks, step.option.source);
  visit_backward(*labels_, step.sentence, step.option, move, name);
  if (step.previous != nullptr) visit_forward(*labels_, *step.previous, move, name);
  const auto label_at = [&](std::uint32_t i) { return labels_->of(Side::kSource, step.sentence.ids[i]); };
  visit_transition(blocks.top(), step.option.source, move, label_at, name);
}

std::size_t SparseOrientation::position_state_bytes() const {
  return sizeof(BlockStack);
}

void SparseOrientation::write_begin_position_state(std::byte* place) const {
  const BlockStack begin;
  std::memcpy(place, &begin, sizeof begin);
}

// Only the blocks matter: the previous phrase is left out of the place, so that more hypotheses are alike.
std::uint32_t SparseOrientation::move(text::Span source, const std::byte* before,
                                      std::byte* after) const noexcept {
  BlockStack blocks = blocks_in(before);
  const std::uint32_t kind = move_to(blocks, source);
  blocks.push(source);
  blocks.previous = {};
  std::memcpy(after, &blocks, sizeof blocks);
  return kind;
}

void SparseOrientation::add_backward_scores(const SentenceCache* cache, const TranslationOption& option,
                                            std::uint32_t move, std::span<float> scores) const noexcept {
  scores[0] += prepared(cache).backward_scores[option.index][move];
}

void SparseOrientation::add_forward_scores(const std::byte* pending_state, std::uint32_t move,
                                           std::span<float> scores) const noexcept {
  float score = 0;
  std::memcpy(&score, pending_state + move * sizeof(float), sizeof score);
  scores[0] += score;
}

void SparseOrientation::add_transition(const SentenceCache* cache, text::Span source, const std::byte* before,
                                       std::uint32_t move, std::span<float> scores) const noexcept {
  double sum = 0;
  const auto label_at = [&](std::uint32_t i) { return prepared(cache).source[i]; };
  visit_transition(blocks_in(before).top(), source, move, label_at,
                   [&](const Indicator& indicator) { sum += weights_.of(indicator); });
  scores[0] += static_cast<float>(sum);
}

void SparseOrientation::write_pending_state(const SentenceCache* cache, const TranslationOption& option,
                                            std::byte* pending_state) const noexcept {
  std::memcpy(pending_state, prepared(cache).pending_states[option.index].data(), pending_state_bytes());
}

}  // namespace calque::decode
