#include "text/normalize.h"

#include <cstdint>
#include <limits>
#include <utility>

#include <unicode/bytestream.h>
#include <unicode/edits.h>
#include <unicode/normalizer2.h>
#include <unicode/stringpiece.h>
#include <unicode/uchar.h>

#include "base/error.h"
#include "text/utf8.h"

namespace calque::text {
namespace {

enum class Treatment { kKeep, kBlank, kDrop };

Treatment treatment_of(char32_t code) {
  if (code < 0x20 || code == 0x7F)
    return (code >= 0x09 && code <= 0x0D) ? Treatment::kBlank : Treatment::kDrop;
  if (code < 0x80) return Treatment::kKeep;
  if (code == 0x85 || code == 0xA0) return Treatment::kBlank;
  if (code < 0xA0 || code == 0xAD || code == 0xFEFF) return Treatment::kDrop;
  if (code < 0x1680) return code == 0x061C ? Treatment::kDrop : Treatment::kKeep;
  if (code == 0x200C || code == 0x200D) return Treatment::kKeep;
  if (code == 0x200B || code == 0x200E || code == 0x200F) return Treatment::kDrop;
  if ((code >= 0x202A && code <= 0x202E) || (code >= 0x2060 && code <= 0x2069)) return Treatment::kDrop;
  switch (u_charType(static_cast<UChar32>(code))) {
    case U_SPACE_SEPARATOR:
    case U_LINE_SEPARATOR:
    case U_PARAGRAPH_SEPARATOR:
      return Treatment::kBlank;
    default:
      return Treatment::kKeep;
  }
}

bool plain_ascii(std::string_view line) {
  for (const char c : line) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte >= 0x7F) return false;
  }
  return true;
}

// `map`: may be null.
void map_characters(std::string_view line, std::string& out, OffsetMap* map) {
  out.clear();
  out.reserve(line.size());
  for (std::size_t i = 0; i < line.size();) {
    const Utf8Character c = character_at(line, i);
    const Treatment treatment = treatment_of(c.code);
    const std::size_t before = out.size();
    if (treatment == Treatment::kBlank) {
      out += ' ';
    } else if (treatment == Treatment::kKeep) {
      const std::string_view bytes = line.substr(i, c.bytes);
      out += (c.code == 0xFFFD && c.bytes == 1) ? std::string_view("\xEF\xBF\xBD") : bytes;
    }
    const std::size_t added = out.size() - before;
    if (map != nullptr) added == c.bytes ? map->keep(added) : map->replace(c.bytes, added);
    i += c.bytes;
  }
}

OffsetMap map_of(const icu::Edits& edits) {
  UErrorCode status = U_ZERO_ERROR;
  OffsetMap map;
  for (auto edit = edits.getFineIterator(); edit.next(status) != 0;) {
    const auto before = static_cast<std::size_t>(edit.oldLength());
    edit.hasChange() != 0 ? map.replace(before, static_cast<std::size_t>(edit.newLength()))
                          : map.keep(before);
  }
  CALQUE_CHECK(U_SUCCESS(status));
  return map;
}

// Made once, under the guard of a static: threads need not rely on how ICU synchronises its own first use.
const icu::Normalizer2& composer() {
  static const icu::Normalizer2& instance = []() -> const icu::Normalizer2& {
    UErrorCode status = U_ZERO_ERROR;
    const icu::Normalizer2* nfc = icu::Normalizer2::getNFCInstance(status);
    CALQUE_CHECK(U_SUCCESS(status) && nfc != nullptr);
    return *nfc;
  }();
  return instance;
}

// `map`: may be null.
void compose(std::string& text, OffsetMap* map) {
  UErrorCode status = U_ZERO_ERROR;
  if (text.size() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
    throw DataError({}, "a line of more than 2 GB", "cut the text into lines, one sentence each");
  }
  const icu::StringPiece piece(text.data(), static_cast<std::int32_t>(text.size()));
  if (composer().isNormalizedUTF8(piece, status) != 0) {
    if (map != nullptr) map->keep(text.size());
    return;
  }
  std::string composed;
  composed.reserve(text.size());
  icu::StringByteSink<std::string> sink(&composed);
  icu::Edits edits;
  composer().normalizeUTF8(0, piece, sink, map != nullptr ? &edits : nullptr, status);
  CALQUE_CHECK(U_SUCCESS(status));
  if (map != nullptr) *map = map_of(edits);
  text = std::move(composed);
}

}  // namespace

void normalize(std::string_view line, std::string& out) {
  if (plain_ascii(line)) {
    out.assign(line);
    return;
  }
  map_characters(line, out, nullptr);
  if (!is_ascii(out)) compose(out, nullptr);
}

void normalize(std::string_view line, std::string& out, std::vector<OffsetMap>& steps) {
  map_characters(line, out, &steps.emplace_back());
  if (!is_ascii(out)) compose(out, &steps.emplace_back());
}

std::string normalize(std::string_view line) {
  std::string out;
  normalize(line, out);
  return out;
}

}  // namespace calque::text
