// Very long sentences are searched piece by piece, so that time and memory grow linearly with their length.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "decode/search_options.h"
#include "decode/translation.h"

namespace calque::decode {

// Cuts a sentence longer than options.segment_limit into segments of at most options.segment_length words:
// after the last sentence-ending mark of the second half of the window, else after its last comma or the
// like, else where the window ends. Shorter sentences are one segment; an empty one has none. Segments cover
// every word, in order.
std::vector<text::Span> split_segments(std::span<const std::string_view> words, const SearchOptions& options);

// The n best ways to join one translation of every part, by falling score. Each part's list is sorted, best
// first, and every choice may follow every other (the parts were searched so that all of a list end in the
// same state).
std::vector<Translation> join_parts(const std::vector<std::vector<Translation>>& parts, std::size_t n);

}  // namespace calque::decode
