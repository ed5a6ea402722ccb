// Which source spans may be translated next under the reordering rules other than a limit of distance
// (theory/block-bigrams.md#decoding). Positions count from the segment's start.
//
// Pure functions. Neither rule ever leaves a dead end, provided that every word has an option of its own and,
// for swaps, that the caller checks that the words left out can be translated as one phrase.
#pragma once

#include <cstdint>
#include <span>

#include "decode/coverage.h"
#include "text/types.h"

namespace calque::decode {

// A hole is a run of free words to the left of a covered one.
std::uint32_t count_holes(std::span<const std::uint64_t> coverage, std::uint32_t length);

struct WindowRule {
  std::uint32_t max_holes = 2;
  std::uint32_t window = 6;
};

// The span starts at the first free word, or ends less than `window` words behind it and leaves no more holes
// open than allowed. Requires: the span is free and starts at or after `first_gap`, the first free word.
bool window_allows(std::span<const std::uint64_t> coverage, text::Span span, std::uint32_t first_gap,
                   const WindowRule& rule);

// Swaps of neighbours: if nothing was left out, the span may start at the first free word or leave out the
// words before it; otherwise it must be what was left out.
enum class SwapStep { kForbidden, kNext, kAhead, kBack };
SwapStep swap_step(std::span<const std::uint64_t> coverage, text::Span span, std::uint32_t first_gap,
                   std::uint32_t length);

}  // namespace calque::decode
