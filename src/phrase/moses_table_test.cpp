#include "phrase/moses_table.h"

#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/parse.h"
#include "base/rng.h"
#include "base/testing/scratch_folder.h"
#include "phrase/moses_reordering.h"
#include "phrase/moses_writer.h"
#include "phrase/phrase_table.h"
#include "phrase/phrase_table_writer.h"
#include "store/text_file.h"

namespace calque::phrase {
namespace {

using calque::testing::ScratchFolder;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::FloatNear;
using ::testing::HasSubstr;

ImportedPhrases parse(const std::vector<std::string>& lines) {
  MosesTableBuilder builder;
  Place place{.file = "table"};
  for (const std::string& line : lines) {
    ++place.line;
    builder.add_line(line, place);
  }
  return builder.finish("table");
}

GivenReordering parse_reordering(const ImportedPhrases& imported, const std::vector<std::string>& lines,
                                 const std::optional<ReorderingType>& type = std::nullopt) {
  MosesReorderingBuilder builder(imported, type);
  Place place{.file = "reordering"};
  for (const std::string& line : lines) {
    ++place.line;
    builder.add_line(line, place);
  }
  return std::move(builder).finish();
}

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const DataError& error) {
    return error.what();
  }
  return "no DataError";
}

PhraseTable as_table(const ScratchFolder& scratch, const ImportedPhrases& imported,
                     const GivenReordering* reordering = nullptr) {
  write_phrase_table(imported.phrases, {imported.source_vocabulary, imported.target_vocabulary},
                     scratch.path("table"), reordering);
  return PhraseTable::open(scratch.path("table"), store::Verify::kFull);
}

SourcePhraseId find(const PhraseTable& table, std::string_view phrase) {
  std::vector<text::WordId> words;
  for (const auto word : split_words(phrase)) words.push_back(table.source_vocabulary().find(word).value());
  return table.find(words).value();
}

std::string target_of(const PhraseTable& table, const Translation& translation) {
  std::string text;
  for (const text::WordId word : translation.target)
    text += (text.empty() ? "" : " ") + std::string(table.target_vocabulary().word(word));
  return text;
}

const std::vector<std::string> kLines{
    "das Haus ||| the house ||| 0.5 0.25 0.125 1 ||| 0-0 1-1 ||| 8 16 4 ||| |||",
    "das ||| this ||| 0.25 0.5 0.25 0.5 ||| 0-0 ||| 3 12 2",
    "das Haus ||| the building ||| 1 0 0.75 1e-60 ||| 1-1 0-0 1-1 ||| 1 16 1",
    "das ||| the |||  0.5 0.5 0.25 1.0004",
};

TEST(MosesTableTest, TakesPairsScoresLinksAndCounts) {
  const ScratchFolder scratch;
  const PhraseTable table = as_table(scratch, parse(kLines));
  EXPECT_EQ(table.pair_count(), 4U);
  EXPECT_EQ(table.source_phrase_count(), 2U);
  const auto house = find(table, "das Haus");
  ASSERT_EQ(table.translation_count(house), 2U);
  EXPECT_EQ(table.source_count(house), 16);
  const Translation building = table.translation(house, 0);  // the largest p(target given source) comes first
  EXPECT_EQ(target_of(table, building), "the building");
  // Zero and what is smaller than e^-100 become -100.
  EXPECT_THAT(building.log_scores, ElementsAre(0, -100, FloatNear(std::log(0.75F), 1e-6F), -100));
  EXPECT_THAT(building.alignment, ElementsAre(InternalLink{0, 0}, InternalLink{1, 1}));
  EXPECT_EQ(building.joint_count, 1);
  EXPECT_EQ(building.target_count, 1);
  const auto the = find(table, "das");
  // Equal scores stay in the order of their lines.
  EXPECT_EQ(target_of(table, table.translation(the, 0)), "this");
  EXPECT_EQ(target_of(table, table.translation(the, 1)), "the");
  EXPECT_TRUE(table.translation(the, 1).alignment.empty());
  EXPECT_EQ(table.translation(the, 1).joint_count, 0);
  EXPECT_FALSE(table.given_reordering_type());
}

