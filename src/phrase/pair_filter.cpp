#include "phrase/pair_filter.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>

#include <unicode/uchar.h>

#include "base/parse.h"
#include "text/language_rules.h"
#include "text/numerals.h"
#include "text/utf8.h"

namespace calque::phrase {
namespace {

// Larger numbers are said in words only if they are round.
constexpr std::uint64_t kLargestInWords = 1000;
constexpr std::uint64_t kLargestRoundInWords = 1'000'000'000;

bool words_may_say(std::uint64_t number) {
  return number <= kLargestInWords || (number <= kLargestRoundInWords && number % 100 == 0);
}

// "13", and "1" of "1st"; not "2:30", of which nobody can tell what it counts.
std::optional<std::uint64_t> whole_number(std::string_view word, const std::string& digits) {
  std::size_t leading = 0;
  for (std::size_t at = 0; at < word.size(); ++leading) {
    const text::Utf8Character character = text::character_at(word, at);
    if (u_charDigitValue(static_cast<UChar32>(character.code)) < 0) break;
    at += character.bytes;
  }
  if (leading == 0 || leading != text::digits_of(word).size()) return std::nullopt;
  const auto value = parse_unsigned(digits);
  return value && words_may_say(*value) ? value : std::nullopt;
}

// "２、３": one digit and the next.
bool is_two_or_three(std::string_view word, const std::string& digits) {
  return digits.size() == 2 && digits[1] == digits[0] + 1 && word.find("、") != std::string_view::npos;
}

void drop_leading_zeros(std::string& digits) {
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
}

std::optional<ClockTime> clock_time(std::string_view word) {
  const std::size_t colon = word.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  ClockTime clock{std::string(word.substr(0, colon)), std::string(word.substr(colon + 1))};
  const auto is_number = [](std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  };
  if (clock.hour.empty() || clock.hour.size() > 2 || clock.minutes.size() != 2 || !is_number(clock.hour) ||
      !is_number(clock.minutes))
    return std::nullopt;
  drop_leading_zeros(clock.hour);
  drop_leading_zeros(clock.minutes);
  return clock;
}

WrittenNumber written_number(std::string_view word) {
  WrittenNumber number{text::digits_of(word), std::nullopt, clock_time(word)};
  drop_leading_zeros(number.digits);
  number.value = whole_number(word, number.digits);
  number.two_or_three = is_two_or_three(word, number.digits);
  return number;
}

// Half an hour after the hour that is said with it; German "halb" stands before another hour.
bool says_half_past(std::span<const std::string_view> words) {
  return std::any_of(words.begin(), words.end(), [](std::string_view word) {
    return word.find("半") != std::string_view::npos || word == "demie" || word == "half";
  });
}

// Which quotation marks the models' form of text (mark_forms.h) and Japanese say to open or to close.
std::int8_t side_of_quote(std::string_view word) {
  constexpr std::array<std::string_view, 5> kOpening{"“", "「", "『", "《", "‹"};
  constexpr std::array<std::string_view, 5> kClosing{"”", "」", "』", "》", "›"};
  if (std::find(kOpening.begin(), kOpening.end(), word) != kOpening.end()) return 1;
  return std::find(kClosing.begin(), kClosing.end(), word) != kClosing.end() ? -1 : 0;
}

bool contains(text::Span outer, text::Span inner) {
  return outer.begin <= inner.begin && inner.end <= outer.end;
}

bool overlaps(text::Span a, text::Span b) {
  return a.begin < b.end && b.begin < a.end;
}

bool has_letter(std::string_view word) {
  for (std::size_t at = 0; at < word.size();) {
    const text::Utf8Character character = text::character_at(word, at);
    if (u_isalpha(static_cast<UChar32>(character.code)) != 0) return true;
    at += character.bytes;
  }
  return false;
}

bool has_month_sign(std::span<const std::string_view> words) {
  return std::any_of(words.begin(), words.end(), [](std::string_view word) {
    return word.find("月") != std::string_view::npos || word.find("월") != std::string_view::npos;
  });
}

// Whether words say a number that the other side has in digits.
bool says(const text::NumberWords& language, std::uint64_t number, std::span<const std::string_view> words,
          std::span<const std::string_view> other_side) {
  return language.say(number, words) || (has_month_sign(other_side) && language.say_month(number, words));
}

std::span<const std::string_view> words_of(std::span<const std::string_view> sentence, text::Span phrase) {
  return sentence.subspan(phrase.begin, phrase.size());
}

}  // namespace

PairFilter::PairFilter(const text::ParallelCorpus& corpus, const Alignments& alignments,
                       const PairRules& rules)
    : corpus_(corpus),
      rules_(rules),
      source_(describe(corpus.source_vocabulary)),
      target_(describe(corpus.target_vocabulary)) {
  if (rules.same_marks) function_words_.emplace(corpus, alignments);
  if (rules.same_numbers) {
    source_number_words_.emplace(rules.source_language, values_of(target_));
    std::vector<std::uint64_t> values = values_of(source_);
    add_han_numbers(values);
    target_number_words_.emplace(rules.target_language, values);
  }
}

PairFilter::Side PairFilter::describe(const text::Vocabulary& vocabulary) {
  Side side;
  for (std::uint32_t i = 0; i < vocabulary.size(); ++i) {
    const std::string_view word = vocabulary.word(text::WordId{i});
    side.marks.push_back(text::mark_of(word));
    side.quotes.push_back(side_of_quote(word));
    side.han.push_back(text::has_han_numeral(word));
    side.numbers.push_back(0);
    if (text::digits_of(word).empty()) continue;
    side.written.push_back(written_number(word));
    side.numbers.back() = static_cast<std::uint32_t>(side.written.size());
  }
  return side;
}

std::vector<std::uint64_t> PairFilter::values_of(const Side& side) {
  std::vector<std::uint64_t> values;
  for (const WrittenNumber& number : side.written) {
    if (number.value) values.push_back(*number.value);
  }
  return values;
}

void PairFilter::add_han_numbers(std::vector<std::uint64_t>& values) const {
  if (std::find(source_.han.begin(), source_.han.end(), true) == source_.han.end()) return;
  Sentence sentence;
  std::set<std::uint64_t> found;
  for (std::size_t i = 0; i < corpus_.size(); ++i) {
    read(i, sentence);
    for (const text::HanNumber& number : sentence.han_numbers) {
      if (number.value && words_may_say(*number.value)) found.insert(*number.value);
    }
  }
  values.insert(values.end(), found.begin(), found.end());
}

void PairFilter::read(std::size_t sentence, Sentence& read) const {
  read.source = corpus_.source.sentence(sentence);
  read.target = corpus_.target.sentence(sentence);
  const auto any = [](std::span<const text::WordId> words, const auto& found) {
    return std::any_of(words.begin(), words.end(),
                       [&](text::WordId word) { return found[text::index_of(word)] != 0; });
  };
  const bool has_han = any(read.source, source_.han);
  read.han_numbers.clear();
  read.has_numbers = has_han || any(read.source, source_.numbers) || any(read.target, target_.numbers);
  if (!rules_.same_numbers || !read.has_numbers) return;
  const auto texts_of = [](std::span<const text::WordId> ids, const text::Vocabulary& vocabulary,
                           std::vector<std::string_view>& words) {
    words.clear();
    for (const text::WordId id : ids) words.push_back(vocabulary.word(id));
  };
  texts_of(read.source, corpus_.source_vocabulary, read.source_words);
  texts_of(read.target, corpus_.target_vocabulary, read.target_words);
  if (has_han) read.han_numbers = text::han_numbers(read.source_words);
}

bool PairFilter::allows(const Sentence& sentence, text::Span source, text::Span target) const {
  if (rules_.same_marks && !same_marks(sentence.source.subspan(source.begin, source.size()),
                                       sentence.target.subspan(target.begin, target.size()),
                                       source.end == sentence.source.size())) {
    return false;
  }
  return !rules_.same_numbers || !sentence.has_numbers || same_numbers(sentence, source, target);
}

bool PairFilter::same_marks(std::span<const text::WordId> source, std::span<const text::WordId> target,
                            bool at_end) const {
  const MarkCounts before = count(source_, source);
  const MarkCounts after = count(target_, target);
  const auto all = [](const MarkCounts& counts, auto... marks) {
    return (counts[static_cast<std::size_t>(marks)] + ...);
  };
  using enum text::Mark;
  for (const text::Mark mark : {kOpen, kClose, kQuote, kColon}) {
    if (all(before, mark) != all(after, mark)) return false;
  }
  if (all(before, kQuote) > 0 && !same_sides(source, target)) return false;
  // What ends a sentence is kept. It may be added where a sentence ends for certain: some languages write
  // none there, or none before a closing mark.
  const bool ends = all(before, kStop, kExclamation, kQuestion) > 0;
  const bool said = all(after, kStop, kExclamation, kQuestion) > 0;
  if (ends && !said) return false;
  if (said && !ends && !at_end && all(before, kQuote, kClose) == 0) return false;
  if (all(before, kQuestion) > 0 && all(after, kQuestion) == 0) return false;
  const std::uint32_t breaks = all(after, kSemicolon, kOther, kStop, kExclamation, kQuestion);
  if (all(before, kSemicolon) > 0 && breaks == 0) return false;
  if (all(before, kNone) == 0) return all(after, kNone) == 0;
  return all(after, kNone) > 0 || !has_content(source);
}

// Of as many quotation marks on both sides as many open, unless some do not say what they do.
bool PairFilter::same_sides(std::span<const text::WordId> source,
                            std::span<const text::WordId> target) const {
  int balance = 0;
  const auto add = [&balance](const Side& side, std::span<const text::WordId> words, int sign) {
    return std::all_of(words.begin(), words.end(), [&](text::WordId word) {
      const std::int8_t quote = side.quotes[text::index_of(word)];
      balance += sign * quote;
      return quote != 0 || side.marks[text::index_of(word)] != text::Mark::kQuote;
    });
  };
  const bool all_say = add(source_, source, 1) && add(target_, target, -1);
  return !all_say || balance == 0;
}

PairFilter::MarkCounts PairFilter::count(const Side& side, std::span<const text::WordId> words) {
  MarkCounts counts{};
  for (const text::WordId word : words) ++counts[static_cast<std::size_t>(side.marks[text::index_of(word)])];
  return counts;
}

bool PairFilter::has_content(std::span<const text::WordId> source) const {
  return std::any_of(source.begin(), source.end(), [&](text::WordId word) {
    return source_.marks[text::index_of(word)] == text::Mark::kNone && !function_words_->contains(word);
  });
}

// Numbers in digits that no Chinese numeral is part of.
PairFilter::Numbers PairFilter::numbers_of(const Side& side, std::span<const text::WordId> words,
                                           text::Span span, std::span<const text::HanNumber> others) {
  Numbers numbers;
  for (std::uint32_t i = span.begin; i < span.end; ++i) {
    const std::uint32_t number = side.numbers[text::index_of(words[i])];
    if (number == 0) continue;
    if (std::any_of(others.begin(), others.end(),
                    [i](const text::HanNumber& other) { return other.value && other.words.contains(i); })) {
      continue;
    }
    numbers.push_back(&side.written[number - 1]);
  }
  return numbers;
}

bool PairFilter::take(Numbers& numbers, std::string_view digits) {
  const auto same = std::find_if(numbers.begin(), numbers.end(),
                                 [&](const WrittenNumber* number) { return number->digits == digits; });
  if (same == numbers.end()) return false;
  numbers.erase(same);
  return true;
}

// Takes away times (2:30) whose hour and minutes are numbers of the other side (2 h 30, 2時半), and these.
void PairFilter::match_clocks(Numbers& clocks, Numbers& others,
                              std::span<const std::string_view> other_words) {
  std::erase_if(clocks, [&](const WrittenNumber* number) {
    if (!number->clock || !take(others, number->clock->hour)) return false;
    const std::string& minutes = number->clock->minutes;
    return minutes == "0" || take(others, minutes) || (minutes == "30" && says_half_past(other_words));
  });
}

// "An hour" for 1 時間, "a few days" for ２、３ 日. What other languages have for "a", NumberWords knows as
// one.
bool PairFilter::said_without_number(const WrittenNumber& number,
                                     std::span<const std::string_view> words) const {
  if (number.two_or_three) return std::any_of(words.begin(), words.end(), has_letter);
  return number.value == 1 && text::base_language(rules_.target_language) == "en" &&
         std::any_of(words.begin(), words.end(),
                     [](std::string_view word) { return word == "a" || word == "an"; });
}

bool PairFilter::same_numbers(const Sentence& sentence, text::Span source, text::Span target) const {
  Numbers own = numbers_of(source_, sentence.source, source, sentence.han_numbers);
  Numbers said = numbers_of(target_, sentence.target, target, {});
  const bool says_less = own.size() == 1 && said.empty();
  std::erase_if(own, [&](const WrittenNumber* number) { return take(said, number->digits); });
  match_clocks(said, own, words_of(sentence.source_words, source));
  match_clocks(own, said, words_of(sentence.target_words, target));
  for (const text::HanNumber& number : sentence.han_numbers) {
    if (!overlaps(source, number.words)) continue;
    if (!contains(source, number.words)) return false;
    if (!number.value || take(said, std::to_string(*number.value))) continue;
    // A numeral alone (一) or in a word (一番) may say something else than a number.
    if (number.whole && number.numerals > 1 && !target_says(*number.value, sentence, source, target))
      return false;
  }
  if (says_less && said_without_number(*own[0], words_of(sentence.target_words, target))) return true;
  return std::all_of(said.begin(), said.end(),
                     [&](const WrittenNumber* number) {
                       return number->value && says(*source_number_words_, *number->value,
                                                    words_of(sentence.source_words, source),
                                                    words_of(sentence.target_words, target));
                     }) &&
         std::all_of(own.begin(), own.end(), [&](const WrittenNumber* number) {
           return target_says(number->value, sentence, source, target);
         });
}

bool PairFilter::target_says(std::optional<std::uint64_t> number, const Sentence& sentence, text::Span source,
                             text::Span target) const {
  const auto words = words_of(sentence.target_words, target);
  if (!target_number_words_->knows_language()) {
    // Nobody can tell, but where there are no words, no number was said.
    return std::any_of(words.begin(), words.end(), has_letter);
  }
  return number && says(*target_number_words_, *number, words, words_of(sentence.source_words, source));
}

}  // namespace calque::phrase
