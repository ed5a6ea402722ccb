// What elements of HTML are to a translator.
//
// Pure functions of names in small letters.
#pragma once

#include <string_view>

namespace calque::documents {

// Cuts sentences: paragraphs, cells, headings and the like. Elements that HTML does not know do not.
bool is_block(std::string_view name);
// Has no content and no end tag.
bool is_void(std::string_view name);
// Has no tags inside; its content ends at its own end tag.
bool has_raw_content(std::string_view name);
// Stays as it is, with all inside.
bool is_untouched(std::string_view name);
// Stays as it is and stands in a sentence like a word.
bool is_word_like(std::string_view name);
// The element that a start tag ends, though nobody wrote its end tag, unless one called `barrier` was opened
// since: <li> ends <li>. Without an `ended` name there is none.
struct ImpliedEnd {
  std::string_view ended{};
  std::string_view barrier{};
};
ImpliedEnd implied_end(std::string_view name);

}  // namespace calque::documents
