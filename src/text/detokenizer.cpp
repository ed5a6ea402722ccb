#include "text/detokenizer.h"

#include <algorithm>
#include <cstdint>

#include "base/parse.h"
#include "text/char_class.h"
#include "text/language_rules.h"
#include "text/utf8.h"

namespace calque::text {
namespace {

// How a token sits between its neighbours.
enum class Role : std::uint8_t {
  kStart,     // before the first token
  kWord,      // blanks on both sides
  kStop,      // tight to what stands before
  kLoudStop,  // ; : ! ?, which French sets apart
  kOpen,      // tight to what follows
  kClose,     // tight to what stands before
  kTight,     // tight on both sides
};

bool is_apostrophe(char32_t code) {
  return code == '\'' || code == 0x2019;
}

bool is_number(std::string_view token) {
  if (token.empty()) return false;
  const Utf8Character first = character_at(token, 0);
  if (class_of(first.code) == CharClass::kDigit) return true;
  const CharClass cls = class_of(first.code);
  const bool sign = cls == CharClass::kHyphen || cls == CharClass::kSymbol || first.code == '.';
  return sign && first.bytes < token.size() &&
         class_of(character_at(token, first.bytes).code) == CharClass::kDigit;
}

bool all_stops(std::string_view token) {
  for (std::size_t i = 0; i < token.size();) {
    const Utf8Character c = character_at(token, i);
    if (class_of(c.code) != CharClass::kStop) return false;
    i += c.bytes;
  }
  return !token.empty();
}

bool is_single(std::string_view token) {
  return !token.empty() && character_at(token, 0).bytes == token.size();
}

// Characters of East Asian text, beside which no blank stands.
bool is_wide(char32_t code) {
  const CharClass cls = class_of(code);
  return cls == CharClass::kUnspaced || cls == CharClass::kWidePunct || cls == CharClass::kEmoji;
}

// The last character that is no combining mark: it decides what may follow.
char32_t last_base_character(std::string_view token) {
  while (token.size() > 1 && class_of(last_character(token)) == CharClass::kMark) {
    std::size_t start = token.size() - 1;
    while (start > 0 && (static_cast<unsigned char>(token[start]) & 0xC0U) == 0x80U) --start;
    token = token.substr(0, start);
  }
  return last_character(token);
}

std::string lower_ascii(std::string_view word) {
  std::string lower;
  for (std::size_t i = 0; i < word.size();) {
    const Utf8Character c = character_at(word, i);
    if (c.code == 0x2019) {
      lower += '\'';
    } else if (c.code >= 'A' && c.code <= 'Z') {
      lower += static_cast<char>(c.code + 32);
    } else {
      lower += word.substr(i, c.bytes);
    }
    i += c.bytes;
  }
  return lower;
}

// Which quotation marks are open, while walking over one sentence.
class QuoteState {
 public:
  QuoteState(const LanguageRules& rules, std::span<const std::string_view> tokens) : rules_(rules) {
    apostrophes_left_ = static_cast<std::size_t>(std::count(tokens.begin(), tokens.end(), "'"));
  }

  Role role(char32_t mark, Role previous, std::string_view before) {
    switch (mark) {
      case '"':
        return toggle(straight_open_);
      case '\'':
        return apostrophe(previous, before);
      case 0x201E:  // „
        low_open_ = true;
        return Role::kOpen;
      case 0x201C:  // “ closes „, and opens otherwise
        if (low_open_) return low_open_ = false, Role::kClose;
        curly_open_ = true;
        return Role::kOpen;
      case 0x201D:  // ”
        if (rules_.same_curly_quote_twice && !low_open_) return toggle(curly_open_);
        low_open_ = curly_open_ = false;
        return Role::kClose;
      case 0x201A:  // ‚
        low_single_open_ = true;
        return Role::kOpen;
      case 0x2018:  // ‘
        if (low_single_open_) return low_single_open_ = false, Role::kClose;
        return Role::kOpen;
      case 0x2019:  // ’
        return Role::kClose;
      case 0xAB:
      case 0x2039:
        return guillemet(left_open_, right_open_, true);
      case 0xBB:
      case 0x203A:
        return guillemet(right_open_, left_open_, rules_.inward_guillemets);
      default:
        return Role::kOpen;
    }
  }

 private:
  static Role toggle(bool& open) {
    open = !open;
    return open ? Role::kOpen : Role::kClose;
  }

  // A guillemet closes its counterpart if that is open; else it opens if it may.
  static Role guillemet(bool& mine, bool& other, bool may_open) {
    if (other) return other = false, Role::kClose;
    if (!may_open) return Role::kClose;
    mine = true;
    return Role::kOpen;
  }

  // A straight apostrophe standing alone. The tokeniser leaves those of words with their words; text
  // tokenised by others has "the dogs ' tails". So of an odd number one is taken for a possessive, the first
  // after an "s" if there is one; the others quote.
  Role apostrophe(Role previous, std::string_view before) {
    const bool odd = apostrophes_left_ % 2 == 1;
    --apostrophes_left_;
    if (apostrophe_open_) return apostrophe_open_ = false, Role::kClose;
    if (odd && (before.ends_with('s') || before.ends_with('S'))) return Role::kClose;
    if (apostrophes_left_ == 0 && previous != Role::kStart && previous != Role::kOpen) return Role::kClose;
    apostrophe_open_ = true;
    return Role::kOpen;
  }

