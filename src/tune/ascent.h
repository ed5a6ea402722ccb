// Search for weights by moves along lines, from several starting points at once
// (theory/tuning.md#the-outer-loop).
//
// An objective offers its value at a point and, for directions from a point, the best place on each line; the
// ascent does not know what it climbs. Same result for any number of threads: work is cut into (start, group
// of directions) and the random numbers of a start are its own.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/thread_pool.h"
#include "tune/line_events.h"

namespace calque::tune {

using Point = std::vector<double>;

// The best place on a line: step `alpha` along its direction. `gain` over the objective at alpha 0.
struct Move {
  double alpha = 0.0;
  double gain = 0.0;
};

// To be maximised. Implementations are immutable and shared between threads.
class LineObjective {
 public:
  virtual ~LineObjective() = default;
  virtual double value(std::span<const double> point) const = 0;
  virtual std::vector<Move> search(std::span<const double> point, std::span<const Direction> directions,
                                   LineScratch& scratch) const = 0;
};

struct AscentOptions {
  std::size_t restarts = 20;           // random starting points beside the given one
  std::size_t random_directions = 10;  // per iteration, beside one per feature
  std::size_t iterations = 100;        // at most, per starting point
  double min_gain = 1e-5;              // stop below it,
  bool relative_gain = false;          // measured against the objective's size
  bool normalise = false;              // sum of absolute weights 1 after each move: for scale-free objectives
  std::vector<std::vector<double>> more_starts{};  // beside the given and the random ones
  // After this many iterations only the best quarter of the starting points goes on; 0: all go on.
  std::size_t race = 0;
  std::vector<std::size_t> frozen{};  // features whose weights are not moved
  std::uint64_t seed = 1;
};

struct AscentResult {
  Point point;
  double value = 0.0;
  std::size_t start = 0;           // which starting point led there; 0 is the given one
  std::vector<double> curve;       // value after each of its moves, the starting value first
  std::vector<double> all_values;  // where each start ended
};

// The typical spread of each feature among the candidates of a sentence; 1 for a feature that is constant.
// Random points and directions are scaled by its inverse, so that every feature matters.
std::vector<double> feature_spreads(const CandidateLists& lists);

// Features that never differ among the candidates of a sentence: their weights change nothing.
std::vector<std::size_t> constant_features(const CandidateLists& lists);

// Divides by the sum of absolute values; leaves all zeros alone.
void normalise(Point& point);

AscentResult ascend(const LineObjective& objective, const Point& start, std::span<const double> spreads,
                    const AscentOptions& options, ThreadPool& threads);

}  // namespace calque::tune
