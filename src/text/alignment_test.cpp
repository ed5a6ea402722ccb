#include "text/alignment.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/rng.h"

namespace calque::text {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const Place kPlace{"file.align", 12, 0};

TEST(AlignmentTest, ReadsAndWritesPharaoh) {
  EXPECT_THAT(parse_pharaoh("2-1 0-0 0-0 1-2:0.75", 3, 3, kPlace),
              ElementsAre(Link{0, 0}, Link{1, 2}, Link{2, 1}));
  EXPECT_TRUE(parse_pharaoh("", 0, 0, kPlace).empty());
  EXPECT_TRUE(parse_pharaoh(" \t", 3, 3, kPlace).empty());
  EXPECT_EQ(to_pharaoh({}), "");
  const Alignment links{{0, 0}, {10, 2}};
  EXPECT_EQ(to_pharaoh(links), "0-0 10-2");
  std::string out = "x ";
  append_pharaoh(links, out);
  EXPECT_EQ(out, "x 0-0 10-2");
}

TEST(AlignmentTest, WhatIsWrittenIsReadBack) {
  Rng rng(9);
  for (int trial = 0; trial < 500; ++trial) {
    Alignment links;
    for (std::uint32_t s = 0; s < 8; ++s) {
      for (std::uint32_t t = 0; t < 8; ++t) {
        if (rng.chance(0.2)) links.push_back({s, t});
      }
    }
    ASSERT_EQ(parse_pharaoh(to_pharaoh(links), 8, 8, kPlace), links);
  }
}

TEST(AlignmentTest, RefusesBadLinksWithFileAndLine) {
  for (const char* bad : {"0", "0-", "-0", "a-b", "0-0-0", "0--1", "+0-1", "0.5-1", "0?1",
                          "99999999999999999999-0", "4294967295-0", "3-0", "0-3", "0-0,1-1"}) {
    try {
      parse_pharaoh(bad, 3, 3, kPlace);
      ADD_FAILURE() << "accepted: " << bad;
    } catch (const DataError& error) {
      EXPECT_THAT(error.what(), HasSubstr("file.align:12"));
    }
  }
  EXPECT_THROW(parse_pharaoh("0-0", 0, 1, kPlace), DataError);
}

TEST(AlignmentTest, GoldLinks) {
  const GoldAlignment gold = parse_gold("1?2 0-0 3-1 1?2", kPlace);
  EXPECT_THAT(gold.sure, ElementsAre(Link{0, 0}, Link{3, 1}));
  EXPECT_THAT(gold.possible, ElementsAre(Link{1, 2}));
  EXPECT_TRUE(parse_gold("", kPlace).sure.empty());
  for (const char* bad : {"0", "0?", "?1", "x?y", "0:1", "0-1?2"}) {
    EXPECT_THROW(parse_gold(bad, kPlace), DataError) << bad;
  }
}

TEST(AlignmentTest, CorpusOfAlignments) {
  AlignmentCorpus corpus;
  EXPECT_EQ(corpus.size(), 0U);
  corpus.add(Alignment{{0, 1}, {2, 0}});
  corpus.add({});
  corpus.add(Alignment{{5, 5}});
  ASSERT_EQ(corpus.size(), 3U);
  EXPECT_EQ(corpus.link_count(), 3U);
  EXPECT_THAT(corpus.alignment(0), ElementsAre(Link{0, 1}, Link{2, 0}));
  EXPECT_TRUE(corpus.alignment(1).empty());
  EXPECT_THAT(corpus.alignment(2), ElementsAre(Link{5, 5}));
}

}  // namespace
}  // namespace calque::text
