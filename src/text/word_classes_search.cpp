#include "text/word_classes_search.h"

#include <algorithm>
#include <cmath>

namespace calque::text {
namespace {

// Relative to n ln n of the whole corpus, the largest number that takes part in a gain. A gain sums some
// hundred differences of such numbers, each right to about 1e-16 of that.
constexpr double kRoundingError = 1e-13;

std::vector<std::uint32_t> with_boundary(std::vector<std::uint32_t> class_of, std::size_t classes) {
  class_of.push_back(static_cast<std::uint32_t>(classes));
  return class_of;
}

}  // namespace

GumbelNoise::GumbelNoise(std::uint64_t seed) : values_(kSize) {
  Rng rng(seed);
  for (double& value : values_) value = -std::log(-std::log(std::max(rng.uniform(), 0x1p-53)));
}

std::span<const double> GumbelNoise::draw(std::size_t size, Rng& rng) const {
  return {values_.data() + rng.below(values_.size() - size), size};
}

ClassSearch::ClassSearch(const BigramRows& rows, std::vector<std::uint32_t> class_of, std::size_t classes)
    : rows_(rows),
      class_of_(with_boundary(std::move(class_of), classes)),
      counts_(rows, class_of_, classes),
      min_gain_(kRoundingError * counts_.entropy()(static_cast<std::uint32_t>(rows.events()))),
      context_(classes),
      gains_(classes) {
  for (std::uint32_t rank = 0; rank <= rows.words(); ++rank) {
    word_log_likelihood_ += counts_.entropy()(rows.count(rank));
  }
}

void ClassSearch::load(std::uint32_t rank) {
  context_.fill(rows_, class_of_, rank);
  counts_.gains(context_, class_of_[rank], gains_);
}

bool ClassSearch::move(std::uint32_t rank, std::uint32_t to) {
  if (to == class_of_[rank]) return false;
  counts_.move(context_, class_of_[rank], to);
  class_of_[rank] = to;
  return true;
}

std::size_t ClassSearch::exchange() {
  std::size_t moves = 0;
  for (std::uint32_t rank = 0; rank < rows_.words(); ++rank) {
    load(rank);
    const auto best = std::max_element(gains_.begin(), gains_.end());
    if (*best > min_gain_ && move(rank, static_cast<std::uint32_t>(best - gains_.begin()))) ++moves;
  }
  return moves;
}

void ClassSearch::anneal(double temperature, std::uint32_t words, const GumbelNoise& noise, Rng& rng) {
  for (std::uint32_t rank = 0; rank < words; ++rank) {
    load(rank);
    const double scale = temperature * rows_.count(rank);
    const std::span<const double> random = noise.draw(gains_.size(), rng);
    for (std::size_t c = 0; c < gains_.size(); ++c) gains_[c] += scale * random[c];
    const auto best = std::max_element(gains_.begin(), gains_.end());
    move(rank, static_cast<std::uint32_t>(best - gains_.begin()));
  }
}

}  // namespace calque::text
