#include "text/quote_roles.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "text/casing.h"
#include "text/char_class.h"
#include "text/language_rules.h"
#include "text/utf8.h"

namespace calque::text {
namespace {

bool is_single(std::string_view token) {
  return !token.empty() && character_at(token, 0).bytes == token.size();
}

bool is_doubled_apostrophe(std::string_view token) {
  return token == "''" || token == "\u2019\u2019";
}

bool is_quotation_mark(std::string_view token) {
  if (token.empty()) return false;
  const CharClass cls = class_of(first_character(token));
  if (cls == CharClass::kQuote) return is_single(token);
  return cls == CharClass::kApostrophe && (is_single(token) || is_doubled_apostrophe(token));
}

bool starts_word(std::string_view token) {
  return !token.empty() && is_word_class(class_of(first_character(token)));
}

// l', un', dall’: what follows stands tight.
bool is_elided_form(std::string_view token, const LanguageRules& rules) {
  return rules.apostrophe == ApostropheHabit::kAfter && !is_single(token) &&
         class_of(last_character(token)) == CharClass::kApostrophe;
}

// Marks of one shape open and close in turn. The search keeps, for each number of quotations that are open,
// the cheapest way there. Costs are grades of unlikeliness: 1 is "happens", 3 "hardly ever", 6 "cannot be".
class PairSearch {
 public:
  PairSearch(std::span<const std::string_view> tokens, const LanguageRules& rules, std::string_view mark)
      : tokens_(tokens), rules_(rules), apostrophe_(mark == "'") {
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      if (tokens[i] == mark) places_.push_back(i);
    }
  }

  void find(std::vector<QuoteRole>& roles) const {
    if (places_.empty()) return;
    std::vector<std::array<Step, kDepths>> steps(places_.size() + 1);
    steps[0][0].cost = 0;
    for (std::size_t i = 0; i < places_.size(); ++i) extend(i, steps);
    std::size_t depth = 0;
    const auto whole = [&](std::size_t d) {
      return steps.back()[d].cost + kLeftOpen * static_cast<double>(d);
    };
    for (std::size_t d = 1; d < kDepths; ++d) depth = whole(d) < whole(depth) ? d : depth;
    for (std::size_t i = places_.size(); i > 0; --i) {
      const Step& step = steps[i][depth];
      roles[places_[i - 1]] = step.role;
      depth = step.from;
    }
  }

 private:
  static constexpr std::size_t kDepths = 4;
  static constexpr std::size_t kShortWord = 3;
  static constexpr double kImpossible = 1e9;
  static constexpr double kLeftOpen = 1.2;       // the quotation goes on in the next sentence
  static constexpr double kNested = 1.8;         // quotations in quotations have other marks
  static constexpr double kFirstUnopened = 1.0;  // the quotation began in the sentence before
  static constexpr double kUnopened = 3.2;

  struct Step {
    double cost = kImpossible;
    std::size_t from = 0;
    QuoteRole role = QuoteRole::kNone;
  };

  void extend(std::size_t i, std::vector<std::array<Step, kDepths>>& steps) const {
    const std::size_t at = places_[i];
    const double opening = opening_cost(at);
    const double closing = closing_cost(at);
    for (std::size_t depth = 0; depth < kDepths; ++depth) {
      const Step& here = steps[i][depth];
      if (here.cost >= kImpossible) continue;
      const bool beside = i > 0 && places_[i - 1] + 1 == at;
      const auto take = [&](std::size_t to, double cost, QuoteRole role) {
        // "" is one mark written twice rather than a quotation of nothing.
        if (beside && here.role == QuoteRole::kOpen && role == QuoteRole::kClose) cost += 3;
        Step& step = steps[i + 1][to];
        if (here.cost + cost < step.cost) step = {here.cost + cost, depth, role};
      };
      if (depth + 1 < kDepths) take(depth + 1, opening + (depth == 0 ? 0 : kNested), QuoteRole::kOpen);
      if (depth > 0) take(depth - 1, closing, QuoteRole::kClose);
      if (depth == 0) take(0, closing + (i == 0 || beside ? kFirstUnopened : kUnopened), QuoteRole::kClose);
      if (apostrophe_) take(depth, apostrophe_cost(at), QuoteRole::kClose);
    }
  }

