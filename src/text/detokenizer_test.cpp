#include "text/detokenizer.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace calque::text {
namespace {

std::string join(std::string_view language, std::string_view line) {
  return Detokenizer(language).detokenize_line(line);
}

TEST(DetokenizerTest, Punctuation) {
  EXPECT_EQ(join("en", "Hello , world !"), "Hello, world!");
  EXPECT_EQ(join("en", "( a ) [ b ]"), "(a) [b]");
  EXPECT_EQ(join("en", "\" Yes , \" he said , \" no . \""), "\"Yes,\" he said, \"no.\"");
  EXPECT_EQ(join("en", "i can 't tell , i 'm sorry"), "i can't tell, i'm sorry");
  EXPECT_EQ(join("en", "he said ' stop ' twice"), "he said 'stop' twice");
  EXPECT_EQ(join("en", "the dogs ' tails"), "the dogs' tails");
  EXPECT_EQ(join("en", "the dogs ' ' big ' tails"), "the dogs' 'big' tails");
  EXPECT_EQ(join("en", "... and so on"), "...and so on");
  EXPECT_EQ(join("en", "a - b / c & d"), "a - b / c & d");
  EXPECT_EQ(join("en", "it rose 5 % to $ 7"), "it rose 5% to $7");
  EXPECT_EQ(join("de", "um 5 % auf 7 €"), "um 5 % auf 7 €");
  EXPECT_EQ(join("fr", "l' homme ! « oui » ; qu' il"), "l'homme ! « oui » ; qu'il");
  EXPECT_EQ(join("de", "„ ja “ , »nein«"), "„ja“, »nein«");
  EXPECT_EQ(join("es", "¿ qué ? ¡ sí !"), "¿qué? ¡sí!");
}

TEST(DetokenizerTest, EastAsianText) {
  EXPECT_EQ(join("zh", "我们 来 试试 。"), "我们来试试。");
  EXPECT_EQ(join("zh", "用 Python 3 写 程序"), "用Python 3写程序");
  EXPECT_EQ(join("ja", "「 はい 」 と 彼 は 言 っ た 。"), "「はい」と彼は言った。");
  EXPECT_EQ(join("zh", "Hello , world !"), "Hello, world!") << "English inside keeps its blanks";
  EXPECT_EQ(join("en", "see 東 京 now"), "see 東京 now");
}

TEST(DetokenizerTest, AnyWordsGiveText) {
  EXPECT_EQ(join("en", ""), "");
  EXPECT_EQ(join("en", "   "), "");
  EXPECT_EQ(join("en", "."), ".");
  EXPECT_EQ(join("en", "'"), "'");
  EXPECT_EQ(join("en", "<s> a ||| b </s>"), "<s> a ||| b </s>");
  EXPECT_EQ(join("en", ") ( ) ("), ") () (");
  EXPECT_EQ(join("fr", "!"), "!");
  EXPECT_EQ(join("xx", "a\xFF b"), "a\xFF b") << "bytes that are no text are passed on";
  EXPECT_EQ(Detokenizer("en").detokenize(std::vector<std::string>{"a", "", "b"}), "a b");
}

}  // namespace
}  // namespace calque::text
