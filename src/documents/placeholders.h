// What stands in text for a program and must come out as it is: names in braces, formats of printf, shell
// variables, addresses of the web and of mail.
//
// Pure function, linear in the text.
#pragma once

#include <string_view>
#include <vector>

#include "calque/translation.h"

namespace calque::documents {

// Their ranges, in order, apart from each other: {name}, {0}, {{x}}, ${x}, $1, %s, %1$d, %(name)s, %name%,
// https://..., www..., name@example.org.
std::vector<TextRange> find_placeholders(std::string_view text);

}  // namespace calque::documents
