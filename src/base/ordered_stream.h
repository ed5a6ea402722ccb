// Work on a stream of items with several threads, results delivered in order and as soon as they are ready.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <utility>

#include "base/thread_pool.h"

namespace calque {

// How one stream is read, worked on and delivered. `work` runs in many threads at once; `read` is called by
// one thread at a time and `deliver` by one thread at a time, in the order of reading. `read` and `deliver`
// may run at the same time, so that an answer goes out while the next question is still being waited for.
template <typename Item, typename Result>
struct OrderedStream {
  std::function<bool(Item&)> read;                              // false at the end
  std::function<Result(const Item&, std::size_t thread)> work;  // thread: 0 .. threads-1, for scratch memory
  std::function<void(const Item&, Result&, std::uint64_t)> deliver;  // the number counts items from 0
};

// Items per thread that may wait for each other: enough that one long sentence does not stop the other
// threads.
inline constexpr std::size_t kItemsPerThread = 16;

// Runs the stream to its end. At most `window` items are in memory (0: kItemsPerThread for each thread). If
// `deliver` throws, reading stops and the exception is rethrown when all threads have stopped. What `read`
// and `work` throw counts as the item's result: everything before the item is delivered first, and nothing is
// read after an error of `read`, so that what is delivered and the error that comes out do not depend on the
// number of threads.
template <typename Item, typename Result>
void run_in_order(ThreadPool& pool, const OrderedStream<Item, Result>& stream, std::size_t window = 0) {
  if (window == 0) window = kItemsPerThread * pool.threads();
  struct Finished {
    Item item;
    Result result{};
    std::exception_ptr failure{};  // what reading or working threw
  };
  std::mutex reading;
  std::uint64_t read_count = 0;  // guarded by `reading`
  bool ended = false;            // guarded by `reading`
  std::mutex delivering;
  std::condition_variable delivered;
  std::uint64_t next_delivery = 0;  // guarded by `delivering`, as are the rest
  bool failed = false;
  std::map<std::uint64_t, Finished> finished;  // waiting for their turn; at most `window`

  const auto take = [&](Finished& next, std::uint64_t& number) {
    const std::lock_guard lock(reading);
    {
      std::unique_lock turn(delivering);
      delivered.wait(turn, [&] { return failed || read_count < next_delivery + window; });
      if (failed) return false;
    }
    if (ended) return false;
    try {
      ended = !stream.read(next.item);
      if (ended) return false;
    } catch (...) {
      ended = true;
      next.failure = std::current_exception();
    }
    number = read_count++;
    return true;
  };
  const auto hand_over = [&](std::uint64_t number, Finished done) {
    const std::lock_guard lock(delivering);
    finished.emplace(number, std::move(done));
    for (auto first = finished.begin(); !failed && first != finished.end() && first->first == next_delivery;
         first = finished.begin()) {
      if (first->second.failure) std::rethrow_exception(first->second.failure);
      stream.deliver(first->second.item, first->second.result, next_delivery);
      finished.erase(first);
      ++next_delivery;
    }
    delivered.notify_all();
  };
  pool.for_blocks(pool.threads(), 1, [&](const Block& block) {
    try {
      Finished next;
      std::uint64_t number = 0;
      while (take(next, number)) {
        try {
          if (!next.failure) next.result = stream.work(next.item, block.thread);
        } catch (...) {
          next.failure = std::current_exception();
        }
        hand_over(number, std::move(next));
        next = Finished();
      }
    } catch (...) {
      {
        const std::lock_guard lock(delivering);
        failed = true;
      }
      delivered.notify_all();
      throw;
    }
  });
}

}  // namespace calque
