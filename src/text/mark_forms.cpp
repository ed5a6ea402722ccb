#include "text/mark_forms.h"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

#include "base/parse.h"
#include "text/char_class.h"
#include "text/language_rules.h"
#include "text/utf8.h"

namespace calque::text {
namespace {

constexpr std::string_view kOpening = "\u201C";
constexpr std::string_view kClosing = "\u201D";
constexpr std::string_view kEnDash = "\u2013";
constexpr std::string_view kEmDash = "\u2014";
constexpr std::string_view kEllipsis = "\u2026";

bool is_typographic_quote(char32_t code) {
  return code == 0x201C || code == 0x201D || code == 0x201E || code == 0x201F || code == 0xAB || code == 0xBB;
}

// Whether a word may begin, or end, on this side of a mark.
bool is_free_before(char32_t code) {
  const CharClass cls = class_of(code);
  return cls == CharClass::kSpace || cls == CharClass::kOpen || cls == CharClass::kDash ||
         cls == CharClass::kApostrophe || code == 0x2018;
}
bool is_free_after(char32_t code) {
  const CharClass cls = class_of(code);
  return cls == CharClass::kSpace || cls == CharClass::kClose || cls == CharClass::kStop ||
         cls == CharClass::kWidePunct;
}

// Decides mark by mark, from left to right, which side of a quotation it is.
class Turner {
 public:
  bool opens(char32_t mark, char32_t before, char32_t after) {
    const bool opens =
        side(mark, is_free_before(before) || (after_opening_ && is_double(before)), is_free_after(after));
    low_ = mark == 0x201E || (low_ && mark != 0x201C && mark != 0x201D);
    open_ = after_opening_ = opens;
    return opens;
  }

  static bool is_double(char32_t code) { return code == '"' || is_typographic_quote(code); }

 private:
  bool side(char32_t mark, bool free_before, bool free_after) const {
    if (mark == 0x201E) return true;
    if (mark == 0x201C && low_) return false;
    if (free_before != free_after) return free_before;
    if (mark == 0xAB || mark == 0x201C || mark == 0x201F) return true;  // « oui »
    if (mark == 0xBB || mark == 0x201D) return false;
    return !open_;
  }

  bool low_ = false;  // „ is open
  bool open_ = false;
  bool after_opening_ = false;
};

// The printers' marks of a language, with French blanks.
struct QuotePair {
  std::string_view opening;
  std::string_view closing;
};

QuotePair quote_pair(std::string_view language) {
  const std::string base = base_language(language);
  if (base == "fr") return {"«\u00A0", "\u00A0»"};
  if (listed(" de cs sk sl et lt is bg ", base)) return {"„", "“"};
  if (listed(" pl ro hu hr sr ", base)) return {"„", "”"};
  if (listed(" ru uk be no nb nn el ", base)) return {"«", "»"};
  if (listed(" sv fi ", base)) return {"”", "”"};
  if (base == "da") return {"»", "«"};
  return {kOpening, kClosing};
}

// Calls visit(the character's bytes, code, code before, code after).
template <typename Visit>
void walk(std::string_view text, const Visit& visit) {
  char32_t before = U' ';
  for (std::size_t at = 0; at < text.size();) {
    const Utf8Character c = character_at(text, at);
    const std::size_t next = at + c.bytes;
    visit(text.substr(at, c.bytes), c.code, before,
          next < text.size() ? character_at(text, next).code : U' ');
    before = c.code;
    at = next;
  }
}

bool may_have_quotes(std::string_view line) {
  return line.find('"') != std::string_view::npos || line.find("\xE2\x80") != std::string_view::npos ||
         line.find('\xC2') != std::string_view::npos;
}

std::size_t count_of(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + part.size()))
    ++count;
  return count;
}

}  // namespace

std::string to_text(const MarkHabits& habits) {
  return fmt::format("{} {} {}", habits.quote, habits.dash, habits.ellipsis);
}

bool parse_mark_habits(std::string_view text, MarkHabits& habits) {
  const auto marks = split_words(text);
  if (marks.size() != 3 || (marks[0] != "\"" && marks[0] != kOpening)) return false;
  if (marks[1] != kEnDash && marks[1] != kEmDash && marks[1] != "--") return false;
  if (marks[2] != "..." && marks[2] != kEllipsis) return false;
  habits = {std::string(marks[0]), std::string(marks[1]), std::string(marks[2])};
  return true;
}

