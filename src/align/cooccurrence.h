// Which source and target words occur together, and where each token pair finds its parameter.
//
// Built once before training; immutable afterwards and safe to share. Both directions use the same numbering,
// so the index is built and kept once. Throws UsageError for a corpus with more than 4,294,967,295 distinct
// word pairs.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "align/direction.h"
#include "align/segments.h"
#include "base/thread_pool.h"
#include "text/corpus.h"

namespace calque::align {

// A pair of words and its number in the CooccurrenceTable.
struct WordPair {
  std::size_t number;
  std::size_t source;
  std::size_t target;
};

// Compressed rows: for every source word the sorted target words that occur in a segment with it. The
// position in the concatenation of all rows numbers the pair.
class CooccurrenceTable {
 public:
  CooccurrenceTable(const text::ParallelCorpus& corpus, std::span<const Segment> segments,
                    ThreadPool& threads);

  std::size_t size() const { return targets_.size(); }
  std::size_t source_words() const { return row_begin_.size() - 1; }
  std::size_t target_words() const { return target_words_; }
  std::size_t row_begin(std::size_t source_word) const { return row_begin_[source_word]; }
  std::span<const std::uint32_t> row(std::size_t source_word) const {
    return {targets_.data() + row_begin_[source_word], row_begin_[source_word + 1] - row_begin_[source_word]};
  }
  // The target word of pair number `pair`.
  std::uint32_t target_of(std::size_t pair) const { return targets_[pair]; }
  std::optional<std::size_t> find(text::WordId source, text::WordId target) const;
  std::size_t longest_row() const;
  // How many different words each word of the generating side occurs with.
  std::vector<std::uint32_t> partners(Direction direction) const;

 private:
  std::vector<std::size_t> row_begin_;
  std::vector<std::uint32_t> targets_;
  std::size_t target_words_;
};

// For every token pair of a segment its number in the CooccurrenceTable; cell (s, t) is cells[t * source
// length + s]. Keeps all of them if they fit into memory_limit bytes, otherwise finds them again at each
// call. A stored cell is its place in the source word's row: two bytes, unless a row is longer than two bytes
// can count. Refers to corpus, segments and table, which must outlive it.
class CellIndex {
 public:
  CellIndex(const text::ParallelCorpus& corpus, std::span<const Segment> segments,
            const CooccurrenceTable& table, std::uint64_t memory_limit, ThreadPool& threads);

  // The view is into `buffer`.
  std::span<const std::uint32_t> cells(std::size_t segment, std::vector<std::uint32_t>& buffer) const;
  bool stored() const { return stored_; }
  // Of an index that keeps all cells.
  static std::uint64_t stored_bytes(std::span<const Segment> segments, const CooccurrenceTable& table);

 private:
  template <typename Place>
  void store_places(std::vector<Place>& places, ThreadPool& threads);
  template <typename Place>
  void expand(std::size_t segment, const std::vector<Place>& places, std::span<std::uint32_t> cells) const;
  void search(std::size_t segment, std::span<std::uint32_t> cells) const;

  const text::ParallelCorpus& corpus_;
  std::span<const Segment> segments_;
  const CooccurrenceTable& table_;
  bool stored_ = false;
  std::vector<std::uint64_t> offsets_;
  std::vector<std::uint16_t> short_places_;
  std::vector<std::uint32_t> long_places_;
};

}  // namespace calque::align
