// The rules of TokenScanner: what comes off a word at its front, at its end and inside.
#include <algorithm>
#include <array>
#include <string_view>

#include "text/token_scanner.h"

namespace calque::text {
namespace {

// No word of the lists is longer; longer words are not looked up, which keeps the cost linear in the line's
// length.
constexpr std::size_t kLongestListed = 16;

bool is_loud(char32_t code) {
  return code == '!' || code == '?' || code == 0x203D || code == 0x61F;
}

}  // namespace

// Number of characters at `begin` that form a token of their own; 0 if the word starts here.
std::size_t TokenScanner::leading_length(std::size_t begin, std::size_t end) {
  const bool alone = begin + 1 == end;
  switch (kind(begin)) {
    case CharClass::kOpen: {
      const std::size_t closed = group_end(begin, end);
      return closed > begin && closed < end && is_word(closed) ? 0 : 1;  // (un)do
    }
    case CharClass::kClose:
      return 1;
    case CharClass::kQuote:
      if (code(begin) == 0x2018) single_quote_open_ = true;
      return 1;
    case CharClass::kApostrophe:
      return leading_apostrophe_length(begin, end);
    case CharClass::kStop:
      return leading_stop_length(begin, end);
    case CharClass::kCurrency:
      return alone || kind(begin + 1) == CharClass::kDigit ? 1 : 0;
    case CharClass::kDash:
      return run_end(begin, end) - begin;
    case CharClass::kHyphen: {
      const std::size_t run = run_end(begin, end);
      const bool part_of_word = run < end && (is_word(run) || kind(run) == CharClass::kCurrency ||
                                              kind(run) == CharClass::kSymbol || code(run) == '.');
      return part_of_word ? 0 : run - begin;  // -5, --help, -fähig stay whole
    }
    default:
      return 0;
  }
}

std::size_t TokenScanner::leading_stop_length(std::size_t begin, std::size_t end) const {
  const std::size_t run = run_end(begin, end);
  if (code(begin) == '.' && run == begin + 1 && run < end && is_word(run)) return 0;  // .5, .NET
  if (code(begin) == ':' && run == begin + 2 && run < end && is_word(run)) return 0;  // ::name
  if (code(begin) == '.') return run - begin;
  if (!is_loud(code(begin))) return code(begin) == 0x2026 ? run - begin : 1;
  std::size_t i = begin;
  while (i < end && is_loud(code(i))) ++i;
  return i - begin;
}

// 1 if the apostrophe is a quotation mark, 0 if it belongs to the word ('em, 's, '90s).
std::size_t TokenScanner::leading_apostrophe_length(std::size_t at, std::size_t end) {
  if (at + 1 == end || !is_word(at + 1)) {
    const std::size_t run = run_end(at, end);
    if (run == at + 1) single_quote_open_ = !single_quote_open_;
    return run - at;  // '' is a way of writing "
  }
  if (code(at) != '\'' || kind(at + 1) == CharClass::kDigit) return 0;
  std::size_t word = at + 1;
  while (word < end && is_word(word)) ++word;
  const std::string lower = lower_ascii(at, word);
  if (begins_with_apostrophe(lower) || (word < end && begins_with_apostrophe(lower + '\''))) return 0;
  if (rules_->apostrophe == ApostropheHabit::kBefore && is_clitic(lower)) return 0;
  if (closing_apostrophe_ <= at + 1) return 0;
  single_quote_open_ = true;
  return 1;
}

// Number of characters before `end` that form a token of their own; 0 if the word ends here.
std::size_t TokenScanner::trailing_length(std::size_t begin, std::size_t end) {
  const std::size_t last = end - 1;
  switch (kind(last)) {
    case CharClass::kClose: {
      const std::size_t open = group_begin(begin, last);
      return open > begin && open < last && is_word(open - 1) ? 0 : 1;  // f(x), friend(s)
    }
    case CharClass::kOpen:
    case CharClass::kQuote:
      return 1;
    case CharClass::kApostrophe: {
      const std::size_t run = run_begin(begin, end);
      if (end - run > 1) return end - run;
      const bool after_word = last > begin && is_word(last - 1);
      const bool short_word = end - begin <= kLongestListed;
      if (after_word && short_word && begins_with_apostrophe(lower_ascii(begin, end))) return 0;  // 'n'
      if (after_word && !single_quote_open_) return 0;                                            // dogs'
      if (after_word && short_word && rules_->apostrophe == ApostropheHabit::kAfter &&
          is_elided(lower_ascii(begin, last))) {
        return 0;  // l' standing apart, as tokenised text has it
      }
      single_quote_open_ = false;
      return 1;
    }
    case CharClass::kStop:
      return trailing_stop_length(begin, end);
    case CharClass::kPercent:
    case CharClass::kCurrency:
      return last > begin && kind(last - 1) == CharClass::kDigit ? 1 : 0;
    case CharClass::kDash:
      return end - run_begin(begin, end);
    case CharClass::kHyphen: {
      const std::size_t run = run_begin(begin, end);
      return end - run > 1 || run == begin || !is_word(run - 1) ? end - run : 0;  // "Vor-" stays whole
    }
    default:
      return 0;
  }
}

std::size_t TokenScanner::trailing_stop_length(std::size_t begin, std::size_t end) const {
  const std::size_t last = end - 1;
  const std::size_t run = run_begin(begin, end);
  if (code(last) == '.' || code(last) == 0x2026) {
    if (end - run > 1 || code(last) == 0x2026) return end - run;
    return keeps_full_stop(begin, last) ? 0 : 1;
  }
  if (!is_loud(code(last))) return ends_entity(begin, last) ? 0 : 1;
  std::size_t first = last;
  while (first > begin && is_loud(code(first - 1))) --first;
  return end - first;
}

// Number of characters at `at`, inside a word, that are a token of their own.
std::size_t TokenScanner::inner_length(std::size_t at, std::size_t begin, std::size_t end) const {
  switch (kind(at)) {
    case CharClass::kOpen:
    case CharClass::kClose:
      return 1;
    case CharClass::kQuote:
      // A mistake for an apostrophe: Levi‘s.
      return code(at) == 0x2018 && at > begin && at + 1 < end && is_word(at - 1) && is_word(at + 1) ? 0 : 1;
    case CharClass::kStop:
      return inner_stop_length(at, end);
    case CharClass::kDash: {
      const bool between_words = at > begin && at + 1 < end && is_word(at - 1) && is_word(at + 1);
      if (between_words && code(at) < 0x2014)
        return 0;  // 1990–2000, Paris–Roubaix; the em dash always separates
      return run_end(at, end) - at;
    }
    case CharClass::kHyphen: {
      if (at == begin || !is_word(at - 1)) return 0;  // asked first: it keeps a line of hyphens linear
      const std::size_t run = run_end(at, end);
      return run - at > 1 ? run - at : 0;
    }
    default:
      return 0;
  }
}

std::size_t TokenScanner::inner_stop_length(std::size_t at, std::size_t end) const {
  const std::size_t run = run_end(at, end);
  const char32_t c = code(at);
  if (c == '.' || c == ':') {
    if (run - at == 1) return at + 1 < end && kind(at + 1) == CharClass::kQuote ? 1 : 0;
    return c == ':' && run - at == 2 ? 0 : run - at;  // std::vector, but "well...maybe" is cut
  }
  const bool between_digits =
      at > 0 && at + 1 < end && kind(at - 1) == CharClass::kDigit && kind(at + 1) == CharClass::kDigit;
  if (between_digits && !is_loud(c) && c != ';') return 0;  // 1,234 and its relatives in other scripts
  if (!is_loud(c)) return c == 0x2026 ? run - at : (ends_entity(0, at) ? 0 : 1);
  std::size_t i = at;
  while (i < end && is_loud(code(i))) ++i;
  return i - at;
}

// True if the semicolon at `at` ends a character entity such as &amp; that was left in the text.
bool TokenScanner::ends_entity(std::size_t begin, std::size_t at) const {
  constexpr std::size_t kLongest = 8;
  if (code(at) != ';') return false;
  for (std::size_t i = at; i > begin && at - i < kLongest; --i) {
    if (code(i - 1) == '&') return at - i > 1;
    if (!is_word(i - 1) && code(i - 1) != '#') return false;
  }
  return false;
}

// True if a new token starts at `at` although nothing stands between: apostrophes and "US$ 5".
bool TokenScanner::cuts_before(std::size_t at, std::size_t begin, std::size_t end) const {
  if (kind(at) == CharClass::kHyphen) return rules_->hyphenated_pronouns && begins_pronoun(at, begin, end);
  if (kind(at - 1) == CharClass::kCurrency) {
    return kind(at) == CharClass::kDigit && at >= 2 && at - 1 > begin && kind(at - 2) == CharClass::kLetter;
  }
  if (rules_->apostrophe == ApostropheHabit::kBefore) {
    return kind(at) == CharClass::kApostrophe && is_word(at - 1) && begins_clitic(at, end);
  }
  if (rules_->apostrophe == ApostropheHabit::kAfter) {
    const bool elision = kind(at - 1) == CharClass::kApostrophe && at >= begin + 2 &&
                         kind(at - 2) == CharClass::kLetter && is_word(at);
    return elision && (end - begin > kLongestListed || !keeps_apostrophe(lower_ascii(begin, end)));
  }
  return false;
}

// True if the apostrophe at `at` and the letters behind it are an ending such as 's, or several: 'd've.
bool TokenScanner::begins_clitic(std::size_t at, std::size_t end) const {
  constexpr std::size_t kLongestClitic = 3;
  std::size_t word = at + 1;
  while (word < end && is_word(word)) ++word;
  return word - at <= kLongestClitic && is_clitic(lower_ascii(at, word));
}

// True if the hyphen at `at` begins a pronoun and nothing but pronouns follows: donne -le -moi.
bool TokenScanner::begins_pronoun(std::size_t at, std::size_t begin, std::size_t end) const {
  constexpr std::size_t kLongestChain = 16;
  if (end - at > kLongestChain || code(at) != '-' || kind(at - 1) != CharClass::kLetter) return false;
  if (at >= begin + 2 && code(at - 1) == 't' && code(at - 2) == '-') return false;  // a -t-il, not a -t -il
  const std::string_view chain = std::string_view(line_).substr(
      characters_[at].offset, characters_[end].offset - characters_[at].offset);
  for (std::size_t from = 0; from < chain.size();) {
    std::size_t to = chain.find('-', from + 1);
    if (chain.substr(from).starts_with("-t-")) to = chain.find('-', from + 3);
    to = std::min(to, chain.size());
    if (!is_hyphenated_pronoun(chain.substr(from, to - from))) return false;
    from = to;
  }
  std::size_t word = at;
  while (word > begin && at - word < kLongestListed &&
         (kind(word - 1) == CharClass::kLetter || kind(word - 1) == CharClass::kHyphen)) {
    --word;
  }
  return !keeps_hyphen(lower_ascii(word, end));
}

// True if the full stop at `stop` belongs to the word before it.
bool TokenScanner::keeps_full_stop(std::size_t begin, std::size_t stop) const {
  if (begin == stop || stop - begin > kLongestListed) return false;
  if (is_dotted_abbreviation(begin, stop)) return true;
  if (stop >= word_end_) return false;  // the line ends here
  if (std::all_of(characters_.begin() + static_cast<std::ptrdiff_t>(begin),
                  characters_.begin() + static_cast<std::ptrdiff_t>(stop),
                  [](const Character& c) { return c.kind() == CharClass::kDigit; })) {
    return rules_->ordinal_full_stop && stop - begin <= 2;
  }
  if (stop - begin == 1 && kind(begin) == CharClass::kLetter) return code(begin) != 'I';  // initials, "z. B."
  const std::string word = lower_ascii(begin, stop);
  if (listed(rules_->abbreviations, word)) return true;
  const bool before_number = stop + 2 < characters_.size() && kind(stop + 2) == CharClass::kDigit;
  return before_number && listed(rules_->abbreviations_before_number, word);
}

// U.S, z.B, Ph.D, p.m: short groups of letters joined by full stops.
bool TokenScanner::is_dotted_abbreviation(std::size_t begin, std::size_t end) const {
  constexpr std::size_t kLongestGroup = 3;
  std::size_t letters = 0;
  bool dotted = false;
  for (std::size_t i = begin; i < end; ++i) {
    if (kind(i) == CharClass::kLetter) {
      if (++letters > kLongestGroup) return false;
    } else if (code(i) == '.' && letters > 0) {
      letters = 0;
      dotted = true;
    } else {
      return false;
    }
  }
  return dotted && letters > 0;
}

// URLs and e-mail addresses are one token.
bool TokenScanner::is_address(std::size_t begin, std::size_t end) const {
  if (end - begin < 4) return false;
  const std::string_view text = std::string_view(line_).substr(
      characters_[begin].offset, characters_[end].offset - characters_[begin].offset);
  if (text.starts_with("www.") || text.starts_with("mailto:")) return true;
  if (const auto scheme = text.find("://"); scheme != std::string_view::npos && scheme > 0) {
    return std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(scheme),
                       [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '+'; });
  }
  const auto at = text.find('@');
  if (at == std::string_view::npos || at == 0) return false;
  return text.find('.', at) != std::string_view::npos &&
         text.find_first_of("\"(),;<>[]", 0) == std::string_view::npos;
}