bool turn_quotes(std::string_view line, std::string& out) {
  if (!may_have_quotes(line)) return false;
  out.clear();
  Turner turner;
  walk(line, [&](std::string_view bytes, char32_t code, char32_t before, char32_t after) {
    if (!Turner::is_double(code)) {
      out += bytes;
      return;
    }
    out += turner.opens(code, before, after) ? kOpening : kClosing;
  });
  return true;
}

void plain_marks(std::vector<std::string>& tokens, std::string_view language) {
  if (language_rules(language).tight_wide_text) return;
  for (std::string& token : tokens) {
    if (token == kEmDash || token == "--") token = kEnDash;
    if (token == kEllipsis) token = "...";
  }
}

MarkHabits marks_of(std::string_view line) {
  MarkHabits marks{"", "", ""};
  MarkCounter counter;
  counter.add(line);
  const MarkHabits found = counter.habits();
  const auto has = [&](std::string_view part) { return line.find(part) != std::string_view::npos; };
  if (may_have_quotes(line)) {
    bool any = false;
    walk(line,
         [&](std::string_view, char32_t code, char32_t, char32_t) { any = any || Turner::is_double(code); });
    if (any) marks.quote = found.quote;
  }
  if (has(kEnDash) || has(kEmDash) || has("--")) marks.dash = found.dash;
  if (has("...") || has(kEllipsis)) marks.ellipsis = found.ellipsis;
  return marks;
}

MarkHabits combine(const MarkHabits& source, const MarkHabits& habit, std::string_view target_language) {
  if (language_rules(target_language).tight_wide_text) return habit;
  return {source.quote.empty() ? habit.quote : source.quote, source.dash.empty() ? habit.dash : source.dash,
          source.ellipsis.empty() ? habit.ellipsis : source.ellipsis};
}

void write_dashes(std::vector<std::string>& tokens, const MarkHabits& habits) {
  for (std::string& token : tokens) {
    if (token == kEnDash) token = habits.dash;
  }
}

std::string write_marks(std::string_view text, const MarkHabits& habits, std::string_view language,
                        OffsetMap* map) {
  const QuotePair pair = habits.quote == "\"" ? QuotePair{"\"", "\""} : quote_pair(language);
  const bool curly_ellipsis = habits.ellipsis == kEllipsis;
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    std::size_t taken = 1;
    std::string_view written = rest.substr(0, 1);
    if (rest.starts_with(kOpening) || rest.starts_with(kClosing)) {
      written = rest.starts_with(kOpening) ? pair.opening : pair.closing;
      taken = kOpening.size();
    } else if (curly_ellipsis && rest.starts_with("...") && !rest.starts_with("....")) {
      written = kEllipsis;
      taken = 3;
    }
    out += written;
    at += taken;
    if (map != nullptr) taken == 1 ? map->keep(1) : map->replace(taken, written.size());
  }
  return out;
}

void MarkCounter::add(std::string_view line) {
  quotes_[0] += static_cast<std::uint64_t>(std::count(line.begin(), line.end(), '"'));
  ellipses_[0] += count_of(line, "...");
  dashes_[2] += count_of(line, "--");
  if (is_ascii(line)) return;
  walk(line, [&](std::string_view bytes, char32_t code, char32_t, char32_t) {
    if (is_typographic_quote(code)) ++quotes_[1];
    if (bytes == kEnDash) ++dashes_[0];
    if (bytes == kEmDash) ++dashes_[1];
    if (bytes == kEllipsis) ++ellipses_[1];
  });
}

MarkHabits MarkCounter::habits() const {
  MarkHabits habits;
  if (quotes_[1] > quotes_[0]) habits.quote = kOpening;
  if (dashes_[1] > dashes_[0]) habits.dash = kEmDash;
  if (dashes_[2] > std::max(dashes_[0], dashes_[1])) habits.dash = "--";
  if (ellipses_[1] > ellipses_[0]) habits.ellipsis = kEllipsis;
  return habits;
}

}  // namespace calque::text
