// The float features of a block that could come next (theory/block-bigrams.md#float-features), from costs and
// a language model.
//
// Immutable and shareable between threads; views must outlive it.
#pragma once

#include <span>
#include <vector>

#include "block/block_set.h"
#include "block/model.h"
#include "lm/query/model.h"

namespace calque::block {

// A block that could come next and where it would stand.
struct Candidate {
  BlockId block = 0;
  text::Span source;
  Orientation orientation = Orientation::kNeutral;
  bool ends_sentence = false;  // nothing is said after it
  // What the pair at hand has added to the counts that costs are made from: to the block, to all blocks with
  // its target phrase, and whether to the block with its orientation. Costs are those without it.
  double own_count = 0;
  double own_target_count = 0;
  bool own_orientation = false;

  bool operator==(const Candidate&) const = default;
};

// What is said already.
struct Said {
  lm::State state;                       // of the language model
  const text::Span* previous = nullptr;  // source span of the block before; null: none, or none that counts
};

class VectorMaker {
 public:
  // `costs` is not asked for weights. `lm_words` are the language model's words by target word of the set.
  VectorMaker(const BlockSet& blocks, const BlockModel& costs, const lm::Model& language_model,
              std::span<const text::WordId> lm_words);

  const BlockSet& blocks() const { return blocks_; }
  ModelKind kind() const { return costs_.kind(); }
  // Orientation model: a b c d e, or a c d e without a block before. Distortion model: a b c d e f g; there
  // must be one. `source` is the sentence in the set's ids.
  void write_floats(std::span<const text::WordId> source, const Said& said, const Candidate& candidate,
                    std::vector<float>& floats) const;
  // The language model after another target word of the set.
  lm::State state_after(const lm::State& before, text::WordId word) const;
  lm::State begin_state() const { return language_model_.begin_state(); }

 private:
  text::WordId lm_word(text::WordId word) const;
  float prior_without(const Candidate& candidate) const;

  const BlockSet& blocks_;
  const BlockModel& costs_;
  const lm::Model& language_model_;
  std::span<const text::WordId> lm_words_;
};

}  // namespace calque::block
