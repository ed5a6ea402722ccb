// What every part of the phrase module speaks: limits, scores, links inside a pair, orientations.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>

namespace calque::phrase {

// Words on either side of a phrase pair. Positions inside a phrase fit a byte because of this limit.
inline constexpr std::size_t kMaxPhraseLength = 100;

// Scores of a pair are natural logarithms, in the order of enum Score everywhere.
inline constexpr std::size_t kScoreCount = 4;
enum class Score : std::size_t {
  kSourceGivenTarget = 0,         // relative frequency p(source phrase | target phrase)
  kLexicalSourceGivenTarget = 1,  // lexical weight of the source words given the target words
  kTargetGivenSource = 2,         // relative frequency p(target phrase | source phrase)
  kLexicalTargetGivenSource = 3,  // lexical weight of the target words given the source words
};
constexpr std::size_t index_of(Score score) {
  return static_cast<std::size_t>(score);
}

// Word `source` of the source phrase and word `target` of the target phrase translate each other.
struct InternalLink {
  std::uint8_t source = 0;
  std::uint8_t target = 0;

  auto operator<=>(const InternalLink&) const = default;
};

// How a phrase is placed relative to the one before it (backward) or after it (forward) on the target side.
enum class Orientation : std::uint8_t { kMonotone, kSwap, kDiscontinuous };

// What counts as a neighbour in the sentence pair (spec 02 section 2): a link, a phrase pair that can be
// extracted, or a consistent block of any size.
enum class OrientationModel : std::uint8_t { kWord, kPhrase, kHierarchical };

}  // namespace calque::phrase
