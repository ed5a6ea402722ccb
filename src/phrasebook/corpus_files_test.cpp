#include "phrasebook/corpus_files.h"

#include <algorithm>
#include <filesystem>
#include <memory>

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/testing/scratch_folder.h"

namespace calque::phrasebook {
namespace {

using ::calque::testing::read_bytes;
using ::calque::testing::ScratchFolder;

TEST(CorpusFilesTest, HoldWhatTheGeneratorGives) {
  const ScratchFolder folder;
  ThreadPool threads(2);
  const CorpusPlan plan{
      folder.path("new/corpus"), {std::make_shared<const Grammar>(load_grammar("de-en")), 3}, {50, 7, 0}};
  const auto parts = write_corpus(plan, threads, silent_reporter());
  EXPECT_EQ(parts[1].stem, folder.path("new/corpus/dev"));
  EXPECT_EQ(parts[2].sentences, 0U);
  std::string source;
  std::string target;
  for (const SentencePair& pair : generate_pairs(plan.pairs, Part::kDev, 7, threads)) {
    source += pair.source + "\n";
    target += pair.target + "\n";
  }
  EXPECT_EQ(read_bytes(parts[1].stem + ".de"), source);
  EXPECT_EQ(read_bytes(parts[1].stem + ".en"), target);
  EXPECT_EQ(std::ranges::count(read_bytes(parts[0].stem + ".align"), '\n'), 50);
  // Between 7 tokens there are 6 blanks: words are blanks and line ends together.
  EXPECT_EQ(parts[1].source_words, static_cast<std::uint64_t>(std::ranges::count(source, ' ')) + 7);
}

TEST(CorpusFilesTest, RawTextHasNoAlignment) {
  const ScratchFolder folder;
  ThreadPool threads(1);
  const auto parts = write_corpus({folder.folder().string(),
                                   {std::make_shared<const Grammar>(load_grammar("fr-ja")), 1, Spacing::kRaw},
                                   {3, 3, 3}},
                                  threads, silent_reporter());
  EXPECT_TRUE(std::filesystem::exists(parts[0].stem + ".ja"));
  EXPECT_FALSE(std::filesystem::exists(parts[0].stem + ".align"));
}

TEST(CorpusFilesTest, AFolderThatCannotBeIsTold) {
  const ScratchFolder folder;
  ThreadPool threads(1);
  const CorpusPlan plan{folder.file("file", "x") + "/corpus", {}, {1, 1, 1}};
  EXPECT_THROW(write_corpus(plan, threads, silent_reporter()), UsageError);
}

}  // namespace
}  // namespace calque::phrasebook
