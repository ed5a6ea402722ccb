#include "phrase/phrase_table.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "phrase/table_layout.h"

namespace calque::phrase {
namespace {

// Sequence i of a flat array, or nothing if its offsets cannot be right.
template <typename T>
std::optional<std::span<const T>> sequence(std::span<const T> items, std::span<const std::uint32_t> offsets,
                                           std::size_t i) {
  const std::uint32_t begin = offsets[i];
  const std::uint32_t end = offsets[i + 1];
  if (begin > end || end > items.size()) return std::nullopt;
  return items.subspan(begin, end - begin);
}

bool all_below(std::span<const text::WordId> words, std::size_t vocabulary_size) {
  return std::ranges::all_of(words,
                             [&](text::WordId word) { return text::index_of(word) < vocabulary_size; });
}

text::VocabularyView vocabulary(const store::Container& file, std::string_view characters,
                                std::string_view offsets, std::string_view table) {
  return {file.text(characters), file.section<std::uint64_t>(offsets), file.section<std::uint32_t>(table),
          file.path()};
}

}  // namespace

PhraseTable PhraseTable::open(const std::string& path, store::Verify verify) {
  PhraseTable table(store::Container::open(path, layout::kKind, layout::kVersion, verify));
  table.check_shapes();
  if (verify == store::Verify::kFull) table.check_values();
  return table;
}

PhraseTable::PhraseTable(store::Container container)
    : container_(std::make_unique<const store::Container>(std::move(container))) {
  const store::Container& file = *container_;
  source_vocabulary_ = vocabulary(file, layout::kSourceCharacters, layout::kSourceCharacterOffsets,
                                  layout::kSourceVocabularyTable);
  target_vocabulary_ = vocabulary(file, layout::kTargetCharacters, layout::kTargetCharacterOffsets,
                                  layout::kTargetVocabularyTable);
  const auto limits = file.section<std::uint64_t>(layout::kLimits);
  if (limits.size() != layout::kLimitCount || limits[0] > kMaxPhraseLength || limits[1] > kMaxPhraseLength) {
    file.damaged("the phrase lengths are impossible");
  }
  max_source_length_ = limits[0];
  max_target_length_ = limits[1];
  source_phrase_count_ = limits[2];
  trie_ = SourceTrie(file);
  source_pairs_ = file.section<std::uint32_t>(layout::kSourcePairs);
  source_counts_ = FloatColumn(file, layout::kSourceCounts);
  pair_targets_ = NumberColumn(file, layout::kPairTargets);
  pair_alignments_ = NumberColumn(file, layout::kPairAlignments);
  pair_orientations_ = NumberColumn(file, layout::kPairOrientations);
  pair_counts_ = FloatColumn(file, layout::kPairCounts);
  for (std::size_t k = 0; k < kScoreCount; ++k) pair_scores_[k] = FloatColumn(file, layout::kPairScores[k]);
  target_begins_ = file.section<std::uint32_t>(layout::kTargetBegins);
  target_lengths_ = file.section<std::uint8_t>(layout::kTargetLengths);
  target_words_ = file.section<text::WordId>(layout::kTargetWords);
  target_counts_ = FloatColumn(file, layout::kTargetCounts);
  alignment_offsets_ = file.section<std::uint32_t>(layout::kAlignmentOffsets);
  links_ = file.section<InternalLink>(layout::kAlignmentLinks);
  orientations_ = file.section<OrientationCounts>(layout::kOrientationCounts);
  if (file.has(layout::kReorderingType)) open_given_reordering(file);
}

void PhraseTable::open_given_reordering(const store::Container& file) {
  try {
    given_type_ = ReorderingType::parse(file.text(layout::kReorderingType));
  } catch (const UsageError&) {
    file.damaged("the type of the reordering scores is not known");
  }
  given_log_probs_ = file.section<float>(layout::kReorderingScores);
  pair_given_ = NumberColumn(file, layout::kPairReordering);
  if (given_log_probs_.size() % given_type_->score_count() != 0 || pair_given_.size() != pair_count()) {
    file.damaged("the reordering scores do not fit the pairs");
  }
}

// What makes every later access with a checked index safe. Takes no time that grows with the table.
void PhraseTable::check_shapes() const {
  const std::size_t pairs = pair_count();
  const auto check_offsets = [&](std::span<const std::uint32_t> offsets, std::size_t count,
                                 std::size_t items) {
    if (offsets.size() != count + 1 || offsets.front() != 0 || offsets.back() != items) {
      container_->damaged("the sections do not fit together");
    }
  };
  check_offsets(source_pairs_, id_limit(), pairs);
  if (alignment_offsets_.empty()) container_->damaged("the internal alignments are missing");
  check_offsets(alignment_offsets_, alignment_offsets_.size() - 1, links_.size());
  const bool scores_fit =
      std::ranges::all_of(pair_scores_, [&](const FloatColumn& scores) { return scores.size() == pairs; });
  if (pair_alignments_.size() != pairs || pair_counts_.size() != pairs ||
      pair_orientations_.size() != pairs || !scores_fit || source_counts_.size() != id_limit() ||
      source_phrase_count_ > id_limit() || target_begins_.size() != target_phrase_count() ||
      target_lengths_.size() != target_phrase_count()) {
    container_->damaged("the columns have not the same length");
  }
}

void PhraseTable::check_values() const {
  source_vocabulary_.verify(container_->path());
  target_vocabulary_.verify(container_->path());
  std::size_t phrases = 0;
  for (std::size_t i = 0; i < id_limit(); ++i) {
    const auto phrase = SourcePhraseId{static_cast<std::uint32_t>(i)};
    const auto words = source_words(phrase);
    const std::size_t translations = translation_count(phrase);
    phrases += translations > 0 ? 1 : 0;
    if (translations > 0 && find(words) != phrase) container_->damaged("a source phrase cannot be found");
    source_count(phrase);
    for (std::size_t k = 0; k < translations; ++k) {
      const std::size_t pair = translation(phrase, k).pair;
      orientations(pair);
      if (given_type_) given_reordering(pair);
    }
  }
  if (phrases != source_phrase_count_) container_->damaged("the number of source phrases is wrong");
  for (std::size_t i = 0; i < target_phrase_count(); ++i) {
    target_words(static_cast<std::uint32_t>(i));
    static_cast<void>(target_counts_[i]);
  }
}

std::optional<SourcePhraseId> PhraseTable::find(std::span<const text::WordId> source) const {
  if (source.empty() || source.size() > max_source_length_) return std::nullopt;
  const auto node = trie_.find(source);
  if (!node || source_pairs_[*node] == source_pairs_[*node + 1]) return std::nullopt;
  return SourcePhraseId{*node};
}

std::vector<text::WordId> PhraseTable::source_words(SourcePhraseId phrase) const {
  std::vector<text::WordId> words = trie_.path_to(static_cast<std::uint32_t>(phrase));
  if (!all_below(words, source_vocabulary_.size())) {
    container_->damaged("the words of a source phrase are impossible");
  }
  return words;
}

float PhraseTable::source_count(SourcePhraseId phrase) const {
  CALQUE_CHECK(index_of(phrase) < id_limit());
  return source_counts_[index_of(phrase)];
}

PhraseTable::PairRange PhraseTable::pairs_of(SourcePhraseId phrase) const {
  CALQUE_CHECK(index_of(phrase) < id_limit());
  const PairRange range{source_pairs_[index_of(phrase)], source_pairs_[index_of(phrase) + 1]};
  if (range.begin > range.end || range.end > pair_count()) {
    container_->damaged("the translations of a source phrase are impossible");
  }
  return range;
}

std::size_t PhraseTable::translation_count(SourcePhraseId phrase) const {
  const PairRange range = pairs_of(phrase);
  return range.end - range.begin;
}

Translation PhraseTable::translation(SourcePhraseId phrase, std::size_t i) const {
  const PairRange range = pairs_of(phrase);
  CALQUE_CHECK(i < range.end - range.begin);
  const std::size_t pair = range.begin + i;
  const std::uint32_t target = pair_targets_[pair];
  Translation found;
  found.pair = pair;
  found.target = target_words(target);
  found.alignment = alignment(pair_alignments_[pair]);
  for (std::size_t k = 0; k < kScoreCount; ++k) found.log_scores[k] = pair_scores_[k][pair];
  found.joint_count = pair_counts_[pair];
  found.target_count = target_counts_[target];
  const std::size_t source_length = trie_.depth(static_cast<std::uint32_t>(phrase));
  const auto inside = [&](const InternalLink& link) {
    return link.source < source_length && link.target < found.target.size();
  };
  if (!std::ranges::all_of(found.alignment, inside)) {
    container_->damaged("an internal alignment does not fit its phrases");
  }
  return found;
}

float PhraseTable::joint_count(std::size_t pair) const {
  CALQUE_CHECK(pair < pair_count());
  return pair_counts_[pair];
}

const OrientationCounts& PhraseTable::orientations(std::size_t pair) const {
  CALQUE_CHECK(pair < pair_count());
  const std::uint32_t id = pair_orientations_[pair];
  if (id >= orientations_.size()) container_->damaged("a pair names orientations that are not there");
  const OrientationCounts& counts = orientations_[id];
  const auto sum = [](const auto& by_orientation) {
    return std::accumulate(by_orientation.begin(), by_orientation.end(), std::uint64_t{0});
  };
  if (sum(counts.backward) != sum(counts.forward)) container_->damaged("impossible numbers of orientations");
  return counts;
}

OrientationCounts PhraseTable::orientations_of_source(SourcePhraseId phrase) const {
  OrientationCounts sum;
  const PairRange range = pairs_of(phrase);
  for (std::uint32_t pair = range.begin; pair < range.end; ++pair) {
    const OrientationCounts& counts = orientations(pair);
    for (std::size_t o = 0; o < kOrientationCount; ++o) {
      sum.backward[o] += counts.backward[o];
      sum.forward[o] += counts.forward[o];
    }
  }
  return sum;
}

std::span<const float> PhraseTable::given_reordering(std::size_t pair) const {
  CALQUE_CHECK(given_type_ && pair < pair_count());
  const std::size_t width = given_type_->score_count();
  const std::size_t row = pair_given_[pair];
  if (row >= given_log_probs_.size() / width) container_->damaged("a pair names scores that are not there");
  const auto log_probs = given_log_probs_.subspan(row * width, width);
  const auto possible = [](float log_prob) { return std::isfinite(log_prob) && log_prob <= 0; };
  if (!std::ranges::all_of(log_probs, possible)) container_->damaged("a reordering score is impossible");
  return log_probs;
}

std::span<const text::WordId> PhraseTable::target_words(std::uint32_t target) const {
  if (target >= target_phrase_count()) container_->damaged("a pair names a target phrase that is not there");
  const std::size_t begin = target_begins_[target];
  const std::size_t length = target_lengths_[target];
  const bool inside = begin <= target_words_.size() && length <= target_words_.size() - begin;
  if (!inside || length == 0 || length > max_target_length_ ||
      !all_below(target_words_.subspan(begin, length), target_vocabulary_.size())) {
    container_->damaged("the words of a target phrase are impossible");
  }
  return target_words_.subspan(begin, length);
}

std::span<const InternalLink> PhraseTable::alignment(std::uint32_t id) const {
  if (id >= alignment_offsets_.size() - 1) container_->damaged("a pair names an alignment that is not there");
  const auto links = sequence(links_, alignment_offsets_, id);
  if (!links) container_->damaged("the internal alignments do not fit together");
  return *links;
}

}  // namespace calque::phrase
