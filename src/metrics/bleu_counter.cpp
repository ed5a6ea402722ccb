#include <algorithm>
#include <cstdlib>

#include "base/error.h"
#include "metrics/bleu.h"

namespace calque::metrics {
namespace {

std::uint64_t key_of(std::uint32_t parent, text::WordId word) {
  return (static_cast<std::uint64_t>(parent) << 32) | static_cast<std::uint32_t>(word);
}

std::uint64_t mix(std::uint64_t key) {
  key ^= key >> 33;
  key *= 0xff51afd7ed558ccdULL;
  key ^= key >> 29;
  key *= 0x9e3779b97f4a7c15ULL;
  return key ^ (key >> 32);
}

}  // namespace

void BleuCounter::start_sentence() {
  for (const std::size_t slot : used_slots_) slots_[slot] = Slot{};
  used_slots_.clear();
  nodes_.resize(1);
  reference_lengths_.clear();
}

std::size_t BleuCounter::slot_of(std::uint64_t key) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = mix(key) & mask;
  while (slots_[slot].node != 0 && slots_[slot].key != key) slot = (slot + 1) & mask;
  return slot;
}

std::uint32_t BleuCounter::find_child(std::uint32_t parent, text::WordId word) const {
  return slots_.empty() ? 0 : slots_[slot_of(key_of(parent, word))].node;
}

std::uint32_t BleuCounter::add_child(std::uint32_t parent, text::WordId word) {
  if (nodes_.size() * 2 >= slots_.size()) grow();
  const std::uint64_t key = key_of(parent, word);
  const std::size_t slot = slot_of(key);
  if (slots_[slot].node == 0) {
    slots_[slot] = {key, static_cast<std::uint32_t>(nodes_.size())};
    used_slots_.push_back(slot);
    nodes_.emplace_back();
  }
  return slots_[slot].node;
}

void BleuCounter::grow() {
  std::vector<Slot> old(slots_.empty() ? 256 : slots_.size() * 2);
  old.swap(slots_);
  for (std::size_t& slot : used_slots_) {
    const Slot moved = old[slot];
    slot = slot_of(moved.key);
    slots_[slot] = moved;
  }
}

void BleuCounter::add_reference(std::span<const text::WordId> words) {
  reference_lengths_.push_back(static_cast<std::int64_t>(words.size()));
  touched_.clear();
  for (std::size_t begin = 0; begin < words.size(); ++begin) {
    std::uint32_t node = 0;
    for (std::size_t n = 0; n < kBleuOrder && begin + n < words.size(); ++n) {
      node = add_child(node, words[begin + n]);
      if (nodes_[node].reference_count++ == 0) touched_.push_back(node);
    }
  }
  for (const std::uint32_t node : touched_) {
    Node& entry = nodes_[node];
    entry.best_reference_count = std::max(entry.best_reference_count, entry.reference_count);
    entry.reference_count = 0;
  }
}

BleuCounts BleuCounter::count(std::span<const text::WordId> hypothesis) {
  CALQUE_CHECK(!reference_lengths_.empty());
  BleuCounts counts;
  counts.hypothesis_length = static_cast<std::int64_t>(hypothesis.size());
  counts.reference_length = reference_lengths_.front();
  for (const std::int64_t length : reference_lengths_) {
    const auto distance = std::abs(length - counts.hypothesis_length);
    const auto best = std::abs(counts.reference_length - counts.hypothesis_length);
    if (distance < best || (distance == best && length < counts.reference_length))
      counts.reference_length = length;
  }
  touched_.clear();
  for (std::size_t begin = 0; begin < hypothesis.size(); ++begin) {
    std::uint32_t node = 0;
    for (std::size_t n = 0; n < kBleuOrder && begin + n < hypothesis.size(); ++n) {
      node = find_child(node, hypothesis[begin + n]);
      if (node == 0) break;  // no reference has this n-gram, nor any longer one that begins with it
      if (nodes_[node].hypothesis_count++ == 0) touched_.push_back(node);
      if (nodes_[node].hypothesis_count <= nodes_[node].best_reference_count) ++counts.matches[n];
    }
  }
  for (const std::uint32_t node : touched_) nodes_[node].hypothesis_count = 0;
  for (std::size_t n = 0; n < kBleuOrder; ++n) {
    counts.totals[n] = std::max<std::int64_t>(0, counts.hypothesis_length - static_cast<std::int64_t>(n));
  }
  return counts;
}

}  // namespace calque::metrics
