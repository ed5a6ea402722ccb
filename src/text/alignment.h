// Word alignments and their text form (Pharaoh: "0-0 1-2", source-target, 0-based).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "text/types.h"

namespace calque::text {

// Links of one sentence pair, sorted and without repeats.
using Alignment = std::vector<Link>;

// Alignments of a whole corpus as one flat array; alignment i is links [offsets[i], offsets[i+1]).
class AlignmentCorpus {
 public:
  std::size_t size() const { return offsets_.size() - 1; }
  std::size_t link_count() const { return links_.size(); }
  std::span<const Link> alignment(std::size_t i) const {
    return {links_.data() + offsets_[i], static_cast<std::size_t>(offsets_[i + 1] - offsets_[i])};
  }
  // How many links the sentences before i have.
  std::uint64_t offset(std::size_t i) const { return offsets_[i]; }
  void add(std::span<const Link> links);

 private:
  std::vector<Link> links_;
  std::vector<std::uint64_t> offsets_{0};
};

// Appends "0-0 1-2" to `out` (nothing for no links, no line end).
void append_pharaoh(std::span<const Link> links, std::string& out);
std::string to_pharaoh(std::span<const Link> links);

// Reads one Pharaoh line; also accepts "i-j:p" (the probability is dropped). Links come sorted, repeats
// removed. Throws DataError at `place` for anything else and for positions outside the two lengths.
Alignment parse_pharaoh(std::string_view line, std::size_t source_length, std::size_t target_length,
                        const Place& place);

// A gold alignment: sure "i-j" and possible "i?j" links (sure links are possible too, listed in `sure` only).
struct GoldAlignment {
  Alignment sure;
  Alignment possible;
};

GoldAlignment parse_gold(std::string_view line, const Place& place);

}  // namespace calque::text
