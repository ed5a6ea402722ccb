// What running text itself tells about how to translate it: words between brackets or quotation marks belong
// together, a number in Chinese numerals is one thing wherever it was cut, and a mark that the model never
// saw is like others.
//
// Immutable and shareable between threads. The system must outlive it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "decode/markup.h"
#include "phrase/phrase_table.h"
#include "text/known_forms.h"
#include "text/marks.h"
#include "text/numerals.h"

namespace calque::pipeline {

class TextHints {
 public:
  TextHints(const phrase::PhraseTable& phrases, std::string_view source_language,
            std::string_view target_language);

  // The words of a sentence as the model may know them.
  struct FittedWords {
    std::vector<std::string> words;
    std::vector<std::uint32_t>
        origins;  // for each, the word before that it is, or is a piece of; never falling
  };
  // Cuts what follows a number off the word that the number ends in (二 十三日), if the model knows what is
  // cut off and not the whole; puts known words in the place of words that the model never saw: another form,
  // or the parts of a compound.
  FittedWords fit(std::vector<std::string> words) const;

  struct Wishes {
    bool keep_enclosed = true;            // zones for what stands between brackets or quotation marks
    std::uint32_t max_phrase_length = 7;  // of the search to come
  };
  // Adds zones, units, and suggestions that compete with the model's own translations. What the line has
  // already goes first.
  void add(decode::MarkedLine& line, const Wishes& wishes) const;

 private:
  // Marks of a kind; quotation marks that only open, that only close, and the others.
  enum class Side : std::uint8_t { kEither, kOpens, kCloses };
  using Forms = std::array<std::array<std::string, 3>, text::kMarkKinds>;

  static Side side_of(std::string_view mark);
  void cut_numbers(FittedWords& fitted) const;
  void replace_unknown(FittedWords& fitted) const;
  bool knows(std::span<const std::string_view> words) const;
  double count(std::string_view word) const;
  void add_numbers(std::span<const std::string_view> words, std::uint32_t max_phrase_length,
                   decode::MarkedLine& line) const;
  void add_forms(std::span<const std::string_view> words, decode::MarkedLine& line) const;
  std::string form_of(std::string_view word) const;

  const phrase::PhraseTable& phrases_;
  text::KnownForms known_forms_;
  text::DecimalMark decimal_mark_;  // of the target language
  bool narrow_;        // the target language has no wide forms of Latin letters, digits and marks
  bool plain_digits_;  // and none of other scripts' digits
  Forms forms_;        // how marks of a kind are translated most often; empty if none are
};

}  // namespace calque::pipeline
