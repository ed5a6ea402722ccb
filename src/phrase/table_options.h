// Everything that decides what a phrase table made from an aligned corpus holds, and how much memory making
// it may take.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/enum_names.h"
#include "phrase/counted_pairs.h"
#include "phrase/extract.h"

namespace calque::phrase {

// How relative frequencies of phrase pairs are estimated (docs/modules/phrase.md).
enum class Smoothing : std::uint8_t { kNone, kGoodTuring, kKneserNey };
constexpr auto enum_names(Smoothing) {
  using enum Smoothing;
  return EnumNames<Smoothing>("there is no smoothing",
                              {{"none", kNone}, {"good-turing", kGoodTuring}, {"kneser-ney", kKneserNey}});
}

// The least negative natural logarithm of the p-value that a pair needs to be kept.
struct SignificanceThreshold {
  static constexpr double kEpsilon = 0.01;

  double value = 0;
  bool relative_to_alpha = false;  // `value` is added to that of two phrases that occur once, together

  // "alpha+epsilon", "alpha-epsilon" or a number; throws UsageError for anything else.
  static SignificanceThreshold parse(std::string_view text);
  std::string name() const;
};

struct PruneOptions {
  std::size_t top = 0;  // translations that each source phrase keeps, by p(target given source); 0: all
  std::optional<SignificanceThreshold> significance = std::nullopt;
};

struct TableOptions {
  ExtractOptions extract = {};
  Smoothing smoothing = Smoothing::kNone;
  PruneOptions prune = {};    // scores are those before pruning
  MemoryOptions memory = {};  // never changes the result

  // Throws UsageError naming the field.
  void validate() const;
};

}  // namespace calque::phrase
