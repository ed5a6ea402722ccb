// Amounts of money: a number and the symbol of its currency, whose order depends on the language.
//
// Pure functions, safe from any thread.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "text/language_rules.h"
#include "text/types.h"

namespace calque::text {

struct Amount {
  Span words;         // the number and the symbol, side by side
  bool number_first;  // 5 €
};

// The amounts of a sentence, in order and apart. `usual`: where the language of the sentence has the symbol,
// which decides when one stands between two numbers.
std::vector<Amount> amounts(std::span<const std::string_view> words, CurrencyPlace usual);

}  // namespace calque::text
