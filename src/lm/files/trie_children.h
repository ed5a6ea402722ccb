// Where the children of each node of a trie level lie in the next level: as a number in each record, which is
// fast, or in about six bits per node, which is small.
//
// For the latter nodes stand in groups of a fixed number, a power of two. A group has 16 bytes, the header of
// its block of records: where its first node's children begin, and the numbers of children in unary, a one
// for each node followed by a zero for each of its children, and a one at the end. Where that is too long for
// the group it points to plain numbers instead. Owns nothing; safe to share.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

#include "lm/files/bit_pack.h"
#include "lm/files/bit_select.h"

namespace calque::lm {

// Nodes [begin, end) of the next level.
struct NodeRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;

  bool empty() const noexcept { return begin == end; }
};

struct ChildGroup {
  std::uint32_t begin;  // of the first node's children, or the group's number among those of plain numbers if
                        // bits_low is 0
  std::uint32_t bits_high;
  std::uint64_t bits_low;  // 96 bits from the lowest of bits_low to the highest of bits_high
};
static_assert(sizeof(ChildGroup) == 16 && std::has_unique_object_representations_v<ChildGroup>);

// As arrays, to be stored.
struct ChildrenArrays {
  unsigned group_shift = 0;  // logarithm of the nodes per group
  std::vector<ChildGroup> groups;
  std::vector<std::uint32_t> begins;  // one more than nodes per group, for each group of plain numbers
};

class Children {
 public:
  static constexpr std::uint32_t kGroupBits = 96;
  // With eight nodes or more a block of records is a whole number of bytes.
  static constexpr unsigned kMinGroupShift = 3;
  static constexpr unsigned kMaxGroupShift = 6;

  Children() = default;
  // `children` nodes in the next level; begins[i] is where those of node i begin, for one more than all
  // nodes.
  Children(std::uint64_t children, const PackedView& begins) : children_(children), node_begins_(begins) {}
  // The same in groups, which stand at `groups`, `group_step` bytes apart.
  Children(std::uint64_t children, unsigned group_shift, const std::byte* groups, std::uint64_t group_step,
           std::span<const std::uint32_t> begins)
      : children_(children),
        group_shift_(group_shift),
        groups_(groups),
        group_step_(group_step),
        begins_(begins) {}

  // counts[i] is the number of children of node i. Chooses the number of nodes per group that gives the
  // smallest arrays.
  static ChildrenArrays build(std::span<const std::uint32_t> counts);

  void prefetch(std::uint64_t node) const noexcept {
    if (groups_ != nullptr) __builtin_prefetch(groups_ + (node >> group_shift_) * group_step_);
  }
  // Always a part of [0, children), whatever the arrays hold. Requires: node below the number of nodes.
  NodeRange of(std::uint64_t node) const noexcept {
    return groups_ == nullptr ? inside(node_begins_[node], node_begins_[node + 1]) : of_grouped(node);
  }

 private:
  NodeRange of_grouped(std::uint64_t node) const noexcept;
  NodeRange inside(std::uint64_t begin, std::uint64_t end) const noexcept {
    return begin <= end && end <= children_ ? NodeRange{begin, end} : NodeRange{};
  }

  std::uint64_t children_ = 0;
  PackedView node_begins_;
  unsigned group_shift_ = 0;
  const std::byte* groups_ = nullptr;  // null if each record has a number of its own
  std::uint64_t group_step_ = 0;
  std::span<const std::uint32_t> begins_;
};

inline NodeRange Children::of_grouped(std::uint64_t node) const noexcept {
  ChildGroup group;
  std::memcpy(&group, groups_ + (node >> group_shift_) * group_step_, sizeof(group));
  const std::uint32_t nodes_per_group = std::uint32_t{1} << group_shift_;
  const auto place = static_cast<std::uint32_t>(node & (nodes_per_group - 1));
  std::uint64_t bits = group.bits_low;
  const std::uint64_t up_to_bytes = ones_up_to_bytes(bits);
  const auto low_ones = static_cast<std::uint32_t>(up_to_bytes >> 56U);
  unsigned own = 0;  // position of the node's one, and of the next
  unsigned next = 0;
  if (place < low_ones) {
    own = select_one(bits, up_to_bytes, place);
    bits &= ~std::uint64_t{1} << own;
    if (bits == 0 && group.bits_high == 0) return {};
    next = static_cast<unsigned>(bits != 0 ? std::countr_zero(bits) : 64 + std::countr_zero(group.bits_high));
  } else if (low_ones != 0) {
    bits = group.bits_high;
    for (std::uint32_t k = low_ones; k < place; ++k) bits &= bits - 1;
    if ((bits & (bits - 1)) == 0) return {};
    own = 64 + static_cast<unsigned>(std::countr_zero(bits));
    next = 64 + static_cast<unsigned>(std::countr_zero(bits & (bits - 1)));
  } else {
    const std::uint64_t at = std::uint64_t{group.begin} * (nodes_per_group + 1) + place;
    return at + 1 < begins_.size() ? inside(begins_[at], begins_[at + 1]) : NodeRange{};
  }
  return inside(std::uint64_t{group.begin} + own - place, std::uint64_t{group.begin} + next - place - 1);
}

}  // namespace calque::lm
