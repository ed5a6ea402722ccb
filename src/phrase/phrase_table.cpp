#include "phrase/phrase_table.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "phrase/hash.h"
#include "phrase/table_layout.h"

namespace calque::phrase {
namespace {

// Sequence i of a flat array, or nothing if its offsets cannot be right.
template <typename T>
std::optional<std::span<const T>> sequence(std::span<const T> items, std::span<const std::uint64_t> offsets,
                                           std::size_t i) {
  const std::uint64_t begin = offsets[i];
  const std::uint64_t end = offsets[i + 1];
  if (begin > end || end > items.size()) return std::nullopt;
  return items.subspan(begin, end - begin);
}

bool all_below(std::span<const text::WordId> words, std::size_t vocabulary_size) {
  return std::ranges::all_of(words,
                             [&](text::WordId word) { return text::index_of(word) < vocabulary_size; });
}

}  // namespace

PhraseTable PhraseTable::open(const std::string& path, store::Verify verify) {
  PhraseTable table(store::Container::open(path, layout::kKind, layout::kVersion, verify));
  table.check_shapes();
  if (verify == store::Verify::kFull) table.check_values();
  return table;
}

PhraseTable::PhraseTable(store::Container container) : container_(std::move(container)) {
  source_vocabulary_ = text::VocabularyView(
      container_.text(layout::kSourceCharacters),
      container_.section<std::uint64_t>(layout::kSourceCharacterOffsets),
      container_.section<std::uint32_t>(layout::kSourceVocabularyTable), container_.path());
  target_vocabulary_ = text::VocabularyView(
      container_.text(layout::kTargetCharacters),
      container_.section<std::uint64_t>(layout::kTargetCharacterOffsets),
      container_.section<std::uint32_t>(layout::kTargetVocabularyTable), container_.path());
  const auto limits = container_.section<std::uint64_t>(layout::kLimits);
  if (limits.size() != layout::kLimitCount || limits[0] > kMaxPhraseLength || limits[1] > kMaxPhraseLength) {
    container_.damaged("the phrase lengths are impossible");
  }
  max_source_length_ = limits[0];
  max_target_length_ = limits[1];
  slots_ = container_.section<std::uint32_t>(layout::kSlots);
  source_offsets_ = container_.section<std::uint64_t>(layout::kSourceOffsets);
  source_words_ = container_.section<text::WordId>(layout::kSourceWords);
  source_counts_ = container_.section<float>(layout::kSourceCounts);
  pair_offsets_ = container_.section<std::uint64_t>(layout::kPairOffsets);
  pair_targets_ = container_.section<std::uint32_t>(layout::kPairTargets);
  pair_alignments_ = container_.section<std::uint32_t>(layout::kPairAlignments);
  pair_counts_ = container_.section<float>(layout::kPairCounts);
  pair_scores_ = container_.section<float>(layout::kPairScores);
  target_offsets_ = container_.section<std::uint64_t>(layout::kTargetOffsets);
  target_words_ = container_.section<text::WordId>(layout::kTargetWords);
  target_counts_ = container_.section<float>(layout::kTargetCounts);
  alignment_offsets_ = container_.section<std::uint64_t>(layout::kAlignmentOffsets);
  links_ = container_.section<InternalLink>(layout::kAlignmentLinks);
}

// What makes every later access with a checked index safe. Takes no time that grows with the table.
void PhraseTable::check_shapes() const {
  const std::size_t pairs = pair_count();
  const auto check_offsets = [&](std::span<const std::uint64_t> offsets, std::size_t count,
                                 std::size_t items) {
    if (offsets.size() != count + 1 || offsets.front() != 0 || offsets.back() != items) {
      container_.damaged("the sections do not fit together");
    }
  };
  check_offsets(source_offsets_, source_phrase_count(), source_words_.size());
  check_offsets(target_offsets_, target_phrase_count(), target_words_.size());
  check_offsets(pair_offsets_, source_phrase_count(), pairs);
  if (alignment_offsets_.empty()) container_.damaged("the internal alignments are missing");
  check_offsets(alignment_offsets_, alignment_offsets_.size() - 1, links_.size());
  if (pair_alignments_.size() != pairs || pair_counts_.size() != pairs ||
      pair_scores_.size() / kScoreCount != pairs || pair_scores_.size() % kScoreCount != 0) {
    container_.damaged("the pairs have not the same number of targets, alignments, counts and scores");
  }
  if (!std::has_single_bit(slots_.size()) || slots_.size() <= source_phrase_count()) {
    container_.damaged("the hash table has an impossible size");
  }
}

void PhraseTable::check_values() const {
  for (std::size_t i = 0; i < source_phrase_count(); ++i) {
    const auto phrase = SourcePhraseId{static_cast<std::uint32_t>(i)};
    if (find(source_words(phrase)) != phrase) container_.damaged("a source phrase is not in the hash table");
    source_count(phrase);
    for (std::size_t k = translation_count(phrase); k > 0; --k) translation(phrase, k - 1);
  }
  for (std::size_t i = 0; i < target_phrase_count(); ++i) target_words(static_cast<std::uint32_t>(i));
}

std::optional<SourcePhraseId> PhraseTable::find(std::span<const text::WordId> source) const {
  if (source.empty() || source.size() > max_source_length_) return std::nullopt;
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash_words(source) & mask;
  for (std::size_t step = 0; step < slots_.size(); ++step, slot = (slot + 1) & mask) {
    if (slots_[slot] == 0) return std::nullopt;
    const auto phrase = SourcePhraseId{slots_[slot] - 1};
    if (index_of(phrase) >= source_phrase_count())
      container_.damaged("the hash table names a phrase that is not there");
    if (std::ranges::equal(source_words(phrase), source)) return phrase;
  }
  container_.damaged("the hash table has no free place");
}

std::span<const text::WordId> PhraseTable::source_words(SourcePhraseId phrase) const {
  CALQUE_CHECK(index_of(phrase) < source_phrase_count());
  const auto words = sequence(source_words_, source_offsets_, index_of(phrase));
  if (!words || words->empty() || words->size() > max_source_length_ ||
      !all_below(*words, source_vocabulary_.size())) {
    container_.damaged("the words of a source phrase are impossible");
  }
  return *words;
}

float PhraseTable::source_count(SourcePhraseId phrase) const {
  CALQUE_CHECK(index_of(phrase) < source_phrase_count());
  const float count = source_counts_[index_of(phrase)];
  if (!std::isfinite(count)) container_.damaged("a count is no finite number");
  return count;
}

std::size_t PhraseTable::translation_count(SourcePhraseId phrase) const {
  CALQUE_CHECK(index_of(phrase) < source_phrase_count());
  const auto targets = sequence(pair_targets_, pair_offsets_, index_of(phrase));
  if (!targets) container_.damaged("the translations of a source phrase are impossible");
  return targets->size();
}

Translation PhraseTable::translation(SourcePhraseId phrase, std::size_t i) const {
  CALQUE_CHECK(i < translation_count(phrase));
  const std::size_t pair = pair_offsets_[index_of(phrase)] + i;
  Translation found;
  found.pair = pair;
  found.target = target_words(pair_targets_[pair]);
  const std::size_t source_length = source_offsets_[index_of(phrase) + 1] - source_offsets_[index_of(phrase)];
  found.alignment = alignment(pair_alignments_[pair], source_length, found.target.size());
  found.log_scores = pair_scores_.subspan(pair * kScoreCount, kScoreCount);
  found.joint_count = pair_counts_[pair];
  found.target_count = target_counts_[pair_targets_[pair]];
  const auto finite = [](float value) { return std::isfinite(value); };
  if (!std::ranges::all_of(found.log_scores, finite) || !finite(found.joint_count) ||
      !finite(found.target_count)) {
    container_.damaged("a score or count is no finite number");
  }
  return found;
}

std::span<const text::WordId> PhraseTable::target_words(std::uint32_t target) const {
  if (target >= target_phrase_count()) container_.damaged("a pair names a target phrase that is not there");
  const auto words = sequence(target_words_, target_offsets_, target);
  if (!words || words->empty() || words->size() > max_target_length_ ||
      !all_below(*words, target_vocabulary_.size())) {
    container_.damaged("the words of a target phrase are impossible");
  }
  return *words;
}

std::span<const InternalLink> PhraseTable::alignment(std::uint32_t id, std::size_t source_length,
                                                     std::size_t target_length) const {
  if (id >= alignment_offsets_.size() - 1) container_.damaged("a pair names an alignment that is not there");
  const auto links = sequence(links_, alignment_offsets_, id);
  const auto inside = [&](const InternalLink& link) {
    return link.source < source_length && link.target < target_length;
  };
  if (!links || !std::ranges::all_of(*links, inside)) {
    container_.damaged("an internal alignment does not fit its phrases");
  }
  return *links;
}

}  // namespace calque::phrase
