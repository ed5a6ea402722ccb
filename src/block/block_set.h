// The set of blocks (theory/block-bigrams.md#blocks): phrase pairs with how often each was seen, grouped by
// source phrase, the most frequent of a group first.
//
// Immutable once made and shareable between threads. Spans returned live as long as the set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "block/types.h"
#include "phrase/phrase_table.h"
#include "phrase/sequence_set.h"
#include "text/types.h"

namespace calque::block {

// A block by its words, for sets that come from no phrase table.
struct CountedBlock {
  std::vector<text::WordId> source;
  std::vector<text::WordId> target;
  double count = 1;
};

class BlockSet {
 public:
  // The pairs of a table, under the same numbers; words are in the table's ids. Throws FormatError for a
  // damaged table.
  explicit BlockSet(const phrase::PhraseTable& table);
  // Blocks of any origin, numbered by source phrase in the order of first appearance, then by falling count.
  // Counts of equal blocks are added.
  explicit BlockSet(std::span<const CountedBlock> blocks);

  std::size_t size() const { return targets_of_.size(); }
  double count(BlockId block) const { return double{counts_[block]}; }
  // Sum over all blocks, and over those with this target phrase.
  double total_count() const { return total_; }
  double target_total(std::uint32_t target) const { return target_totals_[target]; }
  std::uint32_t source_of(BlockId block) const { return sources_of_[block]; }
  std::uint32_t target_of(BlockId block) const { return targets_of_[block]; }
  std::span<const text::WordId> source_words(BlockId block) const {
    return sources_.sequences()[sources_of_[block]];
  }
  std::span<const text::WordId> target_words(BlockId block) const {
    return targets_.sequences()[targets_of_[block]];
  }
  // J = I = 1: the subset that lexical weights are estimated from.
  bool is_single_word(BlockId block) const {
    return source_words(block).size() == 1 && target_words(block).size() == 1;
  }

  std::size_t source_count() const { return sources_.size(); }
  std::size_t target_count() const { return targets_.size(); }
  std::size_t max_source_length() const { return max_source_length_; }
  std::size_t max_target_length() const { return max_target_length_; }
  // Numbers of phrases; nothing if no block has such a side.
  std::optional<std::uint32_t> find_source(std::span<const text::WordId> words) const {
    return sources_.find(words);
  }
  std::optional<std::uint32_t> find_target(std::span<const text::WordId> words) const {
    return targets_.find(words);
  }
  std::span<const text::WordId> target_phrase(std::uint32_t target) const {
    return targets_.sequences()[target];
  }

  // The blocks in use with this source phrase are [begin, end), most frequent first.
  struct Range {
    BlockId begin;
    BlockId end;
  };
  Range with_source(std::uint32_t source) const { return {first_[source], end_[source]}; }

  // All blocks are in use at first. Those left out keep their numbers and counts.
  //
  // Leaves out the blocks of source phrases for which `keep` is false (theory/block-bigrams.md#blocks,
  // filtering by a test set). Requires: one entry per source phrase.
  void keep_sources(const std::vector<bool>& keep);
  // Leaves out blocks seen less often than `min_count` and all but the `maximum` most frequent of each source
  // phrase; 0: no limit.
  void keep_frequent(double min_count, std::size_t maximum);
  std::size_t kept_blocks() const;

 private:
  void add_block(std::uint32_t source, std::uint32_t target, double count);
  void measure();

  phrase::SequenceSet<text::WordId> sources_;
  phrase::SequenceSet<text::WordId> targets_;
  std::vector<BlockId> first_{0};  // by source phrase; one more entry at the end
  std::vector<std::uint32_t> sources_of_;
  std::vector<std::uint32_t> targets_of_;
  std::vector<float> counts_;
  std::vector<BlockId> end_;  // by source phrase: behind the last block in use
  std::vector<double> target_totals_;
  double total_ = 0;
  std::size_t max_source_length_ = 0;
  std::size_t max_target_length_ = 0;
};

}  // namespace calque::block
