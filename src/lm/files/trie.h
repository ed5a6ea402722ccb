// The trie layout: the n-grams of one length as bit-packed records, the children of one node after another.
// docs/formats/lm-binary.md gives it byte by byte. Inside the module only.
//
// A query walks from the queried word to the left. At each length it searches one range of records; where the
// children of the record found lie stands a few cache lines before it, on the same page of memory.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include "lm/files/binary_format.h"
#include "lm/files/bit_pack.h"
#include "lm/files/context_words.h"
#include "lm/files/sections.h"
#include "lm/files/trie_children.h"
#include "lm/files/word_codes.h"

namespace calque::lm {

// How the records of one level lie. Below the highest order each has a number for its children (docs/formats/
// lm-binary.md), or stands in a block headed by those of all its records.
struct LevelShape {
  LevelShape(const TrieWidths& widths, bool is_longest, std::uint64_t next_level_size)
      : in_groups(!is_longest && widths.group_shift != 0),
        child_bits(is_longest || in_groups ? 0 : std::max(1U, bits_for(next_level_size))),
        backoff_offset(unsigned{widths.word} + widths.log_prob),
        child_offset(backoff_offset + widths.backoff) {
    records.record_bits = child_offset + child_bits;
    if (!in_groups) return;
    records.block_shift = widths.group_shift;
    records.header_bits = 8 * sizeof(ChildGroup);
  }
  // One more than n-grams where a record's children end where the next one's begin.
  std::uint64_t record_count(std::uint64_t ngrams) const { return child_bits == 0 ? ngrams : ngrams + 1; }

  bool in_groups;
  unsigned child_bits;
  unsigned backoff_offset;  // in a record
  unsigned child_offset;
  RecordShape records;
};

// The bigrams that end in one word are thousands for frequent words. They are cut into parts of about kSize
// by the range of codes of their first words, so that a search begins within a cache line of its end. The
// parts of all words stand one after another, and where those of a word begin follows from where its bigrams
// do.
struct BigramParts {
  static constexpr std::uint64_t kSize = 8;

  BigramParts(const NodeRange& bigrams, std::uint32_t word) noexcept
      : first(bigrams.begin / kSize + word), count(bigrams.end / kSize - bigrams.begin / kSize + 1) {}

  std::uint64_t first;  // number of the word's first part
  std::uint64_t count;
};

// A column of numbers: codes into a table of values, or the numbers' own bits if there is no table.
class ValueColumn {
 public:
  ValueColumn() = default;
  ValueColumn(PackedView codes, std::span<const float> values) : codes_(codes), values_(values) {}

  float operator[](std::uint64_t index) const noexcept {
    const std::uint64_t code = codes_[index];
    if (values_.empty()) return std::bit_cast<float>(static_cast<std::uint32_t>(code));
    return values_[code < values_.size() ? code : 0];
  }
  // Whether the code means a value.
  bool is_valid(std::uint64_t index) const noexcept {
    return values_.empty() || codes_[index] < values_.size();
  }

 private:
  PackedView codes_;
  std::span<const float> values_;
};

class Trie {
 public:
  class Cursor;

  Trie() = default;
  // Throws FormatError unless every query stays inside the arrays, whatever they hold.
  Trie(const SectionSource& source, const ModelHeader& header);
  // Throws FormatError unless the nodes are in order, the children of all nodes are the next level, and every
  // number is finite.
  void verify(const SectionSource& source, std::uint64_t vocabulary_size) const;
  // The n-grams of lengths above 1 in the order of NgramModelData, without contexts.
  std::vector<NgramLevel> extract() const;
  unsigned order() const noexcept { return order_; }

 private:
  struct Level {
    std::uint64_t size = 0;
    PackedView codes;  // of the leftmost words
    ValueColumn log_probs;
    ValueColumn backoffs;
    Children children;
  };

