#include "text/vocabulary.h"

#include <string>
#include <unordered_map>
#include <vector>

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/rng.h"

namespace calque::text {
namespace {

TEST(VocabularyTest, NumbersWordsInOrder) {
  Vocabulary vocabulary;
  EXPECT_EQ(vocabulary.size(), 0U);
  EXPECT_FALSE(vocabulary.find("a"));
  EXPECT_EQ(vocabulary.add("a"), WordId{0});
  EXPECT_EQ(vocabulary.add("b"), WordId{1});
  EXPECT_EQ(vocabulary.add("a"), WordId{0});
  EXPECT_EQ(vocabulary.add(""), WordId{2}) << "the empty word is a word";
  EXPECT_EQ(vocabulary.add(std::string_view("\0", 1)), WordId{3});
  EXPECT_EQ(vocabulary.word(WordId{1}), "b");
  EXPECT_EQ(vocabulary.find(""), WordId{2});
  EXPECT_FALSE(vocabulary.find("c"));
}

TEST(VocabularyTest, AgreesWithAMap) {
  Rng rng(5);
  Vocabulary vocabulary;
  std::unordered_map<std::string, std::uint32_t> oracle;
  std::vector<std::string> words;
  for (int i = 0; i < 50000; ++i) {
    std::string word;
    const std::uint64_t length = rng.below(6);
    for (std::uint64_t k = 0; k < length; ++k) word += static_cast<char>('a' + rng.below(8));
    const auto [found, is_new] = oracle.emplace(word, oracle.size());
    if (is_new) words.push_back(word);
    ASSERT_EQ(index_of(vocabulary.add(word)), found->second);
  }
  ASSERT_EQ(vocabulary.size(), oracle.size());
  const VocabularyView view(vocabulary.characters(), vocabulary.offsets(), vocabulary.table(), "file");
  ASSERT_EQ(view.size(), oracle.size());
  for (std::size_t i = 0; i < words.size(); ++i) {
    const WordId id{static_cast<std::uint32_t>(i)};
    ASSERT_EQ(vocabulary.word(id), words[i]);
    ASSERT_EQ(view.word(id), words[i]);
    ASSERT_EQ(view.find(words[i]), id);
    ASSERT_FALSE(view.find(words[i] + "!"));
  }
}

TEST(VocabularyTest, EmptyViews) {
  EXPECT_FALSE(VocabularyView().find("a"));
  EXPECT_EQ(VocabularyView().size(), 0U);
  const Vocabulary empty;
  const VocabularyView view(empty.characters(), empty.offsets(), empty.table(), "file");
  EXPECT_FALSE(view.find("a"));
  EXPECT_EQ(view.size(), 0U);
}

// Whatever numbers a damaged file holds, the view throws FormatError or answers in bounds.
TEST(VocabularyTest, DamagedArraysAreRefusedOrHarmless) {
  Vocabulary vocabulary;
  for (const char* word : {"the", "cat", "sat", "on", "mat"}) vocabulary.add(word);
  const std::string characters(vocabulary.characters());
  const std::vector<std::uint64_t> offsets(vocabulary.offsets().begin(), vocabulary.offsets().end());
  const std::vector<std::uint32_t> table(vocabulary.table().begin(), vocabulary.table().end());
  EXPECT_THROW(VocabularyView(characters, {}, table, "f"), FormatError);
  EXPECT_THROW(VocabularyView(characters + "x", offsets, table, "f"), FormatError);
  EXPECT_THROW(VocabularyView(characters, offsets, std::span(table).first(table.size() - 1), "f"),
               FormatError);
  EXPECT_THROW(VocabularyView(characters, offsets, {}, "f"), FormatError);
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    for (const std::uint64_t wrong : {std::uint64_t{0}, std::uint64_t{7}, std::uint64_t{1000}, UINT64_MAX}) {
      auto damaged = offsets;
      damaged[i] = wrong;
      try {
        const VocabularyView view(characters, damaged, table, "f");
        for (std::uint32_t id = 0; id < view.size(); ++id)
          EXPECT_LE(view.word(WordId{id}).size(), characters.size());
        view.find("mat");
      } catch (const FormatError& error) {
        EXPECT_NE(std::string(error.what()).find("f: "), std::string::npos);
      }
    }
  }
  auto bad_table = table;
  bad_table[0] = 6;
  EXPECT_THROW(VocabularyView(characters, offsets, bad_table, "f").verify("f"), FormatError);
  const std::vector<std::uint32_t> full(table.size(), 1);
  EXPECT_FALSE(VocabularyView(characters, offsets, full, "f").find("dog"))
      << "a table without free place ends the search";
}

}  // namespace
}  // namespace calque::text
