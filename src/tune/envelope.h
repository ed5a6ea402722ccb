// The upper envelope of straight lines: which candidate is best as the weights move along a direction
// (theory/tuning.md#minimum-error-rate-training).
//
// The scratch memory belongs to one thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace calque::tune {

// From `left` on (up to the next segment's left) line number `line` is the highest.
struct Segment {
  double left;
  std::uint32_t line;

  bool operator==(const Segment&) const = default;
};

struct EnvelopeScratch {
  std::vector<std::uint32_t> pool;  // lines that may still be on the envelope
  std::vector<std::uint32_t> members;
};

// Line i is intercepts[i] + x * slopes[i]. The first segment's left is minus infinity; slopes rise from
// segment to segment and lefts never fall. Of lines that are equal (slopes within 1e-12) the highest, then
// the first, counts. Requires: at least one line, all numbers finite.
void upper_envelope(std::span<const double> intercepts, std::span<const double> slopes,
                    EnvelopeScratch& scratch, std::vector<Segment>& segments);

}  // namespace calque::tune
