#include "phrase/table_sections.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>

#include "base/error.h"
#include "phrase/source_trie.h"
#include "phrase/table_layout.h"

namespace calque::phrase {
namespace {

void add_vocabularies(const TableContent& content, store::ContainerWriter& writer) {
  writer.add_text(layout::kSourceCharacters, content.source_vocabulary.characters());
  writer.add(layout::kSourceCharacterOffsets, content.source_vocabulary.offsets());
  writer.add(layout::kSourceVocabularyTable, content.source_vocabulary.table());
  writer.add_text(layout::kTargetCharacters, content.target_vocabulary.characters());
  writer.add(layout::kTargetCharacterOffsets, content.target_vocabulary.offsets());
  writer.add(layout::kTargetVocabularyTable, content.target_vocabulary.table());
}

void add_source(const TableContent& content, const SourceTrieData& trie, store::ContainerWriter& writer) {
  write_numbers(writer, layout::kSourceWords, trie.words);
  writer.add(layout::kSourceChildren, trie.first_child);
  FloatColumnWriter counts;
  for (const std::uint32_t phrase : trie.phrase) {
    counts.add(phrase == SourceTrieData::kNoPhrase ? 0.0F
                                                   : static_cast<float>(content.source_counts[phrase]));
  }
  counts.write(writer, layout::kSourceCounts);
}

void add_pair_begins(const TableContent& content, const SourceTrieData& trie,
                     store::ContainerWriter& writer) {
  std::vector<std::uint32_t> begins{0};
  begins.reserve(trie.phrase.size() + 1);
  for (const std::uint32_t phrase : trie.phrase) {
    const bool whole = phrase != SourceTrieData::kNoPhrase;
    begins.push_back(begins.back() + (whole ? content.pairs_of_source[phrase] : 0));
  }
  writer.add(layout::kSourcePairs, begins);
}

// A phrase that begins another one needs no words of its own.
void add_target(const PhraseList& targets, std::span<const std::uint32_t> counts, ThreadPool& threads,
                store::ContainerWriter& writer) {
  const std::vector<std::uint32_t> order = lexicographic_order(targets, threads);
  std::vector<text::WordId> words;
  std::vector<std::uint32_t> begins(targets.size());
  std::span<const text::WordId> last;
  for (std::size_t k = order.size(); k-- > 0;) {
    const auto phrase = targets[order[k]];
    const bool shared = phrase.size() <= last.size() && std::ranges::equal(phrase, last.first(phrase.size()));
    if (!shared) words.insert(words.end(), phrase.begin(), phrase.end());
    const std::size_t begin = shared ? begins[order[k + 1]] : words.size() - phrase.size();
    begins[order[k]] = static_cast<std::uint32_t>(begin);
    last = phrase;
  }
  if (words.size() > std::numeric_limits<std::uint32_t>::max()) {
    throw UsageError({}, "a phrase table of more than 4,294,967,295 words", "use shorter phrases or fewer");
  }
  writer.add(layout::kTargetWords, words);
  writer.add(layout::kTargetBegins, begins);
  writer.add(layout::kTargetLengths, targets.lengths);
  FloatColumnWriter column;
  for (const std::uint32_t count : counts) column.add(static_cast<float>(count));
  column.write(writer, layout::kTargetCounts);
}

// The target phrases that are used, and the new number of each.
struct KeptTargets {
  PhraseList phrases;
  std::vector<std::uint32_t> counts;
  std::vector<std::uint32_t> numbers;

