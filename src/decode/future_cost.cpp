#include "decode/future_cost.h"

#include <algorithm>
#include <limits>

namespace calque::decode {

void FutureCost::build(const OptionTable& table, std::uint32_t length) {
  length_ = length;
  const std::size_t row = length + std::size_t{1};
  scores_.assign(row * row, -std::numeric_limits<double>::infinity());
  // The cover of [begin, end) starts with a phrase [begin, middle); longer rests are known when begin goes
  // down.
  for (std::uint32_t begin = length + 1; begin-- > 0;) {
    double* const own = scores_.data() + begin * row;
    own[begin] = 0;
    const std::uint32_t longest = std::min(table.max_length(), length - begin);
    for (std::uint32_t size = 1; size <= longest; ++size) {
      const text::Span options = table.range(begin, size);
      if (options.empty()) continue;
      const double phrase = table.score(options.begin).estimate;  // options are sorted, best first
      const std::uint32_t middle = begin + size;
      const double* const rest = scores_.data() + middle * row;
      for (std::uint32_t end = middle; end <= length; ++end)
        own[end] = std::max(own[end], phrase + rest[end]);
    }
  }
}

}  // namespace calque::decode
