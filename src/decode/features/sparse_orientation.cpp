#include "decode/features/sparse_orientation.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "decode/features/source_blocks.h"
#include "phrase/reordering_type.h"

namespace calque::decode {
namespace {

using ByMove = std::array<float, kIndicatorMoves>;

struct PreparedMoves final : Preparation {
  std::vector<LabelsOfWord> source;  // by position in the sentence
  std::vector<ByMove> arrivals;      // by option
  std::vector<ByMove> outlooks;      // by option
};

// What follows lists indicators; scoring and naming them use the same lists.
template <typename Visit>
void visit(IndicatorKind kind, std::uint32_t move, const LabelsOfWord& word, const Visit& visitor) {
  if (word.by_name != kNoLabel) visitor(Indicator{kind, move, word.by_name});
  if (word.by_class != kNoLabel) visitor(Indicator{kind, move, word.by_class});
}

template <typename Visit>
void visit_arrival(const WordLabels& labels, const SourceSentence& sentence, const TranslationOption& option,
                   std::uint32_t move, const Visit& visitor) {
  const auto source = [&](std::uint32_t i) { return labels.of(Side::kSource, sentence.ids[i]); };
  const auto target = [&](text::WordId word) { return labels.of(Side::kTarget, word); };
  visit(IndicatorKind::kPhraseSourceFirst, move, source(option.source.begin), visitor);
  visit(IndicatorKind::kPhraseSourceLast, move, source(option.source.end - 1), visitor);
  visit(IndicatorKind::kPhraseTargetFirst, move, target(option.target.front()), visitor);
  visit(IndicatorKind::kPhraseTargetLast, move, target(option.target.back()), visitor);
}

template <typename Visit>
void visit_departure(const WordLabels& labels, const TranslationOption& previous, std::uint32_t move,
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

SourceBlocks blocks_in(const std::byte* place) {
  SourceBlocks blocks;
  std::memcpy(&blocks, place, sizeof blocks);
  return blocks;
}

std::uint32_t move_to(const SourceBlocks& blocks, const text::Span& source) {
  return static_cast<std::uint32_t>(
      phrase::class_of(phrase::OrientationClasses::kMsd, orientation(blocks.top(), source)));
}

const PreparedMoves& prepared(const Preparation* preparation) {
  return *static_cast<const PreparedMoves*>(preparation);
}

}  // namespace

SparseOrientation::SparseOrientation(std::shared_ptr<const WordLabels> labels,
                                     std::span<const SparseWeight> weights)
    : labels_(std::move(labels)), weights_(weights, kName, *labels_) {}

void SparseOrientation::estimate(const SourceSentence& /*sentence*/, const TranslationOption& /*option*/,
                                 std::span<float> scores) const {
  scores[0] = 0;
}

std::unique_ptr<Preparation> SparseOrientation::new_preparation() const {
  return std::make_unique<PreparedMoves>();
}

void SparseOrientation::prepare(const SourceSentence& sentence, std::span<const TranslationOption> options,
                                Preparation& preparation) const {
  auto& own = static_cast<PreparedMoves&>(preparation);
  own.source.clear();
  for (const text::WordId word : sentence.ids) own.source.push_back(labels_->of(Side::kSource, word));
  own.arrivals.assign(options.size(), {});
  own.outlooks.assign(options.size(), {});
  for (std::size_t i = 0; i < options.size(); ++i) {
    for (std::uint32_t move = 0; move < kIndicatorMoves; ++move) {
      double arrival = 0;
      visit_arrival(*labels_, sentence, options[i], move,
                    [&](const Indicator& indicator) { arrival += weights_.of(indicator); });
      double departure = 0;
      visit_departure(*labels_, options[i], move,
                      [&](const Indicator& indicator) { departure += weights_.of(indicator); });
      own.arrivals[i][move] = static_cast<float>(arrival);
      own.outlooks[i][move] = static_cast<float>(departure);
    }
  }
}

void SparseOrientation::append_indicators(const IndicatorStep& step, std::vector<std::string>& names) const {
  const auto name = [&](const Indicator& indicator) { names.push_back(name_of(indicator, *labels_)); };
  const SourceBlocks blocks = blocks_in(step.state_before);
  const std::uint32_t move = move_to(blocks, step.option.source);
  visit_arrival(*labels_, step.sentence, step.option, move, name);
  if (step.previous != nullptr) visit_departure(*labels_, *step.previous, move, name);
  const auto label_at = [&](std::uint32_t i) { return labels_->of(Side::kSource, step.sentence.ids[i]); };
  visit_transition(blocks.top(), step.option.source, move, label_at, name);
}

std::size_t SparseOrientation::place_bytes() const {
  return sizeof(SourceBlocks);
}

void SparseOrientation::write_begin_place(std::byte* place) const {
  const SourceBlocks begin;
  std::memcpy(place, &begin, sizeof begin);
}

// Only the blocks matter: the previous phrase is left out of the place, so that more hypotheses are alike.
std::uint32_t SparseOrientation::move(text::Span source, const std::byte* before,
                                      std::byte* after) const noexcept {
  SourceBlocks blocks = blocks_in(before);
  const std::uint32_t kind = move_to(blocks, source);
  blocks.push(source);
  blocks.previous = {};
  std::memcpy(after, &blocks, sizeof blocks);
  return kind;
}

void SparseOrientation::add_arrival(const Preparation* preparation, const TranslationOption& option,
                                    std::uint32_t move, std::span<float> scores) const noexcept {
  scores[0] += prepared(preparation).arrivals[option.index][move];
}

void SparseOrientation::add_departure(const std::byte* outlook, std::uint32_t move,
                                      std::span<float> scores) const noexcept {
  float score = 0;
  std::memcpy(&score, outlook + move * sizeof(float), sizeof score);
  scores[0] += score;
}

void SparseOrientation::add_transition(const Preparation* preparation, text::Span source,
                                       const std::byte* before, std::uint32_t move,
                                       std::span<float> scores) const noexcept {
  double sum = 0;
  const auto label_at = [&](std::uint32_t i) { return prepared(preparation).source[i]; };
  visit_transition(blocks_in(before).top(), source, move, label_at,
                   [&](const Indicator& indicator) { sum += weights_.of(indicator); });
  scores[0] += static_cast<float>(sum);
}

void SparseOrientation::write_outlook(const Preparation* preparation, const TranslationOption& option,
                                      std::byte* outlook) const noexcept {
  std::memcpy(outlook, prepared(preparation).outlooks[option.index].data(), outlook_bytes());
}

}  // namespace calque::decode
