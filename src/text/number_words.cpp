#include "text/number_words.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include <unicode/dtfmtsym.h>
#include <unicode/rbnf.h>

#include "text/casing.h"
#include "text/language_rules.h"
#include "text/utf8.h"

namespace calque::text {
namespace {

// In small letters, without what may stand between the words of a number.
std::string plain_form(std::string_view text, std::string_view language) {
  const std::string lower = to_lower(text, language);
  std::string plain;
  for (std::size_t at = 0; at < lower.size();) {
    const Utf8Character character = character_at(lower, at);
    constexpr std::u32string_view kBetween = U" -\u00AD\u2010\u2011\u200B\u00A0.";
    if (kBetween.find(character.code) == std::u32string_view::npos)
      plain += lower.substr(at, character.bytes);
    at += character.bytes;
  }
  return plain;
}

std::string utf8(const icu::UnicodeString& text) {
  std::string result;
  text.toUTF8String(result);
  return result;
}

void add_form(const icu::UnicodeString& text, std::string_view language, std::vector<std::string>& forms) {
  std::string form = plain_form(utf8(text), language);
  const auto place = std::lower_bound(forms.begin(), forms.end(), form);
  if (!form.empty() && (place == forms.end() || *place != form)) forms.insert(place, std::move(form));
}

std::vector<std::vector<std::string>> month_names(const icu::Locale& locale, std::string_view language) {
  std::vector<std::vector<std::string>> names(12);
  UErrorCode status = U_ZERO_ERROR;
  const icu::DateFormatSymbols symbols(locale, status);
  if (U_FAILURE(status)) return names;
  using Symbols = icu::DateFormatSymbols;
  for (const auto context : {Symbols::FORMAT, Symbols::STANDALONE}) {
    for (const auto width : {Symbols::WIDE, Symbols::ABBREVIATED}) {
      std::int32_t count = 0;
      const icu::UnicodeString* months = symbols.getMonths(count, context, width);
      for (std::int32_t i = 0; i < std::min(count, 12); ++i)
        add_form(months[i], language, names[static_cast<std::size_t>(i)]);
    }
  }
  return names;
}

}  // namespace

NumberWords::NumberWords(std::string_view language, std::span<const std::uint64_t> numbers)
    : language_(base_language(language)) {
  if (language_.empty()) return;
  const icu::Locale locale(language_.c_str());
  UErrorCode status = U_ZERO_ERROR;
  const icu::RuleBasedNumberFormat rules(icu::URBNF_SPELLOUT, locale, status);
  if (U_FAILURE(status)) return;
  // A language without data of its own gets those of the machine's.
  const icu::Locale actual = rules.getLocale(ULOC_ACTUAL_LOCALE, status);
  known_ = U_SUCCESS(status) && language_ == actual.getLanguage();
  if (!known_) return;
  months_ = month_names(locale, language_);
  for (const std::uint64_t number : numbers) {
    std::vector<std::string>& forms = spellings_[number];
    for (std::int32_t i = 0; i < rules.getNumberOfRuleSetNames(); ++i) {
      icu::UnicodeString text;
      icu::FieldPosition position;
      status = U_ZERO_ERROR;
      rules.format(static_cast<std::int64_t>(number), rules.getRuleSetName(i), text, position, status);
      if (U_SUCCESS(status)) add_form(text, language_, forms);
    }
  }
}

namespace {

bool any_run_is(std::span<const std::string_view> words, std::string_view language,
                const std::vector<std::string>& forms) {
  std::vector<std::string> plain;
  plain.reserve(words.size());
  for (const std::string_view word : words) plain.push_back(plain_form(word, language));
  for (std::size_t begin = 0; begin < plain.size(); ++begin) {
    std::string run;
    for (std::size_t end = begin; end < plain.size(); ++end) {
      run += plain[end];
      if (std::binary_search(forms.begin(), forms.end(), run)) return true;
    }
  }
  return false;
}

}  // namespace

bool NumberWords::say(std::uint64_t number, std::span<const std::string_view> words) const {
  const auto found = spellings_.find(number);
  return found != spellings_.end() && any_run_is(words, language_, found->second);
}

bool NumberWords::say_month(std::uint64_t month, std::span<const std::string_view> words) const {
  if (month == 0 || month > months_.size()) return false;
  const std::vector<std::string>& names = months_[month - 1];
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
    return std::binary_search(names.begin(), names.end(), plain_form(word, language_));
  });
}

}  // namespace calque::text
