#include "align/diagonal.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <utility>

namespace calque::align {
namespace {

// A gradient of less than this for each link is rounding: the counts are integers.
constexpr double kFlatGradient = 1e-9;
constexpr int kMaxGradientSteps = 60;

// The generators left and right of a row's diagonal point. From there outwards the distance grows by
// 1/generators at each step.
struct Sides {
  std::size_t left = 0;      // generators at or left of the diagonal
  double left_start = 0.0;   // distance of the last of them
  double right_start = 0.0;  // distance of the first generator right of the diagonal
};

Sides sides_of(const DiagonalRow& row) {
  Sides sides;
  sides.left = (row.generated + 1) * row.generators / row.generated_length;
  const double diagonal = static_cast<double>(row.generated + 1) / static_cast<double>(row.generated_length);
  const auto generators = static_cast<double>(row.generators);
  sides.left_start = diagonal - static_cast<double>(sides.left) / generators;
  sides.right_start = static_cast<double>(sides.left + 1) / generators - diagonal;
  return sides;
}

// Of `terms` steps outwards from the distance `start`: the sum of exp(-tension h), and of h exp(-tension h).
struct SideSums {
  double weight = 0.0;
  double distance = 0.0;
};

SideSums sum_side(double start, std::size_t terms, double generators, double tension) {
  if (terms == 0) return {};
  const auto n = static_cast<double>(terms);
  const double x = tension / generators;
  const double ratio = std::exp(-x);
  const double one_less_ratio = -std::expm1(-x);
  const double one_less_power = -std::expm1(-n * x);
  const double series = one_less_power / one_less_ratio;                                // sum of ratio^k
  const double steps = (series * ratio - n * (1.0 - one_less_power)) / one_less_ratio;  // sum of k ratio^k
  const double scale = std::exp(-tension * start);
  return {scale * series, scale * (start * series + steps / generators)};
}

SideSums sum_row(const DiagonalRow& row, double tension) {
  const Sides sides = sides_of(row);
  const auto generators = static_cast<double>(row.generators);
  const SideSums left = sum_side(sides.left_start, sides.left, generators, tension);
  const SideSums right = sum_side(sides.right_start, row.generators - sides.left, generators, tension);
  return {left.weight + right.weight, left.distance + right.distance};
}

void add_units(std::uint64_t& sum, double count) {
  const auto units = static_cast<std::uint64_t>(count / LexicalCounts::kUnit + 0.5);
  std::atomic_ref<std::uint64_t>(sum).fetch_add(units, std::memory_order_relaxed);
}

}  // namespace

double DiagonalRow::distance(std::size_t generator) const {
  return std::abs(static_cast<double>(generator + 1) / static_cast<double>(generators) -
                  static_cast<double>(generated + 1) / static_cast<double>(generated_length));
}

double log_normalizer(const DiagonalRow& row, double tension) {
  return std::log(sum_row(row, tension).weight);
}

double expected_distance(const DiagonalRow& row, double tension) {
  const SideSums sums = sum_row(row, tension);
  return sums.distance / sums.weight;
}

double diagonal_posteriors(const DiagonalPositions& positions, PairMatrix& emissions) {
  const std::size_t generators = emissions.generators();
  const double ratio = std::exp(-positions.tension / static_cast<double>(generators));
  double log_likelihood = 0.0;
  for (std::size_t j = 0; j < emissions.generated(); ++j) {
    const DiagonalRow place{j, emissions.generated(), generators};
    const Sides sides = sides_of(place);
    const double link_scale = (1.0 - positions.null_probability) / sum_row(place, positions.tension).weight;
    const std::span<double> row = emissions.row(j);
    row[0] *= positions.null_probability;
    double sum = row[0];
    double prior = link_scale * std::exp(-positions.tension * sides.left_start);
    for (std::size_t i = sides.left; i > 0; --i, prior *= ratio) sum += row[i] *= prior;
    prior = link_scale * std::exp(-positions.tension * sides.right_start);
    for (std::size_t i = sides.left + 1; i <= generators; ++i, prior *= ratio) sum += row[i] *= prior;
    const double scale = 1.0 / sum;
    for (double& value : row) value *= scale;
    log_likelihood += std::log(sum);
  }
  return log_likelihood;
}

DiagonalCounts::DiagonalCounts(std::span<const Segment> segments, Direction direction) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> known;
  shape_of_segment_.reserve(segments.size());
  std::size_t places = 0;
  for (const Segment& segment : segments) {
    const bool forward = is_forward(direction);
    const auto generated =
        static_cast<std::uint32_t>(forward ? segment.target.size() : segment.source.size());
    const auto generators =
        static_cast<std::uint32_t>(forward ? segment.source.size() : segment.target.size());
    const auto [found, is_new] =
        known.try_emplace({generated, generators}, static_cast<std::uint32_t>(shapes_.size()));
    if (is_new) {
      shapes_.push_back({generated, generators, places});
      places += generated;
    }
    shape_of_segment_.push_back(found->second);
  }
  links_.assign(places, 0);
}

