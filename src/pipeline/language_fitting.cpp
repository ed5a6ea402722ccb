#include "pipeline/language_fitting.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "text/amounts.h"
#include "text/articles.h"

namespace calque::pipeline {

LanguageFitting::LanguageFitting(const text::Preparation& preparation) {
  if (preparation.pretokenized) return;
  fits_articles_ = text::base_language(preparation.target_language) == "en";
  source_currency_ = text::language_rules(preparation.source_language).currency;
  target_currency_ = text::language_rules(preparation.target_language).currency;
}

void LanguageFitting::fit(decode::Translation& translation) const {
  if (fits_articles_) text::fit_articles(translation.words);
  if (target_currency_ != text::CurrencyPlace::kUnknown) place_currencies(translation);
}

void LanguageFitting::place_currencies(decode::Translation& translation) const {
  const std::vector<std::string_view> words(translation.words.begin(), translation.words.end());
  for (const text::Amount& amount : text::amounts(words, source_currency_)) {
    if (amount.number_first == (target_currency_ == text::CurrencyPlace::kAfterNumber)) continue;
    const std::uint32_t first = amount.words.begin;
    std::swap(translation.words[first], translation.words[first + 1]);
    for (text::Link& link : translation.alignment) {
      if (amount.words.begin <= link.target && link.target < amount.words.end)
        link.target = first + (link.target == first ? 1 : 0);
    }
  }
  std::sort(translation.alignment.begin(), translation.alignment.end());
}

}  // namespace calque::pipeline
