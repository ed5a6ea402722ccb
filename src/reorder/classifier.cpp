#include "reorder/classifier.h"

#include <algorithm>
#include <cmath>

#include "learn/weights.h"

namespace calque::reorder {

std::vector<Influence> Classifier::influences(const WordsView&, text::Span, const TargetPhrase&,
                                              const WordNames&) const {
  return {};
}

bool Classifier::knows_phrase(std::span<const Key>) const {
  return false;
}

namespace {

// The probability of a class is that of being beyond the one before it and not beyond it. Separate models may
// contradict each other: what would be negative is 0, and the rest is scaled to sum to one.
void ordinal_probabilities(std::span<double> scores) {
  double before = 1.0;
  double sum = 0.0;
  for (std::size_t k = 0; k < scores.size(); ++k) {
    const double beyond = k + 1 == scores.size() ? 0.0 : 1.0 / (1.0 + std::exp(-scores[k]));
    scores[k] = std::max(0.0, before - beyond);
    before = std::min(before, beyond);
    sum += scores[k];
  }
  for (double& p : scores) p /= sum;
}

}  // namespace

void write_log_probs(std::span<double> scores, std::span<float> log_probs, Link link) {
  if (link == Link::kOrdinal) {
    ordinal_probabilities(scores);
  } else {
    learn::to_probabilities(scores);
  }
  for (std::size_t k = 0; k < scores.size(); ++k)
    log_probs[k] = static_cast<float>(std::log(std::max(kMinProbability, scores[k])));
}

}  // namespace calque::reorder