  std::string_view before(std::size_t at) const { return at == 0 ? std::string_view() : tokens_[at - 1]; }
  std::string_view after(std::size_t at) const {
    return at + 1 == tokens_.size() ? std::string_view() : tokens_[at + 1];
  }

  double opening_cost(std::size_t at) const {
    const std::string_view previous = before(at);
    const std::string_view next = after(at);
    if (next.empty()) return 6;
    double cost = 0;
    const CharClass cls = class_of(first_character(next));
    if (cls == CharClass::kClose || (cls == CharClass::kStop && !is_ellipsis(next))) cost += 3;
    if (cls == CharClass::kHyphen && next.size() > 1) cost += 4;  // "slow"-Schild
    if (is_suffix(rules_, next)) cost += 1.6;
    if (!previous.empty() && class_of(first_character(previous)) == CharClass::kStop) {
      const InitialCase initial = initial_case(next);
      if (previous == ".") cost += 0.6;
      if (initial == InitialCase::kLower) cost += previous == "," ? 1 : 0.4;
    }
    return cost;
  }

  double closing_cost(std::size_t at) const {
    const std::string_view previous = before(at);
    if (previous.empty()) return 6;
    const char32_t last = last_character(previous);
    if (class_of(last) == CharClass::kOpen) return 3;
    if (class_of(last) == CharClass::kDash) return 1;
    if (last == ':') return 2.5;
    if (is_elided_form(previous, rules_)) return 4;
    const std::string_view next = after(at);
    double cost = initial_case(next) == InitialCase::kUpper ? 0.4 : 0;
    // A quotation hardly ever ends in a word such as "of"; and where endings are written tight to the mark,
    // what follows the quotation is one.
    const bool word = class_of(last) == CharClass::kLetter;
    const bool alone = at >= 2 && is_quotation_mark(tokens_[at - 2]);  // "of" in quotation marks itself
    if (word && !alone && previous.size() <= kShortWord && initial_case(previous) == InitialCase::kLower) {
      cost += 0.5;
    }
    const bool caseless = initial_case(next) == InitialCase::kCaseless;
    if (caseless && !rules_.suffixes.empty() && starts_word(next) && !is_suffix(rules_, next)) cost += 0.4;
    return cost;
  }

  // The tokeniser leaves the apostrophe of a word with its word; text tokenised by others has "the dogs '
  // tails".
  double apostrophe_cost(std::size_t at) const {
    const std::string_view previous = before(at);
    if (previous.empty()) return 6;
    const char last = previous.back();
    if (last == 's' || last == 'S' || last == 'x' || last == 'z') return 0.4;
    return class_of(last_character(previous)) == CharClass::kLetter ? 1.4 : 4;
  }

  std::span<const std::string_view> tokens_;
  const LanguageRules& rules_;
  bool apostrophe_;
  std::vector<std::size_t> places_;
};

// Marks with a shape for each side, while walking over the sentence.
class ShapedMarks {
 public:
  ShapedMarks(std::span<const std::string_view> tokens, const LanguageRules& rules)
      : tokens_(tokens), rules_(rules) {
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      if (tokens[i] == "”") last_right_curly_ = i;
      if (tokens[i] == "’") last_right_single_ = i;
      if (tokens[i] == "«") last_left_ = i;
      if (tokens[i] == "‹") last_left_single_ = i;
    }
  }

