#include "decode/state_layout.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace calque::decode {
namespace {

// Blocks of a pool are multiples of 8 bytes, and so are the places of their parts.
constexpr std::size_t pool_aligned(std::size_t bytes) {
  return (bytes + 7) / 8 * 8;
}

double bound_of(const AskedFeature& asked) {
  double sum = 0;
  for (const double weight : asked.weights) {
    if (weight == 0) continue;
    const double bound = weight * double{asked.feature->upper_bound()};
    sum += weight < 0 ? std::numeric_limits<double>::infinity() : bound;
  }
  return sum;
}

}  // namespace

StateLayout::StateLayout(const FeatureSet& features, std::span<const double> weights,
                         std::span<const std::unique_ptr<Preparation>> preparations) {
  const auto place = [](std::vector<AskedFeature>& list, AskedFeature asked, std::size_t& bytes) {
    asked.block_offset = std::exchange(bytes, bytes + asked.stride);
    list.push_back(asked);
  };
  for (std::size_t i = 0; i < features.size(); ++i) {
    const Feature& feature = features[i];
    const std::span<const double> own_weights =
        weights.subspan(features.score_offset(i), feature.description().score_count());
    const AskedFeature asked{&feature, preparations[i].get(),    own_weights,
                             0,        features.state_offset(i), features.state_stride(i)};
    switch (feature.scope()) {
      case Scope::kOption:
        break;
      case Scope::kContinuation:
        place(continuations_, asked, continuation_bytes_);
        continuation_bound_ += bound_of(asked);
        break;
      case Scope::kJump:
        place(jumps_, asked, other_bytes_);
        break;
      case Scope::kExpansion:
        place(expansions_, asked, other_bytes_);
        break;
      case Scope::kMove: {
        const auto& moving = static_cast<const MoveFeature&>(feature);
        movers_.push_back({{&moving, preparations[i].get(), own_weights, other_bytes_, outlook_bytes_},
                           features.state_offset(i),
                           moving.place_bytes(),
                           moving.outlook_bytes()});
        other_bytes_ += pool_aligned(moving.place_bytes());
        outlook_bytes_ += pool_aligned(moving.outlook_bytes());
        break;
      }
    }
  }
}

std::vector<MoveScores::Part> StateLayout::move_parts() const {
  std::vector<MoveScores::Part> parts;
  for (const Mover& mover : movers_) parts.push_back(mover.part);
  return parts;
}

void StateLayout::gather_continuation(std::span<const std::byte> row, std::byte* block) const {
  for (const AskedFeature& asked : continuations_)
    std::copy_n(row.data() + asked.set_offset, asked.stride, block + asked.block_offset);
}

void StateLayout::gather_others(std::span<const std::byte> row, std::byte* block) const {
  for (const auto* list : {&jumps_, &expansions_}) {
    for (const AskedFeature& asked : *list)
      std::copy_n(row.data() + asked.set_offset, asked.stride, block + asked.block_offset);
  }
  for (const Mover& mover : movers_)
    std::copy_n(row.data() + mover.set_offset, mover.place_bytes, block + mover.part.place_offset);
}

void StateLayout::gather_outlook(std::span<const std::byte> row, std::byte* block) const {
  for (const Mover& mover : movers_) {
    std::copy_n(row.data() + mover.set_offset + mover.place_bytes, mover.outlook_bytes,
                block + mover.part.outlook_offset);
  }
}

void StateLayout::scatter(const Blocks& blocks, std::span<std::byte> row) const {
  const auto copy = [&](const std::vector<AskedFeature>& list, const std::byte* block) {
    for (const AskedFeature& asked : list)
      std::copy_n(block + asked.block_offset, asked.stride, row.data() + asked.set_offset);
  };
  copy(continuations_, blocks.continuation);
  copy(jumps_, blocks.others);
  copy(expansions_, blocks.others);
  for (const Mover& mover : movers_) {
    std::byte* const state = row.data() + mover.set_offset;
    std::copy_n(blocks.others + mover.part.place_offset, mover.place_bytes, state);
    std::copy_n(blocks.outlook + mover.part.outlook_offset, mover.outlook_bytes, state + mover.place_bytes);
  }
}

}  // namespace calque::decode
