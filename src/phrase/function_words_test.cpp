#include "phrase/function_words.h"

#include <span>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "phrase/testing/aligned_corpus.h"

namespace calque::phrase {
namespace {

bool is_function_word(const testing::AlignedCorpus& corpus, std::string_view word) {
  return FunctionWords(corpus.text, corpus.alignments).contains(*corpus.text.source_vocabulary.find(word));
}

TEST(FunctionWords, AreThoseThatOftenStandWithoutATranslation) {
  testing::AlignedCorpus corpus;
  for (int i = 0; i < 20; ++i) {
    corpus.add("das ist ja gut .", "that is good .", "0-0 1-1 3-2 4-3");
    corpus.add("本 です 。", "book .", "0-0 1-1 2-1");
  }
  for (const char* word : {"ja", "です"}) EXPECT_TRUE(is_function_word(corpus, word)) << word;
  for (const char* word : {"das", "gut", "本", ".", "。"})
    EXPECT_FALSE(is_function_word(corpus, word)) << word;
}

TEST(FunctionWords, AreNotAmongRareWords) {
  testing::AlignedCorpus corpus;
  for (int i = 0; i < 2; ++i) corpus.add("viens !", ".", "1-0");
  EXPECT_FALSE(is_function_word(corpus, "viens"));
}

TEST(FunctionWords, DoNotDependOnHowManyAlignmentsSayTheSame) {
  testing::AlignedCorpus corpus;
  for (int i = 0; i < 4; ++i) corpus.add("ja gut", "good", i == 0 ? "0-0 1-0" : "1-0");
  const std::vector<text::AlignmentCorpus> three(3, corpus.alignments);
  for (const char* word : {"ja", "gut"}) {
    const auto id = *corpus.text.source_vocabulary.find(word);
    EXPECT_EQ(FunctionWords(corpus.text, std::span(three)).contains(id),
              FunctionWords(corpus.text, corpus.alignments).contains(id));
  }
}

}  // namespace
}  // namespace calque::phrase
