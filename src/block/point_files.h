// Weights from files of data points, and how well weights predict such files: `calque block train --points`
// and `calque block predict`.
//
// Throws DataError with file and line where the points are bad, of another sort than they should be, or lead
// to numbers that are not finite.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "block/online.h"
#include "block/weights.h"

namespace calque::block {

struct PointFiles {
  std::string points;
  std::string held_out;  // to measure errors on; empty: none
};

struct PointTraining {
  BlockWeights weights;
  std::vector<PassReport> passes;
  std::optional<BoundReport> bound;
};

// With the convergence theorem's bound checked on a first pass if asked for.
PointTraining train_on_points(const PointFiles& files, const OnlineOptions& options, bool check_bound);
// The same without holding all points in memory; the order of points is another one.
PointTraining train_on_stream(const PointFiles& files, const OnlineOptions& options);

struct PointPrediction {
  std::size_t points = 0;
  std::size_t vectors = 0;
  double error = 0.0;             // how often a wrong block is preferred
  std::vector<double> by_floats;  // with the first 1, 2, ... floats alone, as far as these weights can say
};

PointPrediction predict_points(const std::string& path, BlockWeights weights);

}  // namespace calque::block
