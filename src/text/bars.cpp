#include "text/bars.h"

#include <algorithm>
#include <cstddef>

namespace calque::text {
namespace {

constexpr std::string_view kBar = "&#124;";
constexpr std::string_view kAmpersand = "&#38;";
constexpr std::size_t kSeparatorBars = 3;

}  // namespace

void append_escaped_bars(std::string_view text, std::string& out) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t next = std::min(text.find_first_of("|&", i), text.size());
    out += text.substr(i, next - i);
    i = next;
    if (i == text.size()) break;
    const std::string_view rest = text.substr(i);
    if (rest.front() == '&') {
      out += rest.starts_with(kBar) || rest.starts_with(kAmpersand) ? kAmpersand : "&";
      ++i;
      continue;
    }
    const std::size_t bars = std::min(rest.find_first_not_of('|'), rest.size());
    for (std::size_t k = 0; k < bars; ++k) out += bars < kSeparatorBars ? "|" : kBar;
    i += bars;
  }
}

std::string escape_bars(std::string_view text) {
  std::string out;
  append_escaped_bars(text, out);
  return out;
}

std::string unescape_bars(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const std::string_view rest = text.substr(i);
    const bool bar = rest.starts_with(kBar);
    if (bar || rest.starts_with(kAmpersand)) {
      out += bar ? '|' : '&';
      i += bar ? kBar.size() : kAmpersand.size();
    } else {
      out += text[i++];
    }
  }
  return out;
}

}  // namespace calque::text