TEST(MosesTableTest, RefusesWhatIsNoTableLine) {
  const std::string good = "a ||| b ||| 1 1 1 1";
  std::string words;
  for (int i = 0; i < 101; ++i) words += "x ";
  const std::vector<std::pair<std::string, std::string>> bad{
      {"", "1 field between ||| where at least 3"},
      {"a ||| b", "2 fields"},
      {" ||| b ||| 1 1 1 1", "source phrase is empty"},
      {"a ||| ||| 1 1 1 1", "target phrase is empty"},
      {"a ||| b ||| 1 1 1", "3 scores where 4"},
      {"a ||| b ||| 1 1 1 1 2.718", "5 scores where 4"},
      {"a ||| b ||| ", "0 scores where 4"},
      {"a ||| b ||| nan 1 1 1", "'nan' is not a probability"},
      {"a ||| b ||| inf 1 1 1", "'inf' is not a probability"},
      {"a ||| b ||| 1 -0.5 1 1", "'-0.5' is not a probability"},
      {"a ||| b ||| 1 1 1.01 1", "'1.01' is not a probability"},
      {"a ||| b ||| 1 1 0,5 1", "'0,5' is not a probability"},
      {"a ||| b ||| 1 1 1 1 ||| 0-1", "'0-1' is not a link"},
      {"a ||| b ||| 1 1 1 1 ||| 1-0", "'1-0' is not a link"},
      {"a ||| b ||| 1 1 1 1 ||| 00", "'00' is not a link"},
      {"a ||| b ||| 1 1 1 1 ||| -1-0", "'-1-0' is not a link"},
      {"a ||| b ||| 1 1 1 1 ||| 0-0 ||| 1", "1 counts where 3"},
      {"a ||| b ||| 1 1 1 1 ||| 0-0 ||| 1 2 3 4", "4 counts where 3"},
      {"a ||| b ||| 1 1 1 1 ||| 0-0 ||| 1 2 x", "'x' is not a count"},
      {"a ||| b ||| 1 1 1 1 ||| 0-0 ||| 1 2 5e9", "'5e9' is not a count"},
      {"a ||| b ||| 1 1 1 1 ||| ||| ||| ||| ||| ||| |||", "more than 8 fields"},
      {"a\xff ||| b ||| 1 1 1 1", "UTF-8"},
      {words + "||| b ||| 1 1 1 1", "the source phrase has 101 words"},
      {"a ||| " + words + "||| 1 1 1 1", "the target phrase has 101 words"},
      {good, "the pair stands in line 1 already"},
  };
  for (const auto& [line, problem] : bad) {
    EXPECT_THAT(message_of([&, &line = line] {
                  parse({good, line});
                }),
                AllOf(HasSubstr("table:2"), HasSubstr(problem)))
        << line;
  }
}

TEST(MosesTableTest, PhrasesOfTheGreatestLengthAreTaken) {
  std::string words;
  for (int i = 0; i < 100; ++i) words += "x ";
  EXPECT_EQ(parse({words + "||| " + words + "||| 1 1 1 1 ||| 99-99"}).phrases.pairs.size(), 1U);
}

TEST(MosesTableTest, ReadsFilesAndRefusesEmptyOnes) {
  const ScratchFolder scratch;
  EXPECT_EQ(read_moses_table(scratch.file("one", kLines[0]), silent_reporter()).phrases.pairs.size(), 1U);
  EXPECT_THROW(read_moses_table(scratch.file("empty", ""), silent_reporter()), UsageError);
  EXPECT_THROW(read_moses_table(scratch.path("absent"), silent_reporter()), UsageError);
}

