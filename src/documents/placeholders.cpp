#include "documents/placeholders.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace calque::documents {
namespace {

// Longer ones are text between marks that happen to look alike.
constexpr std::size_t kLongestName = 64;
constexpr std::size_t kLongestExpression = 200;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_alphanumeric(char c) {
  return is_letter(c) || is_digit(c);
}
bool is_one_of(char c, std::string_view characters) {
  return characters.find(c) != std::string_view::npos;
}

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::vector<TextRange> scan() {
    for (std::size_t at = 0; at < text_.size();) {
      std::size_t begin = at;
      const std::size_t end = end_at(at, begin);
      if (end > begin) found_.push_back({begin, end});
      at = std::max(at + 1, end);
    }
    return std::move(found_);
  }

 private:
  char at(std::size_t offset) const { return offset < text_.size() ? text_[offset] : '\0'; }
  bool after_word(std::size_t offset) const {
    return offset > 0 &&
           (is_alphanumeric(text_[offset - 1]) || static_cast<unsigned char>(text_[offset - 1]) >= 0x80);
  }

  // Where what begins at `offset` ends; 0 if nothing does. An address of mail began before.
  std::size_t end_at(std::size_t offset, std::size_t& begin) const {
    switch (text_[offset]) {
      case '{':
        return text_.substr(offset).starts_with("{{") ? expression(offset, 2, "}}") : name_in_braces(offset);
      case '$':
        return dollar(offset);
      case '%':
        return percent(offset);
      case '@':
        return mail(offset, begin);
      case 'h':
      case 'f':
      case 'm':
      case 'w':
        return after_word(offset) ? 0 : web(offset);
      default:
        return 0;
    }
  }

  std::size_t expression(std::size_t offset, std::size_t opening, std::string_view closing) const {
    const std::string_view inside = text_.substr(offset + opening, kLongestExpression);
    const std::size_t end = inside.find(closing);
    const std::size_t stop = inside.find_first_of("{\n\r");
    if (end == std::string_view::npos || end == 0 || stop < end) return 0;
    return offset + opening + end + closing.size();
  }

  std::size_t name_in_braces(std::size_t offset) const {
    std::size_t end = offset + 1;
    while (end - offset <= kLongestName &&
           (is_alphanumeric(at(end)) || (at(end) != '\0' && is_one_of(at(end), "_.:,-#/@$|"))))
      ++end;
    return at(end) == '}' ? end + 1 : 0;
  }

  // ${x} and $1, but not the amounts $10 and $1.50.
  std::size_t dollar(std::size_t offset) const {
    if (at(offset + 1) == '{') return expression(offset, 2, "}");
    if (!is_digit(at(offset + 1)) || is_digit(at(offset + 2)) || is_letter(at(offset + 2))) return 0;
    const bool amount = is_one_of(at(offset + 2), ".,") && is_digit(at(offset + 3));
    return amount ? 0 : offset + 2;
  }

  std::size_t percent(std::size_t offset) const {
    if (at(offset + 1) == '(' || at(offset + 1) == '{') {
      const std::size_t end = expression(offset, 2, at(offset + 1) == '(' ? ")" : "}");
      if (end == 0 || at(offset + 1) == '{') return end;
      return is_letter(at(end)) ? end + 1 : 0;
    }
    if (is_letter(at(offset + 1)) && !(offset > 0 && is_digit(text_[offset - 1]))) {
      std::size_t end = offset + 1;
      while (end - offset <= kLongestName && (is_alphanumeric(at(end)) || at(end) == '_')) ++end;
      if (end > offset + 2 && at(end) == '%') return end + 1;
    }
    return conversion(offset);
  }

  // %s, %-5.2f, %1$d, %lu, and %1 of Qt.
  std::size_t conversion(std::size_t offset) const {
    std::size_t end = offset + 1;
    const auto digits = [&] {
      const std::size_t begin = end;
      while (is_digit(at(end)) && end - begin < 3) ++end;
      return end > begin;
    };
    const bool numbered = digits();
    if (numbered && !after_word(offset) && !is_alphanumeric(at(end)) && !is_one_of(at(end), "$.")) return end;
    if (at(end) == '$') ++end;
    while (at(end) != '\0' && is_one_of(at(end), "-+#0")) ++end;
    digits();
    if (at(end) == '.') {
      ++end;
      digits();
    }
    for (int i = 0; i < 2 && at(end) != '\0' && is_one_of(at(end), "hlLzjt"); ++i) ++end;
    if (at(end) == '\0' || !is_one_of(at(end), "sdiufFeEgGxXoc@p")) return 0;
    return is_alphanumeric(at(end + 1)) || static_cast<unsigned char>(at(end + 1)) >= 0x80 ? 0 : end + 1;
  }

  std::size_t web(std::size_t offset) const {
    static constexpr std::array<std::string_view, 5> kBeginnings{"https://", "http://", "ftp://",
                                                                 "mailto:", "www."};
    for (const std::string_view beginning : kBeginnings) {
      if (!text_.substr(offset).starts_with(beginning)) continue;
      const std::size_t begin = offset + beginning.size();
      std::size_t end = begin;
      // Characters from U+2000 are dashes, quotation marks or text of scripts without blanks.
      while (static_cast<unsigned char>(at(end)) > ' ' && !is_one_of(at(end), "<>\"`{}|\\^") &&
             static_cast<unsigned char>(at(end)) < 0xE2)
        ++end;
      while (end > begin &&
             (is_one_of(at(end - 1), ".,;:!?'*_") || (at(end - 1) == ')' && !has_opening(begin, end))))
        --end;
      return end > begin ? end : 0;
    }
    return 0;
  }
  bool has_opening(std::size_t begin, std::size_t end) const {
    return text_.substr(begin, end - begin).find('(') != std::string_view::npos;
  }

  std::size_t mail(std::size_t offset, std::size_t& begin) const {
    const std::size_t first = found_.empty() ? 0 : found_.back().end;
    std::size_t local = offset;
    while (local > first && offset - local < kLongestName &&
           (is_alphanumeric(text_[local - 1]) || is_one_of(text_[local - 1], "._+-")))
      --local;
    std::size_t end = offset + 1;
    while (end - offset <= kLongestExpression &&
           (is_alphanumeric(at(end)) || (at(end) != '\0' && is_one_of(at(end), ".-"))))
      ++end;
    while (end > offset + 1 && is_one_of(at(end - 1), ".-")) --end;
    const std::size_t dot = text_.substr(offset + 1, end - offset - 1).rfind('.');
    if (local == offset || dot == std::string_view::npos || dot == 0) return 0;
    begin = local;
    return end;
  }

  std::string_view text_;
  std::vector<TextRange> found_;
};

}  // namespace

std::vector<TextRange> find_placeholders(std::string_view text) {
  return Scanner(text).scan();
}

}  // namespace calque::documents
