#include "base/ordered_stream.h"

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace calque {
namespace {

TEST(OrderedStreamTest, AnswersBeforeTheNextItemIsRead) {
  // With one thread every answer must be out before the next question: a pipe on both ends cannot deadlock.
  ThreadPool pool(1);
  int read = 0;
  int delivered = 0;
  OrderedStream<int, int> stream;
  stream.read = [&](int& item) {
    EXPECT_EQ(delivered, read);
    item = read++;
    return item < 10;
  };
  stream.work = [](const int& item, std::size_t) { return item * item; };
  stream.deliver = [&](const int& item, int& result, std::uint64_t number) {
    EXPECT_EQ(result, item * item);
    EXPECT_EQ(number, static_cast<std::uint64_t>(delivered++));
  };
  run_in_order(pool, stream, 4);
  EXPECT_EQ(delivered, 10);
}

TEST(OrderedStreamTest, HoldsNoMoreThanTheWindow) {
  ThreadPool pool(4);
  std::atomic<int> read = 0;
  std::atomic<int> delivered = 0;
  OrderedStream<int, int> stream;
  stream.read = [&](int& item) {
    item = read++;
    EXPECT_LE(read - delivered, 6);
    return item < 500;
  };
  stream.work = [](const int& item, std::size_t) { return item; };
  stream.deliver = [&](const int&, int&, std::uint64_t) { ++delivered; };
  run_in_order(pool, stream, 6);
  EXPECT_EQ(delivered, 500);
}

TEST(OrderedStreamTest, PassesErrorsOn) {
  for (const std::size_t threads : {1, 3}) {
    ThreadPool pool(threads);
    int next = 0;
    int delivered = 0;
    OrderedStream<int, int> stream;
    stream.read = [&](int& item) {
      item = next++;
      return item < 1000;
    };
    stream.work = [](const int& item, std::size_t) -> int {
      if (item == 50) throw std::runtime_error("item 50");
      return item;
    };
    stream.deliver = [&](const int&, int&, std::uint64_t number) {
      EXPECT_LT(number, 50U);
      ++delivered;
    };
    EXPECT_THAT([&] { run_in_order(pool, stream, 8); },
                ::testing::ThrowsMessage<std::runtime_error>("item 50"));
    EXPECT_LE(delivered, 50);
    EXPECT_LT(next, 100);
  }
}

TEST(OrderedStreamTest, AnErrorOfReadingComesAfterEverythingBeforeItAndEndsTheReading) {
  for (const std::size_t threads : {1, 2, 5}) {
    ThreadPool pool(threads);
    for (int repeat = 0; repeat < 20; ++repeat) {
      int next = 0;
      int delivered = 0;
      OrderedStream<int, int> stream;
      stream.read = [&](int& item) {
        item = next++;
        if (item >= 40) throw std::runtime_error("line " + std::to_string(item));
        return true;
      };
      stream.work = [](const int& item, std::size_t) {
        if (item % 8 == 7) std::this_thread::sleep_for(std::chrono::microseconds(200));
        return item;
      };
      stream.deliver = [&](const int&, int&, std::uint64_t) { ++delivered; };
      EXPECT_THAT([&] { run_in_order(pool, stream, 16); },
                  ::testing::ThrowsMessage<std::runtime_error>("line 40"));
      EXPECT_EQ(delivered, 40);
      EXPECT_EQ(next, 41);
    }
  }
}

}  // namespace
}  // namespace calque
