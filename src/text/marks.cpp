#include "text/marks.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <utility>

#include <unicode/uchar.h>

#include "text/utf8.h"

namespace calque::text {
namespace {

struct Pair {
  char32_t open;
  char32_t close;
};
constexpr std::array<Pair, 14> kBrackets{{{U'(', U')'},
                                          {U'[', U']'},
                                          {U'{', U'}'},
                                          {U'（', U'）'},
                                          {U'［', U'］'},
                                          {U'｛', U'｝'},
                                          {U'【', U'】'},
                                          {U'〔', U'〕'},
                                          {U'〈', U'〉'},
                                          {U'〖', U'〗'},
                                          {U'「', U'」'},
                                          {U'『', U'』'},
                                          {U'《', U'》'},
                                          {U'‹', U'›'}}};
// From here on the brackets are quotation marks.
constexpr std::size_t kFirstQuoteBracket = 10;
// Quotation marks that open in one language and close in another.
constexpr std::u32string_view kQuotes = U"\"“”„‟«»＂″";

const Pair* bracket_with(char32_t code, char32_t Pair::*end) {
  const auto* found =
      std::find_if(kBrackets.begin(), kBrackets.end(), [&](const Pair& pair) { return pair.*end == code; });
  return found == kBrackets.end() ? nullptr : &*found;
}

bool is_symbol(char32_t code) {
  static constexpr std::u32string_view kSymbols = U"%‰&@#*§¶/\\†‡％＆＠＃＊／＼";
  return kSymbols.find(code) != std::u32string_view::npos || u_ispunct(static_cast<UChar32>(code)) == 0;
}

Mark mark_of(char32_t code) {
  const auto is = [&](std::u32string_view marks) { return marks.find(code) != std::u32string_view::npos; };
  if (is(kQuotes)) return Mark::kQuote;
  for (const auto end : {&Pair::open, &Pair::close}) {
    const Pair* bracket = bracket_with(code, end);
    if (bracket == nullptr) continue;
    if (bracket - kBrackets.data() >= static_cast<std::ptrdiff_t>(kFirstQuoteBracket)) return Mark::kQuote;
    return end == &Pair::open ? Mark::kOpen : Mark::kClose;
  }
  if (is(U":：")) return Mark::kColon;
  if (is(U";；؛")) return Mark::kSemicolon;
  if (is(U"?？؟‽")) return Mark::kQuestion;
  if (is(U"!！")) return Mark::kExclamation;
  if (is(U".。．…।")) return Mark::kStop;
  if (is(U"~～")) return Mark::kOther;
  return is_symbol(code) ? Mark::kNone : Mark::kOther;
}

}  // namespace

Mark mark_of(std::string_view word) {
  Mark whole = Mark::kNone;
  for (std::size_t at = 0; at < word.size();) {
    const Utf8Character character = character_at(word, at);
    const Mark mark = mark_of(character.code);
    if (mark == Mark::kNone) return mark;
    // Of several, the one that says most: "?!" asks and "!.." exclaims.
    whole = whole == Mark::kNone ? mark : std::min(whole, mark);
    at += character.bytes;
  }
  return whole;
}

namespace {

struct Opened {
  char32_t mark;
  std::uint32_t position;
};

// Whether a quotation mark closes what another opened.
bool closes(char32_t open, char32_t close) {
  switch (open) {
    case U'„':
      return close == U'“' || close == U'”' || close == U'"';
    case U'“':
      return close == U'”' || close == U'"';
    case U'‟':
      return close == U'”';
    case U'«':
      return close == U'»';
    case U'»':
      return close == U'«' || close == U'»';
    case U'”':
      return close == U'”' || close == U'“';
    default:
      return open == close;
  }
}

class Matcher {
 public:
  void meet(char32_t code, std::uint32_t position) {
    if (bracket_with(code, &Pair::open) != nullptr) {
      open_.push_back({code, position});
    } else if (const Pair* bracket = bracket_with(code, &Pair::close)) {
      close_at(position, [&](char32_t open) { return open == bracket->open; });
    } else if (kQuotes.find(code) != std::u32string_view::npos) {
      if (!close_at(position, [&](char32_t open) { return closes(open, code); }))
        open_.push_back({code, position});
    }
  }
  std::vector<Span> take() { return std::move(spans_); }

 private:
  // What was opened later and not closed has no partner.
  template <typename Fits>
  bool close_at(std::uint32_t position, Fits fits) {
    const auto found =
        std::find_if(open_.rbegin(), open_.rend(), [&](const Opened& opened) { return fits(opened.mark); });
    if (found == open_.rend()) return false;
    spans_.push_back({found->position, position + 1});
    open_.erase(std::prev(found.base()), open_.end());
    return true;
  }

  std::vector<Opened> open_;
  std::vector<Span> spans_;
};

// The mark of a word that is nothing else, or 0.
char32_t single_character(std::string_view word) {
  if (word.empty()) return 0;
  const Utf8Character character = character_at(word, 0);
  return character.bytes == word.size() ? character.code : 0;
}

}  // namespace

std::vector<Span> enclosed_spans(std::span<const std::string_view> words) {
  const auto is_straight = [](std::string_view word) { return word == "\"" || word == "＂"; };
  const bool skip_straight = std::count_if(words.begin(), words.end(), is_straight) % 2 != 0;
  Matcher matcher;
  for (std::uint32_t i = 0; i < words.size(); ++i) {
    if (skip_straight && is_straight(words[i])) continue;
    if (const char32_t code = single_character(words[i])) matcher.meet(code, i);
  }
  return matcher.take();
}

}  // namespace calque::text
