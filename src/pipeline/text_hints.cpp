#include "pipeline/text_hints.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include <unicode/uchar.h>

#include "text/casing.h"
#include "text/han_numbers.h"
#include "text/language_rules.h"
#include "text/numerals.h"
#include "text/utf8.h"

namespace calque::pipeline {
namespace {

bool crosses(text::Span a, text::Span b) {
  const bool overlap = a.begin < b.end && b.begin < a.end;
  const bool nested = (a.begin <= b.begin && b.end <= a.end) || (b.begin <= a.begin && a.end <= b.end);
  return overlap && !nested;
}

// Wide letters, digits and marks as they are elsewhere: "１３％" as "13%".
std::string narrow_form(std::string_view word) {
  std::string narrow;
  for (std::size_t at = 0; at < word.size();) {
    const text::Utf8Character character = text::character_at(word, at);
    constexpr char32_t kFirst = U'！';
    constexpr char32_t kLast = U'～';
    if (character.code >= kFirst && character.code <= kLast) {
      narrow += static_cast<char>(character.code - kFirst + U'!');
    } else {
      narrow += word.substr(at, character.bytes);
    }
    at += character.bytes;
  }
  return narrow;
}

// The digit that a character is in any script (٣, ३), or -1.
int digit_of(char32_t code) {
  return static_cast<int>(u_charDigitValue(static_cast<UChar32>(code)));
}

// Whether numbers are mostly written with the digits 0 to 9.
bool writes_plain_digits(const text::VocabularyView& vocabulary) {
  std::int64_t balance = 0;
  for (std::uint32_t i = 0; i < vocabulary.size(); ++i) {
    const char32_t first = text::first_character(vocabulary.word(text::WordId{i}));
    if (digit_of(first) >= 0) balance += first <= U'9' ? 1 : -1;
  }
  return balance >= 0;
}

// A number with the digits 0 to 9 in place of those of another script.
std::string with_plain_digits(std::string_view word) {
  std::string plain;
  for (std::size_t at = 0; at < word.size();) {
    const text::Utf8Character character = text::character_at(word, at);
    const int digit = digit_of(character.code);
    if (digit >= 0) {
      plain += static_cast<char>('0' + digit);
    } else {
      plain += word.substr(at, character.bytes);
    }
    at += character.bytes;
  }
  return plain;
}

// As a language writes it, in groups of three where years and the like cannot be meant: 3,000,000.
std::string written_number(std::uint64_t value, text::DecimalMark mark) {
  std::string digits = std::to_string(value);
  constexpr std::uint64_t kLeast = 10000;
  if (value < kLeast || mark == text::DecimalMark::kUnknown) return digits;
  const char* const separator = mark == text::DecimalMark::kPoint ? "," : ".";
  for (std::size_t at = digits.size() - 3; at > 0; at -= std::min<std::size_t>(at, 3))
    digits.insert(at, separator);
  return digits;
}

// Puts one or more words in the place of word i.
void replace(std::size_t i, const std::vector<std::string>& by, TextHints::FittedWords& fitted) {
  const auto place = static_cast<std::ptrdiff_t>(i);
  const auto word = fitted.words.erase(fitted.words.begin() + place);
  fitted.words.insert(word, by.begin(), by.end());
  fitted.origins.insert(fitted.origins.begin() + place, by.size() - 1, fitted.origins[i]);
}

bool overlaps_any(text::Span span, const std::vector<decode::Suggestion>& suggestions) {
  return std::any_of(suggestions.begin(), suggestions.end(), [&](const decode::Suggestion& other) {
    return span.begin < other.source.end && other.source.begin < span.end;
  });
}

}  // namespace

TextHints::TextHints(const phrase::PhraseTable& phrases, std::string_view source_language,
                     std::string_view target_language)
    : phrases_(phrases),
      known_forms_(source_language),
      decimal_mark_(text::decimal_mark(target_language)),
      narrow_(!text::language_rules(target_language).tight_wide_text),
      plain_digits_(writes_plain_digits(phrases.target_vocabulary())) {
  // How often each mark translates those of a kind.
  std::array<std::array<std::map<text::WordId, double>, 3>, text::kMarkKinds> counts;
  const text::VocabularyView source = phrases.source_vocabulary();
  const text::VocabularyView target = phrases.target_vocabulary();
  for (std::uint32_t i = 0; i < source.size(); ++i) {
    const text::WordId word{i};
    const text::Mark mark = text::mark_of(source.word(word));
    if (mark == text::Mark::kNone) continue;
    const auto phrase = phrases.find({&word, 1});
    for (std::size_t k = 0; phrase && k < phrases.translation_count(*phrase); ++k) {
      const phrase::Translation translation = phrases.translation(*phrase, k);
      if (translation.target.size() != 1 || text::mark_of(target.word(translation.target[0])) != mark)
        continue;
      auto& of_kind = counts[static_cast<std::size_t>(mark)];
      const Side side = side_of(source.word(word));
      of_kind[static_cast<std::size_t>(side)][translation.target[0]] += double{translation.joint_count};
      if (side != Side::kEither) of_kind[0][translation.target[0]] += double{translation.joint_count};
    }
  }
  for (std::size_t kind = 0; kind < counts.size(); ++kind) {
    for (std::size_t side = 0; side < counts[kind].size(); ++side) {
      // What is not known of one side is taken from both.
      const auto& found = counts[kind][side].empty() ? counts[kind][0] : counts[kind][side];
      const auto best = std::max_element(found.begin(), found.end(),
                                         [](const auto& a, const auto& b) { return a.second < b.second; });
      if (best != found.end()) forms_[kind][side] = target.word(best->first);
    }
  }
}

TextHints::Side TextHints::side_of(std::string_view mark) {
  for (const char* opening : {"«", "„", "「", "『", "《", "‹"})
    if (mark == opening) return Side::kOpens;
  for (const char* closing : {"»", "”", "」", "』", "》", "›"})
    if (mark == closing) return Side::kCloses;
  return Side::kEither;
}

void TextHints::add(decode::MarkedLine& line, const Wishes& wishes) const {
  const std::vector<std::string_view> words(line.words.begin(), line.words.end());
  add_numbers(words, wishes.max_phrase_length, line);
  add_forms(words, line);
  if (!wishes.keep_enclosed) return;
  for (const text::Span& enclosed : text::enclosed_spans(words)) {
    const bool fits = std::none_of(
        line.suggestions.begin(), line.suggestions.end(),
        [&](const decode::Suggestion& suggestion) { return crosses(enclosed, suggestion.source); });
    if (fits) line.constraints.add_enclosure(enclosed);
  }
}

TextHints::FittedWords TextHints::fit(std::vector<std::string> words) const {
  FittedWords fitted{std::move(words), {}};
  fitted.origins.resize(fitted.words.size());
  std::iota(fitted.origins.begin(), fitted.origins.end(), 0U);
  cut_numbers(fitted);
  replace_unknown(fitted);
  return fitted;
}

void TextHints::cut_numbers(FittedWords& fitted) const {
  const std::vector<std::string_view> before(fitted.words.begin(), fitted.words.end());
  const std::vector<text::HanNumber> numbers = text::han_numbers(before);
  std::vector<std::pair<std::size_t, std::size_t>> cuts;  // word and byte
  for (const text::HanNumber& number : numbers) {
    const std::size_t last = number.words.end - 1;
    if (!number.value || number.words.size() < 2 || number.end_in_word == before[last].size()) continue;
    const std::string_view rest = before[last].substr(number.end_in_word);
    if (knows(std::span(before).subspan(number.words.begin, number.words.size())) || !knows({&rest, 1}))
      continue;
    cuts.emplace_back(last, number.end_in_word);
  }
  for (auto cut = cuts.rbegin(); cut != cuts.rend(); ++cut) {
    const std::string word = fitted.words[cut->first];
    replace(cut->first, {word.substr(0, cut->second), word.substr(cut->second)}, fitted);
  }
}

void TextHints::replace_unknown(FittedWords& fitted) const {
  const text::VocabularyView vocabulary = phrases_.source_vocabulary();
  const text::KnownForms::Count counts = [&](std::string_view word) { return count(word); };
  for (std::size_t i = 0; i < fitted.words.size(); ++i) {
    const std::string& written = fitted.words[i];
    if (vocabulary.find(written)) continue;
    // A shout, and the first word of a sentence, may have capitals for nothing but that.
    const bool shouted = text::is_all_upper(written);
    const std::string lower = text::to_lower(written);
    const std::string word = shouted ? text::capitalize_sentence(lower) : written;
    std::vector<std::string> known{known_forms_.form(word, counts)};
    if (known[0].empty() && (i == 0 || shouted)) known[0] = known_forms_.form(lower, counts);
    if (known[0].empty()) known = known_forms_.parts(word, counts);
    if (known.empty()) continue;
    replace(i, known, fitted);
    i += known.size() - 1;
  }
}

// How often the training text has a word that can be translated by itself.
double TextHints::count(std::string_view word) const {
  const auto id = phrases_.source_vocabulary().find(word);
  if (!id) return 0;
  const auto phrase = phrases_.find({&*id, 1});
  if (!phrase || phrases_.translation_count(*phrase) == 0) return 0;
  return double{phrases_.source_count(*phrase)};
}

bool TextHints::knows(std::span<const std::string_view> words) const {
  std::vector<text::WordId> ids;
  for (const std::string_view word : words) {
    const auto id = phrases_.source_vocabulary().find(word);
    if (!id) return false;
    ids.push_back(*id);
  }
  const auto phrase = phrases_.find(ids);
  return phrase && phrases_.translation_count(*phrase) > 0;
}

// A numeral alone is a word like others;
// of several, none may be translated by itself.
void TextHints::add_numbers(std::span<const std::string_view> words, std::uint32_t max_phrase_length,
                            decode::MarkedLine& line) const {
  for (const text::HanNumber& number : text::han_numbers(words)) {
    if (!number.whole || !number.value || number.numerals < 2) continue;
    if (overlaps_any(number.words, line.suggestions)) continue;
    const bool known = number.words.size() <= max_phrase_length &&
                       knows(words.subspan(number.words.begin, number.words.size()));
    if (!known)
      line.suggestions.push_back({.source = number.words,
                                  .words = {written_number(*number.value, decimal_mark_)},
                                  .exclusive = false});
    if (number.words.size() > 1) line.units.push_back(number.words);
  }
}

// What the model has no translation for is carried over in a form that the target language has.
void TextHints::add_forms(std::span<const std::string_view> words, decode::MarkedLine& line) const {
  for (std::uint32_t i = 0; i < words.size(); ++i) {
    if (text::is_ascii(words[i]) || knows(words.subspan(i, 1)) || overlaps_any({i, i + 1}, line.suggestions))
      continue;
    std::string form = form_of(words[i]);
    if (!form.empty() && form != words[i])
      line.suggestions.push_back({.source = {i, i + 1}, .words = {std::move(form)}, .exclusive = false});
  }
}

std::string TextHints::form_of(std::string_view word) const {
  if (narrow_) {
    std::string narrow = narrow_form(word);
    if (narrow != word) return narrow;
  }
  if (plain_digits_) {
    std::string plain = with_plain_digits(word);
    if (plain != word) return plain;
  }
  const text::Mark mark = text::mark_of(word);
  if (mark == text::Mark::kNone || mark == text::Mark::kOther) return {};
  return forms_[static_cast<std::size_t>(mark)][static_cast<std::size_t>(side_of(word))];
}

}  // namespace calque::pipeline
