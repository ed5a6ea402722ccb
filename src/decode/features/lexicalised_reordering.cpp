#include "decode/features/lexicalised_reordering.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>
#include <vector>

namespace calque::decode {
namespace {

using phrase::kMaxClasses;
using ClassLogProbs = std::array<float, kMaxClasses>;

struct OptionScores {
  ClassLogProbs backward{};
  ClassLogProbs forward{};
};

class PreparedScores final : public SentenceCache {
 public:
  std::vector<OptionScores> scores;  // by option
};

const OptionScores& scores_of(const SentenceCache* cache, const TranslationOption& option) {
  return static_cast<const PreparedScores*>(cache)->scores[option.index];
}

}  // namespace

LexicalisedReordering::LexicalisedReordering(std::shared_ptr<const phrase::PhraseTable> table,
                                             const phrase::ReorderingType& type)
    : table_(std::move(table)),
      type_(type),
      place_(type.model),
      description_{"LexicalReordering0", std::vector<double>(type.score_count(), 0.3)} {}

std::size_t LexicalisedReordering::pending_state_bytes() const {
  return type_.has_forward() ? type_.class_count() * sizeof(float) : 0;
}

// A move is the class of the backward and the class of the forward orientation.
std::uint32_t LexicalisedReordering::move_count() const {
  return static_cast<std::uint32_t>(type_.class_count() * type_.class_count());
}

void LexicalisedReordering::estimate(const SourceSentence& /*sentence*/, const TranslationOption& /*option*/,
                                     std::span<float> scores) const {
  std::fill(scores.begin(), scores.end(), 0.0F);
}

std::unique_ptr<SentenceCache> LexicalisedReordering::new_sentence_cache() const {
  return std::make_unique<PreparedScores>();
}

phrase::OrientationCounts LexicalisedReordering::counts_of(const SourceSentence& sentence,
                                                           const TranslationOption& option) const {
  if (type_.condition == phrase::ReorderingCondition::kPair) return table_->orientations(option.pair);
  const auto source = table_->find(sentence.ids.subspan(option.source.begin, option.source.size()));
  return source ? table_->orientations_of_source(*source) : phrase::OrientationCounts{};
}

// What is not from the phrase table has no reordering scores.
void LexicalisedReordering::prepare(const SourceSentence& sentence,
                                    std::span<const TranslationOption> options, SentenceCache& cache) const {
  auto& scores = static_cast<PreparedScores&>(cache).scores;
  scores.assign(options.size(), {});
  const std::size_t classes = type_.class_count();
  for (std::size_t i = 0; i < options.size(); ++i) {
    if (options[i].pair == kNoPair) continue;
    if (table_->given_reordering_type()) {
      const auto given = table_->given_reordering(options[i].pair);
      if (type_.has_backward()) std::ranges::copy(given.first(classes), scores[i].backward.begin());
      if (type_.has_forward()) std::ranges::copy(given.last(classes), scores[i].forward.begin());
      continue;
    }
    const phrase::OrientationCounts counts = counts_of(sentence, options[i]);
    phrase::smoothed_log_probs(counts.backward, type_.classes, std::span(scores[i].backward).first(classes));
    phrase::smoothed_log_probs(counts.forward, type_.classes, std::span(scores[i].forward).first(classes));
  }
}

std::uint32_t LexicalisedReordering::move(text::Span source, const std::byte* before,
                                          std::byte* after) const noexcept {
  const auto found = place_.advance(source, before, after);
  return static_cast<std::uint32_t>(phrase::class_of(type_.classes, found.backward) * type_.class_count() +
                                    phrase::class_of(type_.classes, found.forward));
}

void LexicalisedReordering::add_backward_scores(const SentenceCache* cache, const TranslationOption& option,
                                                std::uint32_t move, std::span<float> scores) const noexcept {
  if (!type_.has_backward()) return;
  const std::size_t placed = move / type_.class_count();
  scores[placed] += scores_of(cache, option).backward[placed];
}

void LexicalisedReordering::add_forward_scores(const std::byte* pending_state, std::uint32_t move,
                                               std::span<float> scores) const noexcept {
  if (!type_.has_forward()) return;
  const std::size_t placed = move % type_.class_count();
  float log_prob = 0;
  std::memcpy(&log_prob, pending_state + placed * sizeof(float), sizeof(float));
  scores[scores.size() - type_.class_count() + placed] += log_prob;
}

void LexicalisedReordering::write_pending_state(const SentenceCache* cache, const TranslationOption& option,
                                                std::byte* pending_state) const noexcept {
  std::memcpy(pending_state, scores_of(cache, option).forward.data(), pending_state_bytes());
}

}  // namespace calque::decode
