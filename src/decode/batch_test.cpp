#include "decode/batch.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace calque::decode
