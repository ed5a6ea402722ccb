// The features of the block bigram models (theory/block-bigrams.md#float-features), as the decoder asks them.
//
// Scores are the negated costs of the model, so that a good weight is positive: minus the weight that
// training gave the cost. A block is known by the number of its phrase pair. What is said for a source span
// without being a pair of the table costs the cap (a word carried over) or what it was given (a suggestion).
#pragma once

#include <memory>
#include <vector>

#include "block/matches.h"
#include "block/model.h"
#include "decode/features/models.h"
#include "decode/features/option_words.h"
#include "decode/reordering_feature.h"

namespace calque::decode {

// Only blocks that were seen to the left of another at least so often may be said there
// (theory/block-bigrams.md#decoding).
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

  const FeatureDescription& description() const override { return description_; }
  float upper_bound() const override { return 0.0F; }
  void estimate(const SourceSentence& sentence, const TranslationOption& option,
                std::span<float> scores) const override;

  std::size_t position_state_bytes() const override { return sizeof(text::Span); }
  std::size_t pending_state_bytes() const override { return 0; }
  std::uint32_t move_count() const override { return 3; }
  void write_begin_position_state(std::byte* place) const override;
  std::uint32_t move(text::Span source, const std::byte* before, std::byte* after) const noexcept override;
  bool permits(const TranslationOption& option, std::uint32_t move) const noexcept override;
  void add_backward_scores(const SentenceCache* cache, const TranslationOption& option, std::uint32_t move,
                           std::span<float> scores) const noexcept override;
  void add_forward_scores(const std::byte* /*outlook*/, std::uint32_t /*move*/,
                          std::span<float> /*scores*/) const noexcept override {}
  void write_pending_state(const SentenceCache* /*preparation*/, const TranslationOption& /*option*/,
                           std::byte* /*outlook*/) const noexcept override {}

 private:
  SharedBlockModel model_;
  FeatureDescription description_;
};

// Distortion model: direct translation probability and lexical weight.
class BlockPairs final : public Feature {
 public:
  BlockPairs(SharedBlockModel model, BlockUse use);

  const FeatureDescription& description() const override { return description_; }
  Scope scope() const override { return Scope::kOption; }
  void estimate(const SourceSentence& sentence, const TranslationOption& option,
                std::span<float> scores) const override;

 private:
  SharedBlockModel model_;
  FeatureDescription description_;
};

// Distortion model: the step from the last source word of the block before to the first of this one, given
// the word entered and given the word left.
class BlockDistortion final : public Feature {
 public:
  BlockDistortion(SharedBlockModel model, BlockUse use);

  const FeatureDescription& description() const override { return description_; }
  Scope scope() const override { return Scope::kJump; }
  float upper_bound() const override { return 0.0F; }
  void estimate(const SourceSentence& sentence, const TranslationOption& option,
                std::span<float> scores) const override;
  std::unique_ptr<SentenceCache> new_sentence_cache() const override;
  void prepare(const SourceSentence& sentence, std::span<const TranslationOption> options,
               SentenceCache& cache) const override;
  void apply(const ApplyContext& context, SentenceCache* cache, const std::byte* before, std::byte* after,
             std::span<float> scores) const noexcept override;

 private:
  SharedBlockModel model_;
  FeatureDescription description_;
};

// Language model score of the first word of a block, and of its other words with the sentence's end. With the
// orientation model again for blocks that do not touch the one before.
class BlockLanguage final : public Feature {
 public:
  BlockLanguage(SharedBlockModel model, std::shared_ptr<const lm::Model> language_model,
                text::VocabularyView target_vocabulary);

  const FeatureDescription& description() const override { return description_; }
  Scope scope() const override { return Scope::kContinuation; }
  std::size_t state_bytes() const override;
  void write_begin_state(std::byte* state) const override;
  float upper_bound() const override { return 0.0F; }
  void estimate(const SourceSentence& sentence, const TranslationOption& option,
                std::span<float> scores) const override;
  std::unique_ptr<SentenceCache> new_sentence_cache() const override;
  void prepare(const SourceSentence& sentence, std::span<const TranslationOption> options,
               SentenceCache& cache) const override;
  void apply(const ApplyContext& context, SentenceCache* cache, const std::byte* before, std::byte* after,
             std::span<float> scores) const noexcept override;

 private:
  bool oriented_;
  LanguageModelWords words_;
  FeatureDescription description_;
};

// Throws FormatError if the block model belongs to another phrase table. Requires: models->blocks.
void append_block_features(const std::shared_ptr<const Models>& models, BlockUse use,
                           std::vector<std::unique_ptr<const Feature>>& features);

}  // namespace calque::decode
