#include "lm/files/quantizer.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <utility>

#include <tsl/robin_set.h>

#include "base/error.h"
#include "lm/files/bit_pack.h"

namespace calque::lm {
namespace {

// Rounds of moving each value to the middle of the numbers that it stands for. The error falls quickly at
// first; what more rounds gain is not seen in perplexity.
constexpr int kRounds = 30;
constexpr std::size_t kMaxExactValues = std::size_t{1} << 20U;

bool is_zero(float number) {
  return number == 0.0F;
}

// Rising, with -0.0 before 0.0.
bool number_comes_before(float a, float b) {
  return a != b ? a < b : std::signbit(a) && !std::signbit(b);
}

std::vector<float> sorted_distinct(std::vector<float> values) {
  std::sort(values.begin(), values.end(), number_comes_before);
  const auto same = [](float a, float b) {
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
  };
  values.erase(std::unique(values.begin(), values.end(), same), values.end());
  return values;
}

// One-dimensional k-means over sorted numbers: parts are intervals, so a round costs a search per part.
class Parts {
 public:
  Parts(std::span<const float> sorted, std::size_t parts) : sorted_(sorted), sums_(sorted.size() + 1, 0.0) {
    for (std::size_t i = 0; i < sorted.size(); ++i) sums_[i + 1] = sums_[i] + double{sorted[i]};
    for (std::size_t part = 0; part <= parts; ++part) {
      const std::size_t begin = sorted.size() * part / parts;
      if (begins_.empty() || begin > begins_.back()) begins_.push_back(begin);
    }
  }

  std::vector<float> means() const {
    std::vector<float> result;
    for (std::size_t part = 0; part + 1 < begins_.size(); ++part) {
      const auto count = static_cast<double>(begins_[part + 1] - begins_[part]);
      const auto mean = static_cast<float>((sums_[begins_[part + 1]] - sums_[begins_[part]]) / count);
      // Rounding of the sums must not move the mean out of its part.
      result.push_back(std::clamp(mean, sorted_[begins_[part]], sorted_[begins_[part + 1] - 1]));
    }
    return result;
  }

  // Gives every number to its nearest mean; false if nothing changed.
  bool improve() {
    const std::vector<float> middle = means();
    std::vector<std::size_t> begins{0};
    for (std::size_t part = 1; part < middle.size(); ++part) {
      const float border = middle[part - 1] + (middle[part] - middle[part - 1]) / 2;
      const auto at = std::lower_bound(sorted_.begin(), sorted_.end(), border);
      const auto begin = static_cast<std::size_t>(at - sorted_.begin());
      if (begin > begins.back() && begin < sorted_.size()) begins.push_back(begin);
    }
    begins.push_back(sorted_.size());
    if (begins == begins_) return false;
    begins_ = std::move(begins);
    return true;
  }

 private:
  std::span<const float> sorted_;
  std::vector<double> sums_;         // of the first i numbers
  std::vector<std::size_t> begins_;  // of each part, and the end
};

}  // namespace

Codebook::Codebook(std::vector<float> zeros, const std::vector<float>& others)
    : values_(sorted_distinct(std::move(zeros))), zero_count_(values_.size()) {
  values_.insert(values_.end(), others.begin(), others.end());
}

std::optional<Codebook> Codebook::exact(std::span<const float> numbers) {
  // A table pays if codes and table together are smaller than the numbers.
  const std::size_t maximum = std::min(kMaxExactValues, numbers.size() / 4);
  tsl::robin_set<std::uint32_t> seen;
  std::vector<float> zeros;
  std::vector<float> others;
  for (const float number : numbers) {
    if (!seen.insert(std::bit_cast<std::uint32_t>(number)).second) continue;
    (is_zero(number) ? zeros : others).push_back(number);
    if (seen.size() > maximum) return std::nullopt;
  }
  if (seen.empty()) return std::nullopt;
  return Codebook(std::move(zeros), sorted_distinct(std::move(others)));
}

Codebook Codebook::quantized(std::span<const float> numbers, unsigned bits) {
  CALQUE_CHECK(bits >= kMinQuantizedBits && bits <= kMaxQuantizedBits);
  std::vector<float> zeros;
  std::vector<float> others;
  for (const float number : numbers) (is_zero(number) ? zeros : others).push_back(number);
  std::sort(others.begin(), others.end());
  zeros = sorted_distinct(std::move(zeros));
  std::vector<float> values = sorted_distinct(others);
  const std::size_t maximum = (std::size_t{1} << bits) - zeros.size();
  if (values.size() > maximum) {
    Parts parts(others, maximum);
    for (int round = 0; round < kRounds && parts.improve(); ++round) {
    }
    values = parts.means();
  }
  if (values.empty() && zeros.empty()) zeros.push_back(0.0F);
  return Codebook(std::move(zeros), sorted_distinct(std::move(values)));
}

unsigned Codebook::bits() const noexcept {
  return std::max(1U, bits_for(values_.size() - 1));
}

std::uint32_t Codebook::code_of(float number) const noexcept {
  if (is_zero(number) && zero_count_ > 0) return zero_count_ == 2 && !std::signbit(number) ? 1 : 0;
  const auto first = values_.begin() + static_cast<std::ptrdiff_t>(zero_count_);
  auto at = std::lower_bound(first, values_.end(), number);
  const bool below_is_nearer = at == values_.end() || (at != first && number - *std::prev(at) < *at - number);
  if (below_is_nearer && at != first) --at;
  return static_cast<std::uint32_t>(at - values_.begin());
}

}  // namespace calque::lm
