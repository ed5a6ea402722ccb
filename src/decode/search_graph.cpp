#include "decode/search_graph.h"

#include <algorithm>

#include "base/error.h"
#include "base/flat_table.h"
#include "base/hash.h"

namespace calque::decode {
namespace {

constexpr std::size_t kMinStackSlots = 256;

std::uint32_t hash_of(const HypothesisKey& key) {
  std::uint64_t hash = (std::uint64_t{key.coverage} << 32U | key.source_end) * kGoldenRatio;
  hash ^= hash >> 29U;
  hash = (hash ^ (std::uint64_t{key.reordering_state} << 32U | key.continuation)) * 0xff51afd7ed558ccdU;
  hash = (hash ^ hash >> 31U ^ key.pending_state) * kGoldenRatio;
  return static_cast<std::uint32_t>(hash >> 32U);
}

}  // namespace

void SearchGraph::reset(std::size_t stack_count, const StackLimits& limits) {
  limits_ = limits;
  hypotheses_.clear();
  arcs_.clear();
  free_hypotheses_.clear();
  free_arcs_ = kNone;
  if (stacks_.size() < stack_count) stacks_.resize(stack_count);
  for (Stack& stack : std::span(stacks_).first(stack_count)) {
    stack.hypotheses.clear();
    if (stack.slots.size() > 64 * kMinStackSlots) stack.slots = {};
    stack.slots.resize(std::max(stack.slots.size(), kMinStackSlots));
    std::fill(stack.slots.begin(), stack.slots.end(), Stack::Slot{});
    stack.best = stack.floor = -std::numeric_limits<double>::infinity();
  }
}

bool SearchGraph::better(std::uint32_t a, std::uint32_t b) const {
  const double total_a = hypotheses_[a].total;
  const double total_b = hypotheses_[b].total;
  return total_a != total_b ? total_a > total_b : a < b;
}

void SearchGraph::add(std::size_t stack_index, const Hypothesis& candidate) {
  Stack& stack = stacks_[stack_index];
  if (candidate.total > stack.best) {
    stack.best = candidate.total;
    stack.floor = std::max(stack.floor, stack.best - limits_.beam_width);
  }
  if (limits_.recombine) {
    const std::uint32_t hash = hash_of(candidate.key);
    Stack::Slot& slot = find_slot(stack, hash, candidate.key);
    if (slot.entry != 0) {
      merge(slot.entry - 1, candidate);
      return;
    }
    slot = {store(candidate) + 1, hash};
    stack.hypotheses.push_back(slot.entry - 1);
    if (stack.hypotheses.size() * 2 > stack.slots.size()) rebuild_slots(stack, stack.slots.size() * 2);
  } else {
    stack.hypotheses.push_back(store(candidate));
  }
  if (limits_.size > 0 && stack.hypotheses.size() >= 2 * limits_.size) prune(stack);
}

Stack::Slot& SearchGraph::find_slot(Stack& stack, std::uint32_t hash, const HypothesisKey& key) {
  return stack.slots[probe(stack.slots, hash, [&](const Stack::Slot& slot) {
    return slot.entry == 0 || (slot.hash == hash && hypotheses_[slot.entry - 1].key == key);
  })];
}

std::uint32_t SearchGraph::store(const Hypothesis& candidate) {
  if (!free_hypotheses_.empty()) {
    const std::uint32_t index = free_hypotheses_.back();
    free_hypotheses_.pop_back();
    hypotheses_[index] = candidate;
    return index;
  }
  // kNone is no index; the memory of the machine ends long before.
  CALQUE_CHECK(hypotheses_.size() < kNone);
  hypotheses_.push_back(candidate);
  return static_cast<std::uint32_t>(hypotheses_.size() - 1);
}

void SearchGraph::merge(std::uint32_t index, const Hypothesis& candidate) {
  Hypothesis& present = hypotheses_[index];
  if (candidate.score > present.score) {
    keep_arc(index, {present.score, present.previous, present.option, kNone});
    const std::uint32_t alternatives = present.alternatives;
    present = candidate;
    present.alternatives = alternatives;
  } else {
    keep_arc(index, {candidate.score, candidate.previous, candidate.option, kNone});
  }
}

void SearchGraph::keep_arc(std::uint32_t index, const Arc& arc) {
  if (!limits_.keep_alternatives) return;
  std::uint32_t slot = free_arcs_;
  if (slot == kNone) {
    CALQUE_CHECK(arcs_.size() < kNone);
    slot = static_cast<std::uint32_t>(arcs_.size());
    arcs_.emplace_back();
  } else {
    free_arcs_ = arcs_[slot].next;
  }
  arcs_[slot] = arc;
  arcs_[slot].next = hypotheses_[index].alternatives;
  hypotheses_[index].alternatives = slot;
}

void SearchGraph::release(std::uint32_t index) {
  for (std::uint32_t arc = hypotheses_[index].alternatives; arc != kNone;) {
    const std::uint32_t next = arcs_[arc].next;
    arcs_[arc].next = free_arcs_;
    free_arcs_ = arc;
    arc = next;
  }
  free_hypotheses_.push_back(index);
}

void SearchGraph::prune(Stack& stack) {
  auto& hypotheses = stack.hypotheses;
  const auto by_rank = [this](std::uint32_t a, std::uint32_t b) { return better(a, b); };
  if (limits_.size > 0 && hypotheses.size() > limits_.size) {
    const auto last = hypotheses.begin() + static_cast<std::ptrdiff_t>(limits_.size);
    std::nth_element(hypotheses.begin(), last - 1, hypotheses.end(), by_rank);
    stack.floor = std::max(stack.floor, hypotheses_[*(last - 1)].total);
    std::for_each(last, hypotheses.end(), [this](std::uint32_t index) { release(index); });
    hypotheses.erase(last, hypotheses.end());
  }
  std::erase_if(hypotheses, [&](std::uint32_t index) {
    if (hypotheses_[index].total >= stack.floor) return false;
    release(index);
    return true;
  });
  if (limits_.recombine) rebuild_slots(stack, stack.slots.size());
}

void SearchGraph::rebuild_slots(Stack& stack, std::size_t size) {
  stack.slots.assign(size, {});
  for (const std::uint32_t hypothesis_ref : stack.hypotheses) {
    const std::uint32_t hash = hash_of(hypotheses_[hypothesis_ref].key);
    const std::size_t place =
        probe(stack.slots, hash, [](const Stack::Slot& slot) { return slot.entry == 0; });
    stack.slots[place] = {hypothesis_ref + 1, hash};
  }
}

std::span<const std::uint32_t> SearchGraph::finish(std::size_t stack_index) {
  Stack& stack = stacks_[stack_index];
  prune(stack);
  std::sort(stack.hypotheses.begin(), stack.hypotheses.end(),
            [this](std::uint32_t a, std::uint32_t b) { return better(a, b); });
  return stack.hypotheses;
}

}  // namespace calque::decode
