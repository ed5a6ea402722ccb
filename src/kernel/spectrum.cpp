#include "kernel/spectrum.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/error.h"

namespace calque::kernel {
namespace {

// Calls take(common) with min(order, length of the longest common prefix) for each two suffixes that begin
// with the same word.
template <typename Take>
void for_each_match(std::span<const text::WordId> x, std::span<const text::WordId> z, std::size_t order,
                    const Take& take) {
  std::vector<std::size_t> lengths(z.size() + 1, 0);  // of suffix i of x with each suffix of z
  for (std::size_t i = x.size(); i-- > 0;) {
    for (std::size_t j = 0; j < z.size(); ++j) {
      lengths[j] = x[i] == z[j] ? 1 + lengths[j + 1] : 0;
      if (lengths[j] > 0) take(std::min(order, lengths[j]));
    }
  }
}

}  // namespace

void SpectrumOptions::validate() const {
  if (order < 1 || order > kMaxOrder) {
    throw UsageError({}, fmt::format("n-grams of up to {} words cannot be used", order),
                     fmt::format("choose --order from 1 to {}", kMaxOrder));
  }
  if (!length_weights.empty() && length_weights.size() != order) {
    throw UsageError({},
                     fmt::format("{} weights for n-grams of up to {} words", length_weights.size(), order),
                     "give one weight for each length, from one word on");
  }
  for (const double weight : length_weights) {
    if (!(weight >= 0 && weight <= kMaxLengthWeight)) {
      throw UsageError({}, fmt::format("an n-gram cannot weigh {}", weight),
                       fmt::format("give weights from 0 to {}", kMaxLengthWeight));
    }
  }
}

std::int64_t spectrum_kernel(std::span<const text::WordId> x, std::span<const text::WordId> z,
                             std::size_t order) {
  std::int64_t sum = 0;
  for_each_match(x, z, order, [&](std::size_t common) { sum += static_cast<std::int64_t>(common); });
  return sum;
}

double spectrum_kernel(std::span<const text::WordId> x, std::span<const text::WordId> z,
                       const SpectrumOptions& options) {
  std::vector<double> up_to(options.order + 1, 0.0);
  for (std::size_t p = 1; p <= options.order; ++p) up_to[p] = up_to[p - 1] + options.length_weight(p);
  double sum = 0;
  for_each_match(x, z, options.order, [&](std::size_t common) { sum += up_to[common]; });
  return sum;
}

std::array<std::uint32_t, kMaxOrder + 1> earlier_repeats(std::span<const text::WordId> before,
                                                         text::WordId word, std::size_t order) {
  std::array<std::uint32_t, kMaxOrder + 1> repeats{};
  for (std::size_t end = 0; end < before.size(); ++end) {
    if (before[end] != word) continue;
    std::size_t common = 1;
    while (common < order && common <= end && before[end - common] == before[before.size() - common])
      ++common;
    for (std::size_t length = 1; length <= common; ++length) ++repeats[length];
  }
  return repeats;
}

}  // namespace calque::kernel
