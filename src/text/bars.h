// Text inside of fields that '|||' separates (docs/formats/n-best.md).
//
// Three or more bars in a row are written as "&#124;" each, so that a line splits at '|||' into its fields
// and nowhere else. An ampersand that would read as the beginning of such an escape is written as "&#38;", so
// that every text comes back as it was. Any other text is written as it is. Pure functions.
#pragma once

#include <string>
#include <string_view>

namespace calque::text {

void append_escaped_bars(std::string_view text, std::string& out);
std::string escape_bars(std::string_view text);
std::string unescape_bars(std::string_view text);

}  // namespace calque::text
