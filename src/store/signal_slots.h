// Records that a signal handler may read.
//
// Fixed slots with lock-free flags, because a handler may neither lock nor allocate. Any thread may take and
// release slots at any time.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>

namespace calque::store {

template <typename Record, std::size_t kSlots>
class SignalSlots {
 public:
  static constexpr int kNone = -1;

  // Fills a free slot by fill(record) and returns its number; kNone if all are taken.
  template <typename Fill>
  int take(const Fill& fill) {
    for (std::size_t i = 0; i < kSlots; ++i) {
      State expected = State::kFree;
      if (!slots_[i].state.compare_exchange_strong(expected, State::kBeingFilled)) continue;
      fill(slots_[i].record);
      slots_[i].state.store(State::kLive);
      return static_cast<int>(i);
    }
    return kNone;
  }
  void release(int slot) {
    if (slot != kNone) slots_[static_cast<std::size_t>(slot)].state.store(State::kFree);
  }

  // Calls visit(record) for each slot that is taken. For handlers.
  template <typename Visit>
  void for_each(const Visit& visit) const {
    for (const Slot& slot : slots_)
      if (slot.state.load() == State::kLive) visit(slot.record);
  }

 private:
  enum class State { kFree, kBeingFilled, kLive };
  struct Slot {
    std::atomic<State> state{State::kFree};
    Record record;
  };
  std::array<Slot, kSlots> slots_;
};

}  // namespace calque::store
