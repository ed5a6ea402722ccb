#include "decode/batch.h"

#include <atomic>
#include <stdexcept>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "decode/ordered_stream.h"
#include "decode/testing/toy_models.h"

namespace calque::decode {
namespace {

using testing::make_toy_system;
using testing::random_pairs;
using testing::ToySystem;

std::vector<std::vector<Translation>> translate_all(const Decoder& decoder, std::size_t threads,
                                                    const std::vector<std::string>& lines) {
  ThreadPool pool(threads);
  std::size_t next = 0;
  std::vector<std::vector<Translation>> results;
  translate_lines(
      decoder, pool, {.n = 5},
      [&](std::string& line) {
        if (next == lines.size()) return false;
        line = lines[next++];
        return true;
      },
      [&](const std::string& line, const std::vector<Translation>& translations, std::uint64_t number) {
        EXPECT_EQ(number, results.size());
        EXPECT_EQ(line, lines[number]);
        results.push_back(translations);
      });
  return results;
}

TEST(Batch, AnyNumberOfThreadsGivesTheSameInOrder) {
  Rng rng(1);
  const ToySystem system = make_toy_system(random_pairs(rng, 10, 4, 0.2));
  std::vector<std::string> lines{""};
  while (lines.size() < 200) {
    std::string line;
    for (std::size_t n = rng.below(20); n > 0; --n) line += " s" + std::to_string(rng.below(11));
    lines.push_back(line);
  }
  SearchOptions options;
  options.stack_size = 10;
  for (const auto algorithm : {SearchAlgorithm::kStacks, SearchAlgorithm::kCube}) {
    options.search = algorithm;
    const Decoder decoder = system.decoder(options);
    const auto one = translate_all(decoder, 1, lines);
    ASSERT_EQ(one.size(), lines.size());
    for (const std::size_t threads : {2, 4, 7}) EXPECT_EQ(translate_all(decoder, threads, lines), one);
    EXPECT_TRUE(translate_all(decoder, 3, {}).empty());
  }
}

TEST(OrderedStream, AnswersBeforeTheNextItemIsRead) {
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

TEST(OrderedStream, HoldsNoMoreThanTheWindow) {
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

TEST(OrderedStream, PassesErrorsOn) {
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

}  // namespace
}  // namespace calque::decode
