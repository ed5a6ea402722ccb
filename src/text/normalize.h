// Unicode normalisation of a line before it is cut into words: one spelling for one character.
//
// - Canonical composition (NFC): "e" + combining acute becomes "é".
// - Every kind of blank (tab, no-break, thin, ideographic, line separator) and the control characters that
// move the
//   cursor become a plain space.
// - What is invisible and carries no meaning is dropped: other controls, the soft hyphen, zero-width space,
// word
//   joiner, byte-order mark, direction marks. Zero-width joiner and non-joiner stay: Persian, Indic scripts
//   and emoji need them.
// - Bytes that are not UTF-8 become U+FFFD; readers refuse them before (utf8.h), so this only keeps the
// function total.
//
// ASCII text without control characters is recognised first and copied. Pure function, safe from any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "text/offset_map.h"

namespace calque::text {

std::string normalize(std::string_view line);
// The same into a reused buffer, replacing its content. `line` must not be a view of `out`.
void normalize(std::string_view line, std::string& out);
// The same, and appends the steps in which `line` became `out`.
void normalize(std::string_view line, std::string& out, std::vector<OffsetMap>& steps);

}  // namespace calque::text
