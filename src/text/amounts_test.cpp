#include "text/amounts.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "base/parse.h"

namespace calque::text {
namespace {

// The words of each amount, and n or c for what comes first.
std::string found(std::string_view line, CurrencyPlace usual) {
  const std::vector<std::string_view> words = split_words(line);
  std::string result;
  for (const Amount& amount : amounts(words, usual)) {
    if (!result.empty()) result += ' ';
    result += std::string(words[amount.words.begin]) + std::string(words[amount.words.end - 1]);
    result += amount.number_first ? ":n" : ":c";
  }
  return result;
}

TEST(Amounts, AreNumbersBesideSymbols) {
  EXPECT_EQ(found("das kostet 1.000,5 € im Jahr", CurrencyPlace::kAfterNumber), "1.000,5€:n");
  EXPECT_EQ(found("that is $ 5 a day", CurrencyPlace::kBeforeNumber), "$5:c");
  EXPECT_EQ(found("für € 5 im Jahr", CurrencyPlace::kAfterNumber), "€5:c");
  EXPECT_EQ(found("5 US$", CurrencyPlace::kAfterNumber), "5US$:n");
  EXPECT_EQ(found("5 euros", CurrencyPlace::kAfterNumber), "");
  EXPECT_EQ(found("der € fällt", CurrencyPlace::kAfterNumber), "");
  EXPECT_EQ(found("€", CurrencyPlace::kAfterNumber), "");
  EXPECT_EQ(found("", CurrencyPlace::kAfterNumber), "");
}

TEST(Amounts, TakeSymbolsAsTheLanguageWritesThem) {
  EXPECT_EQ(found("5 € 10 €", CurrencyPlace::kAfterNumber), "5€:n 10€:n");
  EXPECT_EQ(found("room 7 $ 5 $ 6", CurrencyPlace::kBeforeNumber), "$5:c $6:c");
  EXPECT_EQ(found("only 5 €", CurrencyPlace::kBeforeNumber), "5€:n");
}

}  // namespace
}  // namespace calque::text
