#include "text/utf8.h"

#include <cstdint>
#include <cstring>

#include <fmt/format.h>

namespace calque::text {
namespace {

unsigned byte_at(std::string_view text, std::size_t i) {
  return static_cast<unsigned char>(text[i]);
}

bool is_continuation(std::string_view text, std::size_t i) {
  return i < text.size() && (byte_at(text, i) & 0xC0U) == 0x80U;
}

// Length of the sequence a lead byte announces; 0 if it cannot lead one.
std::size_t announced_length(unsigned lead) {
  if (lead < 0x80) return 1;
  if (lead < 0xC0) return 0;
  if (lead < 0xE0) return 2;
  if (lead < 0xF0) return 3;
  return lead < 0xF8 ? 4 : 0;
}

struct Sequence {
  std::size_t bytes = 1;
  char32_t code = 0;
  const char* problem = nullptr;
};

Sequence read_sequence(std::string_view text, std::size_t offset) {
  const unsigned lead = byte_at(text, offset);
  const std::size_t length = announced_length(lead);
  if (length == 1) return {1, lead, nullptr};
  if (length == 0)
    return {1, 0, lead < 0xC0 ? "a stray continuation byte" : "a byte that never occurs in UTF-8"};
  char32_t code = lead & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if (!is_continuation(text, offset + i)) return {1, 0, "a truncated UTF-8 sequence"};
    code = (code << 6U) | (byte_at(text, offset + i) & 0x3FU);
  }
  constexpr char32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  if (code < kSmallest[length]) return {1, 0, "an overlong UTF-8 sequence"};
  if (code >= 0xD800 && code <= 0xDFFF) return {1, 0, "a UTF-16 surrogate written as UTF-8"};
  if (code > 0x10FFFF) return {1, 0, "a code point beyond U+10FFFF"};
  return {length, code, nullptr};
}

// True if none of the eight bytes is NUL or has its high bit set.
bool eight_plain_bytes(const char* bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof(word));
  constexpr std::uint64_t kOnes = 0x0101010101010101ULL;
  constexpr std::uint64_t kHighs = 0x8080808080808080ULL;
  return (((word - kOnes) | word) & kHighs) == 0;
}

}  // namespace

std::optional<Utf8Problem> find_invalid_utf8(std::string_view text) {
  std::size_t i = 0;
  while (i < text.size()) {
    if (text.size() - i >= 8 && eight_plain_bytes(text.data() + i)) {
      i += 8;
      continue;
    }
    const Sequence sequence = read_sequence(text, i);
    if (sequence.problem != nullptr) return Utf8Problem{i, sequence.problem};
    if (sequence.code == 0) return Utf8Problem{i, "a NUL character"};
    i += sequence.bytes;
  }
  return std::nullopt;
}

void check_utf8(std::string_view line, const Place& place) {
  const auto problem = find_invalid_utf8(line);
  if (!problem) return;
  throw EncodingError({place.file, place.line, problem->offset + 1},
                      fmt::format("{} (byte 0x{:02x})", problem->reason, byte_at(line, problem->offset)),
                      "convert the file to UTF-8, for example with 'iconv -f latin1 -t utf-8'");
}

bool is_ascii(std::string_view text) {
  std::size_t i = 0;
  for (; i + 8 <= text.size(); i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + i, sizeof(word));
    if ((word & 0x8080808080808080ULL) != 0) return false;
  }
  for (; i < text.size(); ++i) {
    if (byte_at(text, i) >= 0x80) return false;
  }
  return true;
}

Utf8Character character_at(std::string_view text, std::size_t offset) {
  const Sequence sequence = read_sequence(text, offset);
  if (sequence.problem != nullptr) return {0xFFFD, 1};
  return {sequence.code, sequence.bytes};
}

char32_t first_character(std::string_view text) {
  return text.empty() ? 0 : character_at(text, 0).code;
}

char32_t last_character(std::string_view text) {
  if (text.empty()) return 0;
  std::size_t start = text.size() - 1;
  while (start > 0 && text.size() - start < 4 && (byte_at(text, start) & 0xC0U) == 0x80U) --start;
  const Utf8Character last = character_at(text, start);
  return start + last.bytes == text.size() ? last.code : 0xFFFD;
}

}  // namespace calque::text
