#include "metrics/ngram_matcher.h"

#include <algorithm>

namespace calque::metrics {

void NgramMatcher::clear() {
  nodes_.resize(1);
  if (++generation_ == 0) {  // after 2^32 sentences old slots would come alive again
    std::fill(slots_.begin(), slots_.end(), Slot{});
    generation_ = 1;
  }
}

// As nodes come, not for all n-grams that a sentence could have: those of a long line repeat, and a table for
// a megabyte of different ones would take a quarter of a gigabyte.
void NgramMatcher::grow() {
  std::vector<Slot> old(std::max<std::size_t>(256, 2 * slots_.size()));
  old.swap(slots_);
  for (const Slot& slot : old) {
    if (slot.generation == generation_) slots_[slot_of(slot.key)] = slot;
  }
}

std::uint32_t NgramMatcher::add_child(std::uint32_t parent, text::WordId symbol, std::uint32_t label) {
  if (2 * nodes_.size() >= slots_.size()) grow();
  const std::uint64_t key = key_of(parent, symbol);
  Slot& slot = slots_[slot_of(key)];
  if (slot.generation != generation_) {
    slot = {key, static_cast<std::uint32_t>(nodes_.size()), generation_};
    nodes_.push_back({0, 0, 0, label});
  }
  return slot.node;
}

void NgramMatcher::add_reference(std::span<const text::WordId> symbols,
                                 std::span<const std::uint32_t> labels) {
  touched_.clear();
  for (std::size_t begin = 0; begin < symbols.size(); ++begin) {
    const std::size_t longest = std::min(order_, symbols.size() - begin);
    std::uint32_t at = 0;
    for (std::size_t n = 0; n < longest; ++n) {
      at = add_child(at, symbols[begin + n], labels.empty() ? 0 : labels[begin * order_ + n]);
      if (nodes_[at].reference_count++ == 0) touched_.push_back(at);
    }
  }
  for (const std::uint32_t node : touched_) {
    Node& entry = nodes_[node];
    entry.best_reference_count = std::max(entry.best_reference_count, entry.reference_count);
    entry.reference_count = 0;
  }
}

void NgramMatcher::count_matches(std::span<const text::WordId> hypothesis, std::span<std::int64_t> matches) {
  std::fill_n(matches.begin(), order_, 0);
  for_each_match(hypothesis, [&](std::size_t n, std::uint32_t) { ++matches[n]; });
}

}  // namespace calque::metrics
