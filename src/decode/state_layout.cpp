#include "decode/state_layout.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace calque::decode {
namespace {

// Blocks of a pool are multiples of 8 bytes, and so are the offsets of their parts.
constexpr std::size_t pool_aligned(std::size_t bytes) {
  return (bytes + 7) / 8 * 8;
}

double bound_of(const ActiveFeature& active) {
  double sum = 0;
  for (const double weight : active.weights) {
    if (weight == 0) continue;
    const double bound = weight * double{active.feature->upper_bound()};
    sum += weight < 0 ? std::numeric_limits<double>::infinity() : bound;
  }
  return sum;
}

}  // namespace

StateLayout::StateLayout(const FeatureSet& features, std::span<const double> weights,
                         std::span<const std::unique_ptr<SentenceCache>> caches) {
  const auto add = [](std::vector<ActiveFeature>& list, ActiveFeature active, std::size_t& bytes) {
    active.block_offset = std::exchange(bytes, bytes + active.stride);
    list.push_back(active);
  };
  for (std::size_t i = 0; i < features.size(); ++i) {
    const Feature& feature = features[i];
    const std::span<const double> own_weights =
        weights.subspan(features.score_offset(i), feature.score_count());
    if (feature.scope() == Scope::kOption) continue;
    const ActiveFeature active{&as_stateful(feature),    caches[i].get(),         own_weights, 0,
                               features.state_offset(i), features.state_stride(i)};
    switch (feature.scope()) {
      case Scope::kOption:
        break;
      case Scope::kContinuation:
        add(continuations_, active, continuation_bytes_);
        continuation_bound_ += bound_of(active);
        break;
      case Scope::kJump:
        add(jumps_, active, reordering_state_bytes_);
        break;
      case Scope::kExpansion:
        add(expansions_, active, reordering_state_bytes_);
        break;
      case Scope::kReordering: {
        const auto& reordering = static_cast<const ReorderingFeature&>(feature);
        slots_.push_back(
            {{&reordering, caches[i].get(), own_weights, reordering_state_bytes_, pending_state_bytes_},
             features.state_offset(i),
             reordering.position_state_bytes(),
             reordering.pending_state_bytes()});
        reordering_state_bytes_ += pool_aligned(reordering.position_state_bytes());
        pending_state_bytes_ += pool_aligned(reordering.pending_state_bytes());
        break;
      }
    }
  }
}

std::vector<ReorderingScores::Part> StateLayout::reordering_parts() const {
  std::vector<ReorderingScores::Part> parts;
  for (const ReorderingSlot& slot : slots_) parts.push_back(slot.part);
  return parts;
}

void StateLayout::gather_continuation(std::span<const std::byte> row, std::byte* block) const {
  for (const ActiveFeature& active : continuations_)
    std::copy_n(row.data() + active.set_offset, active.stride, block + active.block_offset);
}

void StateLayout::gather_reordering_state(std::span<const std::byte> row, std::byte* block) const {
  for (const auto* list : {&jumps_, &expansions_}) {
    for (const ActiveFeature& active : *list)
      std::copy_n(row.data() + active.set_offset, active.stride, block + active.block_offset);
  }
  for (const ReorderingSlot& slot : slots_)
    std::copy_n(row.data() + slot.set_offset, slot.position_state_bytes,
                block + slot.part.position_state_offset);
}

void StateLayout::gather_pending_state(std::span<const std::byte> row, std::byte* block) const {
  for (const ReorderingSlot& slot : slots_) {
    std::copy_n(row.data() + slot.set_offset + slot.position_state_bytes, slot.pending_state_bytes,
                block + slot.part.pending_state_offset);
  }
}

void StateLayout::scatter(const Blocks& blocks, std::span<std::byte> row) const {
  const auto copy = [&](const std::vector<ActiveFeature>& list, const std::byte* block) {
    for (const ActiveFeature& active : list)
      std::copy_n(block + active.block_offset, active.stride, row.data() + active.set_offset);
  };
  copy(continuations_, blocks.continuation);
  copy(jumps_, blocks.reordering_state);
  copy(expansions_, blocks.reordering_state);
  for (const ReorderingSlot& slot : slots_) {
    std::byte* const state = row.data() + slot.set_offset;
    std::copy_n(blocks.reordering_state + slot.part.position_state_offset, slot.position_state_bytes, state);
    std::copy_n(blocks.pending_state + slot.part.pending_state_offset, slot.pending_state_bytes,
                state + slot.position_state_bytes);
  }
}

}  // namespace calque::decode
