#include "align/jump.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"

namespace calque::align {
namespace {

// A bucket that was offered less than this keeps its weight: the quotient would be rounding.
constexpr double kMinOffered = 1e-100;

void update(std::span<const double> taken, std::span<const double> offered, std::span<double> weights) {
  for (std::size_t b = 0; b < weights.size(); ++b) {
    if (offered[b] > kMinOffered) weights[b] = taken[b] / offered[b];
  }
  const double largest = *std::max_element(weights.begin(), weights.end());
  if (largest <= 0.0) {
    std::fill(weights.begin(), weights.end(), 1.0);
    return;
  }
  for (double& weight : weights) weight = std::max(kSmallestJumpWeight, weight / largest);
}

void add(const std::vector<double>& from, std::vector<double>& to) {
  for (std::size_t b = 0; b < to.size(); ++b) to[b] += from[b];
}

// Calls visit(bucket, number of positions in it) for every bucket that a position can jump to.
template <typename Visit>
void for_reachable_buckets(std::size_t window, const JumpOrigin& origin, const Visit& visit) {
  const std::size_t left = origin.position;
  const std::size_t right = origin.length - 1 - origin.position;
  if (left > window) visit(0, static_cast<double>(left - window));
  const std::size_t first = window + 1 - std::min(left, window);
  const std::size_t last = window + 1 + std::min(right, window);
  for (std::size_t b = first; b <= last; ++b) visit(b, 1.0);
  if (right > window) visit(2 * window + 2, static_cast<double>(right - window));
}

template <typename Visit>
void for_first_buckets(std::size_t window, std::size_t length, const Visit& visit) {
  for (std::size_t b = 0; b < std::min(length, window + 1); ++b) visit(b, 1.0);
  if (length > window + 1) visit(window + 1, static_cast<double>(length - window - 1));
}

}  // namespace

JumpModel::JumpModel(std::size_t window, std::size_t classes)
    : window_(window), weights_(classes * (2 * window + 3)), first_weights_(window + 2) {
  for (std::size_t k = 0; k < weights_.size(); ++k) {
    const double width = static_cast<double>(k % buckets()) - static_cast<double>(window + 1);
    weights_[k] = 1.0 / (1.0 + std::abs(width - 1.0));
  }
  for (std::size_t b = 0; b < first_weights_.size(); ++b)
    first_weights_[b] = 1.0 / (1.0 + static_cast<double>(b));
}

JumpModel::JumpModel(std::vector<double> weights, std::vector<double> first_weights)
    : window_(first_weights.size() - 2),
      weights_(std::move(weights)),
      first_weights_(std::move(first_weights)) {
  CALQUE_CHECK(!weights_.empty() && weights_.size() % buckets() == 0);
}

double JumpModel::normalizer(const JumpOrigin& origin) const {
  const auto weight = weights(origin.word_class);
  double sum = 0.0;
  for_reachable_buckets(window_, origin, [&](std::size_t b, double n) { sum += n * weight[b]; });
  return sum;
}

double JumpModel::first_normalizer(std::size_t length) const {
  double sum = 0.0;
  for_first_buckets(window_, length, [&](std::size_t b, double n) { sum += n * first_weights_[b]; });
  return sum;
}

JumpCounts& JumpCounts::operator+=(const JumpCounts& other) {
  add(other.taken, taken);
  add(other.offered, offered);
  add(other.first_taken, first_taken);
  add(other.first_offered, first_offered);
  return *this;
}

void JumpCounts::offer(const JumpModel& model, const JumpOrigin& origin, double jumps) {
  const double share = jumps / model.normalizer(origin);
  double* const row = offered.data() + origin.word_class * model.buckets();
  for_reachable_buckets(model.window(), origin, [&](std::size_t b, double n) { row[b] += n * share; });
}

void JumpCounts::offer_first(const JumpModel& model, std::size_t length, double jumps) {
  const double share = jumps / model.first_normalizer(length);
  for_first_buckets(model.window(), length, [&](std::size_t b, double n) { first_offered[b] += n * share; });
}

void estimate(const JumpCounts& counts, JumpModel& model) {
  const std::size_t buckets = model.buckets();
  for (std::size_t c = 0; c < model.classes(); ++c) {
    update(std::span(counts.taken).subspan(c * buckets, buckets),
           std::span(counts.offered).subspan(c * buckets, buckets),
           std::span(model.weights_).subspan(c * buckets, buckets));
  }
  update(counts.first_taken, counts.first_offered, model.first_weights_);
}

}  // namespace calque::align
