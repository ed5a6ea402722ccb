#include "decode/features/exponential_reordering.h"

#include <cmath>
#include <cstring>
#include <utility>

#include "base/error.h"

namespace calque::decode {
namespace {

// Below this the value becomes zero, so that hypotheses with many jumps recombine again.
constexpr double kMinCost = 1e-6;

}  // namespace

ExponentialReordering::ExponentialReordering(LearnedReorderingModels models, text::VocabularyView target,
                                             std::size_t number)
    : ExponentialReordering(std::make_unique<const LearnedReordering>(std::move(models), target, number)) {}

// The state of the sum, and the exponential of each score so far. No step makes the cost of the others less,
// so no score is above 0.
ExponentialReordering::ExponentialReordering(std::unique_ptr<const LearnedReordering> sum)
    : StatefulFeature(sum->description(),
                      {.scope = Scope::kExpansion,
                       .state_bytes = sum->state_bytes() + sum->score_count() * sizeof(double),
                       .upper_bound = 0.0F}),
      sum_(std::move(sum)) {
  CALQUE_CHECK(sum_->form() == ReorderingForm::kExponential);
}

void ExponentialReordering::write_begin_state(std::byte* state) const {
  sum_->write_begin_state(state);
  const double no_cost = 1.0;
  for (std::size_t k = 0; k < score_count(); ++k)
    std::memcpy(state + sum_->state_bytes() + k * sizeof(double), &no_cost, sizeof(double));
}

void ExponentialReordering::apply(const ApplyContext& context, SentenceCache* cache, const std::byte* before,
                                  std::byte* after, std::span<float> scores) const noexcept {
  sum_->apply(context, cache, before, after, scores);
  for (std::size_t k = 0; k < scores.size(); ++k) {
    const std::size_t at = sum_->state_bytes() + k * sizeof(double);
    double so_far = 0;
    std::memcpy(&so_far, before + at, sizeof so_far);
    double now = so_far * std::exp(double{scores[k]});
    if (now < kMinCost) now = 0;
    std::memcpy(after + at, &now, sizeof now);
    scores[k] = static_cast<float>(now - so_far);
  }
}

}  // namespace calque::decode
