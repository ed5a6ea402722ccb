// The weights of a block model: one per float feature, one per binary feature.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "block/data_points.h"

namespace calque::block {

struct BlockWeights {
  std::vector<double> floats;
  std::vector<double> binary;

  // w . x of one vector of a point. Requires: weights for all its features.
  double score(const PointView& point, std::size_t vector) const;
  // Whether all can be 32-bit numbers, which is what learners and models compute with.
  bool all_finite() const;
  bool operator==(const BlockWeights&) const = default;
};

// Weights or scores left the finite numbers at one of a row of data points.
class PointOverflow : public NumericError {
 public:
  PointOverflow(const NumericError& error, std::uint64_t point) : NumericError(error), point_(point) {}
  // Its number, from 0.
  std::uint64_t point() const noexcept { return point_; }

 private:
  std::uint64_t point_;
};

// All zero.
BlockWeights zero_weights(const DataPoints& points);

// The text file `calque block train --points` writes: "floats v1 v2 ...", then "INDEX value" for each binary
// weight that is not zero. Throws DataError with file and line.
void write_block_weights(const BlockWeights& weights, const std::string& path);
BlockWeights read_block_weights(const std::string& path);

// An extra outcome with a fixed score that keeps probabilities away from 1
// (theory/block-bigrams.md#online-training).
inline constexpr double kSinkScore = -4.0;
inline constexpr double kNoSink = -std::numeric_limits<double>::infinity();

// ln((exp(w.x) + sum of exp(w.x_i) over the negatives + exp(sink)) / exp(w.x)) of one positive, and its
// derivative. Slow and plain: for checks.
struct LossGradient {
  double loss = 0;
  std::vector<double> floats;
  std::vector<std::pair<std::uint32_t, double>> binary;  // by rising feature
};
double loss_of(const BlockWeights& weights, const PointView& point, std::size_t positive, double sink);
LossGradient gradient_of(const BlockWeights& weights, const PointView& point, std::size_t positive,
                         double sink);

// theory/block-bigrams.md#block-prediction-error: the share of points whose best vector is a negative one;
// ties count as errors. 0 for no points. Throws PointOverflow if a score is not finite.
double prediction_error(const DataPoints& points, const BlockWeights& weights);

}  // namespace calque::block
