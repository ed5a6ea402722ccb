// What all parts of the phrase module share: limits, scores, links inside a pair, orientations.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>

#include "base/enum_names.h"

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

using LogScores = std::array<float, kScoreCount>;

// Word `source` of the source phrase and word `target` of the target phrase translate each other.
struct InternalLink {
  std::uint8_t source = 0;
  std::uint8_t target = 0;

  auto operator<=>(const InternalLink&) const = default;
};

// How a phrase is placed relative to the one before it (backward) or after it (forward) on the target side.
// The two discontinuous ones tell where on the source side the later of the two stands.
enum class Orientation : std::uint8_t { kMonotone, kSwap, kDiscontinuousLeft, kDiscontinuousRight };
inline constexpr std::size_t kOrientationCount = 4;
constexpr std::size_t index_of(Orientation orientation) {
  return static_cast<std::size_t>(orientation);
}
// As extracted phrases are written, which do not tell the two discontinuous ones apart.
constexpr auto enum_names(Orientation) {
  using enum Orientation;
  return EnumNames<Orientation>(
      "there is no orientation",
      {{"mono", kMonotone}, {"swap", kSwap}, {"other", kDiscontinuousLeft}, {"other", kDiscontinuousRight}});
}

// How often a phrase pair was seen in each orientation.
struct OrientationCounts {
  std::array<std::uint32_t, kOrientationCount> backward{};
  std::array<std::uint32_t, kOrientationCount> forward{};

  auto operator<=>(const OrientationCounts&) const = default;
};
static_assert(sizeof(OrientationCounts) == 32);

// What counts as a neighbour in the sentence pair (theory/reordering.md#orientations): a link, a phrase pair
// that can be extracted, or a consistent block of any size.
enum class OrientationModel : std::uint8_t { kWord, kPhrase, kHierarchical };
constexpr auto enum_names(OrientationModel) {
  using enum OrientationModel;
  return EnumNames<OrientationModel>(
      "there is no orientation model",
      {{"word", kWord}, {"wbe", kWord}, {"phrase", kPhrase}, {"hier", kHierarchical}});
}

}  // namespace calque::phrase
