#include "block/point_files.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "block/data_point_file.h"

namespace calque::block {
namespace {

[[noreturn]] void refuse_no_points(const std::string& path) {
  throw DataError({path}, "there are no data points in this file",
                  "give what 'calque block datapoints' wrote");
}

// Those to measure errors on, which must be of the same sort.
DataPoints read_held_out(const std::string& path, std::size_t floats) {
  if (path.empty()) return DataPoints(floats);
  DataPoints points = read_data_points(path);
  if (points.size() == 0) refuse_no_points(path);
  if (points.float_count() != floats) {
    throw DataError({path}, "these data points have another number of float features",
                    "give held-out points of the same sort");
  }
  return points;
}

// Calls `work`, and says where in the file numbers left the finite ones if they do.
template <typename Work>
auto with_place(const std::string& path, const char* problem, const char* remedy, const Work& work) {
  try {
    return work();
  } catch (const PointOverflow& overflow) {
    throw DataError({path, line_of_point(path, overflow.point())}, problem, remedy);
  }
}

template <typename Work>
PointTraining trained(const PointFiles& files, const Work& work) {
  return with_place(files.points, "the weights left the finite numbers at this data point",
                    "use a smaller --rate, or smaller values", work);
}

}  // namespace

PointTraining train_on_points(const PointFiles& files, const OnlineOptions& options, bool check_bound) {
  return trained(files, [&] {
    const DataPoints points = read_data_points(files.points);
    if (points.size() == 0) refuse_no_points(files.points);
    const DataPoints held_out = read_held_out(files.held_out, points.float_count());
    PointTraining training;
    training.weights = zero_weights(points);
    if (check_bound) training.bound = block::check_bound(points, options, training.weights);
    training.passes = train_in_memory(points, held_out, options, training.weights);
    return training;
  });
}

PointTraining train_on_stream(const PointFiles& files, const OnlineOptions& options) {
  return trained(files, [&] {
    DataPointReader reader(files.points);
    if (!reader.float_count()) refuse_no_points(files.points);
    PointTraining training;
    training.weights.floats.resize(*reader.float_count());
    const DataPoints held_out = read_held_out(files.held_out, *reader.float_count());
    training.passes =
        train_streaming({.path = files.points, .opened = &reader}, held_out, options, training.weights);
    return training;
  });
}

PointPrediction predict_points(const std::string& path, BlockWeights weights) {
  const DataPoints points = read_data_points(path);
  if (points.size() > 0 && points.float_count() != weights.floats.size()) {
    throw DataError({path},
                    fmt::format("{} float features where the weights have {}", points.float_count(),
                                weights.floats.size()),
                    "give data points of the same sort");
  }
  weights.binary.resize(std::max(weights.binary.size(), points.binary_limit()));
  const auto error_with = [&](const BlockWeights& used) {
    return with_place(path, "with these weights the scores of this data point are not finite",
                      "use smaller weights or values", [&] { return prediction_error(points, used); });
  };
  PointPrediction prediction{points.size(), points.vector_count(), error_with(weights), {}};
  BlockWeights first{std::vector<double>(weights.floats.size()), std::vector<double>(weights.binary.size())};
  for (std::size_t i = 0; i < weights.floats.size(); ++i) {
    first.floats[i] = weights.floats[i];
    prediction.by_floats.push_back(error_with(first));
  }
  return prediction;
}

}  // namespace calque::block