TEST(MosesReorderingTest, GivesScoresToThePairsThatHaveThem) {
  const ScratchFolder scratch;
  const ImportedPhrases imported = parse(kLines);
  const auto given = parse_reordering(
      imported,
      {"das ||| the ||| 0.6 0.2 0.2 0.5 0.25 0.25", "das Haus ||| the house ||| 1 0 0 0.2 0.2 0.6",
       "das ||| these ||| 1 1 1 1 1 1", "die ||| the ||| 1 1 1 1 1 1", "das Haus ||| this ||| 1 1 1 1 1 1"});
  EXPECT_EQ(given.type.name(), "word-msd-bidirectional-fe");
  EXPECT_EQ(given.row_count(), 3U);
  const PhraseTable table = as_table(scratch, imported, &given);
  ASSERT_TRUE(table.given_reordering_type());
  const auto das = find(table, "das");
  const auto scores = table.given_reordering(table.translation(das, 1).pair);
  EXPECT_THAT(std::exp(scores[0]), FloatNear(0.6F, 1e-6F));
  EXPECT_THAT(std::exp(scores[5]), FloatNear(0.25F, 1e-6F));
  EXPECT_THAT(table.given_reordering(table.translation(das, 0).pair), ElementsAre(0, 0, 0, 0, 0, 0));
  const auto house = table.given_reordering(table.translation(find(table, "das Haus"), 1).pair);
  EXPECT_EQ(house[0], 0);
  EXPECT_EQ(house[1], -100);
}

TEST(MosesReorderingTest, TablesOfSourcePhrasesAndFourClasses) {
  const ScratchFolder scratch;
  const ImportedPhrases imported = parse(kLines);
  const auto given = parse_reordering(imported, {"das ||| 0.4 0.3 0.2 0.1 0.1 0.2 0.3 0.4"});
  EXPECT_EQ(given.type.name(), "word-mslr-bidirectional-f");
  const PhraseTable table = as_table(scratch, imported, &given);
  for (std::size_t i = 0; i < 2; ++i) {
    const auto scores = table.given_reordering(table.translation(find(table, "das"), i).pair);
    // Moses has the right before the left.
    EXPECT_THAT(std::exp(scores[index_of(Orientation::kDiscontinuousRight)]), FloatNear(0.2F, 1e-6F));
    EXPECT_THAT(std::exp(scores[index_of(Orientation::kDiscontinuousLeft)]), FloatNear(0.1F, 1e-6F));
    EXPECT_THAT(std::exp(scores[4 + index_of(Orientation::kDiscontinuousRight)]), FloatNear(0.3F, 1e-6F));
  }
}

TEST(MosesReorderingTest, RefusesWhatIsNoReorderingLine) {
  const ImportedPhrases imported = parse(kLines);
  const std::string good = "das ||| the ||| 1 1 1 1 1 1";
  const std::vector<std::pair<std::string, std::string>> bad{
      {"das ||| the", "2 fields"},
      {"das ||| this ||| 1 1 1", "3 scores where 6"},
      {"das ||| this ||| 1 1 1 1 1 2", "'2' is not a probability"},
      {"das ||| ||| 1 1 1 1 1 1", "target phrase is empty"},
      {"die ||| these ||| 1 1 1 1 1 nan", "'nan' is not a probability"},
      {"das ||| this ||| 1 1 1 1 1 1 ||| more", "4 fields"},
      {"das ||| the ||| 0.5 1 1 1 1 1", "earlier line"},
  };
  for (const auto& [line, problem] : bad) {
    EXPECT_THAT(message_of([&, &line = line] {
                  parse_reordering(imported, {good, line});
                }),
                AllOf(HasSubstr("reordering:2"), HasSubstr(problem)))
        << line;
  }
  EXPECT_THAT(message_of([&] { parse_reordering(imported, {"das ||| the ||| 1 1 1"}); }),
              HasSubstr("--reordering-type"));
}

