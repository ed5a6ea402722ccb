// A pool of threads whose results never depend on how many there are.
//
// Work is cut into blocks by count and block size alone; which thread takes which block is left open, so a
// caller keeps results per block (or per item) and combines them in block order. map_blocks does that.
// Written over std::jthread rather than taken from a library so that the thread sanitizer sees every
// synchronisation. One parallel call at a time per pool; calls must not nest on the same pool.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace calque {

struct Block {
  std::size_t index;  // 0, 1, 2, ... in item order
  std::size_t begin;  // items [begin, end)
  std::size_t end;
  std::size_t thread;  // 0 .. threads()-1: for scratch memory only, never for results
};

class ThreadPool {
 public:
  // 0 means one thread per core. The calling thread works too, so ThreadPool(1) starts none.
  explicit ThreadPool(std::size_t threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  std::size_t threads() const noexcept { return threads_; }

  // Calls work once for every block of at most block_size items of [0, count) and waits. If blocks throw, the
  // exception of the lowest-numbered block that threw is rethrown here after all running blocks have ended.
  void for_blocks(std::size_t count, std::size_t block_size, const std::function<void(const Block&)>& work);

  // for_blocks with a result per block, returned in block order. Result needs a default constructor.
  template <typename Result>
  std::vector<Result> map_blocks(std::size_t count, std::size_t block_size,
                                 const std::function<Result(const Block&)>& work) {
    std::vector<Result> results(block_size == 0 ? 0 : (count + block_size - 1) / block_size);
    for_blocks(count, block_size, [&](const Block& block) { results[block.index] = work(block); });
    return results;
  }

 private:
  struct Shared;
  std::size_t threads_;
  std::unique_ptr<Shared> shared_;
};

}  // namespace calque
