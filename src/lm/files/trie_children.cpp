#include "lm/files/trie_children.h"

#include <algorithm>
#include <limits>

namespace calque::lm {
namespace {

// Calls use(first, last, children) for each group of nodes.
template <typename Use>
void for_each_group(std::span<const std::uint32_t> counts, std::uint32_t nodes_per_group, const Use& use) {
  for (std::size_t first = 0; first < counts.size(); first += nodes_per_group) {
    const std::size_t last = std::min<std::size_t>(first + nodes_per_group, counts.size());
    std::uint64_t children = 0;
    for (std::size_t node = first; node < last; ++node) children += counts[node];
    use(first, last, children);
  }
}

bool fits_group(std::size_t nodes, std::uint64_t children) {
  return nodes + children + 1 <= Children::kGroupBits;
}

std::uint64_t stored_bytes(std::span<const std::uint32_t> counts, std::uint32_t nodes_per_group) {
  std::uint64_t bytes = 0;
  for_each_group(counts, nodes_per_group, [&](std::size_t first, std::size_t last, std::uint64_t children) {
    bytes += sizeof(ChildGroup);
    if (!fits_group(last - first, children)) bytes += sizeof(std::uint32_t) * (nodes_per_group + 1);
  });
  return bytes;
}

unsigned smallest_grouping(std::span<const std::uint32_t> counts) {
  unsigned best = Children::kMinGroupShift;
  std::uint64_t best_bytes = std::numeric_limits<std::uint64_t>::max();
  for (unsigned shift = Children::kMinGroupShift; shift <= Children::kMaxGroupShift; ++shift) {
    const std::uint64_t bytes = stored_bytes(counts, std::uint32_t{1} << shift);
    if (bytes >= best_bytes) continue;
    best = shift;
    best_bytes = bytes;
  }
  return best;
}

void set_bit(ChildGroup& group, std::uint64_t position) {
  if (position < 64) {
    group.bits_low |= std::uint64_t{1} << position;
  } else {
    group.bits_high |= std::uint32_t{1} << (position - 64);
  }
}

}  // namespace

ChildrenArrays Children::build(std::span<const std::uint32_t> counts) {
  ChildrenArrays arrays;
  arrays.group_shift = smallest_grouping(counts);
  const std::uint32_t nodes_per_group = std::uint32_t{1} << arrays.group_shift;
  std::uint64_t begin = 0;
  for_each_group(counts, nodes_per_group, [&](std::size_t first, std::size_t last, std::uint64_t children) {
    ChildGroup group{};
    if (fits_group(last - first, children)) {
      group.begin = static_cast<std::uint32_t>(begin);
      std::uint64_t position = 0;
      for (std::size_t node = first; node < last; ++node) {
        set_bit(group, position);
        position += 1 + counts[node];
      }
      set_bit(group, position);
      begin += children;
    } else {
      group.begin = static_cast<std::uint32_t>(arrays.begins.size() / (nodes_per_group + 1));
      for (std::size_t node = first; node <= first + nodes_per_group; ++node) {
        arrays.begins.push_back(static_cast<std::uint32_t>(begin));
        if (node < last) begin += counts[node];
      }
    }
    arrays.groups.push_back(group);
  });
  return arrays;
}

}  // namespace calque::lm
