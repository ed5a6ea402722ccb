// Marked-up input lines (docs/formats/markup.md): suggestions, words to keep, placeholders, walls, zones and
// settings in angle brackets.
//
// Throws DataError with the place for tags that are unknown, do not nest, do not close or lack what they
// need.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "decode/request.h"

namespace calque::decode {

// How text between tags becomes words, and how the reader wants suggestions to be taken.
struct MarkupRules {
  std::function<std::vector<std::string>(std::string_view)> cut_source;
  std::function<std::vector<std::string>(std::string_view)> cut_target;
  bool exclusive = true;  // suggestions without a mode of their own leave no other choice
};

// A line without its tags. Positions count words.
struct MarkedLine {
  std::vector<std::string> words;
  std::vector<Suggestion> suggestions;
  ReorderingConstraints constraints;
  std::vector<text::Span> units;
  std::vector<Placeholder> placeholders;
  std::vector<std::pair<std::string, std::string>> settings;  // name and value
};

MarkedLine parse_markup(std::string_view line, const MarkupRules& rules, const Place& place);

}  // namespace calque::decode