void DiagonalCounts::clear() {
  std::fill(links_.begin(), links_.end(), 0);
  distance_ = 0;
}

void DiagonalCounts::add(std::size_t segment, const PairMatrix& posteriors) {
  const Shape& shape = shapes_[shape_of_segment_[segment]];
  double distance = 0.0;
  for (std::size_t j = 0; j < posteriors.generated(); ++j) {
    const DiagonalRow place{j, shape.generated, shape.generators};
    const auto row = posteriors.row(j);
    double links = 0.0;
    for (std::size_t i = 1; i < row.size(); ++i) {
      links += row[i];
      distance += row[i] * place.distance(i - 1);
    }
    add_units(links_[shape.first_place + j], links);
  }
  add_units(distance_, distance);
}

// Calls visit(place, expected links) for every place that has any.
template <typename Visit>
void DiagonalCounts::for_places(const Visit& visit) const {
  for (const Shape& shape : shapes_) {
    for (std::size_t j = 0; j < shape.generated; ++j) {
      const std::uint64_t links = links_[shape.first_place + j];
      if (links == 0) continue;
      visit(DiagonalRow{j, shape.generated, shape.generators}, LexicalCounts::value(links));
    }
  }
}

double DiagonalCounts::expected_log_likelihood(double tension) const {
  double sum = -tension * LexicalCounts::value(distance_);
  for_places([&](const DiagonalRow& place, double links) { sum -= links * log_normalizer(place, tension); });
  return sum;
}

double DiagonalCounts::links() const {
  std::uint64_t units = 0;
  for (const std::uint64_t links : links_) units += links;
  return LexicalCounts::value(units);
}

double DiagonalCounts::gradient(double tension) const {
  double sum = -LexicalCounts::value(distance_);
  for_places(
      [&](const DiagonalRow& place, double links) { sum += links * expected_distance(place, tension); });
  return sum;
}

// The gradient falls with the tension. Its root is between the start and the end of the range to which it
// points; secants close in on it, and an end that stays twice counts half (the Illinois rule).
double best_tension(const DiagonalCounts& counts, double start) {
  struct Point {
    double tension;
    double gradient;
  };
  const double flat = kFlatGradient * counts.links();
  Point near{start, counts.gradient(start)};
  if (std::abs(near.gradient) <= flat) return start;
  const double end = near.gradient > 0.0 ? kMaxTension : kMinTension;
  Point far{end, counts.gradient(end)};
  if ((far.gradient > 0.0) == (near.gradient > 0.0)) return end;
  bool near_moved = false;
  bool far_moved = false;
  for (int step = 0; step < kMaxGradientSteps; ++step) {
    const double slope = (far.gradient - near.gradient) / (far.tension - near.tension);
    const double tension = near.tension - near.gradient / slope;
    const Point middle{tension, counts.gradient(tension)};
    if (std::abs(middle.gradient) <= flat) return middle.tension;
    const bool moves_near = (middle.gradient > 0.0) == (near.gradient > 0.0);
    if (moves_near && near_moved) far.gradient *= 0.5;
    if (!moves_near && far_moved) near.gradient *= 0.5;
    (moves_near ? near : far) = middle;
    near_moved = moves_near;
    far_moved = !moves_near;
  }
  return near.tension;  // between the start and the best, so no worse than the start
}

}  // namespace calque::align
