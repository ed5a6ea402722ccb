#include "documents/source_text.h"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

#include "base/error.h"
#include "text/utf8.h"

namespace calque::documents {
namespace {

bool same_letters(std::string_view a, std::string_view lower) {
  return std::equal(a.begin(), a.end(), lower.begin(), lower.end(),
                    [](char x, char y) { return (x >= 'A' && x <= 'Z' ? x + 32 : x) == y; });
}

}  // namespace

SourceText::SourceText(std::string_view content, const DocumentOptions& options)
    : content_(content), options_(options) {
  if (content.size() > limits().content_bytes)
    throw DataError(
        {options.name, 0, 0},
        fmt::format("the document has {} bytes, and {} are allowed", content.size(), limits().content_bytes),
        "cut it into several");
  if (content.starts_with("\xFF\xFE") || content.starts_with("\xFE\xFF"))
    throw DataError(
        {options.name, 0, 0}, "the document is UTF-16",
        "convert it, for example with iconv -f UTF-16 -t UTF-8, and change what it says of itself");
  if (const auto problem = text::find_invalid_utf8(content))
    fail(problem->offset, problem->reason, "convert the document to UTF-8");
}

void SourceText::fail(std::size_t offset, const std::string& problem, const std::string& remedy) const {
  const std::string_view before = content_.substr(0, offset);
  const auto line = 1 + static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n'));
  const std::size_t line_begin = before.rfind('\n') + 1;  // 0 if there is none
  throw DataError({options_.name, line, offset - line_begin + 1}, problem, remedy);
}

void SourceText::check_encoding(std::string_view declared, std::size_t offset) const {
  for (const std::string_view good : {"utf-8", "utf8", "us-ascii", "ascii"})
    if (same_letters(declared, good)) return;
  constexpr std::size_t kShown = 40;
  const std::string_view shown = declared.substr(0, kShown);
  fail(offset, fmt::format("the document says that its encoding is '{}', and only UTF-8 is read", shown),
       fmt::format("convert it, for example with iconv -f {} -t UTF-8, and change what it says of itself",
                   shown));
}

}  // namespace calque::documents
