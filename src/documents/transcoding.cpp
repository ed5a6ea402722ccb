#include "documents/transcoding.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <fmt/format.h>
#include <unicode/ucnv.h>
#include <unicode/ustring.h>

#include "base/error.h"

namespace calque::documents {
namespace {

// How far declarations are looked for.
constexpr std::size_t kHeadBytes = 4096;

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  return result;
}

bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == ':' || c == '.';
}

// The value behind `key` and an equals sign in a tag in small letters; empty if there is none.
TextRange value_behind(std::string_view text, std::string_view key, TextRange tag) {
  std::size_t at = text.substr(0, tag.end).find(key, tag.begin);
  if (at == std::string_view::npos) return {};
  at = text.find_first_not_of(" \t\r\n", at + key.size());
  if (at == std::string_view::npos || text[at] != '=') return {};
  at = text.find_first_not_of(" \t\r\n\"'", at + 1);
  if (at == std::string_view::npos) return {};
  std::size_t end = at;
  while (end < tag.end && is_name(text[end])) ++end;
  return {at, std::max(at, end)};
}

// Where the document names its encoding, once or several times.
std::vector<TextRange> find_declarations(DocumentFormat format, std::string_view content) {
  std::vector<TextRange> found;
  if (format == DocumentFormat::kText || format == DocumentFormat::kTsv) return found;
  const std::string head = lower(content.substr(0, kHeadBytes));
  const auto add = [&](std::string_view key, std::size_t begin, std::string_view closing) {
    const TextRange value =
        value_behind(head, key, {begin, std::min(head.find(closing, begin), head.size())});
    if (value.begin < value.end) found.push_back(value);
  };
  const std::size_t begin = head.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  if (head.compare(begin, 5, "<?xml") == 0) add("encoding", begin, "?>");
  if (format != DocumentFormat::kHtml) return found;
  for (std::size_t at = head.find("<meta"); at != std::string::npos; at = head.find("<meta", at + 1))
    add("charset", at, ">");
  return found;
}

struct ConverterClose {
  void operator()(UConverter* converter) const { ucnv_close(converter); }
};

std::string convert(std::string_view content, const std::string& encoding, const DocumentOptions& options) {
  UErrorCode status = U_ZERO_ERROR;
  const std::unique_ptr<UConverter, ConverterClose> converter(ucnv_open(encoding.c_str(), &status));
  if (U_FAILURE(status))
    throw DataError({options.name, 0, 0},
                    fmt::format("the document says that its encoding is '{}', which is not known", encoding),
                    "convert it to UTF-8, and change what it says of itself");
  ucnv_setToUCallBack(converter.get(), UCNV_TO_U_CALLBACK_STOP, nullptr, nullptr, nullptr, &status);
  // No encoding has more than one unit of UTF-16 for each byte, and none of these has more than three bytes.
  std::vector<UChar> units(content.size() + 1);
  const std::int32_t count =
      ucnv_toUChars(converter.get(), units.data(), static_cast<std::int32_t>(units.size()), content.data(),
                    static_cast<std::int32_t>(content.size()), &status);
  std::string result(U_SUCCESS(status) ? static_cast<std::size_t>(count) * 3 : 0, '\0');
  std::int32_t bytes = 0;
  u_strToUTF8(result.data(), static_cast<std::int32_t>(result.size()), &bytes, units.data(), count, &status);
  if (U_FAILURE(status))
    throw DataError({options.name, 0, 0},
                    fmt::format("the document says that its encoding is '{}', and it is not", encoding),
                    "export it again, in UTF-8");
  result.resize(static_cast<std::size_t>(bytes));
  return result;
}

}  // namespace

std::optional<std::string> to_utf8(DocumentFormat format, std::string_view content,
                                   const DocumentOptions& options) {
  constexpr std::size_t kMostBytes = std::size_t{600} << 20;  // that 32 bits can count three times
  if (content.size() > std::min(options.limits.content_bytes, kMostBytes)) return std::nullopt;
  std::string encoding;
  const bool little = content.starts_with("\xFF\xFE");
  if (little || content.starts_with("\xFE\xFF")) {
    encoding = little ? "UTF-16LE" : "UTF-16BE";
    content.remove_prefix(2);
  } else {
    const std::vector<TextRange> declared = find_declarations(format, content);
    if (declared.empty()) return std::nullopt;
    encoding = lower(content.substr(declared[0].begin, declared[0].end - declared[0].begin));
    for (const std::string_view same : {"utf-8", "utf8", "us-ascii", "ascii"})
      if (encoding == same) return std::nullopt;
    // A document that says UTF-16 in single bytes is not; what pages call Latin 1 has Windows' characters.
    if (encoding.starts_with("utf-16") || encoding.starts_with("utf-32")) return std::nullopt;
    if (format == DocumentFormat::kHtml && (encoding == "iso-8859-1" || encoding == "latin1"))
      encoding = "windows-1252";
  }
  std::string result = convert(content, encoding, options);
  const std::vector<TextRange> declared = find_declarations(format, result);
  for (auto range = declared.rbegin(); range != declared.rend(); ++range)
    result.replace(range->begin, range->end - range->begin, "UTF-8");
  return result;
}

}  // namespace calque::documents
