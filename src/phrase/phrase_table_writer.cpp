#include "phrase/phrase_table_writer.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "phrase/hash.h"
#include "phrase/table_layout.h"
#include "store/container.h"

namespace calque::phrase {
namespace {

std::uint64_t longest(const Sequences<text::WordId>& phrases) {
  std::size_t length = 0;
  for (std::size_t i = 0; i < phrases.size(); ++i) length = std::max(length, phrases[i].size());
  return length;
}

// At most half full, so that a look-up of an unknown phrase ends after a step or two.
std::vector<std::uint32_t> hash_slots(const Sequences<text::WordId>& phrases) {
  std::vector<std::uint32_t> slots(std::bit_ceil(phrases.size() * 2 + 1), 0);
  const std::size_t mask = slots.size() - 1;
  for (std::size_t i = 0; i < phrases.size(); ++i) {
    std::size_t slot = hash_words(phrases[i]) & mask;
    while (slots[slot] != 0) slot = (slot + 1) & mask;
    slots[slot] = static_cast<std::uint32_t>(i) + 1;
  }
  return slots;
}

std::vector<float> as_floats(std::span<const std::uint32_t> counts) {
  std::vector<float> floats(counts.size());
  std::ranges::transform(counts, floats.begin(),
                         [](std::uint32_t count) { return static_cast<float>(count); });
  return floats;
}

// One field of every pair as an array of its own.
template <typename T, typename Field>
std::vector<T> column(const std::vector<ScoredPair>& pairs, const Field& field) {
  std::vector<T> values(pairs.size());
  std::ranges::transform(pairs, values.begin(), field);
  return values;
}

void add_pairs(const ScoredPhrases& phrases, store::ContainerWriter& writer) {
  const auto& pairs = phrases.pairs;
  writer.add(layout::kPairOffsets, phrases.pair_offsets);
  writer.add(layout::kPairTargets,
             column<std::uint32_t>(pairs, [](const ScoredPair& pair) { return pair.target; }));
  writer.add(layout::kPairAlignments,
             column<std::uint32_t>(pairs, [](const ScoredPair& pair) { return pair.alignment; }));
  writer.add(layout::kPairCounts,
             column<float>(pairs, [](const ScoredPair& pair) { return static_cast<float>(pair.count); }));
  std::vector<float> scores;
  scores.reserve(pairs.size() * kScoreCount);
  for (const ScoredPair& pair : pairs)
    scores.insert(scores.end(), pair.log_scores.begin(), pair.log_scores.end());
  writer.add(layout::kPairScores, scores);
}

}  // namespace

void write_phrase_table(const ScoredPhrases& phrases, const Vocabularies& vocabularies,
                        const std::string& path) {
  store::ContainerWriter writer(path, layout::kKind, layout::kVersion);
  const std::array<std::uint64_t, layout::kLimitCount> limits{longest(phrases.source),
                                                              longest(phrases.target)};
  writer.add(layout::kLimits, std::span<const std::uint64_t>(limits));
  writer.add_text(layout::kSourceCharacters, vocabularies.source.characters());
  writer.add(layout::kSourceCharacterOffsets, vocabularies.source.offsets());
  writer.add(layout::kSourceVocabularyTable, vocabularies.source.table());
  writer.add_text(layout::kTargetCharacters, vocabularies.target.characters());
  writer.add(layout::kTargetCharacterOffsets, vocabularies.target.offsets());
  writer.add(layout::kTargetVocabularyTable, vocabularies.target.table());

  writer.add(layout::kSlots, hash_slots(phrases.source));
  writer.add(layout::kSourceOffsets, phrases.source.offsets);
  writer.add(layout::kSourceWords, phrases.source.items);
  writer.add(layout::kSourceCounts, as_floats(phrases.source_counts));
  writer.add(layout::kTargetOffsets, phrases.target.offsets);
  writer.add(layout::kTargetWords, phrases.target.items);
  writer.add(layout::kTargetCounts, as_floats(phrases.target_counts));
  add_pairs(phrases, writer);
  writer.add(layout::kAlignmentOffsets, phrases.alignments.offsets);
  writer.add(layout::kAlignmentLinks, phrases.alignments.items);
  writer.commit();
}

}  // namespace calque::phrase
