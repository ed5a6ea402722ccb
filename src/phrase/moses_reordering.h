// Reads a lexicalised reordering table in Moses' text form (docs/formats/moses-tables.md), and the names and
// the order of columns that Moses uses.
//
// Strict like moses_table.h. For one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/reporter.h"
#include "phrase/given_reordering.h"
#include "phrase/moses_table.h"
#include "phrase/reordering_type.h"
#include "phrase/sequence_set.h"

namespace calque::phrase {

// A type as Moses writes it: parts in any order, joined by "-", of which only msd, mslr or monotonicity must
// be there: "wbe-msd-bidirectional-fe-allff", "msd-bidirectional-fe". Throws UsageError for what has no
// counterpart (leftright, collapseff).
ReorderingType parse_moses_reordering_type(std::string_view name);
// "wbe-msd-bidirectional-fe-allff".
std::string moses_name_of(const ReorderingType& type);

// Where Moses has score k of a type: it puts "discontinuous to the right" before "to the left".
std::size_t moses_column(const ReorderingType& type, std::size_t k);

class MosesReorderingBuilder {
 public:
  // Without a type it is guessed from the first line: 6 scores are word-msd-bidirectional, 8 are
  // word-mslr-bidirectional. `imported` must outlive the builder.
  MosesReorderingBuilder(const ImportedPhrases& imported, const std::optional<ReorderingType>& type);

  // Throws DataError naming `place`.
  void add_line(std::string_view line, const Place& place);
  // Lines whose phrases are not in the phrase table.
  std::uint64_t lines_of_unknown_pairs() const { return unknown_lines_; }
  std::uint64_t pairs_with_scores() const { return scored_pairs_; }
  GivenReordering finish() &&;

 private:
  void guess_type(std::size_t fields, std::size_t scores, const Place& place);
  std::optional<std::uint32_t> find(std::string_view field, std::string_view side, const Place& place);
  void add_scores(std::string_view field, const Place& place);
  void give(std::size_t pair, std::uint32_t row, const Place& place);
  std::optional<std::size_t> pair_of(std::uint32_t source, std::uint32_t target) const;

  const ImportedPhrases& imported_;
  std::optional<ReorderingType> type_;
  SequenceSet<text::WordId> source_;
  SequenceSet<text::WordId> target_;
  std::vector<std::uint32_t> by_target_;  // pairs of each source phrase sorted by target
  SequenceSet<float> rows_;
  std::vector<std::uint32_t> row_of_pair_;
  std::vector<bool> is_given_;  // by pair: a row of ones is like none
  std::uint64_t unknown_lines_ = 0;
  std::uint64_t scored_pairs_ = 0;
  std::vector<std::string_view> words_;  // scratch, as the rest
  std::vector<text::WordId> ids_;
  std::vector<float> read_;
  std::vector<float> row_;
};

GivenReordering read_moses_reordering(const std::string& path, const std::optional<ReorderingType>& type,
                                      const ImportedPhrases& imported, Reporter& reporter);

}  // namespace calque::phrase
