#include "block/vectors.h"

#include "base/error.h"

namespace calque::block {

VectorMaker::VectorMaker(const BlockSet& blocks, const BlockModel& costs, const lm::Model& language_model,
                         std::span<const text::WordId> lm_words)
    : blocks_(blocks), costs_(costs), language_model_(language_model), lm_words_(lm_words) {
  CALQUE_CHECK(costs.block_count() == blocks.size());
}

text::WordId VectorMaker::lm_word(text::WordId word) const {
  const std::size_t id = text::index_of(word);
  return id < lm_words_.size() ? lm_words_[id] : language_model_.unknown();
}

lm::State VectorMaker::state_after(const lm::State& before, text::WordId word) const {
  lm::State after;
  language_model_.score(before, lm_word(word), after);
  return after;
}

float VectorMaker::prior_without(const Candidate& candidate) const {
  const double count = blocks_.count(candidate.block) - candidate.own_count;
  const std::uint32_t target = blocks_.target_of(candidate.block);
  return kind() == ModelKind::kOrientation
             ? cost_of(count / (blocks_.total_count() - candidate.own_count))
             : cost_of(count / (blocks_.target_total(target) - candidate.own_target_count));
}

void VectorMaker::write_floats(std::span<const text::WordId> source, const DerivationState& before,
                               const Candidate& candidate, std::vector<float>& floats) const {
  const auto words = blocks_.target_words(candidate.block);
  lm::State state;
  const double first = -double{language_model_.score(before.state, lm_word(words[0]), state)};
  double rest = 0;
  for (const text::WordId word : words.subspan(1))
    rest -= double{language_model_.score(state, lm_word(word), state)};
  if (candidate.ends_sentence)
    rest -= double{language_model_.score(state, language_model_.sentence_end(), state)};

  const auto first_word = static_cast<float>(first);
  const auto other_words = static_cast<float>(rest);
  const float prior =
      candidate.own_target_count > 0 ? prior_without(candidate) : costs_.prior_cost(candidate.block);
  const float lexical = costs_.lexical_cost(candidate.block);
  if (kind() == ModelKind::kOrientation) {
    if (before.previous == nullptr) {
      floats.assign({prior, first_word, other_words, lexical});
    } else {
      const std::uint32_t own = candidate.own_orientation ? 1 : 0;
      floats.assign({prior, costs_.orientation_cost(candidate.block, candidate.orientation, own), first_word,
                     other_words, lexical});
    }
    return;
  }
  CALQUE_CHECK(before.previous != nullptr);
  const std::uint32_t left = before.previous->end - 1;
  const std::int64_t step = std::int64_t{candidate.source.begin} - std::int64_t{left};
  const WordSteps& steps = costs_.steps();
  const float inbound = steps.inbound(steps.row_of(source[candidate.source.begin]), step);
  const float outbound = steps.outbound(steps.row_of(source[left]), step);
  floats.assign(
      {prior, lexical, first_word, other_words, inbound, outbound, -static_cast<float>(words.size())});
}

}  // namespace calque::block
