// The sections of a phrase table file from phrases and columns of pairs, wherever they come from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/thread_pool.h"
#include "phrase/columns.h"
#include "phrase/given_reordering.h"
#include "phrase/orientation_table.h"
#include "phrase/pair_scoring.h"
#include "phrase/phrase_list.h"
#include "phrase/sequences.h"
#include "phrase/types.h"
#include "store/container.h"
#include "text/vocabulary.h"

namespace calque::phrase {

// The pairs in the order of the file, one column per field; past the limit on disk.
class PairColumns {
 public:
  PairColumns(std::size_t target_phrases, const store::SpillOptions& spill);

  void add(const ScoredPair& pair);
  std::uint64_t size() const { return size_; }
  const std::vector<bool>& used_targets() const { return used_targets_; }

  // `target_numbers`: the new number of each target phrase that is used. Uses the columns up.
  void write(store::ContainerWriter& writer, std::span<const std::uint32_t> target_numbers);

 private:
  static constexpr std::uint64_t kColumns = 4 + kScoreCount;

  std::uint64_t size_ = 0;
  std::vector<bool> used_targets_;
  OrientationTable orientation_table_;
  NumberColumnWriter targets_;
  NumberColumnWriter alignments_;
  NumberColumnWriter orientations_;
  FloatColumnWriter counts_;
  std::vector<FloatColumnWriter> scores_;
};

// Everything but the pairs. Source phrases come by length, then in lexicographic order; those without pairs
// and target phrases that no pair uses are left out of the file.
struct TableContent {
  const PhraseList& source;
  std::span<const std::uint32_t> source_lexicographic;  // their numbers in lexicographic order
  std::span<const std::uint32_t> source_counts;
  std::span<const std::uint32_t> pairs_of_source;
  const PhraseList& target;
  std::span<const std::uint32_t> target_counts;
  const Sequences<InternalLink>& alignments;
  const text::Vocabulary& source_vocabulary;
  const text::Vocabulary& target_vocabulary;
  const GivenReordering* reordering = nullptr;       // used in place of the orientation counts, if there
  std::span<const std::uint32_t> reordering_rows{};  // its row of each pair, in the order of the file
};

// Nothing appears under `path` unless the whole file could be written. Returns what the file holds, the
// occurrences left open.
ExtractStatistics write_table(const TableContent& content, PairColumns& pairs, const std::string& path,
                              ThreadPool& threads);

}  // namespace calque::phrase
