#include "text/clean.h"

#include <limits>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/rng.h"
#include "base/testing/scratch_folder.h"

namespace calque::text {
namespace {

using ::testing::ElementsAre;

std::string words(std::size_t count) {
  std::string line;
  for (std::size_t i = 0; i < count; ++i) line += i == 0 ? "w" : " w";
  return line;
}

TEST(CleanTest, EachReason) {
  CleanOptions options;
  options.min_words = 2;
  options.max_words = 10;
  options.max_ratio = 2;
  options.remove_duplicates = true;
  options.remove_identical = true;
  PairFilter filter(options);
  EXPECT_EQ(filter.check({"", "a b"}), Removal::kEmpty);
  EXPECT_EQ(filter.check({"a b", " \t "}), Removal::kEmpty);
  EXPECT_EQ(filter.check({"a", "a b"}), Removal::kTooShort);
  EXPECT_EQ(filter.check({words(11), words(10)}), Removal::kTooLong);
  EXPECT_EQ(filter.check({words(5), words(2)}), Removal::kRatio);
  EXPECT_EQ(filter.check({"a b", "a b "}), Removal::kIdentical);
  EXPECT_EQ(filter.check({"a b", "c d"}), std::nullopt);
  EXPECT_EQ(filter.check({"a b ", "c d"}), Removal::kDuplicate);
  EXPECT_EQ(filter.check({"c d", "a b"}), std::nullopt) << "the other way round is another pair";
  EXPECT_EQ(filter.check({"a b", "c e"}), std::nullopt);
}

TEST(CleanTest, LimitsAreInclusive) {
  CleanOptions options;
  options.max_words = 6;
  options.max_ratio = 3;
  PairFilter filter(options);
  EXPECT_EQ(filter.check({words(6), words(2)}), std::nullopt);
  EXPECT_EQ(filter.check({words(2), words(6)}), std::nullopt);
  EXPECT_EQ(filter.check({words(7), words(6)}), Removal::kTooLong);
  EXPECT_EQ(filter.check({words(1), words(4)}), Removal::kRatio);
}

TEST(CleanTest, DefaultsKeepDuplicatesAndCopies) {
  PairFilter filter(CleanOptions{});
  EXPECT_EQ(filter.check({"a", "a"}), std::nullopt);
  EXPECT_EQ(filter.check({"a", "a"}), std::nullopt);
  EXPECT_EQ(filter.check({words(9), "a"}), std::nullopt);
  EXPECT_EQ(filter.check({words(10), "a"}), Removal::kRatio);
}

Preparation pretokenized() {
  Preparation preparation;
  preparation.pretokenized = true;
  return preparation;
}

std::vector<std::string> kept_sources(const ParallelInput& input, const CleanOptions& options,
                                      const Preparation& preparation) {
  std::vector<std::string> kept;
  ThreadPool threads(2);
  clean(
      input, options, preparation, [&](const CleanPair& pair) { kept.push_back(pair.written.source); },
      threads, silent_reporter());
  return kept;
}

TEST(CleanTest, CountsWordsOfRunningText) {
  const testing::ScratchFolder folder;
  ParallelInput input;
  input.source = folder.file("x.tsv", "我住在北京。\tI live in Beijing.\n");
  CleanOptions options;
  options.max_ratio = 2;
  const Preparation running{.source_language = "zh", .target_language = "en"};
  EXPECT_THAT(kept_sources(input, options, running), ElementsAre("我住在北京。"));
  EXPECT_THAT(kept_sources(input, options, pretokenized()), ElementsAre());
}

TEST(CleanTest, ComparesWordsAndWritesLines) {
  const testing::ScratchFolder folder;
  ParallelInput input;
  input.source = folder.file("x.tsv", "  Ein Haus.\tA house.\nEin Haus .\tA house .\nok .\tok.\n");
  CleanOptions options;
  options.remove_duplicates = options.remove_identical = true;
  const Preparation running{.source_language = "de", .target_language = "en"};
  EXPECT_THAT(kept_sources(input, options, running), ElementsAre("  Ein Haus."));
}

TEST(CleanTest, DuplicatesAgreeWithASet) {
  CleanOptions options;
  options.remove_duplicates = true;
  PairFilter filter(options);
  std::set<std::pair<std::string, std::string>> oracle;
  Rng rng(2);
  for (int i = 0; i < 20000; ++i) {
    const auto side = [&] {
      std::string line(1 + rng.below(3), 'a');
      for (char& c : line) c = static_cast<char>('a' + rng.below(4));
      return line;
    };
    const SentencePairText pair{side(), side()};
    const bool is_new = oracle.emplace(pair.source, pair.target).second;
    ASSERT_EQ(!filter.check(pair).has_value(), is_new) << pair.source << " = " << pair.target;
  }
}

TEST(CleanTest, CountsEverythingOnce) {
  const testing::ScratchFolder folder;
  ParallelInput input;
  input.source =
      folder.file("x.tsv", "a\tb\nno tab\n\xFF\tb\nc\t\na\tb\n" + words(101) + "\t" + words(100) + "\n");
  CleanOptions options;
  options.remove_duplicates = true;
  std::vector<std::string> kept;
  input.bad_lines = BadLinePolicy::kSkipAndCount;
  ThreadPool threads(1);
  const CleanResult result = clean(
      input, options, pretokenized(), [&](const CleanPair& pair) { kept.push_back(pair.written.source); },
      threads, silent_reporter());
  EXPECT_THAT(kept, ElementsAre("a"));
  EXPECT_EQ(result.read, 6U);
  EXPECT_EQ(result.kept, 1U);
  for (const Removal reason : {Removal::kBadFormat, Removal::kBadEncoding, Removal::kEmpty, Removal::kTooLong,
                               Removal::kDuplicate}) {
    EXPECT_EQ(result.removed_for(reason), 1U) << name_of(reason);
  }
  std::uint64_t removed = 0;
  for (const std::uint64_t count : result.removed) removed += count;
  EXPECT_EQ(result.kept + removed, result.read);
}

TEST(CleanTest, NamesAreDifferentAndOptionsChecked) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < kRemovalCount; ++i) names.insert(name_of(static_cast<Removal>(i)));
  EXPECT_EQ(names.size(), kRemovalCount);
  CleanOptions options;
  options.min_words = 101;
  EXPECT_THROW(options.validate(), UsageError);
  options.min_words = 1;
  options.max_ratio = 0.5;
  EXPECT_THROW(options.validate(), UsageError);
  options.max_ratio = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(PairFilter{options}, UsageError);
}

}  // namespace
}  // namespace calque::text
