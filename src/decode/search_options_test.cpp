#include "decode/search_options.h"

#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"

namespace calque::decode {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

TEST(SearchOptions, EveryNameSetsItsField) {
  SearchOptions options;
  EXPECT_TRUE(set_option(options, "speed", "5"));
  EXPECT_EQ(options.speed, 5U);
  EXPECT_TRUE(set_option(options, "search", "cube"));
  EXPECT_EQ(options.search, SearchAlgorithm::kCube);
  EXPECT_TRUE(set_option(options, "search", "stacks"));
  EXPECT_EQ(options.search, SearchAlgorithm::kStacks);
  EXPECT_TRUE(set_option(options, "pop-limit", "6"));
  EXPECT_EQ(options.pop_limit, 6U);
  EXPECT_TRUE(set_option(options, "early-discarding", "0.25"));
  EXPECT_EQ(options.early_discarding, 0.25);
  EXPECT_TRUE(set_option(options, "stack-size", "7"));
  EXPECT_TRUE(set_option(options, "table-limit", "8"));
  EXPECT_TRUE(set_option(options, "frequent-limit", "9"));
  EXPECT_TRUE(set_option(options, "beam-threshold", "1e-3"));
  EXPECT_TRUE(set_option(options, "distortion-limit", "-1"));
  EXPECT_TRUE(set_option(options, "reordering", "swap"));
  EXPECT_EQ(options.reordering, Reordering::kSwap);
  EXPECT_TRUE(set_option(options, "reordering", "distance"));
  EXPECT_EQ(options.reordering, Reordering::kDistance);
  EXPECT_TRUE(set_option(options, "reordering", "window"));
  EXPECT_TRUE(set_option(options, "max-holes", "1"));
  EXPECT_TRUE(set_option(options, "window", "4"));
  EXPECT_TRUE(set_option(options, "coverage-limit", "50"));
  EXPECT_EQ(options.reordering, Reordering::kWindow);
  EXPECT_EQ(options.max_holes, 1U);
  EXPECT_EQ(options.window, 4U);
  EXPECT_EQ(options.coverage_limit, 50U);
  EXPECT_TRUE(set_option(options, "max-phrase-length", "3"));
  EXPECT_TRUE(set_option(options, "segment-limit", "90"));
  EXPECT_TRUE(set_option(options, "segment-length", "40"));
  EXPECT_TRUE(set_option(options, "distinct", "true"));
  EXPECT_TRUE(set_option(options, "recombine", "false"));
  EXPECT_EQ(options.stack_size, 7U);
  EXPECT_EQ(options.table_limit, 8U);
  EXPECT_EQ(options.frequent_limit, 9U);
  EXPECT_EQ(options.beam_threshold, 1e-3);
  EXPECT_EQ(options.distortion_limit, -1);
  EXPECT_EQ(options.max_phrase_length, 3U);
  EXPECT_EQ(options.segment_limit, 90U);
  EXPECT_EQ(options.segment_length, 40U);
  EXPECT_TRUE(options.distinct);
  EXPECT_FALSE(options.recombine);
  EXPECT_EQ(search_option_names().size(), 18U);
  EXPECT_FALSE(set_option(options, "stack_size", "7"));
}

TEST(SearchOptions, RefusesValuesOfTheWrongSort) {
  SearchOptions options;
  for (const auto& setting :
       std::vector<std::pair<std::string, std::string>>{{"stack-size", "-1"},
                                                        {"stack-size", "many"},
                                                        {"stack-size", "4294967296"},
                                                        {"distortion-limit", "1.5"},
                                                        {"distortion-limit", "3000000000"},
                                                        {"beam-threshold", "nan"},
                                                        {"beam-threshold", ""},
                                                        {"search", "beam"},
                                                        {"reordering", "sideways"},
                                                        {"distinct", "yes"}}) {
    EXPECT_THAT([&] { set_option(options, setting.first, setting.second); },
                ThrowsMessage<UsageError>(HasSubstr(setting.first)))
        << setting.second;
  }
}

TEST(SearchOptions, ValidatesRanges) {
  EXPECT_NO_THROW(SearchOptions{}.validate());
  const auto refused = [](const char* name, const char* value) {
    SearchOptions options;
    set_option(options, name, value);
    EXPECT_THAT([&] { options.validate(); }, ThrowsMessage<UsageError>(HasSubstr(name))) << value;
  };
  refused("beam-threshold", "-0.1");
  refused("early-discarding", "1.5");
  refused("beam-threshold", "1.1");
  refused("distortion-limit", "-2");
  refused("max-phrase-length", "0");
  refused("max-phrase-length", "101");
  refused("segment-length", "0");
  refused("segment-length", "201");
  refused("segment-limit", "2001");
  refused("stack-size", "10000001");
  refused("speed", "0");
  refused("speed", "6");
}

}  // namespace
}  // namespace calque::decode
