#include "phrase/occurrence_file.h"

#include <gtest/gtest.h>

#include "base/testing/scratch_folder.h"

namespace calque::phrase {
namespace {

using ::calque::testing::read_bytes;
using ::calque::testing::ScratchFolder;

TEST(OccurrenceFile, LinesAreInCorpusOrderForAnyNumberOfThreads) {
  const ScratchFolder scratch;
  text::ParallelCorpus corpus;
  text::AlignmentCorpus alignments;
  const std::vector<text::Link> links{{0, 0}};
  // More sentences than threads take at a time.
  std::string expected;
  for (int i = 0; i < 1500; ++i) {
    const std::string word = std::to_string(i);
    corpus.source.add_line("a" + word, corpus.source_vocabulary);
    corpus.target.add_line("b" + word, corpus.target_vocabulary);
    alignments.add(links);
    expected += "a" + word + " ||| b" + word + " ||| 0-0 ||| mono mono ||| 0\n";
  }
  for (const std::size_t count : {1U, 3U}) {
    ThreadPool threads(count);
    write_occurrences(corpus, alignments, {}, scratch.path("pairs"), threads, silent_reporter());
    EXPECT_EQ(read_bytes(scratch.path("pairs")), expected);
  }
}

}  // namespace
}  // namespace calque::phrase
