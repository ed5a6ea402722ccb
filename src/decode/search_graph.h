// Hypotheses, the graph they form, and the stacks that keep the best of them.
//
// A hypothesis is a trivially destructible record. Its key (coverage, end of the last phrase, feature states)
// is five numbers of 32 bits; what they stand for is in block pools. Hypotheses with equal keys are merged:
// the better one stays in the record and the other becomes an arc in its list of alternatives, for n-best
// lists. Invariants:
//   1. a hypothesis in a stack that is not yet expanded is referred to by that stack only, so it may be
//   overwritten by
//      a better one with the same key, or freed;
//   2. a stack's floor never falls, and at the end at least stack_size members reach it or the best member's
//   beam does:
//      what is below the floor cannot survive;
//   3. every comparison has a tie rule, so results depend on the input alone.
// Part of a workspace: memory is kept between sentences. Not to be shared between threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace calque::decode {

inline constexpr std::uint32_t kNone = 0xffffffffU;

// What later steps can tell apart. Numbers of blocks in the pools of the search, and a source position.
struct HypothesisKey {
  std::uint32_t coverage = 0;
  std::uint32_t source_end = 0;     // of the last phrase
  std::uint32_t continuation = 0;   // states of the features of Scope::kContinuation
  std::uint32_t pending_state = 0;  // pending states of reordering features
  std::uint32_t reordering_state =
      0;  // states of all other features and position states of reordering features

  bool operator==(const HypothesisKey&) const = default;
};

struct Hypothesis {
  double score = 0;  // weighted scores of the derivation so far
  double total = 0;  // score and the estimate for what is left
  HypothesisKey key{};
  std::uint32_t previous = kNone;      // hypothesis extended
  std::uint32_t option = kNone;        // by this option
  std::uint32_t alternatives = kNone;  // first of the arcs merged into this one
};

// Another way to reach a hypothesis.
struct Arc {
  double score = 0;
  std::uint32_t previous = kNone;
  std::uint32_t option = kNone;
  std::uint32_t next = kNone;
};

// What a stack is allowed to keep.
struct StackLimits {
  std::size_t size = 0;                                         // 0: no limit
  double beam_width = std::numeric_limits<double>::infinity();  // largest distance of totals to the best
  bool recombine = true;
  bool keep_alternatives = false;
};

// Hypotheses that cover the same number of words.
struct Stack {
  struct Slot {
    std::uint32_t entry = 0;  // hypothesis + 1; 0 is free
    std::uint32_t hash = 0;   // of its key
  };
  std::vector<std::uint32_t> hypotheses;
  std::vector<Slot> slots;  // open addressing; size is a power of two
  double best = -std::numeric_limits<double>::infinity();
  double floor = -std::numeric_limits<double>::infinity();  // totals below it need not be added
};

class SearchGraph {
 public:
  // Forgets everything. There will be stack_count stacks.
  void reset(std::size_t stack_count, const StackLimits& limits);

  // Adds or merges. Requires: candidate.total >= floor(stack).
  void add(std::size_t stack, const Hypothesis& candidate);
  double floor(std::size_t stack) const { return stacks_[stack].floor; }

  // Prunes the stack for good and sorts it, best first. The span is valid until the next reset.
  std::span<const std::uint32_t> finish(std::size_t stack);

  // Of a finished stack, best first.
  std::span<const std::uint32_t> hypotheses(std::size_t stack) const { return stacks_[stack].hypotheses; }
  const Hypothesis& hypothesis(std::uint32_t index) const { return hypotheses_[index]; }
  const Arc& arc(std::uint32_t index) const { return arcs_[index]; }
  std::size_t size() const { return hypotheses_.size(); }

 private:
  Stack::Slot& find_slot(Stack& stack, std::uint32_t hash, const HypothesisKey& key);
  std::uint32_t store(const Hypothesis& candidate);
  void merge(std::uint32_t index, const Hypothesis& candidate);
  void keep_arc(std::uint32_t index, const Arc& arc);
  void release(std::uint32_t index);
  void prune(Stack& stack);
  void rebuild_slots(Stack& stack, std::size_t size);
  bool better(std::uint32_t a, std::uint32_t b) const;

  StackLimits limits_;
  std::vector<Hypothesis> hypotheses_;
  std::vector<Arc> arcs_;
  std::vector<std::uint32_t> free_hypotheses_;
  std::uint32_t free_arcs_ = kNone;
  std::vector<Stack> stacks_;
};

}  // namespace calque::decode
