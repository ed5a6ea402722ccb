#include "text/detokenizer.h"

#include <algorithm>
#include <cstdint>

#include "base/parse.h"
#include "text/char_class.h"
#include "text/language_rules.h"
#include "text/quote_roles.h"
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

bool ends_word(std::string_view token) {
  const CharClass cls = class_of(last_character(token));
  return is_word_class(cls) || cls == CharClass::kQuote || cls == CharClass::kClose;
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

// Walks over the tokens of one sentence and decides where blanks go.
class Joiner {
 public:
  Joiner(const LanguageRules& rules, std::span<const std::string_view> tokens)
      : rules_(rules), tokens_(tokens), quotes_(quote_roles(tokens, rules)) {}

  // `ranges`: where the tokens are; may be null.
  std::string join(std::vector<ByteRange>* ranges) {
    std::string out;
    Role previous = Role::kStart;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (tokens_[i].empty()) {
        if (ranges != nullptr) ranges->push_back(range_of(out, 0));
        continue;
      }
      const Role current = role(i, previous);
      if (blank_between(i, previous, current)) out += ' ';
      out += tokens_[i];
      if (ranges != nullptr) ranges->push_back(range_of(out, tokens_[i].size()));
      previous = current;
      before_ = tokens_[i];
    }
    return out;
  }

 private:
  static ByteRange range_of(const std::string& out, std::size_t bytes) {
    return {static_cast<std::uint32_t>(out.size() - bytes), static_cast<std::uint32_t>(out.size())};
  }

  Role role(std::size_t i, Role previous) {
    const std::string_view token = tokens_[i];
    const char32_t first = first_character(token);
    const CharClass cls = class_of(first);
    if (!quotes_.empty() && quotes_[i] != QuoteRole::kNone) {
      return quotes_[i] == QuoteRole::kOpen ? Role::kOpen : Role::kClose;
    }
    if (cls == CharClass::kStop) return all_stops(token) ? stop_role(token, previous) : Role::kWord;
    if (cls == CharClass::kWidePunct) return Role::kTight;
    if (cls == CharClass::kOpen && is_single(token)) {
      return rules_.tight_opening_bracket && !before_.empty() && ends_word(before_) ? Role::kTight
                                                                                    : Role::kOpen;
    }
    if (cls == CharClass::kClose && is_single(token)) return Role::kClose;
    if (cls == CharClass::kPercent && is_single(token)) return percent_role();
    if (class_of(last_character(token)) == CharClass::kCurrency) return currency_role(i);
    if (first == 0x2014 && rules_.tight_em_dash) return Role::kTight;
    if (previous == Role::kClose && follows_closing(token)) return Role::kClose;
    if (rules_.hyphenated_pronouns && first == '-' && is_hyphenated_pronoun(token) && !before_.empty() &&
        class_of(last_character(before_)) == CharClass::kLetter) {
      return Role::kClose;
    }
    return apostrophe_role(token);
  }

  Role stop_role(std::string_view token, Role previous) const {
    const char32_t first = first_character(token);
    if (is_ellipsis(token) && (previous == Role::kStart || previous == Role::kOpen)) return Role::kOpen;
    if (first == 0x2026 && rules_.spaced_ellipsis) return Role::kWord;
    const bool loud = first == ';' || first == ':' || first == '!' || first == '?';
    return loud ? Role::kLoudStop : Role::kStop;
  }

  Role percent_role() const {
    return is_number(before_) && !rules_.space_before_percent ? Role::kClose : Role::kWord;
  }

  Role currency_role(std::size_t i) const {
    const bool number_before = is_number(before_);
    const bool number_after = i + 1 < tokens_.size() && is_number(tokens_[i + 1]);
    if (number_before && rules_.space_before_unit) return Role::kWord;
    if (number_after) return rules_.space_after_currency && is_single(tokens_[i]) ? Role::kWord : Role::kOpen;
    return number_before && is_single(tokens_[i]) ? Role::kClose : Role::kWord;
  }

  // What goes on with the word that ends in a quotation mark or bracket: "slow"-Schild, "na", ”라고.
  bool follows_closing(std::string_view token) const {
    if (before_.empty()) return false;
    const CharClass mark = class_of(last_character(before_));
    if (mark != CharClass::kQuote && mark != CharClass::kClose && mark != CharClass::kApostrophe)
      return false;
    if (token.size() > 1 && class_of(first_character(token)) == CharClass::kHyphen) {
      return class_of(character_at(token, character_at(token, 0).bytes).code) == CharClass::kLetter;
    }
    return is_suffix(rules_, token);
  }

  // 's and 're follow their word, l' and qu' precede theirs.
  Role apostrophe_role(std::string_view token) const {
    const Utf8Character first = character_at(token, 0);
    if (rules_.apostrophe == ApostropheHabit::kInsideWord) {
      return is_apostrophe(first.code) && is_suffix(rules_, token.substr(first.bytes)) ? Role::kClose
                                                                                       : Role::kWord;
    }
    if (rules_.apostrophe == ApostropheHabit::kBefore) {
      if (!is_apostrophe(first.code) || first.bytes == token.size()) return Role::kWord;
      return is_clitic(lower_ascii(token)) ? Role::kClose : Role::kWord;
    }
    if (!is_apostrophe(last_character(token))) return Role::kWord;
    return ends_with_apostrophe(lower_ascii(token)) ? Role::kWord : Role::kOpen;
  }

  bool blank_between(std::size_t i, Role previous, Role current) const {
    if (previous == Role::kStart) return false;
    if (previous == Role::kTight || current == Role::kTight) return false;
    const bool wide_before = is_wide(last_base_character(before_));
    const bool wide_after = is_wide(first_character(tokens_[i]));
    // Only East Asian marks bring their own blank.
    if (wide_after && !wide_before && (before_ == "!" || before_ == "?")) return current != Role::kClose;
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
  std::vector<QuoteRole> quotes_;  // empty: no quotation marks
  std::string_view before_;        // the token before the current one
};

}  // namespace

Detokenizer::Detokenizer(std::string_view language) : rules_(&language_rules(language)) {}

std::string Detokenizer::detokenize(std::span<const std::string_view> tokens) const {
  return Joiner(*rules_, tokens).join(nullptr);
}

std::string Detokenizer::detokenize(const std::vector<std::string>& tokens) const {
  const std::vector<std::string_view> views(tokens.begin(), tokens.end());
  return detokenize(views);
}

std::string Detokenizer::detokenize(const std::vector<std::string>& tokens,
                                    std::vector<ByteRange>& ranges) const {
  const std::vector<std::string_view> views(tokens.begin(), tokens.end());
  ranges.clear();
  return Joiner(*rules_, views).join(&ranges);
}

std::string Detokenizer::detokenize_line(std::string_view line) const {
  return detokenize(split_words(line));
}

}  // namespace calque::text
