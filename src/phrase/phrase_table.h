// The phrase table as a mapped file: source phrases by word ids, each with its translations, best first.
// docs/formats/phrase-table.md gives the sections.
//
// Immutable and shareable between threads. Opening maps the file and checks how the sections fit together;
// values are checked when they are used (and all of them on opening with Verify::kFull), so that a damaged
// file gives FormatError and never a read outside it. Spans returned live as long as the table, also after it
// is moved.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "phrase/columns.h"
#include "phrase/reordering_type.h"
#include "phrase/source_trie.h"
#include "phrase/types.h"
#include "store/container.h"
#include "text/types.h"
#include "text/vocabulary.h"

namespace calque::phrase {

// One translation of a source phrase. Views into the table.
struct Translation {
  std::span<const text::WordId> target;
  LogScores log_scores{};
  std::span<const InternalLink> alignment;  // sorted by source, then target
  float joint_count = 0;                    // how often the pair was extracted
  float target_count = 0;                   // how often the target phrase was extracted
  std::size_t pair = 0;  // number of the pair in the table, for models that store something per pair
};

// A node of the table's trie of source phrases.
enum class SourcePhraseId : std::uint32_t {};
constexpr std::size_t index_of(SourcePhraseId phrase) {
  return static_cast<std::size_t>(phrase);
}

class PhraseTable {
 public:
  // Throws UsageError if there is no such file, FormatError if it is not an undamaged phrase table.
  static PhraseTable open(const std::string& path, store::Verify verify = store::Verify::kUsual);

  text::VocabularyView source_vocabulary() const { return source_vocabulary_; }
  text::VocabularyView target_vocabulary() const { return target_vocabulary_; }
  // Longest phrases in the table; 0 for an empty one.
  std::size_t max_source_length() const { return max_source_length_; }
  std::size_t max_target_length() const { return max_target_length_; }
  std::size_t source_phrase_count() const { return source_phrase_count_; }
  std::size_t target_phrase_count() const { return target_counts_.size(); }
  std::size_t pair_count() const { return pair_targets_.size(); }

  // Words in the ids of source_vocabulary(); ids outside it are simply not found.
  std::optional<SourcePhraseId> find(std::span<const text::WordId> source) const;
  // All ids are below this; some stand for beginnings of phrases and have no translations.
  std::size_t id_limit() const { return trie_.node_count(); }

  // The rest requires: the id came from find(), or is below id_limit(); i < translation_count(phrase).
  std::size_t translation_count(SourcePhraseId phrase) const;
  // Ordered by falling p_target_given_source; equals in the order of their first occurrence in the corpus.
  Translation translation(SourcePhraseId phrase, std::size_t i) const;
  std::vector<text::WordId> source_words(SourcePhraseId phrase) const;
  float source_count(SourcePhraseId phrase) const;

  // How often pair number `pair` (Translation::pair) was extracted.
  float joint_count(std::size_t pair) const;
  // Orientations that pair number `pair` (Translation::pair) was seen in.
  const OrientationCounts& orientations(std::size_t pair) const;

  // The sum over all translations of a phrase.
  OrientationCounts orientations_of_source(SourcePhraseId phrase) const;

  // The type of the reordering scores that were given with the pairs, if they were; orientations() are then
  // zeros.
  const std::optional<ReorderingType>& given_reordering_type() const { return given_type_; }
  // Those of pair number `pair`: score_count() natural logarithms, none above 0; all zero if the pair has
  // none. Requires: given_reordering_type().
  std::span<const float> given_reordering(std::size_t pair) const;

 private:
  struct PairRange {
    std::uint32_t begin;
    std::uint32_t end;
  };

  explicit PhraseTable(store::Container container);
  void open_given_reordering(const store::Container& file);
  void check_shapes() const;
  void check_values() const;
  PairRange pairs_of(SourcePhraseId phrase) const;
  std::span<const text::WordId> target_words(std::uint32_t target) const;
  std::span<const InternalLink> alignment(std::uint32_t id) const;

  std::unique_ptr<const store::Container> container_;  // where it is for good: parts refer to it
  text::VocabularyView source_vocabulary_;
  text::VocabularyView target_vocabulary_;
  std::size_t max_source_length_ = 0;
  std::size_t max_target_length_ = 0;
  std::size_t source_phrase_count_ = 0;
  SourceTrie trie_;
  std::span<const std::uint32_t> source_pairs_;  // pairs of node n: [source_pairs_[n], source_pairs_[n + 1])
  FloatColumn source_counts_;                    // by node
  NumberColumn pair_targets_;
  NumberColumn pair_alignments_;
  NumberColumn pair_orientations_;
  FloatColumn pair_counts_;
  std::array<FloatColumn, kScoreCount> pair_scores_;
  std::span<const std::uint32_t> target_begins_;  // into target_words_
  std::span<const std::uint8_t> target_lengths_;
  std::span<const text::WordId> target_words_;
  FloatColumn target_counts_;
  std::span<const std::uint32_t> alignment_offsets_;  // into links_
  std::span<const InternalLink> links_;
  std::span<const OrientationCounts> orientations_;
  std::optional<ReorderingType> given_type_;
  std::span<const float> given_log_probs_;
  NumberColumn pair_given_;  // row of given_log_probs_
};

}  // namespace calque::phrase
