// Everything that decides what a phrase table made from an aligned corpus holds, and how much memory making
// it may take.
#pragma once

#include <cstdint>
#include <string_view>

#include "phrase/counted_pairs.h"
#include "phrase/extract.h"

namespace calque::phrase {

// How relative frequencies of phrase pairs are estimated (docs/modules/phrase.md).
enum class Smoothing : std::uint8_t { kNone, kGoodTuring, kKneserNey };

// "none", "good-turing" or "kneser-ney"; throws UsageError for any other name.
Smoothing parse_smoothing(std::string_view name);
std::string_view name_of(Smoothing smoothing);

struct TableOptions {
  ExtractOptions extract = {};
  Smoothing smoothing = Smoothing::kNone;
  MemoryOptions memory = {};  // never changes the result

  // Throws UsageError naming the field.
  void validate() const;
};

}  // namespace calque::phrase
