#include "decode/move_feature.h"

#include <algorithm>

namespace calque::decode {

void MoveFeature::write_begin_state(std::byte* state) const {
  write_begin_place(state);
  std::fill_n(state + place_bytes(), outlook_bytes(), std::byte{0});
}

void MoveFeature::apply(const ApplyContext& context, Preparation* preparation, const std::byte* before,
                        std::byte* after, std::span<float> scores) const noexcept {
  std::fill(scores.begin(), scores.end(), 0.0F);
  const std::uint32_t kind = move(context.option.source, before, after);
  add_arrival(preparation, context.option, kind, scores);
  if (has_transitions()) add_transition(preparation, context.option.source, before, kind, scores);
  add_departure(before + place_bytes(), kind, scores);
  write_outlook(preparation, context.option, after + place_bytes());
}

}  // namespace calque::decode
