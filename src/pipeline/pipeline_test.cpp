#include <algorithm>
#include <filesystem>
#include <ranges>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/testing/scratch_folder.h"
#include "pipeline/corpus_file.h"
#include "pipeline/manifest.h"
#include "pipeline/step_log.h"

namespace calque::pipeline {
namespace {

using ::calque::testing::ScratchFolder;
using ::testing::ElementsAre;

class StepLogTest : public ::testing::Test {
 protected:
  StepLogTest() { std::filesystem::create_directories(scratch_.path("work")); }

  // Runs one step that writes its option to a file; returns whether it really ran.
  bool run(const std::string& option) {
    StepLog log(scratch_.folder().string());
    bool ran = false;
    const StepRecord& record = log.run(
        {"step", "a step", {{"option", option}}, {"out.txt"}},
        [&] {
          ran = true;
          scratch_.file("out.txt", option);
          return nlohmann::json{{"figure", option.size()}};
        },
        silent_reporter());
    EXPECT_EQ(record.facts.at("figure"), option.size());
    return ran;
  }

  ScratchFolder scratch_;
};

TEST_F(StepLogTest, RunsOnceForTheSameKey) {
  EXPECT_TRUE(run("one"));
  EXPECT_FALSE(run("one"));
  EXPECT_TRUE(run("two"));
  EXPECT_TRUE(run("one"));
}

TEST_F(StepLogTest, RunsAgainIfAnOutputIsMissingOrChanged) {
  EXPECT_TRUE(run("one"));
  std::filesystem::remove(scratch_.path("out.txt"));
  EXPECT_TRUE(run("one"));
  scratch_.file("out.txt", "tampered");
  EXPECT_TRUE(run("one"));
  EXPECT_FALSE(run("one"));
}

TEST_F(StepLogTest, RunsAgainIfTheLogIsDamaged) {
  EXPECT_TRUE(run("one"));
  scratch_.file("work/steps.json", "{\"step\": 7");
  EXPECT_TRUE(run("one"));
  scratch_.file("work/steps.json", "{\"step\": 7}");
  EXPECT_TRUE(run("one"));
}

TEST_F(StepLogTest, AFailedStepIsNotOnRecord) {
  EXPECT_TRUE(run("one"));
  StepLog log(scratch_.folder().string());
  const auto fails = [&]() -> nlohmann::json { throw std::runtime_error("no"); };
  EXPECT_THROW(log.run({"step", "a step", {{"option", "new"}}, {}}, fails, silent_reporter()),
               std::runtime_error);
  EXPECT_THROW(log.record("step"), std::out_of_range);
}

class CorpusFileTest : public ::testing::Test {
 protected:
  static StoredCorpus sample() {
    StoredCorpus stored;
    for (const auto& [source, target] : {std::pair{"das Haus", "the house"}, {"ein Haus", "a house"}}) {
      stored.corpus.source.add_line(source, stored.corpus.source_vocabulary);
      stored.corpus.target.add_line(target, stored.corpus.target_vocabulary);
    }
    stored.kept = {0, 3};
    return stored;
  }

  ScratchFolder scratch_;
};

TEST_F(CorpusFileTest, RoundTrip) {
  const StoredCorpus stored = sample();
  write_corpus(stored, scratch_.path("c"));
  const auto [read, kept] = read_corpus(scratch_.path("c"));
  ASSERT_EQ(read.size(), 2u);
  EXPECT_TRUE(std::ranges::equal(read.source.tokens(), stored.corpus.source.tokens()));
  EXPECT_TRUE(std::ranges::equal(read.target.tokens(), stored.corpus.target.tokens()));
  EXPECT_EQ(read.target_vocabulary.word(read.target.sentence(1)[0]), "a");
  EXPECT_THAT(kept, ElementsAre(0, 3));
}

TEST_F(CorpusFileTest, AViewFindsPairsByTheirWords) {
  write_corpus(sample(), scratch_.path("c"));
  const CorpusView view = CorpusView::open(scratch_.path("c"));
  const auto find = [&](std::vector<std::string> words) { return view.find(words); };
  EXPECT_THAT(find({"Haus"}), ElementsAre(0, 1));
  EXPECT_THAT(find({"ein", "Haus"}), ElementsAre(1));
  EXPECT_THAT(find({"Haus", "ein"}), ElementsAre());  // not across two sentences
  EXPECT_THAT(find({"Hau"}), ElementsAre());
  EXPECT_THAT(find({}), ElementsAre());
  EXPECT_EQ(view.source_length(1), 2U);
  EXPECT_THAT(view.source(1), ElementsAre("ein", "Haus"));
  EXPECT_THAT(view.target(0), ElementsAre("the", "house"));
  EXPECT_THROW(view.source(2), FormatError);
}

TEST_F(CorpusFileTest, GivenAlignmentsFollowTheKeptPairs) {
  const StoredCorpus stored = sample();
  const std::string links = scratch_.file("links", "0-0 1-1\n9-9\n\n1-1\n0-0\n");
  const auto alignments = read_given_alignments(links, stored);
  ASSERT_EQ(alignments.size(), 2u);
  EXPECT_THAT(alignments.alignment(0), ElementsAre(text::Link{0, 0}, text::Link{1, 1}));
  EXPECT_THAT(alignments.alignment(1), ElementsAre(text::Link{1, 1}));
  EXPECT_THROW(read_given_alignments(scratch_.file("short", "0-0\n"), stored), DataError);
  EXPECT_THROW(read_given_alignments(scratch_.file("far", "0-7\n\n\n\n"), stored), DataError);
}

TEST(ManifestTest, RefusesWhatIsNoModel) {
  const ScratchFolder scratch;
  EXPECT_THROW(read_manifest(scratch.path("none")), UsageError);
  EXPECT_THROW(read_manifest(scratch.folder().string()), UsageError);
  for (const char* bad : {"", "{", "[]", "{}", R"({"format": "other"})",
                          R"({"format": "calque-model", "format_version": 99})"}) {
    scratch.file(kManifestFile, bad);
    EXPECT_THROW(read_manifest(scratch.folder().string()), FormatError) << bad;
  }
  write_manifest(scratch.folder().string(), {{"seed", 4}});
  EXPECT_EQ(read_manifest(scratch.folder().string()).at("seed"), 4);
}

}  // namespace
}  // namespace calque::pipeline
