// Lexical weights of blocks: how well the words of a source phrase follow from those of the target phrase.
//
// Immutable once made; shareable between threads.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <tsl/robin_map.h>

#include "base/enum_names.h"
#include "base/hash.h"
#include "base/thread_pool.h"
#include "block/block_set.h"
#include "phrase/hash.h"
#include "text/types.h"

namespace calque::block {

// What counts of single-word blocks are divided by (theory/block-bigrams.md#float-features): the paper's
// definition sums over the blocks with the same source word, although it calls the result
// p(source word | target word).
enum class LexicalNorm : std::uint8_t { kSource, kTarget };
constexpr auto enum_names(LexicalNorm) {
  using enum LexicalNorm;
  return EnumNames<LexicalNorm>("there is no norm", {{"source", kSource}, {"target", kTarget}});
}

// Word probabilities from the counts of single-word blocks.
class WordProbabilities {
 public:
  WordProbabilities(const BlockSet& blocks, LexicalNorm norm);

  // 0 for words that are no block.
  double operator()(text::WordId source, text::WordId target) const;

 private:
  // The words of a pair fill one half of a key each; without mixing, all keys of a frequent word would
  // start their search in the same slot.
  struct KeyHash {
    std::size_t operator()(std::uint64_t key) const {
      return static_cast<std::size_t>(combine_hash(0x2545f4914f6cdd1dULL, key));
    }
  };
  tsl::robin_map<std::uint64_t, double, KeyHash> probabilities_;
};

// theory/block-bigrams.md#float-features: the product over source words of the mean of the probabilities that
// are not 0, as a cost; the cost cap if a source word has none.
float lexical_cost(const WordProbabilities& probabilities, std::span<const text::WordId> source,
                   std::span<const text::WordId> target);

// Of all blocks, by number.
std::vector<float> lexical_costs(const BlockSet& blocks, LexicalNorm norm, ThreadPool& threads);

// The same by IBM Model 1: the product over source words of the mean of p(source word | target word) over the
// target words and the empty word, whose probability `p_source_given_target` gives for a target of kNullWord.
// Both functions must be safe to call from many threads.
inline constexpr text::WordId kNullWord{0xffffffffU};
using WordTranslation = std::function<double(text::WordId source, text::WordId target)>;
std::vector<float> model1_costs(const BlockSet& blocks, const WordTranslation& p_source_given_target,
                                ThreadPool& threads);

}  // namespace calque::block
