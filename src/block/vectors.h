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

// A block that could come next, and its source span.
struct Candidate {
  BlockId block = 0;
  text::Span source;
  Orientation orientation = Orientation::kNeutral;
  bool ends_sentence = false;  // it is the last block
  // What the sentence pair at hand added to the counts that costs are made from: to the block, to all blocks
  // with its target phrase, and whether to the block with its orientation. It is subtracted again.
  double own_count = 0;
  double own_target_count = 0;
  bool own_orientation = false;

  bool operator==(const Candidate&) const = default;
};

// A derivation before its next block.
struct DerivationState {
  lm::State state;                       // of the language model
  const text::Span* previous = nullptr;  // source span of the last block; null: none, or none that counts
};

class VectorMaker {
 public:
  // The weights of `costs` are not used. `lm_words` are the language model's words by target word of the set.
  VectorMaker(const BlockSet& blocks, const BlockModel& costs, const lm::Model& language_model,
              std::span<const text::WordId> lm_words);

  const BlockSet& blocks() const { return blocks_; }
  ModelKind kind() const { return costs_.kind(); }
  // In the order of OrientationFloat, of NeutralFloat without a block before, or of DistortionFloat; the
  // distortion model needs a block before. `source` is the sentence in the set's ids.
  void write_floats(std::span<const text::WordId> source, const DerivationState& before,
                    const Candidate& candidate, std::vector<float>& floats) const;
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
