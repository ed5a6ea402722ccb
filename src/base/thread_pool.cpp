#include "base/thread_pool.h"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <limits>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "base/error.h"

namespace calque {
namespace {

// One call of for_blocks: hands out block numbers and remembers the first failure in block order.
class Job {
 public:
  Job(std::size_t count, std::size_t block_size, const std::function<void(const Block&)>& work)
      : count_(count), block_size_(block_size), work_(work) {}

  void run(std::size_t thread) {
    while (const auto block = take(thread)) {
      try {
        work_(*block);
      } catch (...) {
        fail(block->index, std::current_exception());
      }
    }
  }

  void rethrow_failure() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  std::optional<Block> take(std::size_t thread) {
    const std::lock_guard lock(mutex_);
    const std::size_t begin = next_ * block_size_;
    // After a failure no higher block starts; lower ones are all taken already, so the outcome is the same
    // for any number of threads: the lowest block that throws is always reached.
    if (begin >= count_ || failure_) return std::nullopt;
    return Block{next_++, begin, std::min(begin + block_size_, count_), thread};
  }

  void fail(std::size_t index, std::exception_ptr failure) {
    const std::lock_guard lock(mutex_);
    if (index >= failed_block_) return;
    failed_block_ = index;
    failure_ = std::move(failure);
  }

  const std::size_t count_;
  const std::size_t block_size_;
  const std::function<void(const Block&)>& work_;
  std::mutex mutex_;
  std::size_t next_ = 0;
  std::size_t failed_block_ = std::numeric_limits<std::size_t>::max();
  std::exception_ptr failure_;
};

}  // namespace

struct ThreadPool::Shared {
  std::mutex mutex;
  std::condition_variable wake;
  std::condition_variable done;
  Job* job = nullptr;
  std::size_t generation = 0;  // counts jobs, so that a worker joins each once
  std::size_t running = 0;     // workers inside the current job
  bool stop = false;
  std::vector<std::jthread> workers;

  void serve(std::size_t thread) {
    std::size_t seen = 0;
    std::unique_lock lock(mutex);
    while (true) {
      wake.wait(lock, [&] { return stop || (generation != seen && job != nullptr); });
      if (stop) return;
      seen = generation;
      Job* mine = job;
      ++running;
      lock.unlock();
      mine->run(thread);
      lock.lock();
      if (--running == 0) done.notify_all();
    }
  }
};

ThreadPool::ThreadPool(std::size_t threads)
    : threads_(threads != 0 ? threads : std::max<std::size_t>(1, std::thread::hardware_concurrency())),
      shared_(std::make_unique<Shared>()) {
  for (std::size_t thread = 1; thread < threads_; ++thread) {
    shared_->workers.emplace_back([shared = shared_.get(), thread] { shared->serve(thread); });
  }
}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard lock(shared_->mutex);
    shared_->stop = true;
  }
  shared_->wake.notify_all();
}

void ThreadPool::for_blocks(std::size_t count, std::size_t block_size,
                            const std::function<void(const Block&)>& work) {
  if (count == 0) return;
  CALQUE_CHECK(block_size > 0);
  Job job(count, block_size, work);
  {
    const std::lock_guard lock(shared_->mutex);
    shared_->job = &job;
    ++shared_->generation;
  }
  shared_->wake.notify_all();
  job.run(0);
  {
    std::unique_lock lock(shared_->mutex);
    shared_->job = nullptr;  // a worker that wakes from now on finds nothing to do
    shared_->done.wait(lock, [&] { return shared_->running == 0; });
  }
  job.rethrow_failure();
}

}  // namespace calque
