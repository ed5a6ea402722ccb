#include "decode/option_table.h"

#include <gtest/gtest.h>

#include "decode/future_cost.h"
#include "decode/testing/toy_models.h"

namespace calque::decode {
namespace {

using testing::make_toy_system;
using testing::random_pairs;
using testing::ToySystem;
using testing::Words;

// A table over a whole sentence, with what it refers to.
struct Built {
  Built(const ToySystem& system, const Words& sentence, const SearchOptions& options)
      : weights(flatten(system.weights, system.decoder_parts.features->descriptions())),
        words(testing::views(sentence)) {
    for (const auto word : words)
      ids.push_back(system.phrases->source_word(word).value_or(kUnknownSourceWord));
    table.build({*system.phrases, *system.decoder_parts.features, weights}, options,
                {words, ids, static_cast<std::uint32_t>(system.phrases->target_vocabulary_size())},
                {0, static_cast<std::uint32_t>(words.size())}, {});
  }
  std::vector<double> weights;
  std::vector<std::string_view> words;
  std::vector<text::WordId> ids;
  OptionTable table;
};

// The options of random sentences without a limit and with what `limit` sets, span by span.
void compare_limited(
    std::uint64_t seed, const std::function<void(SearchOptions&)>& limit,
    const std::function<void(const OptionTable&, text::Span, const OptionTable&, text::Span)>& check) {
  Rng rng(seed);
  for (int round = 0; round < 30; ++round) {
    const ToySystem system = make_toy_system(random_pairs(rng, 5, 30, 0.4));
    const Words sentence = testing::random_sentence(rng, 6, 6);
    SearchOptions options;
    options.table_limit = 0;
    const Built all(system, sentence, options);
    limit(options);
    const Built few(system, sentence, options);
    for (std::uint32_t begin = 0; begin < 6; ++begin) {
      for (std::uint32_t length = 1; length <= std::min(3U, 6 - begin); ++length)
        check(all.table, all.table.range(begin, length), few.table, few.table.range(begin, length));
    }
  }
}

TEST(OptionTable, LimitKeepsTheBestByEstimate) {
  const auto limit = [](SearchOptions& options) { options.table_limit = 4; };
  compare_limited(3, limit, [](const OptionTable& all, text::Span a, const OptionTable& few, text::Span b) {
    ASSERT_EQ(b.size(), std::min(a.size(), 4U));
    for (std::uint32_t i = 0; i < a.size(); ++i) {
      if (i > 0) {
        EXPECT_GE(all.score(a.begin + i - 1).estimate, all.score(a.begin + i).estimate);
      }
      if (i >= 4) continue;
      EXPECT_EQ(few.option(b.begin + i).pair, all.option(a.begin + i).pair);
      EXPECT_EQ(few.score(b.begin + i).estimate, all.score(a.begin + i).estimate);
    }
  });
}

TEST(OptionTable, OnlyTheFirstOfTheTableAreLookedAt) {
  const auto pairs = [](const OptionTable& table, text::Span range) {
    std::vector<std::size_t> numbers;
    for (std::uint32_t i = range.begin; i < range.end; ++i) numbers.push_back(table.option(i).pair);
    std::sort(numbers.begin(), numbers.end());
    return numbers;
  };
  const auto limit = [](SearchOptions& options) { options.frequent_limit = 3; };
  compare_limited(4, limit, [&](const OptionTable& all, text::Span a, const OptionTable& few, text::Span b) {
    // Pairs of a source phrase are numbered in the order of the table.
    std::vector<std::size_t> expected = pairs(all, a);
    if (expected.size() > 3) expected.resize(3);
    EXPECT_EQ(pairs(few, b), expected);
  });
}

TEST(OptionTable, ScoresAreWhatTheFeaturesSay) {
  const ToySystem system =
      make_toy_system({{{"a"}, {"x", "y"}, {-1, -2, -3, -4}, {}}, {{"a"}, {"x"}, {-9, 0, 0, 0}, {}}});
  const Built built(system, {"a", "b"}, {});
  ASSERT_EQ(built.table.options().size(), 3U);
  // Weights: 0.2 each, toy 0.7, word penalty -1, phrase penalty 0.2, unknown 1.
  const double fixed = 0.2 * -10 + 2 + 0.2;
  const std::uint32_t first = built.table.option(0).target.size() == 2 ? 0 : 1;
  EXPECT_NEAR(built.table.score(first).fixed, fixed, 1e-6);
  EXPECT_NEAR(built.table.score(first).estimate, fixed + 0.7 * double{testing::toy_bigram("x", "y")}, 1e-6);
  EXPECT_NEAR(built.table.score(1 - first).fixed, 0.2 * -9 + 1 + 0.2, 1e-6);
  EXPECT_EQ(built.table.score(0).best_following,
            std::max(built.table.score(0).fixed, built.table.score(1).fixed));
  EXPECT_EQ(built.table.score(1).best_following, built.table.score(1).fixed);
  const TranslationOption& copied = built.table.option(2);
  EXPECT_TRUE(copied.copied);
  EXPECT_EQ(copied.source, (text::Span{1, 2}));
  EXPECT_NEAR(built.table.score(2).fixed, -100 + 1 + 0.2, 1e-6);
}

TEST(OptionTable, EveryWordHasAnOptionOfItsOwn) {
  Rng rng(4);
  const ToySystem system = make_toy_system(random_pairs(rng, 5, 3, 0.5));
  const Built built(system, testing::random_sentence(rng, 8, 12), {});
  for (std::uint32_t i = 0; i < 12; ++i) EXPECT_FALSE(built.table.range(i, 1).empty());
  for (std::uint32_t i = 0; i < built.table.options().size(); ++i) EXPECT_EQ(built.table.option(i).index, i);
}

// The best cover by trying all of them.
double best_cover(const OptionTable& table, std::uint32_t begin, std::uint32_t end) {
  if (begin == end) return 0;
  double best = -1e300;
  for (std::uint32_t length = 1; length <= std::min(table.max_length(), end - begin); ++length) {
    const text::Span options = table.range(begin, length);
    for (std::uint32_t i = options.begin; i < options.end; ++i) {
      best = std::max(best, table.score(i).estimate + best_cover(table, begin + length, end));
    }
  }
  return best;
}

TEST(FutureCost, IsTheBestCoverOfEverySpan) {
  Rng rng(5);
  for (int round = 0; round < 20; ++round) {
    const ToySystem system = make_toy_system(random_pairs(rng, 4, 2, 0.4));
    const auto length = static_cast<std::uint32_t>(1 + rng.below(5));
    const Built built(system, testing::random_sentence(rng, 5, length), {});
    FutureCost future;
    future.build(built.table, length);
    for (std::uint32_t begin = 0; begin <= length; ++begin) {
      for (std::uint32_t end = begin; end <= length; ++end) {
        EXPECT_NEAR(future.score(begin, end), best_cover(built.table, begin, end), 1e-9);
      }
    }
  }
}

}  // namespace
}  // namespace calque::decode
