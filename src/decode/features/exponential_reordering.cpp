#include "decode/features/exponential_reordering.h"

#include <cmath>
#include <cstring>
#include <utility>

#include "base/error.h"

namespace calque::decode {
namespace {

// Less than this is lost altogether, so that hypotheses with many jumps are alike again.
constexpr double kMinCost = 1e-6;

}  // namespace

ExponentialReordering::ExponentialReordering(LearnedReorderingModels moves, text::VocabularyView target,
                                             std::size_t number)
    : sum_(std::move(moves), target, number) {
  CALQUE_CHECK(sum_.form() == ReorderingForm::kExponential);
}

// The state of the sum, and the exponential of each score so far.
std::size_t ExponentialReordering::state_bytes() const {
  return sum_.state_bytes() + description().score_count() * sizeof(double);
}

void ExponentialReordering::write_begin_state(std::byte* state) const {
  sum_.write_begin_state(state);
  const double nothing_said = 1.0;
  for (std::size_t k = 0; k < description().score_count(); ++k)
    std::memcpy(state + sum_.state_bytes() + k * sizeof(double), &nothing_said, sizeof(double));
}

void ExponentialReordering::estimate(const SourceSentence& sentence, const TranslationOption& option,
                                     std::span<float> scores) const {
  sum_.estimate(sentence, option, scores);
}

void ExponentialReordering::prepare(const SourceSentence& sentence,
                                    std::span<const TranslationOption> options, SentenceCache& cache) const {
  sum_.prepare(sentence, options, cache);
}

void ExponentialReordering::apply(const ApplyContext& context, SentenceCache* cache, const std::byte* before,
                                  std::byte* after, std::span<float> scores) const noexcept {
  sum_.apply(context, cache, before, after, scores);
  for (std::size_t k = 0; k < scores.size(); ++k) {
    const std::size_t at = sum_.state_bytes() + k * sizeof(double);
    double so_far = 0;
    std::memcpy(&so_far, before + at, sizeof so_far);
    double now = so_far * std::exp(double{scores[k]});
    if (now < kMinCost) now = 0;
    std::memcpy(after + at, &now, sizeof now);
    scores[k] = static_cast<float>(now - so_far);
  }
}

}  // namespace calque::decode
