// Where the tokens of a translation stand in running text, as the public interface has it. Pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
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

// The ranges of words that stand for others: `origins` has for each of them the word whose range it is, or is
// a piece of. Pieces take as much of the range as they are long; a word that is written otherwise than the
// piece (the parts of a compound) is cut about where it should be.
std::vector<text::ByteRange> ranges_of_pieces(std::string_view text, std::span<const text::ByteRange> ranges,
                                              std::span<const std::uint32_t> origins,
                                              std::span<const std::string> words);

}  // namespace calque::pipeline
