// What a language asks of finished translations whatever their phrases say: a or an, and on which side of a
// number the symbol of a currency stands. Phrases are put together without regard to either.
//
// Immutable, safe from any thread.
#pragma once

#include "decode/decoder.h"
#include "text/language_rules.h"
#include "text/preparation.h"

namespace calque::pipeline {

class LanguageFitting {
 public:
  // Does nothing to text that was given as words: it is as its owner wants it.
  explicit LanguageFitting(const text::Preparation& preparation);

  // Changes words and links. Before anybody sees them, so that n-best lists and tokens have what the text
  // has.
  void fit(decode::Translation& translation) const;

 private:
  void place_currencies(decode::Translation& translation) const;

  bool fits_articles_ = false;
  text::CurrencyPlace source_currency_ = text::CurrencyPlace::kUnknown;
  text::CurrencyPlace target_currency_ = text::CurrencyPlace::kUnknown;
};

}  // namespace calque::pipeline
