#include "decode/features/block_features.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/error.h"
#include "decode/features/block_binary.h"
#include "decode/features/penalties.h"

namespace calque::decode {
namespace {

using block::Orientation;

constexpr text::Span kNowhere{0xffffffffU, 0xffffffffU};

block::BlockId block_of(const TranslationOption& option) {
  return option.pair == kNoPair ? block::kNoBlock : static_cast<block::BlockId>(option.pair);
}

// What an option that is no block costs instead.
float cost_without_block(const TranslationOption& option) {
  return option.copied ? static_cast<float>(block::kCostCap)
                       : block::cost_of_log(double{option.log_scores[0]});
}

float prior_cost(const block::BlockModel& model, const TranslationOption& option) {
  return option.pair == kNoPair ? cost_without_block(option) : model.prior_cost(block_of(option));
}

float lexical_cost(const block::BlockModel& model, const TranslationOption& option) {
  return option.pair == kNoPair ? cost_without_block(option) : model.lexical_cost(block_of(option));
}

// A good weight of a cost is negative, a good weight of a score positive.
std::vector<double> weights_for(BlockUse use, std::initializer_list<double> weights) {
  std::vector<double> result;
  for (const double weight : weights)
    result.push_back(weight == 0 || use == BlockUse::kBesideOthers ? 0 : -weight);
  return result;
}

text::Span read_span(const std::byte* bytes) {
  text::Span span;
  std::memcpy(&span, bytes, sizeof span);
  return span;
}

}  // namespace

BlockOrientation::BlockOrientation(SharedBlockModel model, BlockUse use) : model_(std::move(model)) {
  const auto w = model_->weights();
  const auto n = model_->neutral_weights();
  description_ = {"BlockOrientation0", weights_for(use, {w[0], w[1], w[4], n[0], n[3]})};
}

void BlockOrientation::write_begin_position_state(std::byte* place) const {
  std::memcpy(place, &kNowhere, sizeof kNowhere);
}

std::uint32_t BlockOrientation::move(text::Span source, const std::byte* before,
                                     std::byte* after) const noexcept {
  const Orientation orientation = block::orientation_of(read_span(before), source);
  std::memcpy(after, &source, sizeof source);
  return static_cast<std::uint32_t>(orientation);
}

bool BlockOrientation::permits(const TranslationOption& option, std::uint32_t move) const noexcept {
  if (static_cast<Orientation>(move) != Orientation::kLeft) return true;
  return option.pair != kNoPair && model_->orientations(block_of(option)).left >= kMinLeft;
}

void BlockOrientation::add_backward_scores(const SentenceCache* /*preparation*/,
                                           const TranslationOption& option, std::uint32_t move,
                                           std::span<float> scores) const noexcept {
  const auto orientation = static_cast<Orientation>(move);
  const float prior = prior_cost(*model_, option) / static_cast<float>(option.source.size());
  const float lexical = lexical_cost(*model_, option);
  if (orientation == Orientation::kNeutral) {
    scores[3] -= prior;
    scores[4] -= lexical;
    return;
  }
  scores[0] -= prior;
  scores[1] -= model_->orientation_cost(block_of(option), orientation);
  scores[2] -= lexical;
}

// As if it came right after its neighbour.
void BlockOrientation::estimate(const SourceSentence& /*sentence*/, const TranslationOption& option,
                                std::span<float> scores) const {
  std::fill(scores.begin(), scores.end(), 0.0F);
  add_backward_scores(nullptr, option, static_cast<std::uint32_t>(Orientation::kRight), scores);
}

BlockPairs::BlockPairs(SharedBlockModel model, BlockUse use) : model_(std::move(model)) {
  description_ = {"BlockPairs0", weights_for(use, {model_->weights()[0], model_->weights()[1]})};
}

void BlockPairs::estimate(const SourceSentence& /*sentence*/, const TranslationOption& option,
                          std::span<float> scores) const {
  scores[0] = -prior_cost(*model_, option);
  scores[1] = -lexical_cost(*model_, option);
}

namespace {

struct StepRows final : SentenceCache {
  std::vector<std::uint32_t> rows;  // by source position
};

}  // namespace

BlockDistortion::BlockDistortion(SharedBlockModel model, BlockUse use) : model_(std::move(model)) {
  description_ = {"BlockDistortion0", weights_for(use, {model_->weights()[4], model_->weights()[5]})};
}

// As if it came right after the block before and the next one right after it.
void BlockDistortion::estimate(const SourceSentence& sentence, const TranslationOption& option,
                               std::span<float> scores) const {
  const block::WordSteps& steps = model_->steps();
  scores[0] = -steps.inbound(steps.row_of(sentence.ids[option.source.begin]), 1);
  scores[1] = -steps.outbound(steps.row_of(sentence.ids[option.source.end - 1]), 1);
}

std::unique_ptr<SentenceCache> BlockDistortion::new_sentence_cache() const {
  return std::make_unique<StepRows>();
}

void BlockDistortion::prepare(const SourceSentence& sentence, std::span<const TranslationOption> /*options*/,
                              SentenceCache& cache) const {
  auto& rows = static_cast<StepRows&>(cache).rows;
  rows.clear();
  for (const text::WordId word : sentence.ids) rows.push_back(model_->steps().row_of(word));
}

void BlockDistortion::apply(const ApplyContext& context, SentenceCache* cache, const std::byte* /*before*/,
                            std::byte* /*after*/, std::span<float> scores) const noexcept {
  const auto& rows = static_cast<const StepRows*>(cache)->rows;
  const block::WordSteps& steps = model_->steps();
  const std::uint32_t entered = context.option.source.begin;
  const std::int64_t step = std::int64_t{entered} - (std::int64_t{context.previous_end} - 1);
  const std::uint32_t left = context.previous_end == 0 ? steps.begin_row() : rows[context.previous_end - 1];
  scores[0] = -steps.inbound(rows[entered], step);
  scores[1] = -steps.outbound(left, step);
}

BlockLanguage::BlockLanguage(SharedBlockModel model, std::shared_ptr<const lm::Model> language_model,
                             text::VocabularyView target_vocabulary)
    : oriented_(model->kind() == block::ModelKind::kOrientation),
      words_(std::move(language_model), target_vocabulary) {
  const auto w = model->weights();
  const auto n = model->neutral_weights();
  description_ = {"BlockLM0", oriented_ ? weights_for(BlockUse::kAlone, {w[2], w[3], n[1], n[2]})
                                        : weights_for(BlockUse::kAlone, {w[2], w[3]})};
}

// The span of the block before stands behind the state of the language model.
std::size_t BlockLanguage::state_bytes() const {
  return lm::packed_state_bytes(words_.model().order()) + (oriented_ ? sizeof(text::Span) : 0);
}

void BlockLanguage::write_begin_state(std::byte* state) const {
  const unsigned order = words_.model().order();
  lm::pack_state(words_.model().begin_state(), order, state);
  if (oriented_) std::memcpy(state + lm::packed_state_bytes(order), &kNowhere, sizeof kNowhere);
}

void BlockLanguage::estimate(const SourceSentence& sentence, const TranslationOption& option,
                             std::span<float> scores) const {
  std::fill(scores.begin(), scores.end(), 0.0F);
  const auto log_probs = words_.log_probs_alone(sentence, option);
  scores[0] = log_probs.first;
  scores[1] = log_probs.all - log_probs.first;
}

std::unique_ptr<SentenceCache> BlockLanguage::new_sentence_cache() const {
  return std::make_unique<OptionWords>();
}

void BlockLanguage::prepare(const SourceSentence& sentence, std::span<const TranslationOption> options,
                            SentenceCache& cache) const {
  static_cast<OptionWords&>(cache).prepare(words_, sentence, options);
}

void BlockLanguage::apply(const ApplyContext& context, SentenceCache* cache, const std::byte* before,
                          std::byte* after, std::span<float> scores) const noexcept {
  const lm::Model& model = words_.model();
  const unsigned order = model.order();
  lm::State state = lm::unpack_state(before, order);
  const auto log_probs = static_cast<const OptionWords*>(cache)->say(model, context, state);
  lm::pack_state(state, order, after);
  std::size_t first = 0;
  if (oriented_) {
    const std::size_t offset = lm::packed_state_bytes(order);
    const text::Span source = context.option.source;
    if (block::orientation_of(read_span(before + offset), source) == Orientation::kNeutral) first = 2;
    std::memcpy(after + offset, &source, sizeof source);
    std::fill(scores.begin(), scores.end(), 0.0F);
  }
  scores[first] = log_probs.first;
  scores[first + 1] = log_probs.all - log_probs.first;
}

void append_block_features(const std::shared_ptr<const Models>& models, BlockUse use,
                           std::vector<std::unique_ptr<const Feature>>& features) {
  CALQUE_CHECK(models->blocks.has_value());
  const SharedBlockModel model(models, &*models->blocks);
  const std::shared_ptr<const phrase::PhraseTable> table(models, &models->phrases);
  if (model->block_count() != table->pair_count()) {
    throw FormatError({model->name()}, "the block model belongs to another phrase table",
                      "copy the model again or train it again");
  }
  const bool alone = use == BlockUse::kAlone;
  const bool oriented = model->kind() == block::ModelKind::kOrientation;
  if (oriented) {
    features.push_back(std::make_unique<BlockOrientation>(model, use));
  } else {
    features.push_back(std::make_unique<BlockPairs>(model, use));
    features.push_back(std::make_unique<BlockDistortion>(model, use));
  }
  if (alone) {
    features.push_back(std::make_unique<BlockLanguage>(
        model, std::shared_ptr<const lm::Model>(models, &models->language_models[0]),
        table->target_vocabulary()));
    if (!oriented) features.push_back(std::make_unique<WordPenalty>(model->weights()[6]));
    features.push_back(std::make_unique<PhrasePenalty>(kBlockBonus));
    features.push_back(std::make_unique<UnknownWordPenalty>());
  }
  if (model->has_binary()) features.push_back(std::make_unique<BlockBinary>(model, table, use));
}

}  // namespace calque::decode
