// The word translation probabilities of a finished model, both directions side by side.
//
// Only pairs that stand out are stored; any other pair has its generator's probability of an unseen word. A
// LexicalTable is a view of plain arrays: of a LexicalTableData, or of a mapped model file, which must
// outlive it. Reading is safe from many threads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "align/cooccurrence.h"
#include "align/direction.h"
#include "base/thread_pool.h"
#include "text/types.h"

namespace calque::align {

// A word that the model does not know.
inline constexpr text::WordId kUnknownWord{0xFFFFFFFFU};

// p(target | source) and p(source | target): indexed by Direction.
using PairProbabilities = std::array<float, 2>;

// What a direction has besides the stored pairs.
struct DirectedExtras {
  std::vector<float> unseen;        // by generator: probability of each word it is not stored with
  std::vector<float> null;          // by generated word: probability that the null word generates it
  float unknown_generator = 1e-6F;  // probability of any word given a generator that the model does not know
  float unknown_null = 1e-9F;       // probability that the null word generates a word that it does not know
};

struct LexicalTableData {
  std::vector<std::uint64_t> row_begin{0};  // by source word
  std::vector<std::uint32_t> targets;       // ascending in each row
  std::vector<PairProbabilities> probabilities;
  std::array<DirectedExtras, 2> extras;

  // Goes through all pairs of the table and adds those for which `probability_of(pair)`, an
  // std::optional<PairProbabilities>, is one.
  template <typename ProbabilityOf>
  void add_pairs(const CooccurrenceTable& table, const ProbabilityOf& probability_of, ThreadPool& threads) {
    constexpr std::size_t kRowsPerBlock = 256;
    auto blocks = threads.map_blocks<Rows>(table.source_words(), kRowsPerBlock, [&](const Block& block) {
      Rows rows;
      for (std::size_t s = block.begin; s < block.end; ++s) rows.add(table, s, probability_of);
      return rows;
    });
    for (Rows& rows : blocks) {
      for (const std::size_t end : rows.ends) row_begin.push_back(targets.size() + end);
      targets.insert(targets.end(), rows.targets.begin(), rows.targets.end());
      probabilities.insert(probabilities.end(), rows.probabilities.begin(), rows.probabilities.end());
      rows = {};
    }
  }

 private:
  // Some rows of the table.
  struct Rows {
    std::vector<std::uint32_t> targets;
    std::vector<PairProbabilities> probabilities;
    std::vector<std::size_t> ends;  // by row, counted from the first of them

    template <typename ProbabilityOf>
    void add(const CooccurrenceTable& table, std::size_t s, const ProbabilityOf& probability_of) {
      const auto row = table.row(s);
      for (std::size_t k = 0; k < row.size(); ++k) {
        const auto found = probability_of(WordPair{table.row_begin(s) + k, s, row[k]});
        if (!found) continue;
        targets.push_back(row[k]);
        probabilities.push_back(*found);
      }
      ends.push_back(targets.size());
    }
  };
};

// The probabilities of all word pairs of two sentences.
class SentenceProbabilities {
 public:
  std::size_t generated(Direction direction) const {
    return is_forward(direction) ? target_length_ : source_length_;
  }
  std::size_t generators(Direction direction) const { return generated(opposite(direction)); }
  // Of generated word j given generator i.
  float pair(Direction direction, std::size_t j, std::size_t i) const {
    const std::size_t cell = is_forward(direction) ? j * source_length_ + i : i * source_length_ + j;
    return pairs_[cell][index_of(direction)];
  }
  float null(Direction direction, std::size_t j) const { return null_[index_of(direction)][j]; }

 private:
  friend class LexicalTable;
  std::size_t source_length_ = 0;
  std::size_t target_length_ = 0;
  std::vector<PairProbabilities> pairs_;
  std::array<std::vector<float>, 2> null_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> sorted_targets_;  // word, position
};

class LexicalTable {
 public:
  LexicalTable() = default;
  explicit LexicalTable(const LexicalTableData& data);

  struct Arrays {
    std::span<const std::uint64_t> row_begin;
    std::span<const std::uint32_t> targets;
    std::span<const PairProbabilities> probabilities;
    std::array<std::span<const float>, 2> unseen;
    std::array<std::span<const float>, 2> null;
    std::array<float, 2> unknown_generator{};
    std::array<float, 2> unknown_null{};
  };
  explicit LexicalTable(const Arrays& arrays) : arrays_(arrays) {}
  const Arrays& arrays() const { return arrays_; }

  std::size_t size() const { return arrays_.targets.size(); }
  std::size_t source_words() const { return arrays_.unseen[0].size(); }
  std::size_t target_words() const { return arrays_.unseen[1].size(); }
  // Stored target words of a source word, ascending, and their probabilities.
  std::span<const std::uint32_t> targets(std::size_t source) const;
  std::span<const PairProbabilities> probabilities(std::size_t source) const;

  // Words may be kUnknownWord.
  PairProbabilities probability(text::WordId source, text::WordId target) const;
  void look_up(std::span<const text::WordId> source, std::span<const text::WordId> target,
               SentenceProbabilities& out) const;

 private:
  PairProbabilities unseen(text::WordId source, text::WordId target) const;

  Arrays arrays_;
};

}  // namespace calque::align
