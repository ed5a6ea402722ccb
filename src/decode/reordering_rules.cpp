#include "decode/reordering_rules.h"

namespace calque::decode {
namespace {

// Runs of free words that end at a covered word, the words of `also` counting as covered.
std::uint32_t holes_with(std::span<const std::uint64_t> coverage, text::Span also, std::uint32_t length) {
  std::uint32_t holes = 0;
  bool free_before = false;
  for (std::uint32_t i = 0; i < length; ++i) {
    const bool covered = is_covered(coverage, i) || also.contains(i);
    if (covered && free_before) ++holes;
    free_before = !covered;
  }
  return holes;
}

}  // namespace

std::uint32_t count_holes(std::span<const std::uint64_t> coverage, std::uint32_t length) {
  return holes_with(coverage, {}, length);
}

bool window_allows(std::span<const std::uint64_t> coverage, text::Span span, std::uint32_t first_gap,
                   const WindowRule& rule) {
  if (span.begin == first_gap) return true;
  if (span.end - 1 - first_gap >= rule.window) return false;
  // Nothing behind the window is covered: it would have been out of reach.
  const auto bits = static_cast<std::uint32_t>(coverage.size() * 64);
  std::uint32_t end = span.end;
  for (std::uint32_t next = next_with(coverage, true, end, bits); next < bits;
       next = next_with(coverage, true, end, bits))
    end = next_with(coverage, false, next, bits);
  return holes_with(coverage, span, end) <= rule.max_holes;
}

SwapStep swap_step(std::span<const std::uint64_t> coverage, text::Span span, std::uint32_t first_gap,
                   std::uint32_t length) {
  const std::uint32_t ahead = next_with(coverage, true, first_gap, length);
  if (ahead < length) {
    return span.begin == first_gap && span.end == ahead ? SwapStep::kBack : SwapStep::kForbidden;
  }
  return span.begin == first_gap ? SwapStep::kNext : SwapStep::kAhead;
}

}  // namespace calque::decode