bool TokenScanner::is_emoticon(std::size_t begin, std::size_t end) const {
  if (end - begin < 2 || end - begin > 4) return false;
  static constexpr std::array<std::string_view, 32> kEmoticons{
      ":)",  ":(",  ";)",  ":-)", ":-(", ";-)", ":D",  ":-D", ":P",  ":-P", ":p",
      ":-p", ":/",  ":-/", ":o",  ":O",  ":-o", ":-O", ":'(", ":')", "=)",  "=(",
      ":|",  ":-|", ":]",  ":[",  ":*",  ":-*", "^_^", "8-)", ":3",  ";D"};
  const std::string_view text = std::string_view(line_).substr(
      characters_[begin].offset, characters_[end].offset - characters_[begin].offset);
  return std::find(kEmoticons.begin(), kEmoticons.end(), text) != kEmoticons.end();
}

// Just after the bracket that closes the one at `open`; `open` itself if there is none before `end`. Kinds of
// brackets are not told apart: a wrong nesting only means that a word stays whole. Words are short, and a
// piece without blanks longer than the limit is no word with a bracket in it; the limit keeps the cost
// linear.
std::size_t TokenScanner::group_end(std::size_t open, std::size_t end) const {
  constexpr std::size_t kLongest = 64;
  const std::size_t limit = std::min(end, open + kLongest);
  std::size_t depth = 0;
  for (std::size_t i = open; i < limit; ++i) {
    if (kind(i) == CharClass::kQuote) return open;
    if (kind(i) == CharClass::kOpen) ++depth;
    if (kind(i) == CharClass::kClose && --depth == 0) return i + 1;
  }
  return open;
}

// The bracket that the one at `close` closes; `close` itself if there is none from `begin` on.
std::size_t TokenScanner::group_begin(std::size_t begin, std::size_t close) const {
  constexpr std::size_t kLongest = 64;
  const std::size_t limit = close - begin > kLongest ? close - kLongest : begin;
  std::size_t depth = 0;
  for (std::size_t i = close + 1; i > limit; --i) {
    if (kind(i - 1) == CharClass::kQuote) return close;
    if (kind(i - 1) == CharClass::kClose) ++depth;
    if (kind(i - 1) == CharClass::kOpen && --depth == 0) return i - 1;
  }
  return close;
}

}  // namespace calque::text
