#include "phrase/phrase_table_writer.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <span>
#include <vector>

#include "base/error.h"
#include "phrase/codes.h"
#include "phrase/source_trie.h"
#include "phrase/table_layout.h"
#include "store/container.h"

namespace calque::phrase {
namespace {

std::uint64_t longest(const Sequences<text::WordId>& phrases) {
  std::size_t length = 0;
  for (std::size_t i = 0; i < phrases.size(); ++i) length = std::max(length, phrases[i].size());
  return length;
}

std::vector<float> as_floats(std::span<const std::uint32_t> counts) {
  std::vector<float> floats(counts.size());
  std::ranges::transform(counts, floats.begin(),
                         [](std::uint32_t count) { return static_cast<float>(count); });
  return floats;
}

// The pairs in the order of the trie's nodes, and where those of each node begin.
struct OrderedPairs {
  std::vector<const ScoredPair*> pairs;
  std::vector<std::uint32_t> begin;
};

OrderedPairs order_pairs(const ScoredPhrases& phrases, const SourceTrieData& trie) {
  OrderedPairs ordered;
  ordered.begin.push_back(0);
  for (const std::uint32_t phrase : trie.phrase) {
    if (phrase != SourceTrieData::kNoPhrase) {
      for (std::uint64_t k = phrases.pair_offsets[phrase]; k < phrases.pair_offsets[phrase + 1]; ++k) {
        ordered.pairs.push_back(&phrases.pairs[k]);
      }
    }
    ordered.begin.push_back(static_cast<std::uint32_t>(ordered.pairs.size()));
  }
  CALQUE_CHECK(ordered.pairs.size() <= std::numeric_limits<std::uint32_t>::max());
  return ordered;
}

// One field of every pair as an array of its own.
template <typename T, typename Field>
std::vector<T> column(const std::vector<const ScoredPair*>& pairs, const Field& field) {
  std::vector<T> values(pairs.size());
  std::ranges::transform(pairs, values.begin(), [&](const ScoredPair* pair) { return field(*pair); });
  return values;
}

void add_source(const ScoredPhrases& phrases, const SourceTrieData& trie, store::ContainerWriter& writer) {
  write_numbers(writer, layout::kSourceWords, trie.words);
  writer.add(layout::kSourceChildren, trie.first_child);
  std::vector<float> counts(trie.phrase.size(), 0.0F);
  for (std::size_t node = 0; node < counts.size(); ++node) {
    const std::uint32_t phrase = trie.phrase[node];
    if (phrase != SourceTrieData::kNoPhrase) counts[node] = static_cast<float>(phrases.source_counts[phrase]);
  }
  write_floats(writer, layout::kSourceCounts, counts);
}

// Few combinations of counts occur, so each stands in the file once, in order of appearance.
void add_orientations(const std::vector<const ScoredPair*>& pairs, store::ContainerWriter& writer) {
  std::map<OrientationCounts, std::uint32_t> numbers;
  std::vector<OrientationCounts> all;
  const auto number = [&](const ScoredPair& pair) {
    const auto [place, added] =
        numbers.try_emplace(pair.orientations, static_cast<std::uint32_t>(all.size()));
    if (added) all.push_back(pair.orientations);
    return place->second;
  };
  write_numbers(writer, layout::kPairOrientations, column<std::uint32_t>(pairs, number));
  writer.add(layout::kOrientationCounts, all);
}

void add_given_reordering(const ScoredPhrases& phrases, const std::vector<const ScoredPair*>& pairs,
                          const GivenReordering& reordering, store::ContainerWriter& writer) {
  writer.add_text(layout::kReorderingType, reordering.type.name());
  writer.add(layout::kReorderingScores, reordering.log_probs);
  const auto row = [&](const ScoredPair& pair) {
    return reordering.row_of_pair[static_cast<std::size_t>(&pair - phrases.pairs.data())];
  };
  write_numbers(writer, layout::kPairReordering, column<std::uint32_t>(pairs, row));
}

void add_pairs(const ScoredPhrases& phrases, const SourceTrieData& trie, const GivenReordering* reordering,
               store::ContainerWriter& writer) {
  const OrderedPairs ordered = order_pairs(phrases, trie);
  const auto& pairs = ordered.pairs;
  writer.add(layout::kSourcePairs, ordered.begin);
  write_numbers(writer, layout::kPairTargets,
                column<std::uint32_t>(pairs, [](const ScoredPair& pair) { return pair.target; }));
  write_numbers(writer, layout::kPairAlignments,
                column<std::uint32_t>(pairs, [](const ScoredPair& pair) { return pair.alignment; }));
  write_floats(writer, layout::kPairCounts,
               column<float>(pairs, [](const ScoredPair& pair) { return static_cast<float>(pair.count); }));
  for (std::size_t k = 0; k < kScoreCount; ++k) {
    write_floats(writer, layout::kPairScores[k],
                 column<float>(pairs, [k](const ScoredPair& pair) { return pair.log_scores[k]; }));
  }
  add_orientations(pairs, writer);
  if (reordering != nullptr) add_given_reordering(phrases, pairs, *reordering, writer);
}

// A phrase that begins another one needs no words of its own.
void add_target(const ScoredPhrases& phrases, store::ContainerWriter& writer) {
  const auto& targets = phrases.target;
  std::vector<std::uint32_t> order(targets.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::ranges::lexicographical_compare(targets[a], targets[b]);
  });
  std::vector<text::WordId> words;
  std::vector<std::uint32_t> begins(targets.size());
  std::vector<std::uint8_t> lengths(targets.size());
  std::span<const text::WordId> last;
  for (std::size_t k = order.size(); k-- > 0;) {
    const auto phrase = targets[order[k]];
    const bool shared = phrase.size() <= last.size() && std::ranges::equal(phrase, last.first(phrase.size()));
    if (!shared) words.insert(words.end(), phrase.begin(), phrase.end());
    const std::size_t begin = shared ? begins[order[k + 1]] : words.size() - phrase.size();
    begins[order[k]] = static_cast<std::uint32_t>(begin);
    lengths[order[k]] = static_cast<std::uint8_t>(phrase.size());
    last = phrase;
  }
  if (words.size() > std::numeric_limits<std::uint32_t>::max()) {
    throw UsageError({}, "a phrase table of more than 4,294,967,295 words", "use shorter phrases or fewer");
  }
  writer.add(layout::kTargetWords, words);
  writer.add(layout::kTargetBegins, begins);
  writer.add(layout::kTargetLengths, lengths);
  write_floats(writer, layout::kTargetCounts, as_floats(phrases.target_counts));
}

void add_vocabularies(const Vocabularies& vocabularies, store::ContainerWriter& writer) {
  writer.add_text(layout::kSourceCharacters, vocabularies.source.characters());
  writer.add(layout::kSourceCharacterOffsets, vocabularies.source.offsets());
  writer.add(layout::kSourceVocabularyTable, vocabularies.source.table());
  writer.add_text(layout::kTargetCharacters, vocabularies.target.characters());
  writer.add(layout::kTargetCharacterOffsets, vocabularies.target.offsets());
  writer.add(layout::kTargetVocabularyTable, vocabularies.target.table());
}

}  // namespace

void write_phrase_table(const ScoredPhrases& phrases, const Vocabularies& vocabularies,
                        const std::string& path, const GivenReordering* reordering) {
  CALQUE_CHECK(reordering == nullptr || reordering->row_of_pair.size() == phrases.pairs.size());
  store::ContainerWriter writer(path, layout::kKind, layout::kVersion);
  const std::array<std::uint64_t, layout::kLimitCount> limits{longest(phrases.source),
                                                              longest(phrases.target), phrases.source.size()};
  writer.add(layout::kLimits, std::span<const std::uint64_t>(limits));
  add_vocabularies(vocabularies, writer);
  const SourceTrieData trie = build_source_trie(phrases.source);
  add_source(phrases, trie, writer);
  add_target(phrases, writer);
  add_pairs(phrases, trie, reordering, writer);
  writer.add(layout::kAlignmentOffsets, std::vector<std::uint32_t>(phrases.alignments.offsets.begin(),
                                                                   phrases.alignments.offsets.end()));
  writer.add(layout::kAlignmentLinks, phrases.alignments.items);
  writer.commit();
}

}  // namespace calque::phrase
