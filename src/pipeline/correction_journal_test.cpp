#include "pipeline/correction_journal.h"

#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/rng.h"
#include "base/testing/scratch_folder.h"
#include "store/text_file.h"

namespace calque::pipeline {
namespace {

using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class CorrectionJournalTest : public ::testing::Test {
 protected:
  std::string content() const { return store::read_whole(path_); }
  void put(std::string_view text) const { std::ofstream(path_, std::ios::binary) << text; }
  std::string problem(std::string_view text) const {
    try {
      (void)parse_journal(text, "j");
    } catch (const FormatError& error) {
      return error.what();
    }
    return "none";
  }

  testing::ScratchFolder folder_;
  std::string path_ = folder_.path("corrections.jsonl");
};

TEST_F(CorrectionJournalTest, KeepsWhatWasAddedAndForgetsWhatWasTakenBack) {
  {
    JournalWriter writer(path_);
    EXPECT_EQ(writer.add("ein \"Haus\"\n", "a house"), 1U);
    EXPECT_EQ(writer.add("zwei", "two"), 2U);
    EXPECT_TRUE(writer.remove(1));
    EXPECT_FALSE(writer.remove(1));
    EXPECT_EQ(writer.add("drei", "thr\u00E9e"), 3U);
    EXPECT_TRUE(writer.remove(3));
  }
  JournalWriter again(path_);
  EXPECT_THAT(again.journal().corrections, ElementsAre(Field(&Correction::source, "zwei")));
  EXPECT_THAT(again.journal().warning, IsEmpty());
  EXPECT_EQ(again.add("vier", "four"), 4U);  // no number twice
  EXPECT_EQ(parse_journal(content(), path_).corrections, again.journal().corrections);
}

TEST_F(CorrectionJournalTest, ALineTornAtAnyByteIsCutOff) {
  JournalWriter(path_).add("eins", "one");
  const std::string first = content();
  JournalWriter(path_).add("zwei", "two");
  const std::string both = content();
  for (std::size_t size = first.size(); size < both.size() - 1; ++size) {
    put(both.substr(0, size));
    JournalWriter writer(path_);
    EXPECT_EQ(writer.journal().corrections.size(), 1U) << size;
    EXPECT_EQ(writer.journal().warning.empty(), size == first.size()) << size;
    EXPECT_EQ(content(), first) << size;
    EXPECT_EQ(writer.add("drei", "three"), 2U);
    EXPECT_EQ(parse_journal(content(), path_).corrections.size(), 2U);
  }
  put(first + std::string(100, '\0'));  // what some disks leave after a crash
  EXPECT_EQ(JournalWriter(path_).journal().corrections.size(), 1U);
  EXPECT_EQ(content(), first);
}

TEST_F(CorrectionJournalTest, AWholeLastLineWithoutItsEndCounts) {
  JournalWriter(path_).add("eins", "one");
  const std::string whole = content();
  put(whole.substr(0, whole.size() - 1));
  EXPECT_EQ(JournalWriter(path_).journal().corrections.size(), 1U);
  EXPECT_EQ(content(), whole);
}

TEST_F(CorrectionJournalTest, RefusesWhatIsNoJournalAndLeavesItAlone) {
  JournalWriter(path_).add("eins", "one");
  JournalWriter(path_).add("zwei", "two");
  const std::string good = content();
  for (const std::string bad : {"Haus\thouse\n", "{\"format\": 1}\n", "x", "{\"add\":{}}\n{\"add\":{}}\n"}) {
    put(bad);
    EXPECT_THROW(JournalWriter writer(path_), FormatError) << bad;
    EXPECT_EQ(content(), bad);
  }
  const std::size_t second = good.find('\n') + 1;
  EXPECT_THAT(problem(good + good), HasSubstr("j:3: a correction's number does not rise"));
  EXPECT_THAT(problem("\n" + good), HasSubstr("j:1: "));
  EXPECT_THAT(problem(good.substr(second) + good.substr(0, second)), HasSubstr("j:2: "));
  std::string damaged = good;
  damaged[damaged.find("eins")] = 'E';
  EXPECT_THAT(problem(damaged), HasSubstr("j:1: "));
  EXPECT_THROW(JournalWriter writer(folder_.path("no/such/folder")), UsageError);
}

// `count` corrections, of which every one that is not a multiple of `every` is taken back.
void add_and_undo(const std::string& path, std::uint64_t count, std::uint64_t every) {
  JournalWriter writer(path);
  for (std::uint64_t i = 1; i <= count; ++i) writer.add("Quelle " + std::to_string(i), "source");
  for (std::uint64_t i = 1; i <= count; ++i) {
    if (i % every != 0) writer.remove(i);
  }
}

TEST_F(CorrectionJournalTest, WhatWasTakenBackIsLeftOutWhenItIsMoreThanHalf) {
  add_and_undo(path_, 79, 10);  // 79 lines to add, 72 to take back
  const std::string before = content();
  const Journal expected = parse_journal(before, path_);
  std::filesystem::permissions(path_,
                               std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  {
    JournalWriter writer(path_);
    EXPECT_EQ(writer.journal().corrections, expected.corrections);
    EXPECT_EQ(writer.journal().lines, 9U);  // 7 that count, and what says that 79 was given away
    EXPECT_LT(content().size(), before.size() / 10);
    EXPECT_THROW(JournalWriter{path_}, UsageError);  // the new file is locked as well
    EXPECT_EQ(writer.add("neu", "new"), 80U);
  }
  EXPECT_EQ(std::filesystem::status(path_).permissions(),
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  const std::string after = content();
  JournalWriter again(path_);
  EXPECT_EQ(again.journal().corrections.size(), 8U);
  EXPECT_EQ(content(), after);
}

TEST_F(CorrectionJournalTest, LittleThatWasTakenBackStays) {
  add_and_undo(path_, 40, 8);  // 35 corrections and what takes them back: fewer than 100 lines
  const std::string few = content();
  JournalWriter{path_};
  EXPECT_EQ(content(), few);
  std::filesystem::remove(path_);
  add_and_undo(path_, 200, 3);  // 134 of 200: 268 lines against 66
  const std::size_t much = content().size();
  JournalWriter{path_};
  EXPECT_LT(2 * content().size(), much);
  std::filesystem::remove(path_);
  {
    JournalWriter writer(path_);
    for (int i = 1; i <= 200; ++i) writer.add("Quelle", "source");
    for (std::uint64_t i = 1; i <= 60; ++i) writer.remove(i);  // 120 lines against 140
  }
  const std::string half = content();
  JournalWriter{path_};
  EXPECT_EQ(content(), half);
}

TEST_F(CorrectionJournalTest, ALinkToAJournalStaysALink) {
  add_and_undo(path_, 79, 10);
  const std::string link = folder_.path("link.jsonl");
  std::filesystem::create_symlink(path_, link);
  EXPECT_EQ(JournalWriter(link).journal().lines, 9U);
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_EQ(read_journal(path_).lines, 9U);
}

// What a program leaves that is killed before it renames the new file.
TEST_F(CorrectionJournalTest, AKilledCompactionLeavesTheOldFile) {
  add_and_undo(path_, 79, 10);
  const std::string left_over = path_ + ".tmp-999999999-0";
  std::ofstream(left_over) << "{\"add\":{\"id\":1";
  EXPECT_EQ(JournalWriter(path_).journal().corrections.size(), 7U);
  EXPECT_FALSE(std::filesystem::exists(left_over));
}

TEST_F(CorrectionJournalTest, OneWriterAtATime) {
  const JournalWriter writer(path_);
  EXPECT_THROW(JournalWriter second(path_), UsageError);
}

TEST_F(CorrectionJournalTest, DamageAnywhereIsNoticed) {
  JournalWriter writer(path_);
  writer.add("eins", "one");
  writer.add("zwei", "two");
  writer.remove(1);
  const std::string good = content();
  Rng rng(3);
  const std::size_t last = good.rfind('\n', good.size() - 2) + 1;
  for (int round = 0; round < 500; ++round) {
    std::string bad = good;
    bad[rng.below(last - 1)] ^= static_cast<char>(1U << rng.below(8));
    EXPECT_NE(problem(bad), "none") << bad;
  }
}

}  // namespace
}  // namespace calque::pipeline
