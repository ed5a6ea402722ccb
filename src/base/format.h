// Formatted text at the end of a string. fmt::format_to would do, but compiles all of fmt's formatting into
// every file that calls it, which takes longer than the rest of the file.
#pragma once

#include <string>

#include <fmt/format.h>

namespace calque {

void append_formatted(std::string& out, fmt::string_view format, fmt::format_args arguments);

// append_format(line, "{}-{}", 1, 2)
template <typename... T>
void append_format(std::string& out, fmt::format_string<T...> format, T&&... arguments) {
  append_formatted(out, format, fmt::make_format_args(arguments...));
}

}  // namespace calque
