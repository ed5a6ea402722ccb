#include "decode/weights.h"

#include <cmath>
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "store/content_hash.h"
#include "store/text_file.h"

namespace calque::decode {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

const std::vector<FeatureDescription> kFeatures{{"TM0", {0.2, 0.2}}, {"LM0", {0.5}}};

Weights weights_of(const std::string& text) {
  return parse_weights(text, "w.txt", kFeatures);
}

TEST(Weights, ReadsGroupsInTheFeaturesOrder) {
  const Weights weights = weights_of("# tuned on dev\n\nLM0= 1.5\r\n  TM0=\t-0.25 1e-3\n");
  EXPECT_EQ(weights, (Weights{{{"TM0", {-0.25, 0.001}}, {"LM0", {1.5}}}}));
  EXPECT_EQ(weights_of("TM0= 1 2\nLM0= 3"), (Weights{{{"TM0", {1, 2}}, {"LM0", {3}}}}));
}

TEST(Weights, WritingAndReadingGivesTheSameNumbers) {
  const Weights weights{{{"TM0", {1.0 / 3, -1e-300}}, {"LM0", {0.1 + 0.2}}}};
  EXPECT_EQ(weights_of(format_weights(weights)), weights);
  const auto path = std::filesystem::path(::testing::TempDir()) / "calque_weights_test.txt";
  write_weights(weights, path.string());
  EXPECT_EQ(read_weights(path.string(), kFeatures), weights);
  std::filesystem::remove(path);
}

// A cut can leave whole lines, or fewer digits of the last number, which are weights as well.
TEST(Weights, AFileThatWasCutIsRefused) {
  const Weights weights{{{"TM0", {0.25, 0.75}}, {"LM0", {0.125}}}, {{"LM0", "len.1.2", -0.5}}};
  const auto path = std::filesystem::path(::testing::TempDir()) / "calque_cut_weights_test.txt";
  write_weights(weights, path.string());
  const std::string whole = store::read_whole(path.string());
  std::filesystem::remove(path);
  ASSERT_TRUE(whole.starts_with("# checksum "));
  EXPECT_EQ(weights_of(whole), weights);
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_THROW(weights_of(whole.substr(0, size)), DataError) << size;
}

TEST(Weights, AChecksumInTheLastLineCoversTheLinesBefore) {
  const std::string text = "TM0= 1 2\nLM0= 3\n";
  EXPECT_EQ(weights_of(text + "# checksum " + store::hash_text(text) + "\n"), weights_of(text));
  EXPECT_THROW(weights_of("TM0= 1 2\nLM0= 4\n# checksum " + store::hash_text(text) + "\n"), DataError);
}

TEST(Weights, IndicatorsHaveWeightsOfTheirOwn) {
  const Weights weights{{{"TM0", {1, 2}}, {"LM0", {3}}}, {{"LM0", "len.1.2", -0.5}, {"TM0", "a[b]", 1}}};
  EXPECT_EQ(format_weights(weights), "TM0= 1 2\nLM0= 3\nLM0[len.1.2]= -0.5\nTM0[a[b]]= 1\n");
  EXPECT_EQ(weights_of(format_weights(weights)), weights);
}

void expect_refused(const std::string& text, const std::string& place, const std::string& problem) {
  EXPECT_THAT([&] { weights_of(text); },
              ThrowsMessage<DataError>(AllOf(HasSubstr(place), HasSubstr(problem))))
      << text;
}

TEST(Weights, RefusesWhatItCannotUseWithTheLine) {
  expect_refused("TM0= 1 2\nLM1= 3\n", "w.txt:2", "no feature 'LM1'");
  expect_refused("TM0= 1 2\nLM0= 3 4\n", "w.txt:2", "1 scores but the line gives 2 numbers");
  expect_refused("TM0= 1\nLM0= 3\n", "w.txt:1", "2 scores but the line gives 1 number");
  expect_refused("TM0=\nLM0= 3\n", "w.txt:1", "0 numbers");
  expect_refused("TM0= 1 nan\nLM0= 3\n", "w.txt:1", "'nan'");
  expect_refused("TM0= 1 inf\nLM0= 3\n", "w.txt:1", "'inf'");
  expect_refused("TM0= 1 2x\nLM0= 3\n", "w.txt:1", "'2x'");
  expect_refused("TM0 1 2\nLM0= 3\n", "w.txt:1", "followed by '='");
  expect_refused("= 1 2\nLM0= 3\n", "w.txt:1", "followed by '='");
  expect_refused("TM0= 1 2\nLM0= 3\nTM0= 1 2\n", "w.txt:3", "twice");
  expect_refused("TM0= 1 2\nLM0= 3\nLM0[]= 3\n", "w.txt:3", "indicator in brackets");
  expect_refused("TM0= 1 2\nLM0= 3\nLM0a]= 3\n", "w.txt:3", "indicator in brackets");
  expect_refused("TM0= 1 2\nLM0= 3\nLM1[a]= 3\n", "w.txt:3", "no feature 'LM1'");
  expect_refused("TM0= 1 2\nLM0= 3\nLM0[a]= x\n", "w.txt:3", "'x'");
  expect_refused("TM0= 1 2\nLM0= 3\nLM0[a]= 1 2\n", "w.txt:3", "2 numbers");
  expect_refused("TM0= 1 2\n", "w.txt", "weights of LM0 are missing");
  expect_refused("", "w.txt", "weights of TM0 are missing");
}

TEST(Weights, FlattenFollowsTheFeaturesAndChecks) {
  const Weights weights{{{"LM0", {3}}, {"TM0", {1, 2}}}};
  EXPECT_THAT(flatten(weights, kFeatures), ::testing::ElementsAre(1, 2, 3));
  EXPECT_EQ(unflatten(flatten(weights, kFeatures), kFeatures), (Weights{{{"TM0", {1, 2}}, {"LM0", {3}}}}));
  EXPECT_EQ(flatten(default_weights(kFeatures), kFeatures), (std::vector<double>{0.2, 0.2, 0.5}));
  EXPECT_THROW(flatten(Weights{{{"LM0", {3}}}}, kFeatures), UsageError);
  EXPECT_THROW(flatten(Weights{{{"LM0", {3}}, {"TM0", {1}}}}, kFeatures), UsageError);
  EXPECT_THROW(flatten(Weights{{{"LM0", {std::nan("")}}, {"TM0", {1, 2}}}}, kFeatures), UsageError);
}

}  // namespace
}  // namespace calque::decode
