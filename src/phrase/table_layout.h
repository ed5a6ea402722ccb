// Names shared by the writer and the reader of the phrase table file (docs/formats/phrase-table.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace calque::phrase::layout {

inline constexpr std::string_view kKind = "phrases";
inline constexpr std::uint32_t kVersion = 1;

inline constexpr std::string_view kLimits = "limits";  // longest source phrase, longest target phrase
inline constexpr std::size_t kLimitCount = 2;

inline constexpr std::string_view kSourceCharacters = "source.vocabulary.characters";
inline constexpr std::string_view kSourceCharacterOffsets = "source.vocabulary.offsets";
inline constexpr std::string_view kSourceVocabularyTable = "source.vocabulary.table";
inline constexpr std::string_view kTargetCharacters = "target.vocabulary.characters";
inline constexpr std::string_view kTargetCharacterOffsets = "target.vocabulary.offsets";
inline constexpr std::string_view kTargetVocabularyTable = "target.vocabulary.table";

inline constexpr std::string_view kSlots = "source.slots";
inline constexpr std::string_view kSourceOffsets = "source.offsets";
inline constexpr std::string_view kSourceWords = "source.words";
inline constexpr std::string_view kSourceCounts = "source.counts";
inline constexpr std::string_view kTargetOffsets = "target.offsets";
inline constexpr std::string_view kTargetWords = "target.words";
inline constexpr std::string_view kTargetCounts = "target.counts";
inline constexpr std::string_view kPairOffsets = "pair.offsets";
inline constexpr std::string_view kPairTargets = "pair.targets";
inline constexpr std::string_view kPairAlignments = "pair.alignments";
inline constexpr std::string_view kPairCounts = "pair.counts";
inline constexpr std::string_view kPairScores = "pair.scores";
inline constexpr std::string_view kAlignmentOffsets = "alignment.offsets";
inline constexpr std::string_view kAlignmentLinks = "alignment.links";

}  // namespace calque::phrase::layout
