// A small writer of HTML: text is escaped unless it says that it is markup, and all pages share one style
// sheet.
//
// Pure functions and values. Pages are whole files without scripts, fonts or images from elsewhere.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace calque::report {

// Text as it can stand in HTML: & < > " escaped, bytes that are not UTF-8 replaced by U+FFFD.
std::string escape_html(std::string_view text);

// A piece of HTML. Text becomes HTML by escaping, so nothing gets onto a page unescaped by mistake.
class Html {
 public:
  Html() = default;
  Html(std::string_view text) : markup_(escape_html(text)) {}
  Html(const std::string& text) : Html(std::string_view(text)) {}
  Html(const char* text) : Html(std::string_view(text)) {}
  static Html markup(std::string text) {
    Html html;
    html.markup_ = std::move(text);
    return html;
  }

  Html& operator+=(const Html& more) {
    markup_ += more.markup_;
    return *this;
  }
  friend Html operator+(Html left, const Html& right) { return std::move(left += right); }

  const std::string& str() const { return markup_; }
  bool empty() const { return markup_.empty(); }

 private:
  std::string markup_;
};

// <name class="css_class">content</name>
Html element(std::string_view name, const Html& content, std::string_view css_class = "");
// Text with another text that is shown when pointed at.
Html with_tooltip(const Html& content, std::string_view tooltip);
// A heading with remarks (may be empty) and content below it.
Html section(std::string_view title, const Html& remarks, const Html& content);
// Content that is folded away until the summary is clicked.
Html folded(std::string_view summary, const Html& content);

struct Cell {
  template <std::convertible_to<Html> T>
  Cell(T&& text, bool is_best = false) : content(std::forward<T>(text)), best(is_best) {}

  Html content;
  bool best = false;  // stands out
};

// A table whose first columns hold text and whose others hold numbers, aligned to the right.
class Table {
 public:
  // Without a head, only rows are shown.
  explicit Table(std::vector<Html> head, std::size_t text_columns = 1)
      : head_(std::move(head)), text_columns_(text_columns) {}

  void add(std::vector<Cell> cells) { rows_.push_back(std::move(cells)); }
  bool empty() const { return rows_.empty(); }
  Html html() const;

 private:
  std::vector<Html> head_;
  std::size_t text_columns_;
  std::vector<std::vector<Cell>> rows_;
};

// A drawing with its caption. Several can be put beside each other.
Html figure(std::string_view caption, const Html& drawing);
Html side_by_side(const Html& figures);

// Series have colours, which repeat after so many: the classes s0, s1, ... fill areas, l0, l1, ... draw
// lines.
inline constexpr std::size_t kColours = 10;
// A small square in the colour of a series.
Html colour_key(std::size_t series);

// A whole page: head, style sheet, title, body.
std::string page(std::string_view title, const Html& body);

// 1234567 -> "1,234,567".
std::string grouped(std::uint64_t number);

}  // namespace calque::report