  NodeRange children_of_word(std::uint32_t word) const noexcept {
    const std::uint64_t begin = word_children_[word];
    const std::uint64_t end = word_children_[word + 1];
    return begin <= end && end <= levels_[2].size ? NodeRange{begin, end} : NodeRange{};
  }
  // The part of the bigrams that end in `word`, which are `range`, where one that begins with `first` stands.
  NodeRange part_of_bigrams(const NodeRange& range, std::uint32_t word, std::uint32_t first) const noexcept {
    const BigramParts parts(range, word);
    const std::uint64_t at = parts.first + word_codes_.guess(0, parts.count, word_codes_.code_of(first));
    if (at + 1 >= bigram_parts_.size()) return {};
    const std::uint64_t begin = bigram_parts_[at];
    const std::uint64_t end = bigram_parts_[at + 1];
    return begin <= end && end <= levels_[2].size ? NodeRange{begin, end} : NodeRange{};
  }
  std::uint64_t find(const Level& level, const NodeRange& range, std::uint32_t word) const noexcept {
    return word_codes_.find(level.codes, range.begin, range.end, word_codes_.code_of(word));
  }
  void open_level(const SectionSource& source, const ModelHeader& header, unsigned n);
  void verify_level(const SectionSource& source, unsigned n, std::uint64_t vocabulary_size) const;
  // `parents` are the nodes of length n - 1 in the order wanted; `order` becomes those of length n.
  void extract_level(unsigned n, std::span<const std::uint64_t> parents, NgramLevel& out,
                     std::vector<std::uint64_t>& order) const;
  NodeRange children_of(unsigned n, std::uint64_t node) const noexcept {
    return n == 1 ? children_of_word(static_cast<std::uint32_t>(node)) : levels_[n].children.of(node);
  }

  unsigned order_ = 1;
  WordCodes word_codes_;
  std::span<const std::uint32_t> word_children_;  // where the bigrams that end in each word begin
  std::span<const std::uint32_t> bigram_parts_;   // and where each part of them begins
  std::array<Level, kMaxOrder + 1> levels_;       // [n] for length n, n > 1
};

// The n-grams that end in one word, from short to long.
class Trie::Cursor {
 public:
  void begin(const Trie& trie, std::uint32_t word, const ContextWords& context) noexcept {
    trie_ = &trie;
    if (context.length == 0) return;
    range_ = trie.children_of_word(word);
    if (range_.end - range_.begin > BigramParts::kSize)
      range_ = trie.part_of_bigrams(range_, word, context[0]);
    prefetch(2, context[0]);
  }

  // Moves to the n-gram of length n that begins with `word`, from that of length n - 1; false if the model
  // has none. Requires: 2 <= n < order.
  bool extend(std::uint32_t n, std::uint32_t word) noexcept {
    const Level& level = trie_->levels_[n];
    const std::uint64_t node = trie_->find(level, range_, word);
    if (node == range_.end) return false;
    nodes_[n - 2] = node;
    level.children.prefetch(node);
    return true;
  }
  bool extend_to_longest(std::uint32_t n, std::uint32_t word) noexcept {
    const Level& level = trie_->levels_[n];
    const std::uint64_t node = trie_->find(level, range_, word);
    if (node == range_.end) return false;
    nodes_[n - 2] = node;
    return true;
  }
  // Of any n-gram moved to, of length n > 1.
  float log_prob(std::uint32_t n) const noexcept { return trie_->levels_[n].log_probs[nodes_[n - 2]]; }
  float backoff(std::uint32_t n) const noexcept { return trie_->levels_[n].backoffs[nodes_[n - 2]]; }
  // Whether any n-gram is one word longer than that of length n < order, which was moved to last.
  bool has_longer(std::uint32_t n) noexcept {
    range_ = trie_->levels_[n].children.of(nodes_[n - 2]);
    return !range_.empty();
  }
  // Asks for the memory that extending to length n by `word` will read first. The node that will be found is
  // nearly always in the block of the guess, so that record and children are waited for together.
  void prefetch(std::uint32_t n, std::uint32_t word) const noexcept {
    const Level& level = trie_->levels_[n];
    const WordCodes& codes = trie_->word_codes_;
    const std::uint64_t guess = codes.guess(range_.begin, range_.end, codes.code_of(word));
    level.codes.prefetch(guess);
    if (n < trie_->order_) level.children.prefetch(guess);
  }

 private:
  // Filled as far as begin() and extend() have come.
  const Trie* trie_;
  NodeRange range_;
  std::array<std::uint64_t, kMaxOrder - 1> nodes_;
};

// Writes the sections of the trie layout.
void build_trie(const NgramModelData& data, unsigned quantize_bits, ModelHeader& header, SectionSink& sink);

}  // namespace calque::lm
