// The binary features of the block bigram models (theory/block-bigrams.md#binary-features section 4) for the
// decoder.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "block/model.h"
#include "decode/features/block_features.h"

namespace calque::decode {

// The weights of the binary features that hold for a block and the one before it, summed up.
//
// Only features both of whose sides are options of the sentence can hold in it: a few thousand of a model's
// millions. They are looked up once, before the search, which then uses a table that fits the processor's
// cache; and the last block is part of the search's state only if a feature of the sentence begins with it,
// so that hypotheses which no feature tells apart recombine.
//
// Where a long sentence is cut into segments, a feature across the cut may be missed.
class BlockBinary final : public StatefulFeature {
 public:
  BlockBinary(SharedBlockModel model, std::shared_ptr<const phrase::PhraseTable> table, BlockUse use);

  void write_begin_state(std::byte* state) const override;
  std::unique_ptr<SentenceCache> new_sentence_cache() const override;
  void append_indicators(const DerivationStep& step, std::vector<std::string>& names) const override;
  void apply(const ApplyContext& context, SentenceCache* cache, const std::byte* before, std::byte* after,
             std::span<float> scores) const noexcept override;

 private:
  using Keys = std::array<std::uint32_t, block::kBinaryKinds>;

  // The last block as some feature of the sentence begins with it, by kind; 0: none does.
  struct State {
    Keys predecessors{};
    text::Span source{0xffffffffU, 0xffffffffU};  // orientation model
  };
  static_assert(sizeof(State) == 20);

  struct SentenceFeatures;

  SharedBlockModel model_;
  std::shared_ptr<const phrase::PhraseTable> table_;
  bool oriented_;
};

}  // namespace calque::decode
