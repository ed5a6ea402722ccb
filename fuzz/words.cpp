// What rules make of running text on its way to words and back: numbers, marks, capitals, and all of it
// together.
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/parse.h"
#include "reader.h"
#include "text/apostrophes.h"
#include "text/capitals.h"
#include "text/casing.h"
#include "text/han_numbers.h"
#include "text/language_rules.h"
#include "text/mark_forms.h"
#include "text/marks.h"
#include "text/number_words.h"
#include "text/numerals.h"
#include "text/preparation.h"
#include "text/quote_roles.h"
#include "text/utf8.h"

namespace calque::fuzz {
namespace {

constexpr std::array<const char*, 6> kLanguages{"en", "de", "fr", "zh", "tr", ""};

void expect_utf8(std::string_view text) {
  CALQUE_CHECK(!text::find_invalid_utf8(text));
}

void write_numbers(Bytes bytes) {
  static const std::array<std::uint64_t, 4> said{2, 12, 13, 1987};
  static const text::NumberWords english("en", said);
  static const text::NumberWords german("de", said);
  const std::string_view line = text_of(bytes);
  if (text::find_invalid_utf8(line)) return;
  const std::vector<std::string_view> words = split_words(line);
  for (const char* language : kLanguages) {
    std::string joined;
    if (text::join_thousands(line, language, joined)) expect_utf8(joined);
  }
  for (const std::string_view word : words) {
    for (const char digit : text::digits_of(word)) CALQUE_CHECK(digit >= '0' && digit <= '9');
    text::introduces_label(word);
    text::has_han_numeral(word);
    text::han_number(word);
    std::string other(word);
    text::localize_number(other, text::DecimalMark::kComma, text::DecimalMark::kPoint);
    expect_utf8(other);
    CALQUE_CHECK(text::digits_of(other) == text::digits_of(word));
    text::split_thousands(other, "fr");
    expect_utf8(other);
  }
  for (const text::HanNumber& number : text::han_numbers(words)) {
    CALQUE_CHECK(number.words.begin < number.words.end && number.words.end <= words.size());
    CALQUE_CHECK(number.end_in_word <= words[number.words.end - 1].size());
  }
  for (const std::uint64_t number : said) {
    english.say(number, words);
    german.say(number, words);
    english.say_month(number, words);
  }
}

std::vector<std::string> strings(const std::vector<std::string_view>& words) {
  return {words.begin(), words.end()};
}

void turn_marks(Bytes bytes) {
  const std::string_view line = text_of(bytes);
  if (text::find_invalid_utf8(line)) return;
  text::MarkHabits read;
  if (text::parse_mark_habits(line, read)) {
    text::MarkHabits again;
    CALQUE_CHECK(text::parse_mark_habits(text::to_text(read), again) && again == read);
  }
  const std::vector<std::string_view> words = split_words(line);
  const text::MarkHabits habits = text::marks_of(line);
  text::MarkCounter counter;
  counter.add(line);
  std::string turned;
  if (text::turn_quotes(line, turned)) expect_utf8(turned);
  for (const char* language : kLanguages) {
    std::vector<std::string> plain = strings(words);
    text::plain_marks(plain, language);
    const text::MarkHabits wanted = text::combine(habits, counter.habits(), language);
    text::write_dashes(plain, wanted);
    for (const std::string& word : plain) expect_utf8(word);
    expect_utf8(text::write_marks(line, wanted, language));
    const auto roles = text::quote_roles(words, text::language_rules(language));
    CALQUE_CHECK(roles.empty() || roles.size() == words.size());
    CALQUE_CHECK(text::capital_places(words, language).size() == words.size());
    text::set_capitals(plain, language);
    expect_utf8(text::capitalize_sentence(line, language));
    expect_utf8(text::to_lower(line, language));
  }
  CALQUE_CHECK(text::unclear_places(words).size() == words.size());
  for (const text::Span& span : text::enclosed_spans(words))
    CALQUE_CHECK(span.begin < span.end && span.end <= words.size());
  expect_utf8(text::curl_apostrophes(line));
}

// From a line to words and back, in languages of every kind and with every treatment of case.
void prepare(Bytes bytes) {
  struct Way {
    text::Preparation preparation;
    std::unique_ptr<const text::SourcePreparer> source;
    std::unique_ptr<const text::TargetPreparer> target;
    std::unique_ptr<const text::Restorer> restorer;
  };
  static const std::vector<Way> ways = [] {
    const auto truecaser = std::make_shared<const text::TruecaseModel>(
        text::TruecaseModel::from_text("das (3/3)\nHaus (3/3)\n", "fuzz"));
    std::vector<Way> made;
    for (const auto& [source, target] : {std::pair{"de", "en"}, {"en", "fr"}, {"zh", "de"}, {"ja", "zh"}}) {
      for (const auto casing : {text::Casing::kKeep, text::Casing::kLower, text::Casing::kTruecase}) {
        Way way{{.source_language = source, .target_language = target, .casing = casing}, {}, {}, {}};
        way.source = std::make_unique<const text::SourcePreparer>(way.preparation, truecaser);
        way.target = std::make_unique<const text::TargetPreparer>(way.preparation, truecaser);
        way.restorer = std::make_unique<const text::Restorer>(way.preparation);
        made.push_back(std::move(way));
      }
    }
    return made;
  }();
  const std::string_view line = text_of(bytes);
  if (line.empty() || text::find_invalid_utf8(line)) return;
  // One way for each input: the fuzzer tries many that differ in nothing else.
  const Way& way = ways[bytes[0] % ways.size()];
  for (const text::Preparer* preparer :
       std::initializer_list<const text::Preparer*>{way.source.get(), way.target.get()}) {
    const std::vector<std::string> words = preparer->prepare(line);
    for (const std::string& word : words) {
      expect_utf8(word);
      CALQUE_CHECK(!word.empty() && word.find(' ') == std::string::npos);
    }
    expect_utf8(way.restorer->restore(std::vector<std::string_view>(words.begin(), words.end()), line));
  }
}

const Registered numbers({"numbers", write_numbers});
const Registered marks({"marks", turn_marks});
const Registered preparing({"preparing", prepare});

}  // namespace
}  // namespace calque::fuzz
