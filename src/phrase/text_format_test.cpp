#include "phrase/text_format.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/parse.h"
#include "base/reporter.h"
#include "base/testing/scratch_folder.h"
#include "phrase/testing/aligned_corpus.h"

namespace calque::phrase {
namespace {

using testing::AlignedCorpus;
using ::testing::ElementsAre;

std::vector<std::string> occurrence_lines(const AlignedCorpus& corpus) {
  ThreadPool threads(1);
  std::vector<std::string> lines;
  for (const Occurrence& occurrence : extract_occurrences(corpus.text, corpus.alignments, {}, threads)) {
    append_occurrence(corpus.text, corpus.alignments.alignment(occurrence.sentence), occurrence,
                      lines.emplace_back());
  }
  return lines;
}

std::string moses_table(const AlignedCorpus& corpus) {
  const calque::testing::ScratchFolder scratch;
  ThreadPool threads(1);
  const auto phrases = extract_and_score(corpus.text, corpus.alignments, {}, threads, silent_reporter());
  store::TextWriter out(scratch.path("table"));
  write_moses_table(phrases, {corpus.text.source_vocabulary, corpus.text.target_vocabulary}, out);
  out.commit();
  return calque::testing::read_bytes(scratch.path("table"));
}

TEST(TextFormatTest, OccurrencesWithLinksOrientationsAndDistance) {
  AlignedCorpus corpus;
  corpus.add("a b", "y x", "0-1 1-0");
  EXPECT_THAT(occurrence_lines(corpus), ElementsAre("b ||| y ||| 0-0 ||| other swap ||| -1\n",
                                                    "a b ||| y x ||| 0-1 1-0 ||| mono mono ||| 0\n",
                                                    "a ||| x ||| 0-0 ||| swap other ||| 2\n"));
}

TEST(TextFormatTest, WholeTableLinesAreInByteOrder) {
  AlignedCorpus corpus = testing::random_corpus(31, 200, 6);
  corpus.add("s1 \u00e9 s1", "t1 ~ t2", "0-0 1-1 2-2");
  const std::string table = moses_table(corpus);
  std::vector<std::string> lines;
  for (const auto line : split_fields(table, "\n")) lines.emplace_back(line);
  EXPECT_EQ(lines.back(), "");
  lines.pop_back();
  EXPECT_GT(lines.size(), 100u);
  EXPECT_TRUE(std::ranges::is_sorted(lines));
}

TEST(TextFormatTest, TableLinesHaveScoresLinksAndCounts) {
  AlignedCorpus corpus;
  corpus.add("b", "z", "0-0");
  corpus.add("b", "y", "0-0");
  corpus.add("b", "z", "0-0");
  corpus.add("b", "z", "0-0");
  corpus.add("a", "z", "0-0");
  EXPECT_EQ(moses_table(corpus),
            "a ||| z ||| 0.25 0.25 1 1 ||| 0-0 ||| 4 1 1 |||\n"
            "b ||| y ||| 1 1 0.25 0.25 ||| 0-0 ||| 1 4 1 |||\n"
            "b ||| z ||| 0.75 0.75 0.75 0.75 ||| 0-0 ||| 4 4 3 |||\n");
}

TEST(TextFormatTest, AWordLikeTheSeparatorIsWrittenInAnotherWay) {
  AlignedCorpus corpus;
  corpus.add("||| a|b", "x|||y", "0-0 1-0");
  const auto lines = occurrence_lines(corpus);
  ASSERT_EQ(lines.size(), 1u);
  const auto fields = split_fields(lines[0], " ||| ");
  ASSERT_EQ(fields.size(), 5u);
  EXPECT_EQ(fields[0], "&#124;&#124;&#124; a|b");
  EXPECT_EQ(fields[1], "x&#124;&#124;&#124;y");
  EXPECT_EQ(split_fields(moses_table(corpus), "|||").size(), 6u);
}

TEST(TextFormatTest, OrientationModelsHaveNames) {
  EXPECT_EQ(parse_enum<OrientationModel>("word"), OrientationModel::kWord);
  EXPECT_EQ(parse_enum<OrientationModel>("phrase"), OrientationModel::kPhrase);
  EXPECT_EQ(parse_enum<OrientationModel>("hier"), OrientationModel::kHierarchical);
  EXPECT_THROW(parse_enum<OrientationModel>("Hier"), UsageError);
}

TEST(TextFormatTest, NothingForNothing) {
  EXPECT_EQ(moses_table({}), "");
}

}  // namespace
}  // namespace calque::phrase
