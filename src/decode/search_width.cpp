#include "decode/search_width.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "base/error.h"

namespace calque::decode {
namespace {

constexpr std::size_t kSpeeds = 5;

struct CubeWidth {
  std::uint32_t pop_limit;
  std::uint32_t stack_size;
  double beam_threshold;  // for sentences of up to kShort words
};
// From speed 1 on. Where word order is nearly free, only many pairs find what the model likes best; where it
// is not, the beam ends the work long before.
constexpr std::array<CubeWidth, kSpeeds> kCube{
    {{5000, 1000, 1e-5}, {3000, 500, 1e-4}, {2000, 400, 1e-3}, {1000, 200, 3e-3}, {500, 100, 1e-2}}};

constexpr std::array<std::uint32_t, kSpeeds> kStackSize{1000, 500, 300, 100, 30};
constexpr double kStackSearchBeamThreshold = 1e-5;

// Fewer words have fewer orders.
constexpr std::uint32_t kFullPopLimit = 12;

// The more words, the more the totals of hypotheses differ which end as the best translation.
constexpr std::uint32_t kShort = 20;
constexpr double kBeamPerWord = 0.1;

double beam_of(double threshold) {
  return threshold > 0 ? -std::log(threshold) : std::numeric_limits<double>::infinity();
}

}  // namespace

SearchWidth width_for(const SearchOptions& options, std::uint32_t words) {
  CALQUE_CHECK(options.speed >= 1 && options.speed <= kSpeeds);
  const CubeWidth& cube = kCube[options.speed - 1];
  SearchWidth width;
  width.search = options.search.value_or(SearchAlgorithm::kCube);
  if (width.search == SearchAlgorithm::kStacks) {
    width.stack_size = kStackSize[options.speed - 1];
    width.beam = beam_of(kStackSearchBeamThreshold);
  } else {
    width.pop_limit = cube.pop_limit * std::min(words, kFullPopLimit) / kFullPopLimit;
    width.stack_size = cube.stack_size;
    width.beam = beam_of(cube.beam_threshold) + kBeamPerWord * (std::max(words, kShort) - kShort);
  }
  if (options.pop_limit) width.pop_limit = *options.pop_limit;
  if (options.stack_size) width.stack_size = *options.stack_size;
  if (options.beam_threshold) width.beam = beam_of(*options.beam_threshold);
  return width;
}

}  // namespace calque::decode
