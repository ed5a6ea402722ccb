// Names shared by the writer and the reader of the phrase table file (docs/formats/phrase-table.md).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "phrase/types.h"

namespace calque::phrase::layout {

inline constexpr std::string_view kKind = "phrases";
inline constexpr std::uint32_t kVersion = 3;

// Longest source phrase, longest target phrase, number of source phrases.
inline constexpr std::string_view kLimits = "limits";
inline constexpr std::size_t kLimitCount = 3;

inline constexpr std::string_view kSourceCharacters = "source.vocabulary.characters";
inline constexpr std::string_view kSourceCharacterOffsets = "source.vocabulary.offsets";
inline constexpr std::string_view kSourceVocabularyTable = "source.vocabulary.table";
inline constexpr std::string_view kTargetCharacters = "target.vocabulary.characters";
inline constexpr std::string_view kTargetCharacterOffsets = "target.vocabulary.offsets";
inline constexpr std::string_view kTargetVocabularyTable = "target.vocabulary.table";

inline constexpr std::string_view kSourceWords = "source.words";
inline constexpr std::string_view kSourceChildren = "source.children";
inline constexpr std::string_view kSourcePairs = "source.pairs";
inline constexpr std::string_view kSourceCounts = "source.counts";
inline constexpr std::string_view kTargetBegins = "target.begins";
inline constexpr std::string_view kTargetLengths = "target.lengths";
inline constexpr std::string_view kTargetWords = "target.words";
inline constexpr std::string_view kTargetCounts = "target.counts";
inline constexpr std::string_view kPairTargets = "pair.targets";
inline constexpr std::string_view kPairAlignments = "pair.alignments";
inline constexpr std::string_view kPairCounts = "pair.counts";
inline constexpr std::array<std::string_view, kScoreCount> kPairScores{"pair.score.0", "pair.score.1",
                                                                       "pair.score.2", "pair.score.3"};
inline constexpr std::string_view kPairOrientations = "pair.orientations";
inline constexpr std::string_view kAlignmentOffsets = "alignment.offsets";
inline constexpr std::string_view kAlignmentLinks = "alignment.links";
inline constexpr std::string_view kOrientationCounts = "orientation.counts";
// Only in tables whose reordering scores were given.
inline constexpr std::string_view kReorderingType = "reordering.type";
inline constexpr std::string_view kReorderingScores = "reordering.scores";
inline constexpr std::string_view kPairReordering = "pair.reordering";

}  // namespace calque::phrase::layout
