#include "text/capitals.h"

#include <algorithm>
#include <cstddef>

#include "text/casing.h"
#include "text/char_class.h"
#include "text/language_rules.h"
#include "text/quote_roles.h"
#include "text/utf8.h"

namespace calque::text {
namespace {

bool has_word_character(std::string_view token) {
  for (std::size_t i = 0; i < token.size();) {
    const Utf8Character c = character_at(token, i);
    const CharClass cls = class_of(c.code);
    if (is_word_class(cls) || cls == CharClass::kUnspaced) return true;
    i += c.bytes;
  }
  return false;
}

bool is_loud(std::string_view token) {
  return token.find_first_of("!?") != std::string_view::npos;
}

bool is_quotation_mark(std::string_view token) {
  const CharClass cls = class_of(first_character(token));
  return cls == CharClass::kQuote || cls == CharClass::kApostrophe;
}

// A full stop that was cut off an abbreviation or initial, as in text that others have tokenised: "Mr .", "J
// .".
bool is_abbreviation(std::string_view word, const LanguageRules& rules) {
  if (word.empty() || character_at(word, 0).bytes == word.size()) {
    return !word.empty() && class_of(first_character(word)) == CharClass::kLetter && word != "I";
  }
  constexpr std::size_t kLongest = 16;
  if (word.size() > kLongest) return false;
  return listed(rules.abbreviations, to_lower(word));
}

// Walks over the tokens of a line and knows whether a sentence begins.
class SentenceWalk {
 public:
  explicit SentenceWalk(const LanguageRules& rules) : rules_(rules) {}

  // Whether the token is a word with which a sentence begins.
  bool visit(std::string_view token, QuoteRole quote) {
    const std::string_view before = previous_;
    previous_ = token;
    if (has_word_character(token)) {
      const bool begins = begins_;
      first_ = begins_ = loud_ = introduced_ = ended_ = false;
      return begins;
    }
    const CharClass cls = class_of(first_character(token));
    if (quote == QuoteRole::kOpen) {
      begins_ = begins_ || introduced_ || ended_;
    } else if (quote == QuoteRole::kClose || cls == CharClass::kClose) {
      quoted_ = quoted_ || quote == QuoteRole::kClose;
      ended_ = begins_;
      begins_ = begins_ && (first_ || !loud_);
    } else if (cls == CharClass::kStop && !first_) {
      stop(token, before);
    }
    return false;
  }

 private:
  void stop(std::string_view token, std::string_view before) {
    loud_ = !is_ellipsis(token) && is_loud(token);
    begins_ = loud_ || (token == "." && !is_abbreviation(before, rules_));
    // "Yes," he said, "and more": the second part goes on.
    introduced_ = token == ":" || (token == "," && rules_.quotation_after_comma && !quoted_);
  }

  const LanguageRules& rules_;
  std::string_view previous_;
  bool first_ = true;  // no word yet
  bool begins_ = true;
  bool loud_ = false;        // the mark before is ! or ?
  bool introduced_ = false;  // by a colon or comma, after which a quotation begins with a capital
  bool ended_ = false;       // the quotation just closed ended its sentence: "Is it?" "Yes."
  bool quoted_ = false;      // a quotation has ended in this line
};

}  // namespace

std::vector<bool> capital_places(std::span<const std::string_view> tokens, std::string_view language) {
  const LanguageRules& rules = language_rules(language);
  const std::vector<QuoteRole> quotes = quote_roles(tokens, rules);
  std::vector<bool> places(tokens.size(), false);
  SentenceWalk walk(rules);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!tokens[i].empty()) places[i] = walk.visit(tokens[i], quotes.empty() ? QuoteRole::kNone : quotes[i]);
  }
  return places;
}

std::vector<bool> unclear_places(std::span<const std::string_view> tokens) {
  std::vector<bool> places(tokens.size(), false);
  bool unclear = true;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::string_view token = tokens[i];
    if (token.empty()) continue;
    if (has_word_character(token)) {
      places[i] = unclear;
      unclear = false;
    } else if (is_quotation_mark(token) || is_ellipsis(token) || is_loud(token) || token.ends_with('.') ||
               token.ends_with(':')) {
      unclear = true;
    }
  }
  return places;
}

void set_capitals(std::vector<std::string>& tokens, std::string_view language) {
  const std::vector<std::string_view> views(tokens.begin(), tokens.end());
  const std::vector<bool> places = capital_places(views, language);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (places[i]) tokens[i] = capitalize_sentence(tokens[i], language);
  }
}

}  // namespace calque::text
