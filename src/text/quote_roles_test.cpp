#include "text/quote_roles.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "base/parse.h"
#include "text/detokenizer.h"
#include "text/language_rules.h"
#include "text/tokenizer.h"

namespace calque::text {
namespace {

// One character for each word: ( opens, ) closes, - is no mark.
std::string roles(std::string_view language, std::string_view line) {
  std::string out;
  for (const QuoteRole role : quote_roles(split_words(line), language_rules(language))) {
    out += role == QuoteRole::kOpen ? '(' : role == QuoteRole::kClose ? ')' : '-';
  }
  return out;
}

void expect_restored(std::string_view language, const std::vector<std::string>& lines) {
  for (const std::string& line : lines) {
    EXPECT_EQ(Detokenizer(language).detokenize(Tokenizer(language).tokenize(line)), line) << language;
  }
}

TEST(QuoteRolesTest, StraightMarksOpenAndCloseInTurn) {
  EXPECT_EQ(roles("en", "\" a \" b \" c \""), "(-)-(-)");
  EXPECT_EQ(roles("en", "no marks here"), "");
  EXPECT_EQ(roles("en", "' a ' and ' b '"), "(-)-(-)");
}

TEST(QuoteRolesTest, AMarkWithoutPartnerIsReadFromItsPlace) {
  EXPECT_EQ(roles("en", "so it ends . \""), "----)");
  EXPECT_EQ(roles("en", "\" so it begins ."), "(----");
  EXPECT_EQ(roles("en", "we go , \" he said ."), "---)---");
  EXPECT_EQ(roles("en", "He said : \" We go ."), "---(---");
  EXPECT_EQ(roles("pt", "nada mais \" ."), "--)-");
  EXPECT_EQ(roles("en", "it is \" good \" , and fine . \""), "--(-)----)");
  EXPECT_EQ(roles("en", "power . \" \""), "--))");
}

TEST(QuoteRolesTest, CurlyMarksAreReadAsTheirWriterMeantThem) {
  EXPECT_EQ(roles("de", "„ ja “ sagt er , “ nein “"), "(-)---(-)");
  EXPECT_EQ(roles("nl", "‘ Welsh Assembly ‘ te wijzigen"), "(--)--");
  EXPECT_EQ(roles("sv", "” ja ” sa han"), "(-)--");
  EXPECT_EQ(roles("pl", "powiedzieć : » nie « ."), "--(-)-");
  EXPECT_EQ(roles("it", "un’ ” idea ”"), "-(-)");
}

TEST(QuoteRolesTest, SentencesOutOfQuotationsComeBackFromTheirWords) {
  expect_restored("en",
                  {"He was tired.\"", "\"We shall see.", "It is over,\" he said.", "She said: \"Come in.",
                   "Ibn 'Abbas lived there.", "The O'Brien family reads the Qur'an at five o'clock.",
                   "Tom's \"plan\" failed.", "They're the Joneses' cats."});
  expect_restored("de",
                  {"Das „slow“-Schild ist rot.", "Er trägt ein \"Rolling-Stones\"-T-Shirt.", "Levi‘s Hose"});
  expect_restored("it", {"Parla dell'\"illusione\" di ieri.", "Costa 500 $, forse."});
  expect_restored("nl", {"Het kost € 3,1 miljard.", "Hij riep: ‘Ik ga!’"});
  expect_restored("ko", {"그는 “열린 자세”를 갖고 있다.", "의원(AM)은 말했다.", "\"좋습니다.\"라고 말했다."});
  expect_restored("tr", {"Bir \"dama oyunu\"na karşı.", "\"Yok,\" dedi."});
  expect_restored("ru", {"Цены выросли на 2,7%, а зарплата — 5 €."});
  expect_restored("ja", {"そうするかって? もちろん。"});
}

}  // namespace
}  // namespace calque::text
