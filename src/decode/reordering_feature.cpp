#include "decode/reordering_feature.h"

#include <algorithm>

namespace calque::decode {

void ReorderingFeature::write_begin_state(std::byte* state) const {
  write_begin_position_state(state);
  std::fill_n(state + position_state_bytes(), pending_state_bytes(), std::byte{0});
}

void ReorderingFeature::apply(const ApplyContext& context, SentenceCache* cache, const std::byte* before,
                              std::byte* after, std::span<float> scores) const noexcept {
  std::fill(scores.begin(), scores.end(), 0.0F);
  const std::uint32_t kind = move(context.option.source, before, after);
  add_backward_scores(cache, context.option, kind, scores);
  if (has_transitions()) add_transition(cache, context.option.source, before, kind, scores);
  add_forward_scores(before + position_state_bytes(), kind, scores);
  write_pending_state(cache, context.option, after + position_state_bytes());
}

}  // namespace calque::decode