  const LanguageRules& rules_;
  std::size_t apostrophes_left_;
  bool straight_open_ = false;
  bool curly_open_ = false;
  bool low_open_ = false;
  bool low_single_open_ = false;
  bool left_open_ = false;
  bool right_open_ = false;
  bool apostrophe_open_ = false;
};

// Walks over the tokens of one sentence and decides where blanks go.
class Joiner {
 public:
  Joiner(const LanguageRules& rules, std::span<const std::string_view> tokens)
      : rules_(rules), tokens_(tokens), quotes_(rules, tokens) {}

  std::string join() {
    std::string out;
    Role previous = Role::kStart;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (tokens_[i].empty()) continue;
      const Role current = role(i, previous);
      if (blank_between(i, previous, current)) out += ' ';
      out += tokens_[i];
      previous = current;
      before_ = tokens_[i];
    }
    return out;
  }

 private:
  Role role(std::size_t i, Role previous) {
    const std::string_view token = tokens_[i];
    const char32_t first = first_character(token);
    const CharClass cls = class_of(first);
    if (cls == CharClass::kQuote || (cls == CharClass::kApostrophe && is_single(token))) {
      return is_single(token) ? quotes_.role(first, previous, before_) : Role::kWord;
    }
    if (token == "''") return Role::kClose;
    if (cls == CharClass::kStop) return all_stops(token) ? stop_role(token, previous) : Role::kWord;
    if (cls == CharClass::kWidePunct) return Role::kTight;
    if (cls == CharClass::kOpen && is_single(token)) return Role::kOpen;
    if (cls == CharClass::kClose && is_single(token)) return Role::kClose;
    if (cls == CharClass::kPercent && is_single(token)) return percent_role();
    if (class_of(last_character(token)) == CharClass::kCurrency) return currency_role(i);
    if (first == 0x2014 && rules_.tight_em_dash) return Role::kTight;
    return apostrophe_role(token);
  }

  Role stop_role(std::string_view token, Role previous) const {
    const char32_t first = first_character(token);
    const bool ellipsis = first == 0x2026 || token.starts_with("..");
    if (ellipsis && (previous == Role::kStart || previous == Role::kOpen)) return Role::kOpen;
    if (first == 0x2026 && rules_.spaced_ellipsis) return Role::kWord;
    const bool loud = first == ';' || first == ':' || first == '!' || first == '?';
    return loud ? Role::kLoudStop : Role::kStop;
  }

  Role percent_role() const {
    return is_number(before_) && !rules_.space_before_unit ? Role::kClose : Role::kWord;
  }

  Role currency_role(std::size_t i) const {
    const bool number_before = is_number(before_);
    const bool number_after = i + 1 < tokens_.size() && is_number(tokens_[i + 1]);
    if (number_before && rules_.space_before_unit) return Role::kWord;
    if (number_after) return Role::kOpen;
    return number_before && is_single(tokens_[i]) ? Role::kClose : Role::kWord;
  }

  // 's and 're follow their word, l' and qu' precede theirs.
  Role apostrophe_role(std::string_view token) const {
    if (rules_.apostrophe == ApostropheHabit::kInsideWord) return Role::kWord;
    const Utf8Character first = character_at(token, 0);
    if (rules_.apostrophe == ApostropheHabit::kBefore) {
      if (!is_apostrophe(first.code) || first.bytes == token.size()) return Role::kWord;
      const bool letter = class_of(character_at(token, first.bytes).code) == CharClass::kLetter;
      return letter && !begins_with_apostrophe(lower_ascii(token)) ? Role::kClose : Role::kWord;
    }
    if (!is_apostrophe(last_character(token))) return Role::kWord;
    return ends_with_apostrophe(lower_ascii(token)) ? Role::kWord : Role::kOpen;
  }

  bool blank_between(std::size_t i, Role previous, Role current) const {
    if (previous == Role::kStart) return false;
    if (previous == Role::kTight || current == Role::kTight) return false;
    const bool wide_before = is_wide(last_base_character(before_));
    const bool wide_after = is_wide(first_character(tokens_[i]));
    if (rules_.tight_wide_text ? (wide_before || wide_after) : (wide_before && wide_after)) return false;
    if (rules_.french_punctuation) {
      if (current == Role::kLoudStop) return previous != Role::kOpen || before_ == "«";
      if (tokens_[i] == "»" || before_ == "«") return true;
    }
    if (current == Role::kStop || current == Role::kLoudStop || current == Role::kClose) return false;
    return previous != Role::kOpen;
  }

  const LanguageRules& rules_;
  std::span<const std::string_view> tokens_;
  QuoteState quotes_;
  std::string_view before_;  // the token before the current one
};

}  // namespace

Detokenizer::Detokenizer(std::string_view language) : rules_(&language_rules(language)) {}

std::string Detokenizer::detokenize(std::span<const std::string_view> tokens) const {
  return Joiner(*rules_, tokens).join();
}

std::string Detokenizer::detokenize(const std::vector<std::string>& tokens) const {
  const std::vector<std::string_view> views(tokens.begin(), tokens.end());
  return detokenize(views);
}

std::string Detokenizer::detokenize_line(std::string_view line) const {
  return detokenize(split_words(line));
}

}  // namespace calque::text
