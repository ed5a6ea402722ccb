#include "decode/features/lexicalised_reordering.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>
#include <vector>

namespace calque::decode {
namespace {

using phrase::kMostClasses;
using phrase::Orientation;
using ClassLogProbs = std::array<float, kMostClasses>;

// Source words [begin, end) that were translated one after the other.
struct SourceBlock {
  std::uint16_t begin;
  std::uint16_t end;
};

// Every byte that is not in use is zero, because states are compared by bytes.
struct State {
  ClassLogProbs forward{};  // of the previous phrase; zeros before the first
  std::uint32_t block_count = 1;
  std::array<SourceBlock, LexicalisedReordering::kMostBlocks> blocks{};  // first: the sentence's start

  const SourceBlock& top() const { return blocks[block_count - 1]; }
};
static_assert(sizeof(State) == sizeof(ClassLogProbs) + 4 + LexicalisedReordering::kMostBlocks * 4);

struct OptionScores {
  ClassLogProbs backward{};
  ClassLogProbs forward{};
};

class Prepared final : public Preparation {
 public:
  std::vector<OptionScores> scores;  // by option
};

Orientation orientation(const SourceBlock& before, const SourceBlock& now) {
  if (now.begin == before.end) return Orientation::kMonotone;
  if (now.end == before.begin) return Orientation::kSwap;
  return now.begin > before.begin ? Orientation::kDiscontinuousRight : Orientation::kDiscontinuousLeft;
}

void push(const SourceBlock& block, State& state) {
  if (state.block_count == LexicalisedReordering::kMostBlocks) {
    std::move(state.blocks.begin() + 1, state.blocks.end(), state.blocks.begin());
    --state.block_count;
  }
  state.blocks[state.block_count++] = block;
  while (state.block_count > 1) {
    SourceBlock& below = state.blocks[state.block_count - 2];
    SourceBlock& top = state.blocks[state.block_count - 1];
    if (below.end != top.begin && top.end != below.begin) break;
    below = {std::min(below.begin, top.begin), std::max(below.end, top.end)};
    top = {0, 0};
    --state.block_count;
  }
}

}  // namespace

LexicalisedReordering::LexicalisedReordering(std::shared_ptr<const phrase::PhraseTable> table,
                                             const phrase::ReorderingType& type)
    : table_(std::move(table)),
      type_(type),
      description_{"LexicalReordering0", std::vector<double>(type.score_count(), 0.3)} {}

std::size_t LexicalisedReordering::state_bytes() const {
  const std::size_t blocks = type_.model == phrase::OrientationModel::kHierarchical ? kMostBlocks : 1;
  return sizeof(State) - (kMostBlocks - blocks) * sizeof(SourceBlock);
}

void LexicalisedReordering::write_begin_state(std::byte* state) const {
  const State begin;
  std::memcpy(state, &begin, state_bytes());
}

void LexicalisedReordering::estimate(const SourceSentence& /*sentence*/, const TranslationOption& /*option*/,
                                     std::span<float> scores) const {
  std::fill(scores.begin(), scores.end(), 0.0F);
}

std::unique_ptr<Preparation> LexicalisedReordering::new_preparation() const {
  return std::make_unique<Prepared>();
}

phrase::OrientationCounts LexicalisedReordering::counts_of(const SourceSentence& sentence,
                                                           const TranslationOption& option) const {
  if (type_.condition == phrase::ReorderingCondition::kPair) return table_->orientations(option.pair);
  const auto source = table_->find(sentence.ids.subspan(option.source.begin, option.source.size()));
  return source ? table_->orientations_of_source(*source) : phrase::OrientationCounts{};
}

// What is not from the phrase table has no reordering scores.
void LexicalisedReordering::prepare(const SourceSentence& sentence,
                                    std::span<const TranslationOption> options,
                                    Preparation& preparation) const {
  auto& scores = static_cast<Prepared&>(preparation).scores;
  scores.assign(options.size(), {});
  const std::size_t classes = type_.class_count();
  for (std::size_t i = 0; i < options.size(); ++i) {
    if (options[i].pair == kNoPair) continue;
    if (table_->given_reordering_type()) {
      const auto given = table_->given_reordering(options[i].pair);
      if (type_.has_backward()) std::ranges::copy(given.first(classes), scores[i].backward.begin());
      if (type_.has_forward()) std::ranges::copy(given.last(classes), scores[i].forward.begin());
      continue;
    }
    const phrase::OrientationCounts counts = counts_of(sentence, options[i]);
    phrase::smoothed_log_probs(counts.backward, type_.classes, std::span(scores[i].backward).first(classes));
    phrase::smoothed_log_probs(counts.forward, type_.classes, std::span(scores[i].forward).first(classes));
  }
}

void LexicalisedReordering::apply(const ApplyContext& context, Preparation* preparation,
                                  const std::byte* before, std::byte* after,
                                  std::span<float> scores) const noexcept {
  State state;
  std::memcpy(&state, before, state_bytes());
  const OptionScores& option = static_cast<const Prepared*>(preparation)->scores[context.option.index];
  const SourceBlock now{static_cast<std::uint16_t>(context.option.source.begin),
                        static_cast<std::uint16_t>(context.option.source.end)};
  const std::size_t placed = phrase::class_of(type_.classes, orientation(state.top(), now));
  std::fill(scores.begin(), scores.end(), 0.0F);
  if (type_.has_backward()) scores[placed] = option.backward[placed];
  if (type_.has_forward()) {
    scores[scores.size() - type_.class_count() + placed] = state.forward[placed];
    state.forward = option.forward;
  }
  if (type_.model == phrase::OrientationModel::kHierarchical) {
    push(now, state);
  } else {
    state.blocks[0] = now;
  }
  std::memcpy(after, &state, state_bytes());
}

}  // namespace calque::decode
