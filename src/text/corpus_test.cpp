#include "text/corpus.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace calque::text {
namespace {

using ::testing::ElementsAre;

TEST(CorpusTest, KeepsSentences) {
  Vocabulary vocabulary;
  Corpus corpus;
  EXPECT_EQ(corpus.size(), 0U);
  corpus.add_line("the cat  sees\tthe dog", vocabulary);
  corpus.add_line("", vocabulary);
  corpus.add_line("  ", vocabulary);
  corpus.add_line("dog", vocabulary);
  const std::vector<WordId> extra{WordId{3}, WordId{0}};
  corpus.add_sentence(extra);
  ASSERT_EQ(corpus.size(), 5U);
  EXPECT_EQ(corpus.token_count(), 8U);
  EXPECT_THAT(corpus.sentence(0), ElementsAre(WordId{0}, WordId{1}, WordId{2}, WordId{0}, WordId{3}));
  EXPECT_TRUE(corpus.sentence(1).empty());
  EXPECT_TRUE(corpus.sentence(2).empty());
  EXPECT_THAT(corpus.sentence(3), ElementsAre(WordId{3}));
  EXPECT_THAT(corpus.sentence(4), ElementsAre(WordId{3}, WordId{0}));
  EXPECT_EQ(corpus.offset(3), 5U);
  EXPECT_EQ(corpus.tokens().size(), 8U);
  EXPECT_EQ(vocabulary.size(), 4U);
}

TEST(CorpusTest, SpecialLookingWordsAreWords) {
  Vocabulary vocabulary;
  Corpus corpus;
  corpus.add_line("<s> ||| </s> <s>", vocabulary);
  EXPECT_THAT(corpus.sentence(0), ElementsAre(WordId{0}, WordId{1}, WordId{2}, WordId{0}));
  EXPECT_EQ(vocabulary.word(WordId{1}), "|||");
}

TEST(CorpusTest, ParallelCorpusStartsEmpty) {
  ParallelCorpus corpus;
  EXPECT_EQ(corpus.size(), 0U);
  corpus.source.add_line("a", corpus.source_vocabulary);
  EXPECT_EQ(corpus.size(), 1U);
}

}  // namespace
}  // namespace calque::text
