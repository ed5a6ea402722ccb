#include "base/parse.h"

#include <charconv>
#include <cmath>
#include <cstddef>
#include <system_error>

namespace calque {
namespace {

template <typename Number>
std::optional<Number> parse_whole(std::string_view text) {
  Number value{};
  const char* end = text.data() + text.size();
  const auto [rest, status] = std::from_chars(text.data(), end, value);
  if (status != std::errc() || rest != end) return std::nullopt;
  return value;
}

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

}  // namespace

std::optional<std::uint64_t> parse_unsigned(std::string_view text) {
  return parse_whole<std::uint64_t>(text);
}

std::optional<std::int64_t> parse_signed(std::string_view text) {
  return parse_whole<std::int64_t>(text);
}

std::optional<double> parse_real(std::string_view text) {
  const auto value = parse_whole<double>(text);
  if (!value || !std::isfinite(*value)) return std::nullopt;
  return value;
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

void split_words(std::string_view text, std::vector<std::string_view>& words) {
  words.clear();
  std::size_t begin = 0;
  while (begin < text.size()) {
    while (begin < text.size() && is_blank(text[begin])) ++begin;
    std::size_t end = begin;
    while (end < text.size() && !is_blank(text[end])) ++end;
    if (end > begin) words.push_back(text.substr(begin, end - begin));
    begin = end;
  }
}

std::vector<std::string_view> split_words(std::string_view text) {
  std::vector<std::string_view> words;
  split_words(text, words);
  return words;
}

std::vector<std::string_view> split_fields(std::string_view text, std::string_view separator) {
  std::vector<std::string_view> fields;
  std::size_t begin = 0;
  while (true) {
    const std::size_t end = text.find(separator, begin);
    if (end == std::string_view::npos) break;
    fields.push_back(text.substr(begin, end - begin));
    begin = end + separator.size();
  }
  fields.push_back(text.substr(begin));
  return fields;
}

}  // namespace calque
