#include "text/corpus_reader.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/testing/scratch_folder.h"

namespace calque::text {
namespace {

TEST(CorpusReader, StopsAtTheLineThatIsTooMuch) {
  const testing::ScratchFolder folder;
  const std::string path = folder.file("text", "a b\n\nc\n");  // three words in three sentences
  const MonolingualCorpus corpus = read_corpus(path, {.most = 6}, silent_reporter());
  EXPECT_EQ(corpus.sentences.size(), 3U);
  EXPECT_EQ(corpus.sentences.token_count(), 3U);
  try {
    read_corpus(path, {.most = 5}, silent_reporter());
    FAIL();
  } catch (const DataError& error) {
    EXPECT_EQ(error.place().line, 3U);
  }
}

TEST(CorpusReader, PairsOfAnyFormatAreTheSameCorpus) {
  const testing::ScratchFolder folder;
  const std::string source = folder.file("a", "eins zwei\ndrei\n");
  const std::string target = folder.file("b", "one two\nthree\n");
  const std::string both = folder.file("c.tsv", "eins zwei\tone two\ndrei\tthree\n");
  ThreadPool threads(2);
  for (const ParallelPaths& paths : {ParallelPaths{source, target}, ParallelPaths{both, ""}}) {
    ParallelInput input;
    input.source = paths.source;
    input.target = paths.target;
    const ParallelCorpus corpus = read_pairs(input, threads, silent_reporter());
    ASSERT_EQ(corpus.size(), 2U);
    EXPECT_EQ(corpus.source.token_count(), 3U);
    EXPECT_EQ(corpus.source_vocabulary.word(corpus.source.sentence(1)[0]), "drei");
    EXPECT_EQ(corpus.target_vocabulary.word(corpus.target.sentence(0)[1]), "two");
  }
}

TEST(CorpusReader, AlignedTextHasThreeFiles) {
  const testing::ScratchFolder folder;
  const ParallelPaths text{folder.file("a", "eins zwei\n"), folder.file("b", "one two\n")};
  const AlignedCorpus corpus =
      read_aligned_corpus({text, folder.file("links", "0-0 1-1\n")}, silent_reporter());
  EXPECT_EQ(corpus.text.size(), 1U);
  EXPECT_EQ(corpus.alignments.link_count(), 2U);
  EXPECT_THROW(read_aligned_corpus({text, folder.file("more", "0-0\n\n")}, silent_reporter()), DataError);
}

}  // namespace
}  // namespace calque::text
