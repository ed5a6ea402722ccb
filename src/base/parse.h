// Numbers and fields out of text, without locales and without exceptions: a caller knows file and line, so it
// reports.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace calque {

// The whole text must be the number; empty text, blanks, signs on unsigned numbers and overflow give nullopt.
std::optional<std::uint64_t> parse_unsigned(std::string_view text);
std::optional<std::int64_t> parse_signed(std::string_view text);
// Finite numbers only: "nan" and "inf" give nullopt.
std::optional<double> parse_real(std::string_view text);

// Removes spaces, tabs and line ends at both sides.
std::string_view trim(std::string_view text);

// Splits at runs of spaces and tabs; no empty pieces. Views into `text`.
std::vector<std::string_view> split_words(std::string_view text);
// The same into a reused buffer, for loops over many lines.
void split_words(std::string_view text, std::vector<std::string_view>& words);

// Splits at every occurrence of the (non-empty) separator; keeps empty pieces. Views into `text`.
std::vector<std::string_view> split_fields(std::string_view text, std::string_view separator);

}  // namespace calque
