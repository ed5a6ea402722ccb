// Passes of online training over data points, in memory or streamed
// (theory/block-bigrams.md#online-training).
//
// The result depends on points, options and seed alone. Throws PointOverflow when weights leave the finite
// numbers at a point.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "block/data_point_file.h"
#include "block/data_points.h"
#include "block/learner.h"
#include "block/weights.h"

namespace calque::block {

// What is known after a pass.
struct PassReport {
  std::size_t pass = 0;  // from 1
  double mean_loss = 0;  // of the positives, each before its update
  double held_out_error = 0;
  std::uint64_t updates = 0;  // points
  std::uint64_t steps = 0;    // positives, each against the negatives of its point
  double seconds = 0;         // of the learning thread on its processor, without measuring the error
};
using PassObserver = std::function<void(const PassReport&)>;

// Points in memory, in an order drawn anew for each pass. `held_out` may be empty. `weights` grow to the
// features of both.
std::vector<PassReport> train_in_memory(const DataPoints& points, const DataPoints& held_out,
                                        const OnlineOptions& options, BlockWeights& weights,
                                        const PassObserver& observer = {});

// Points from a file that is read anew for each pass; the order is drawn inside runs of `block` points.
// Memory is that of one run and the weights. Throws DataError for bad lines.
struct StreamOptions {
  std::string path;
  std::size_t block = 100'000;
  // The file, opened but not read from, for the first pass: standard input cannot be opened twice.
  DataPointReader* opened = nullptr;
};
std::vector<PassReport> train_streaming(const StreamOptions& stream, const DataPoints& held_out,
                                        const OnlineOptions& options, BlockWeights& weights,
                                        const PassObserver& observer = {});

// The theorem of theory/block-bigrams.md#convergence on one pass of maximum-entropy steps from `start` with a
// constant rate: the mean loss on the way is at most that of any fixed weights (here: those at the end) plus
// two penalties.
struct BoundReport {
  double mean_loss = 0;         // left side
  double comparator_loss = 0;   // mean loss of the final weights
  double distance_penalty = 0;  // |w - w0|^2 / (2 rate m)
  double gradient_penalty = 0;  // rate / (2 m) * sum of squared lengths of the gradients
  std::uint64_t steps = 0;      // m
  double bound() const { return comparator_loss + distance_penalty + gradient_penalty; }
  bool holds() const { return mean_loss <= bound() * (1 + 1e-12) + 1e-12; }
};
BoundReport check_bound(const DataPoints& points, const OnlineOptions& options, const BlockWeights& start);

}  // namespace calque::block