  KeptTargets(const TableContent& content, const std::vector<bool>& used) : numbers(used.size()) {
    phrases.words = content.target.words;
    for (std::size_t i = 0; i < used.size(); ++i) {
      numbers[i] = static_cast<std::uint32_t>(phrases.size());
      if (!used[i]) continue;
      phrases.add(content.target.begins[i], content.target.lengths[i]);
      counts.push_back(content.target_counts[i]);
    }
  }
};

std::vector<std::uint32_t> sources_with_pairs(const TableContent& content) {
  std::vector<std::uint32_t> kept;
  kept.reserve(content.source_lexicographic.size());
  std::ranges::copy_if(content.source_lexicographic, std::back_inserter(kept),
                       [&](std::uint32_t source) { return content.pairs_of_source[source] > 0; });
  return kept;
}

}  // namespace

PairColumns::PairColumns(std::size_t target_phrases, const store::SpillOptions& spill)
    : used_targets_(target_phrases, false) {
  const store::SpillOptions each{
      spill.memory_bytes == store::kNoLimit ? store::kNoLimit : spill.memory_bytes / kColumns, spill.folder};
  targets_ = NumberColumnWriter(each);
  alignments_ = NumberColumnWriter(each);
  orientations_ = NumberColumnWriter(each);
  counts_ = FloatColumnWriter(each);
  for (std::size_t k = 0; k < kScoreCount; ++k) scores_.emplace_back(each);
}

void PairColumns::add(const ScoredPair& pair) {
  ++size_;
  used_targets_[pair.target] = true;
  targets_.add(pair.target);
  alignments_.add(pair.alignment);
  orientations_.add(orientation_table_.number(pair.orientations));
  counts_.add(static_cast<float>(pair.count));
  for (std::size_t k = 0; k < kScoreCount; ++k) scores_[k].add(pair.log_scores[k]);
}

void PairColumns::write(store::ContainerWriter& writer, std::span<const std::uint32_t> target_numbers) {
  targets_.write(writer, layout::kPairTargets, target_numbers);
  alignments_.write(writer, layout::kPairAlignments);
  counts_.write(writer, layout::kPairCounts);
  for (std::size_t k = 0; k < kScoreCount; ++k) scores_[k].write(writer, layout::kPairScores[k]);
  orientations_.write(writer, layout::kPairOrientations);
  writer.add(layout::kOrientationCounts, orientation_table_.all());
}

namespace {

void add_given_reordering(const TableContent& content, store::ContainerWriter& writer) {
  writer.add_text(layout::kReorderingType, content.reordering->type.name());
  writer.add(layout::kReorderingScores, content.reordering->log_probs);
  write_numbers(writer, layout::kPairReordering, content.reordering_rows);
}

}  // namespace

ExtractStatistics write_table(const TableContent& content, PairColumns& pairs, const std::string& path,
                              ThreadPool& threads) {
  CALQUE_CHECK(pairs.size() <= std::numeric_limits<std::uint32_t>::max());
  const KeptTargets targets(content, pairs.used_targets());
  const std::vector<std::uint32_t> sources = sources_with_pairs(content);
  store::ContainerWriter writer(path, layout::kKind, layout::kVersion);
  std::size_t longest_source = 0;
  for (const std::uint32_t source : sources)
    longest_source = std::max<std::size_t>(longest_source, content.source.lengths[source]);
  const std::array<std::uint64_t, layout::kLimitCount> limits{longest_source, longest(targets.phrases),
                                                              sources.size()};
  writer.add(layout::kLimits, std::span<const std::uint64_t>(limits));
  add_vocabularies(content, writer);
  {
    const SourceTrieData trie = build_source_trie(content.source, sources);
    add_source(content, trie, writer);
    add_target(targets.phrases, targets.counts, threads, writer);
    add_pair_begins(content, trie, writer);
  }
  pairs.write(writer, targets.numbers);
  if (content.reordering != nullptr) add_given_reordering(content, writer);
  writer.add(layout::kAlignmentOffsets, std::vector<std::uint32_t>(content.alignments.offsets.begin(),
                                                                   content.alignments.offsets.end()));
  writer.add(layout::kAlignmentLinks, content.alignments.items);
  writer.commit();
  return {0, pairs.size(), sources.size(), targets.phrases.size(), 0};
}

}  // namespace calque::phrase
