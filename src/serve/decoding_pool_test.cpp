#include "serve/decoding_pool.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <future>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace calque::serve {
namespace {

using ::testing::ElementsAre;

// Holds the only thread of a pool until it is let go.
class Held {
 public:
  explicit Held(DecodingPool& pool) {
    std::promise<void> begun;
    pool.submit({1,
                 [this, &begun](std::size_t) {
                   begun.set_value();
                   free_.get_future().wait();
                 },
                 [](const std::exception_ptr&) {},
                 {}});
    begun.get_future().wait();
  }
  void let_go() { free_.set_value(); }

 private:
  std::promise<void> free_;
};

// What ran, in order, and how many jobs are done.
struct Journal {
  std::mutex mutex;
  std::vector<std::string> lines;
  std::promise<void> all_done;
  int open = 0;

  void add(const std::string& line) {
    const std::lock_guard lock(mutex);
    lines.push_back(line);
  }
  Job job(const std::string& name, std::size_t tasks) {
    ++open;
    return {tasks,
            [this, name](std::size_t task) { add(name + std::to_string(task)); },
            [this, name](const std::exception_ptr& error) {
              const std::lock_guard lock(mutex);
              lines.push_back(name + (error ? " failed" : " done"));
              if (--open == 0) all_done.set_value();
            },
            {}};
  }
};

TEST(DecodingPool, ThreadsTakeOneTaskOfEachJobInTurn) {
  Journal journal;
  DecodingPool pool(1, 100);
  Held held(pool);
  ASSERT_TRUE(pool.submit(journal.job("a", 4)));
  ASSERT_TRUE(pool.submit(journal.job("b", 1)));
  ASSERT_TRUE(pool.submit(journal.job("c", 2)));
  EXPECT_EQ(pool.waiting(), 7);
  held.let_go();
  journal.all_done.get_future().wait();
  EXPECT_THAT(journal.lines,
              ElementsAre("a0", "b0", "b done", "c0", "a1", "c1", "c done", "a2", "a3", "a done"));
}

TEST(DecodingPool, TheQueueIsBounded) {
  Journal journal;
  DecodingPool pool(1, 3);
  Held held(pool);
  EXPECT_TRUE(pool.has_room());
  EXPECT_TRUE(pool.submit(journal.job("a", 5)));  // more than there is room for, when nothing waits
  EXPECT_FALSE(pool.has_room());
  Journal refused;
  EXPECT_FALSE(pool.submit(refused.job("b", 1)));
  held.let_go();
  journal.all_done.get_future().wait();
  EXPECT_TRUE(refused.lines.empty());
  EXPECT_EQ(pool.waiting(), 0);
}

TEST(DecodingPool, AFailedTaskEndsItsJobAlone) {
  Journal journal;
  DecodingPool pool(1, 100);
  Held held(pool);
  Job job = journal.job("a", 3);
  job.run = [&](std::size_t task) {
    journal.add("a" + std::to_string(task));
    throw std::runtime_error("no");
  };
  ASSERT_TRUE(pool.submit(std::move(job)));
  ASSERT_TRUE(pool.submit(journal.job("b", 1)));
  held.let_go();
  journal.all_done.get_future().wait();
  EXPECT_THAT(journal.lines, ElementsAre("a0", "a failed", "b0", "b done"));
}

TEST(DecodingPool, CancelledJobsDoNotRun) {
  Journal journal;
  DecodingPool pool(1, 100);
  Held held(pool);
  std::stop_source gone;
  Job job = journal.job("a", 3);
  job.cancel = gone.get_token();
  ASSERT_TRUE(pool.submit(std::move(job)));
  gone.request_stop();
  held.let_go();
  journal.all_done.get_future().wait();
  EXPECT_THAT(journal.lines, ElementsAre("a failed"));
}

TEST(DecodingPool, WhatWaitsAtTheEndIsToldSo) {
  std::promise<void> begun;
  std::promise<void> ending;
  int ended = 0;
  int failed = 0;
  const auto count = [&](const std::exception_ptr& error) { ++(error ? failed : ended); };
  {
    DecodingPool pool(1, 100);
    pool.submit({1,
                 [&](std::size_t) {
                   begun.set_value();
                   ending.get_future().wait();
                   // The pool is told to stop soon after; what is in hand by then is ended.
                   std::this_thread::sleep_for(std::chrono::milliseconds(50));
                 },
                 count,
                 {}});
    begun.get_future().wait();
    pool.submit({2, [](std::size_t) {}, count, {}});
    ending.set_value();
  }
  EXPECT_EQ(ended, 1);
  EXPECT_EQ(failed, 1);
}

// Tasks that wait for each other end only if every one of them has woken a thread of its own.
class Meeting {
 public:
  explicit Meeting(std::size_t expected) : missing_(expected) {}
  void wait() {
    std::unique_lock lock(mutex_);
    if (--missing_ == 0) all_.notify_all();
    met_ = all_.wait_for(lock, std::chrono::seconds(30), [this] { return missing_ == 0; }) && met_;
  }
  bool met() const { return met_; }

 private:
  std::mutex mutex_;
  std::condition_variable all_;
  std::size_t missing_;
  bool met_ = true;
};

TEST(DecodingPool, EveryTaskWakesAThreadOfItsOwnIfOneIsIdle) {
  constexpr std::size_t kThreads = 3;
  DecodingPool pool(kThreads, 100);
  for (int round = 0; round < 300; ++round) {
    // As one job, as several, and mixed; threads may be waiting already or on their way to it.
    const std::vector<std::vector<std::size_t>> shapes{{3}, {1, 1, 1}, {2, 1}, {1, 2}};
    const auto& shape = shapes[static_cast<std::size_t>(round) % shapes.size()];
    Meeting meeting(kThreads);
    std::vector<std::promise<void>> ended(shape.size());
    for (std::size_t k = 0; k < shape.size(); ++k) {
      ASSERT_TRUE(pool.submit({shape[k],
                               [&](std::size_t) { meeting.wait(); },
                               [&ended, k](const std::exception_ptr&) { ended[k].set_value(); },
                               {}}));
    }
    for (std::promise<void>& job : ended) job.get_future().wait();
    ASSERT_TRUE(meeting.met()) << "round " << round;
  }
}

TEST(DecodingPool, AllTasksRunOnceWithManyThreads) {
  std::atomic<std::size_t> ran = 0;
  std::atomic<std::size_t> done = 0;
  {
    std::vector<std::future<void>> waits;
    DecodingPool pool(4, 100'000);
    for (std::size_t j = 0; j < 200; ++j) {
      auto promise = std::make_shared<std::promise<void>>();
      waits.push_back(promise->get_future());
      ASSERT_TRUE(pool.submit({j % 17,
                               [&](std::size_t) { ++ran; },
                               [&, promise](const std::exception_ptr& error) {
                                 done += error == nullptr;
                                 promise->set_value();
                               },
                               {}}));
    }
    for (auto& wait : waits) wait.wait();
  }
  std::size_t expected = 0;
  for (std::size_t j = 0; j < 200; ++j) expected += j % 17;
  EXPECT_EQ(ran, expected);
  EXPECT_EQ(done, 200);
}

}  // namespace
}  // namespace calque::serve