TEST(MosesReorderingTest, TypesAsMosesWritesThem) {
  EXPECT_EQ(parse_moses_reordering_type("wbe-msd-bidirectional-fe-allff").name(),
            "word-msd-bidirectional-fe");
  EXPECT_EQ(parse_moses_reordering_type("msd-bidirectional-fe").name(), "word-msd-bidirectional-fe");
  EXPECT_EQ(parse_moses_reordering_type("hier-mslr-backward-f").name(), "hier-mslr-backward-f");
  EXPECT_THROW(parse_moses_reordering_type("wbe-leftright-backward-fe"), UsageError);
  EXPECT_THROW(parse_moses_reordering_type("hier-msd-backward-fe-collapseff"), UsageError);
  EXPECT_THROW(parse_moses_reordering_type("hier-backward-fe"), UsageError);
  for (const char* name : {"wbe-msd-bidirectional-fe-allff", "hier-monotonicity-forward-f-allff"})
    EXPECT_EQ(moses_name_of(parse_moses_reordering_type(name)), name);
}

// Random tables: what is written and read again is the same, to the last bit but for the rounding of nine
// digits.
TEST(MosesWriterTest, WhatIsWrittenCanBeReadAgain) {
  const ScratchFolder scratch;
  Rng rng(5);
  std::vector<std::string> lines;
  std::vector<std::string> reordering;
  std::map<std::string, bool> seen;
  for (int i = 0; i < 400; ++i) {
    const std::string pair =
        fmt::format("s{} s{} ||| t{} t{} |||", rng.below(9), rng.below(9), rng.below(9), rng.below(9));
    if (!seen.emplace(pair, true).second) continue;
    lines.push_back(fmt::format("{} {} {} {} {} ||| {}-1 ||| {} 7 {}", pair, rng.uniform(), rng.uniform(),
                                rng.uniform(), rng.uniform(), rng.below(2), 9, rng.below(100)));
    if (rng.chance(0.8)) {
      reordering.push_back(pair);
      for (int k = 0; k < 8; ++k) reordering.back() += fmt::format(" {}", rng.uniform());
    }
  }
  const ImportedPhrases imported = parse(lines);
  const GivenReordering given = parse_reordering(imported, reordering);
  const PhraseTable table = as_table(scratch, imported, &given);
  store::TextWriter out(scratch.path("written.gz"));
  write_moses_table(table, out);
  out.commit();
  store::TextWriter out_reordering(scratch.path("reordering.zst"));
  write_moses_reordering(table, given.type, out_reordering);
  out_reordering.commit();

  const ImportedPhrases again = read_moses_table(scratch.path("written.gz"), silent_reporter());
  const GivenReordering given_again =
      read_moses_reordering(scratch.path("reordering.zst"), std::nullopt, again, silent_reporter());
  EXPECT_EQ(given_again.row_count(), given.row_count());
  const ScratchFolder second;
  const PhraseTable table_again = as_table(second, again, &given_again);
  ASSERT_EQ(table_again.pair_count(), table.pair_count());
  for (std::uint32_t s = 0; s < table.id_limit(); ++s) {
    const SourcePhraseId id{s};
    if (table.translation_count(id) == 0) continue;
    std::string text;
    for (const auto word : table.source_words(id))
      text += std::string(table.source_vocabulary().word(word)) + " ";
    const SourcePhraseId id_again = find(table_again, text);
    for (std::size_t i = 0; i < table.translation_count(id); ++i) {
      const Translation before = table.translation(id, i);
      const Translation after = table_again.translation(id_again, i);
      EXPECT_EQ(target_of(table, before), target_of(table_again, after));
      EXPECT_TRUE(std::ranges::equal(before.alignment, after.alignment));
      EXPECT_EQ(before.joint_count, after.joint_count);
      for (std::size_t k = 0; k < kScoreCount; ++k)
        EXPECT_NEAR(before.log_scores[k], after.log_scores[k], 1e-6);
      for (std::size_t k = 0; k < 8; ++k) {
        EXPECT_NEAR(table.given_reordering(before.pair)[k], table_again.given_reordering(after.pair)[k],
                    1e-6);
      }
    }
  }
}

}  // namespace
}  // namespace calque::phrase
