#include "serve/decoding_pool.h"

#include <utility>

#include "base/error.h"

namespace calque::serve {

DecodingPool::DecodingPool(std::size_t threads, std::size_t max_waiting) : max_waiting_(max_waiting) {
  CALQUE_CHECK(threads > 0);
  for (std::size_t i = 0; i < threads; ++i)
    threads_.emplace_back([this](const std::stop_token& stop) { work(stop); });
}

DecodingPool::~DecodingPool() {
  for (std::jthread& thread : threads_) thread.request_stop();
  threads_.clear();
  for (const std::shared_ptr<Entry>& entry : turn_) {
    const Cancelled stopped("the server was stopped before this was done", "ask again");
    entry->job.done(entry->error ? entry->error : std::make_exception_ptr(stopped));
  }
}

bool DecodingPool::submit(Job job) {
  if (job.tasks == 0) {
    job.done(nullptr);
    return true;
  }
  {
    const std::lock_guard lock(mutex_);
    if (waiting_ > 0 && waiting_ + job.tasks > max_waiting_) return false;
    waiting_ += job.tasks;
    auto entry = std::make_shared<Entry>();
    entry->job = std::move(job);
    turn_.push_back(std::move(entry));
  }
  // One job in turn gives work to one thread; that thread wakes the next if there is more (run_task). No
  // wake-up is lost: threads that do not wait by now look at `turn_` behind the lock before they do.
  changed_.notify_one();
  return true;
}

std::size_t DecodingPool::waiting() const {
  const std::lock_guard lock(mutex_);
  return waiting_;
}

bool DecodingPool::has_room() const {
  const std::lock_guard lock(mutex_);
  return waiting_ < max_waiting_ || waiting_ == 0;
}

void DecodingPool::work(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (changed_.wait(lock, stop, [this] { return !turn_.empty(); })) {
    if (stop.stop_requested()) return;
    const std::shared_ptr<Entry> entry = std::move(turn_.front());
    turn_.pop_front();
    run_task(entry, lock);
  }
}

// Behind the lock, but for the task itself and done().
void DecodingPool::run_task(const std::shared_ptr<Entry>& entry, std::unique_lock<std::mutex>& lock) {
  const std::size_t task = entry->next++;
  --waiting_;
  ++entry->running;
  const bool has_more = entry->next < entry->job.tasks;
  if (has_more) turn_.push_back(entry);
  lock.unlock();
  // Without the lock: whoever wakes needs it at once.
  if (has_more) changed_.notify_one();
  std::exception_ptr error;
  try {
    if (entry->job.cancel.stop_requested())
      throw Cancelled("the client has gone", "ask again, and wait for the answer");
    entry->job.run(task);
  } catch (...) {
    error = std::current_exception();
  }
  lock.lock();
  --entry->running;
  if (error && !entry->error) {
    entry->error = error;
    drop_rest(*entry);
  }
  if (entry->running > 0 || entry->next < entry->job.tasks) return;
  lock.unlock();
  entry->job.done(entry->error);
  entry->job = Job();  // what it holds is let go outside the lock
  lock.lock();
}

void DecodingPool::drop_rest(Entry& entry) {
  if (entry.next == entry.job.tasks) return;
  waiting_ -= entry.job.tasks - entry.next;
  entry.next = entry.job.tasks;
  std::erase_if(turn_, [&](const std::shared_ptr<Entry>& other) { return other.get() == &entry; });
}

}  // namespace calque::serve
