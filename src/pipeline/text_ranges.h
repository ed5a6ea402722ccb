// Where the tokens of a translation stand in running text, as the public interface has it. Pure functions.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "calque/translation.h"
#include "text/offset_map.h"

namespace calque::pipeline {

// Appends the ranges, which begin `offset` bytes further on.
void append_ranges(std::span<const text::ByteRange> ranges, std::size_t offset, std::vector<TextRange>& out);

// The same for ranges that are public already.
void move_ranges(std::span<const TextRange> ranges, std::size_t offset, std::vector<TextRange>& out);

// The ranges of words of which some were cut into several after `ranges` were found: `before` are the words
// as they were then.
std::vector<text::ByteRange> cut_ranges(std::string_view text, const std::vector<text::ByteRange>& ranges,
                                        const std::vector<std::string>& before,
                                        const std::vector<std::string>& words);

}  // namespace calque::pipeline
