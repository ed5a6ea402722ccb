// For tests of pages: whether their elements are closed in order, and what they contain.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace calque::report::testing {

inline std::size_t count_of(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

// The first element that is closed by another's end or not at all; empty if all are closed in order.
inline std::string first_unclosed(std::string_view html) {
  static constexpr std::array<std::string_view, 3> kVoid{"meta", "br", "!DOCTYPE"};
  std::vector<std::string> open;
  for (std::size_t at = html.find('<'); at != std::string_view::npos; at = html.find('<', at + 1)) {
    const std::size_t end = html.find('>', at);
    if (end == std::string_view::npos) return std::string(html.substr(at));
    std::string_view tag = html.substr(at + 1, end - at - 1);
    if (tag.ends_with('/')) continue;
    const bool closes = tag.starts_with('/');
    if (closes) tag.remove_prefix(1);
    const std::string name(tag.substr(0, tag.find(' ')));
    if (!closes) {
      if (std::ranges::find(kVoid, name) == kVoid.end()) open.push_back(name);
    } else if (open.empty() || open.back() != name) {
      return name;
    } else {
      open.pop_back();
    }
  }
  return open.empty() ? "" : open.back();
}

}  // namespace calque::report::testing
