#include "metrics/white_space.h"

#include <array>
#include <cstddef>
#include <cstdint>

#include <unicode/ucasemap.h>

#include "base/error.h"

namespace calque::metrics {

namespace {

// Bytes that may start a white space character.
constexpr std::array<bool, 256> make_starts() {
  std::array<bool, 256> starts{};
  for (unsigned byte = 0x09; byte <= 0x0d; ++byte) starts[byte] = true;
  for (unsigned byte = 0x1c; byte <= 0x20; ++byte) starts[byte] = true;
  for (const unsigned byte : {0xc2U, 0xe1U, 0xe2U, 0xe3U}) starts[byte] = true;
  return starts;
}
constexpr std::array<bool, 256> kStarts = make_starts();

bool may_start(char c) {
  return kStarts[static_cast<unsigned char>(c)];
}

}  // namespace

std::size_t white_space_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(i < text.size() ? text[i] : 0); };
  const unsigned char first = byte(0);
  if (!kStarts[first]) return 0;
  if (first < 0x80) return 1;
  if (first == 0xc2) return byte(1) == 0x85 || byte(1) == 0xa0 ? 2 : 0;
  if (first == 0xe1) return byte(1) == 0x9a && byte(2) == 0x80 ? 3 : 0;
  if (first == 0xe3) return byte(1) == 0x80 && byte(2) == 0x80 ? 3 : 0;
  if (byte(1) == 0x81) return byte(2) == 0x9f ? 3 : 0;
  if (byte(1) != 0x80) return 0;
  const unsigned char third = byte(2);
  return (third >= 0x80 && third <= 0x8a) || third == 0xa8 || third == 0xa9 || third == 0xaf ? 3 : 0;
}

void split_at_white_space(std::string_view text, std::vector<std::string_view>& tokens) {
  tokens.clear();
  std::size_t begin = 0;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t blank = may_start(text[at]) ? white_space_length(text.substr(at)) : 0;
    if (blank == 0) {
      ++at;
      continue;
    }
    if (at > begin) tokens.push_back(text.substr(begin, at - begin));
    at += blank;
    begin = at;
  }
  if (at > begin) tokens.push_back(text.substr(begin, at - begin));
}

std::string_view without_trailing_white_space(std::string_view text) {
  for (std::size_t length = 1; length <= 3 && length <= text.size();) {
    if (white_space_length(text.substr(text.size() - length)) == length) {
      text.remove_suffix(length);
      length = 1;
    } else {
      ++length;
    }
  }
  return text;
}

Lowercaser::Lowercaser() {
  UErrorCode status = U_ZERO_ERROR;
  UCaseMap* map = ucasemap_open("", 0, &status);
  if (U_FAILURE(status)) {
    throw MachineError({}, std::string("lower-casing cannot be set up: ") + u_errorName(status),
                       "check the ICU library");
  }
  case_map_ = std::shared_ptr<const void>(map, [](const void* p) {
    ucasemap_close(
        static_cast<UCaseMap*>(const_cast<void*>(p)));  // NOLINT: ICU's close takes a mutable pointer
  });
}

void Lowercaser::copy_lowercased(std::string_view line, std::string& out) const {
  const auto* map = static_cast<const UCaseMap*>(case_map_.get());
  out.resize(line.size() + 16);
  for (int attempt = 0; attempt < 2; ++attempt) {
    UErrorCode status = U_ZERO_ERROR;
    const std::int32_t length =
        ucasemap_utf8ToLower(map, out.data(), static_cast<std::int32_t>(out.size()), line.data(),
                             static_cast<std::int32_t>(line.size()), &status);
    const bool too_small = status == U_BUFFER_OVERFLOW_ERROR;
    if (U_FAILURE(status) && !too_small) break;
    out.resize(static_cast<std::size_t>(length));
    if (!too_small) return;
  }
  out.assign(line);
}

}  // namespace calque::metrics
