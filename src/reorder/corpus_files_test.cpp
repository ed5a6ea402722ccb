#include "reorder/corpus_files.h"

#include <memory>

#include <gtest/gtest.h>

#include "base/testing/scratch_folder.h"
#include "reorder/learner.h"

namespace calque::reorder {
namespace {

using ::calque::testing::ScratchFolder;

class CorpusFilesTest : public ::testing::Test {
 protected:
  ScratchFolder folder_;
  ThreadPool threads_{2};
  CorpusFiles files_{{{folder_.file("s", "das Haus\nein Haus\n"), folder_.file("t", "the house\na house\n")},
                      folder_.file("a", "0-0 1-1\n0-0 1-1\n")}};
};

TEST_F(CorpusFilesTest, ClassesAreReadOrMadeOrNone) {
  files_.source_classes = folder_.file("classes", "Haus\t1\ndas\t0\nein\t0\n");
  files_.word_classes = 2;
  const CorpusFromFiles corpus(files_, 1, threads_, silent_reporter());
  const ClassesOfWords& classes = corpus.text().classes();
  ASSERT_TRUE(classes.source && classes.target);
  const text::Vocabulary& words = corpus.text().corpus().source_vocabulary;
  EXPECT_EQ(classes.source->of(*words.find("Haus")), 1U);
  EXPECT_EQ(classes.source->of(*words.find("ein")), 0U);
  EXPECT_EQ(classes.target->classes, 2U);
  files_.word_classes = 0;
  const CorpusFromFiles without(files_, 1, threads_, silent_reporter());
  EXPECT_TRUE(without.text().classes().source);
  EXPECT_FALSE(without.text().classes().target);
}

}  // namespace
}  // namespace calque::reorder
