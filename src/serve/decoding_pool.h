// The threads that translate, and the queue before them.
//
// A job is the work of one request: tasks (sentences) that may run at the same time, and what is done when
// all have run. Threads take one task of each waiting job in turn, so a request of one sentence waits for the
// sentences in hand and one of every other request, not for all of theirs. The queue is bounded by the number
// of tasks that wait. Safe from any thread.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

namespace calque::serve {

struct Job {
  std::size_t tasks = 0;
  std::function<void(std::size_t task)> run{};
  // Called once, by the thread that ends the last task, with what the first failing task threw or nullptr.
  // Must not throw. Tasks that have not begun when one fails, or when `cancel` is used, do not run.
  std::function<void(std::exception_ptr)> done{};
  std::stop_token cancel{};
};

class DecodingPool {
 public:
  // Requires: threads > 0. At most `max_waiting` tasks wait; a larger job is taken when nothing else waits.
  DecodingPool(std::size_t threads, std::size_t max_waiting);
  // Tasks in hand are ended; jobs that are not done by then end with Cancelled.
  ~DecodingPool();
  DecodingPool(const DecodingPool&) = delete;
  DecodingPool& operator=(const DecodingPool&) = delete;

  // False, and nothing is called, if the queue has no room. A job without tasks is done at once.
  bool submit(Job job);

  // Tasks that wait.
  std::size_t waiting() const;
  // Whether a job of one task would be taken.
  bool has_room() const;
  std::size_t threads() const { return threads_.size(); }

 private:
  struct Entry {
    Job job;
    std::size_t next = 0;     // task
    std::size_t running = 0;  // tasks in hand
    std::exception_ptr error{};
  };

  void work(const std::stop_token& stop);
  void run_task(const std::shared_ptr<Entry>& entry, std::unique_lock<std::mutex>& lock);
  void drop_rest(Entry& entry);

  std::size_t max_waiting_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<std::shared_ptr<Entry>> turn_;  // jobs with tasks that have not begun; the first has its turn
  std::size_t waiting_ = 0;
  std::vector<std::jthread> threads_;
};

}  // namespace calque::serve