  QuoteRole role(std::size_t at) {
    const char32_t mark = first_character(tokens_[at]);
    switch (mark) {
      case 0x201E:  // „
        low_open_ = true;
        return QuoteRole::kOpen;
      case 0x201C:  // “ closes „, and opens otherwise
        return raised(at, low_open_, curly_open_, last_right_curly_);
      case 0x201D:  // ”
        if (!low_open_ && !curly_open_ && opens_here(at, mark)) {
          curly_open_ = true;
          return QuoteRole::kOpen;
        }
        low_open_ = curly_open_ = false;
        return QuoteRole::kClose;
      case 0x201A:  // ‚
        low_single_open_ = true;
        return QuoteRole::kOpen;
      case 0x2018:  // ‘
        return raised(at, low_single_open_, single_open_, last_right_single_);
      case 0x2019:  // ’
        low_single_open_ = single_open_ = false;
        return QuoteRole::kClose;
      case 0xAB:
      case 0x2039:
        return guillemet(left_open_, right_open_, true);
      case 0xBB:
      case 0x203A:
        return guillemet(right_open_, left_open_, rules_.inward_guillemets || opens_here(at, mark));
      case '\'':  // the other side of ``
        return QuoteRole::kClose;
      default:
        return QuoteRole::kOpen;
    }
  }

 private:
  bool ends_here(std::size_t at) const {
    if (at + 1 == tokens_.size()) return true;
    const std::string_view next = tokens_[at + 1];
    const CharClass cls = class_of(first_character(next));
    return cls == CharClass::kClose || (cls == CharClass::kStop && !is_ellipsis(next));
  }

  // A mark that usually closes opens, if nothing is open and something follows, at the start, after a colon,
  // where the language writes it on both sides, or with a partner behind it.
  bool opens_here(std::size_t at, char32_t mark) const {
    if (ends_here(at)) return false;
    if (at == 0 || tokens_[at - 1] == ":" || is_elided_form(tokens_[at - 1], rules_)) return true;
    if (mark == 0x201D) return rules_.same_curly_quote_twice;
    return (mark == 0xBB ? last_left_ : last_left_single_) > at;
  }

  // “ and ‘ close their low partner, close at the end, and close themselves if nothing else will.
  QuoteRole raised(std::size_t at, bool& low_open, bool& open, std::size_t last_right) {
    const bool introduced = at == 0 || tokens_[at - 1] == ":";
    const bool closes = low_open || (!introduced && (ends_here(at) || (open && last_right < at)));
    open = !closes;
    low_open = low_open && !closes;
    return closes ? QuoteRole::kClose : QuoteRole::kOpen;
  }

  // A guillemet closes its counterpart if that is open; else it opens if it may.
  static QuoteRole guillemet(bool& mine, bool& other, bool may_open) {
    if (other) {
      other = false;
      return QuoteRole::kClose;
    }
    if (!may_open) return QuoteRole::kClose;
    mine = true;
    return QuoteRole::kOpen;
  }

  std::span<const std::string_view> tokens_;
  const LanguageRules& rules_;
  // Where the last of these stands.
  std::size_t last_right_curly_ = 0;
  std::size_t last_right_single_ = 0;
  std::size_t last_left_ = 0;
  std::size_t last_left_single_ = 0;
  bool curly_open_ = false;
  bool single_open_ = false;
  bool low_open_ = false;
  bool low_single_open_ = false;
  bool left_open_ = false;
  bool right_open_ = false;
};

}  // namespace

std::vector<QuoteRole> quote_roles(std::span<const std::string_view> tokens, const LanguageRules& rules) {
  std::vector<QuoteRole> roles;
  if (std::none_of(tokens.begin(), tokens.end(), is_quotation_mark)) return roles;
  roles.assign(tokens.size(), QuoteRole::kNone);
  const bool grave = std::find(tokens.begin(), tokens.end(), "``") != tokens.end();  // ``so''
  for (const std::string_view mark : {"\"", "'", "''", "\u2019\u2019"}) {
    if (mark != "''" || !grave) PairSearch(tokens, rules, mark).find(roles);
  }
  ShapedMarks shaped(tokens, rules);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (roles[i] == QuoteRole::kNone && is_quotation_mark(tokens[i])) roles[i] = shaped.role(i);
  }
  return roles;
}

}  // namespace calque::text
