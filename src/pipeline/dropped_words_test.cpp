#include "pipeline/dropped_words.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/parse.h"
#include "base/reporter.h"
#include "base/testing/scratch_folder.h"
#include "phrase/table_extraction.h"
#include "phrase/testing/aligned_corpus.h"

namespace calque::pipeline {
namespace {

using Positions = std::vector<std::uint32_t>;

std::vector<std::string> words_of(std::string_view line) {
  std::vector<std::string> words;
  for (const std::string_view word : split_words(line)) words.emplace_back(word);
  return words;
}

class DroppedWordsTest : public ::testing::Test {
 protected:
  DroppedWordsTest() {
    phrase::testing::AlignedCorpus corpus;
    for (int i = 0; i < 9; ++i)
      corpus.add("der alte Mann schläft .", "the old man sleeps .", "0-0 1-1 2-2 3-3 4-4");
    corpus.add("alte", "ancient", "0-0");
    corpus.add("Mann", "husband", "0-0");
    corpus.add("Mann", "husband", "0-0");
    ThreadPool threads(1);
    phrase::extract_to_table({corpus.text, corpus.alignments}, {}, folder_.path("table"), threads,
                             silent_reporter());
  }

  Positions dropped(std::string_view source, std::string_view target, std::string_view links,
                    const std::vector<decode::Suggestion>& suggestions = {},
                    const std::vector<decode::PhraseStep>& phrases = {}) const {
    const phrase::PhraseTable table = phrase::PhraseTable::open(folder_.path("table"));
    const DroppedWords words(table, "der\n", "function-words.txt");
    const std::vector<std::string> source_words = words_of(source);
    decode::Translation translation;
    translation.words = words_of(target);
    translation.phrases = phrases;
    translation.alignment =
        text::parse_pharaoh(links, source_words.size(), translation.words.size(), {"links", 1});
    return words.find(source_words, suggestions, translation);
  }

  calque::testing::ScratchFolder folder_;
};

TEST_F(DroppedWordsTest, AreWordsOfContentWithoutLinkOrUsualTranslation) {
  EXPECT_EQ(dropped("der alte Mann schläft .", "the old man sleeps .", "0-0 1-1 2-2 3-3 4-4"), Positions{});
  EXPECT_EQ(dropped("der alte Mann schläft .", "the man sleeps .", "0-0 2-1 3-2 4-3"), Positions{1});
  EXPECT_EQ(dropped("der alte Mann schläft .", ".", "4-0"), (Positions{1, 2, 3}));
}

TEST_F(DroppedWordsTest, AreNoFunctionWordsAndNoMarks) {
  EXPECT_EQ(dropped("der Mann schläft , .", "man sleeps", "1-0 2-1"), Positions{});
}

TEST_F(DroppedWordsTest, AreNotSaidElsewhereEither) {
  EXPECT_EQ(dropped("der alte Mann", "the man old", "0-0 2-1"), Positions{});
  // "ancient" is one of ten translations, "husband" more than that; "young" is none.
  EXPECT_EQ(dropped("alte Mann", "ancient husband", ""), Positions{});
  EXPECT_EQ(dropped("alte Mann", "young husband", ""), Positions{0});
}

TEST_F(DroppedWordsTest, MayBeUnknownToTheModel) {
  EXPECT_EQ(dropped("Wolkenkuckucksheim", "x", ""), Positions{0});
  EXPECT_EQ(dropped("Wolkenkuckucksheim", "Wolkenkuckucksheim", "0-0"), Positions{});
}

TEST_F(DroppedWordsTest, AreNotThoseThatHadAnotherTranslationSuggested) {
  const decode::Suggestion suggestion{.source = {0, 2}, .words = {"x"}};
  EXPECT_EQ(dropped("alte Mann", "x", "", {suggestion}, {{{0, 2}, {0, 1}}}), Positions{});
  EXPECT_EQ(dropped("alte Mann", "x", "", {suggestion}, {{{0, 1}, {0, 1}}}), (Positions{0, 1}));
}

TEST_F(DroppedWordsTest, RefuseFunctionWordsOfAnotherModel) {
  const phrase::PhraseTable table = phrase::PhraseTable::open(folder_.path("table"));
  EXPECT_THROW(DroppedWords(table, "le\n", "function-words.txt"), FormatError);
}

}  // namespace
}  // namespace calque::pipeline
