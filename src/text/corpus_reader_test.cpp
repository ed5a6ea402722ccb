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

}  // namespace
}  // namespace calque::text
