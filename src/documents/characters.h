// Characters as formats write them: escapes into text and back.
//
// Pure functions; they never throw.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "documents/segment.h"

namespace calque::documents {

// Appends text as the encoding writes it. Whatever the format has no way to say becomes a blank or is left
// out.
void append_encoded(std::string_view text, Encoding encoding, std::string& out);

// The character reference at the beginning of `text`, which begins with '&', in HTML: how long it is and the
// characters that it stands for. None for a '&' that is just that (0 bytes). A reference that is not known
// has bytes and no characters.
struct CharacterReference {
  std::size_t bytes = 0;
  std::string characters{};
};
CharacterReference read_reference(std::string_view text);

// White space at the beginning and at the end of text, in bytes: ASCII's, no-break spaces, and these as
// references (&nbsp;) if the text is markup.
std::size_t leading_space(std::string_view text, bool markup);
std::size_t trailing_space(std::string_view text, bool markup);

}  // namespace calque::documents
