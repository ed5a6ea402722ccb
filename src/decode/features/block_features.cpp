#include "decode/features/block_features.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <utility>

#include "base/error.h"
#include "calque/translation.h"

namespace calque::decode {
namespace {

using block::DistortionFloat;
using block::NeutralFloat;
using block::Orientation;
using block::OrientationFloat;

constexpr text::Span kNowhere{0xffffffffU, 0xffffffffU};

block::BlockId block_of(const TranslationOption& option) {
  return option.pair == kNoPair ? block::kNoBlock : static_cast<block::BlockId>(option.pair);
}

// The cost of an option that is no block.
float cost_without_block(const TranslationOption& option) {
  return option.copied
             ? static_cast<float>(block::kCostCap)
             : block::cost_of_log(double{option.log_scores[index_of(phrase::Score::kSourceGivenTarget)]});
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

std::vector<double> orientation_weights(const block::BlockModel& model, BlockUse use) {
  const auto w = model.weights();
  const auto n = model.neutral_weights();
  return weights_for(
      use, {w[OrientationFloat::kPrior], w[OrientationFloat::kOrientation], w[OrientationFloat::kLexical],
            n[NeutralFloat::kPrior], n[NeutralFloat::kLexical]});
}

std::vector<double> language_weights(const block::BlockModel& model) {
  const auto w = model.weights();
  const auto n = model.neutral_weights();
  if (model.kind() != block::ModelKind::kOrientation)
    return weights_for(BlockUse::kAlone, {w[DistortionFloat::kFirstWord], w[DistortionFloat::kOtherWords]});
  return weights_for(BlockUse::kAlone, {w[OrientationFloat::kFirstWord], w[OrientationFloat::kOtherWords],
                                        n[NeutralFloat::kFirstWord], n[NeutralFloat::kOtherWords]});
}

text::Span read_span(const std::byte* bytes) {
  text::Span span;
  std::memcpy(&span, bytes, sizeof span);
  return span;
}

}  // namespace

BlockOrientation::BlockOrientation(SharedBlockModel model, BlockUse use)
    : ReorderingFeature({"BlockOrientation0", orientation_weights(*model, use)},
                        {.position_state_bytes = sizeof(text::Span), .upper_bound = 0.0F}),
      model_(std::move(model)) {}

void BlockOrientation::write_begin_position_state(std::byte* state) const {
  std::memcpy(state, &kNowhere, sizeof kNowhere);
}

std::uint32_t BlockOrientation::classify(text::Span source, const std::byte* before) const noexcept {
  return static_cast<std::uint32_t>(block::orientation_of(read_span(before), source));
}

void BlockOrientation::advance(text::Span source, const std::byte* /*before*/,
                               std::byte* after) const noexcept {
  std::memcpy(after, &source, sizeof source);
}

bool BlockOrientation::permits(const TranslationOption& option,
                               std::uint32_t reordering_class) const noexcept {
  if (static_cast<Orientation>(reordering_class) != Orientation::kLeft) return true;
  return option.pair != kNoPair && model_->orientations(block_of(option)).left >= kMinLeft;
}

void BlockOrientation::add_backward_scores(const SentenceCache* /*cache*/, const TranslationOption& option,
                                           std::uint32_t reordering_class,
                                           std::span<float> scores) const noexcept {
  const auto orientation = static_cast<Orientation>(reordering_class);
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

// The model only tells right from left: it predicts nothing for a block that is elsewhere.
void BlockOrientation::append_predictions(const DerivationStep& step,
                                          std::vector<ReorderingPrediction>& predictions) const {
  const Orientation orientation = block::orientation_of(read_span(step.state_before), step.option.source);
  if (orientation == Orientation::kNeutral) return;
  static const std::array<std::string, 2> labels{"right", "left"};
  const std::array log_probs{-model_->orientation_cost(block_of(step.option), Orientation::kRight),
                             -model_->orientation_cost(block_of(step.option), Orientation::kLeft)};
  append_prediction(
      {description().name, "backward", labels, log_probs, static_cast<std::size_t>(orientation)},
      predictions);
}

// As if it came right after its neighbour.
void BlockOrientation::estimate(const OptionContext& context, std::span<float> scores) const {
  std::fill(scores.begin(), scores.end(), 0.0F);
  add_backward_scores(nullptr, context.option, static_cast<std::uint32_t>(Orientation::kRight), scores);
}

BlockPairs::BlockPairs(SharedBlockModel model, BlockUse use)
    : OptionFeature({"BlockPairs0", weights_for(use, {model->weights()[DistortionFloat::kPrior],
                                                      model->weights()[DistortionFloat::kLexical]})}),
      model_(std::move(model)) {}

void BlockPairs::score(const OptionContext& context, std::span<float> scores) const {
  scores[0] = -prior_cost(*model_, context.option);
  scores[1] = -lexical_cost(*model_, context.option);
}

namespace {

struct StepRows final : SentenceCache {
  explicit StepRows(const block::WordSteps& word_steps) : steps(word_steps) {}
  void prepare_sentence(const SourceSentence& sentence) override {
    rows.clear();
    for (const text::WordId word : sentence.ids) rows.push_back(steps.row_of(word));
  }

  const block::WordSteps& steps;
  std::vector<std::uint32_t> rows;  // by source position
};

}  // namespace

BlockDistortion::BlockDistortion(SharedBlockModel model, BlockUse use)
    : StatefulFeature({"BlockDistortion0", weights_for(use, {model->weights()[DistortionFloat::kInbound],
                                                             model->weights()[DistortionFloat::kOutbound]})},
                      {.scope = Scope::kJump, .upper_bound = 0.0F}),
      model_(std::move(model)) {}

// As if it came right after the block before and the next one right after it.
void BlockDistortion::estimate(const OptionContext& context, std::span<float> scores) const {
  const block::WordSteps& steps = model_->steps();
  const auto& [sentence, option, cache] = context;
  scores[0] = -steps.inbound(steps.row_of(sentence.ids[option.source.begin]), 1);
  scores[1] = -steps.outbound(steps.row_of(sentence.ids[option.source.end - 1]), 1);
}

std::unique_ptr<SentenceCache> BlockDistortion::new_sentence_cache() const {
  return std::make_unique<StepRows>(model_->steps());
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

// The span of the block before is kept behind the state of the language model.
BlockLanguage::BlockLanguage(SharedBlockModel model, std::shared_ptr<const lm::Model> language_model,
                             text::VocabularyView target_vocabulary)
    : StatefulFeature(
          {"BlockLM0", language_weights(*model)},
          {.scope = Scope::kContinuation,
           .state_bytes = lm::packed_state_bytes(language_model->order()) +
                          (model->kind() == block::ModelKind::kOrientation ? sizeof(text::Span) : 0),
           .upper_bound = 0.0F}),
      oriented_(model->kind() == block::ModelKind::kOrientation),
      words_(std::move(language_model), target_vocabulary) {}

void BlockLanguage::write_begin_state(std::byte* state) const {
  const unsigned order = words_.model().order();
  lm::pack_state(words_.model().begin_state(), order, state);
  if (oriented_) std::memcpy(state + lm::packed_state_bytes(order), &kNowhere, sizeof kNowhere);
}

void BlockLanguage::estimate(const OptionContext& context, std::span<float> scores) const {
  std::fill(scores.begin(), scores.end(), 0.0F);
  const auto log_probs = words_.log_probs_alone(context.sentence, context.option);
  scores[0] = log_probs.first;
  scores[1] = log_probs.all - log_probs.first;
}

std::unique_ptr<SentenceCache> BlockLanguage::new_sentence_cache() const {
  return std::make_unique<OptionWords>(words_);
}

void BlockLanguage::apply(const ApplyContext& context, SentenceCache* cache, const std::byte* before,
                          std::byte* after, std::span<float> scores) const noexcept {
  const unsigned order = words_.model().order();
  lm::State state = lm::unpack_state(before, order);
  const auto log_probs = static_cast<const OptionWords*>(cache)->extend(context, state);
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

}  // namespace calque::decode
