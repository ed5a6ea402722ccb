// The features of the block bigram models (theory/block-bigrams.md#float-features section 4) for the decoder.
//
// Scores are the negated costs of the model, so that a good weight is positive: minus the weight that
// training gave the cost. A block is identified by the number of its phrase pair. A translation that is not a
// pair of the table costs the cap (a copied word) or what the request gave it (a suggestion).
#pragma once

#include <memory>
#include <vector>

#include "block/matches.h"
#include "block/model.h"
#include "decode/features/option_words.h"
#include "decode/reordering_feature.h"
#include "lm/query/model.h"

namespace calque::decode {

// Only blocks that were seen to the left of another at least so often may be translated there
// (theory/block-bigrams.md#decoding section 7).
inline constexpr std::uint32_t kMinLeft = 3;
// Stands for the normaliser of each step, which is not computed (theory/block-bigrams.md#alternatives). The
// paper has 0.5, which on the development sets makes translations longer and worse than none; the weight
// PhrasePenalty0 sets it.
inline constexpr double kBlockBonus = 0.0;

enum class BlockUse {
  kAlone,         // a system of its own: all features, weights as trained
  kBesideOthers,  // features that a standard system has not got, with weight 0 until they are tuned
};

using SharedBlockModel = std::shared_ptr<const block::BlockModel>;

// Orientation model: unigram, orientation and lexical costs of a block beside the one before it, and unigram
// and lexical costs of a block elsewhere, which has weights of its own. Of the unigram cost the share of one
// source word counts.
class BlockOrientation final : public ReorderingFeature {
 public:
  BlockOrientation(SharedBlockModel model, BlockUse use);

  void append_predictions(const DerivationStep& step,
                          std::vector<ReorderingPrediction>& predictions) const override;
  void estimate(const OptionContext& context, std::span<float> scores) const override;
  void write_begin_position_state(std::byte* state) const override;
  std::uint32_t classify(text::Span source, const std::byte* before) const noexcept override;
  void advance(text::Span source, const std::byte* before, std::byte* after) const noexcept override;
  bool permits(const TranslationOption& option, std::uint32_t reordering_class) const noexcept override;
  void add_backward_scores(const SentenceCache* cache, const TranslationOption& option,
                           std::uint32_t reordering_class, std::span<float> scores) const noexcept override;

 private:
  SharedBlockModel model_;
};

// Distortion model: direct translation probability and lexical weight.
class BlockPairs final : public OptionFeature {
 public:
  BlockPairs(SharedBlockModel model, BlockUse use);

  void score(const OptionContext& context, std::span<float> scores) const override;

 private:
  SharedBlockModel model_;
};

// Distortion model: the step from the last source word of the block before to the first of this one, given
// the word entered and given the word left.
class BlockDistortion final : public StatefulFeature {
 public:
  BlockDistortion(SharedBlockModel model, BlockUse use);

  void estimate(const OptionContext& context, std::span<float> scores) const override;
  std::unique_ptr<SentenceCache> new_sentence_cache() const override;
  void apply(const ApplyContext& context, SentenceCache* cache, const std::byte* before, std::byte* after,
             std::span<float> scores) const noexcept override;

 private:
  SharedBlockModel model_;
};

// Language model score of the first word of a block, and of its other words with the sentence's end. With the
// orientation model a second time for blocks that do not touch the one before.
class BlockLanguage final : public StatefulFeature {
 public:
  BlockLanguage(SharedBlockModel model, std::shared_ptr<const lm::Model> language_model,
                text::VocabularyView target_vocabulary);

  void write_begin_state(std::byte* state) const override;
  void estimate(const OptionContext& context, std::span<float> scores) const override;
  std::unique_ptr<SentenceCache> new_sentence_cache() const override;
  void apply(const ApplyContext& context, SentenceCache* cache, const std::byte* before, std::byte* after,
             std::span<float> scores) const noexcept override;

 private:
  bool oriented_;
  LanguageModelWords words_;
};

}  // namespace calque::decode
