#include "lm/files/arpa_number.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>

#include "base/format.h"

namespace calque::lm {
namespace {

constexpr unsigned kDigits = 9;
constexpr std::array<double, 18> kPowers = {1e0, 1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,
                                            1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17};

}  // namespace

void append_log10(float log_prob, std::string& out) {
  if (log_prob == 0.0F) {
    out += '0';
    return;
  }
  const double value = static_cast<double>(log_prob) / std::numbers::ln10;
  const double size = std::abs(value);
  if (size < 1e-4 || size >= 1e8) {  // rare: let the general routine do it
    append_format(out, "{:.9g}", value);
    return;
  }
  // Nine digits as a whole number and how many of them stand after the point.
  unsigned decimals = kDigits;
  while (decimals > 0 && size >= kPowers[kDigits - decimals]) --decimals;
  while (size * kPowers[decimals] < kPowers[kDigits - 1]) ++decimals;
  auto digits = static_cast<std::uint64_t>(std::llround(size * kPowers[decimals]));
  while (decimals > 0 && digits % 10 == 0) {
    digits /= 10;
    --decimals;
  }
  std::array<char, 24> buffer;
  char* at = buffer.data() + buffer.size();
  for (unsigned k = 0; k < decimals || digits > 0 || k == decimals; ++k) {
    if (k == decimals && decimals > 0) *--at = '.';
    *--at = static_cast<char>('0' + digits % 10);
    digits /= 10;
  }
  if (value < 0) *--at = '-';
  out.append(at, static_cast<std::size_t>(buffer.data() + buffer.size() - at));
}

}  // namespace calque::lm
