#include "block/weights.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include <fmt/format.h>

#include "base/error.h"
#include "base/parse.h"
#include "store/text_file.h"

namespace calque::block {
namespace {

constexpr std::uint64_t kMaxWeights = std::uint64_t{1} << 28U;

// Scores of the positive, then of the negatives.
std::vector<double> scores_against(const BlockWeights& weights, const PointView& point,
                                   std::size_t positive) {
  std::vector<double> scores{weights.score(point, positive)};
  for (std::size_t i = point.positives(); i < point.size(); ++i) scores.push_back(weights.score(point, i));
  return scores;
}

double log_sum(const std::vector<double>& scores, double sink) {
  const double maximum = std::max(sink, *std::max_element(scores.begin(), scores.end()));
  double sum = std::exp(sink - maximum);
  for (const double score : scores) sum += std::exp(score - maximum);
  return maximum + std::log(sum);
}

}  // namespace

double BlockWeights::score(const PointView& point, std::size_t vector) const {
  double sum = 0;
  const auto values = point.floats(vector);
  for (std::size_t i = 0; i < values.size(); ++i) sum += floats[i] * double{values[i]};
  for (const std::uint32_t feature : point.binary(vector)) sum += binary[feature];
  return sum;
}

bool BlockWeights::all_finite() const {
  const auto finite = [](double value) {
    return std::abs(value) <= double{std::numeric_limits<float>::max()};
  };
  return std::all_of(floats.begin(), floats.end(), finite) &&
         std::all_of(binary.begin(), binary.end(), finite);
}

BlockWeights zero_weights(const DataPoints& points) {
  return {std::vector<double>(points.float_count()), std::vector<double>(points.binary_limit())};
}

void write_block_weights(const BlockWeights& weights, const std::string& path) {
  store::TextWriter writer(path);
  std::string line = "floats";
  for (const double value : weights.floats) line += fmt::format(" {}", value);
  writer.write_line(line);
  for (std::size_t i = 0; i < weights.binary.size(); ++i) {
    if (weights.binary[i] != 0) writer.write_line(fmt::format("{} {}", i, weights.binary[i]));
  }
  writer.commit();
}

BlockWeights read_block_weights(const std::string& path) {
  store::LineReader lines(path, store::kMaxDataLine);
  std::string line;
  BlockWeights weights;
  const bool is_there = lines.next(line);
  const auto first = split_words(line);
  if (!is_there || first.empty() || first[0] != "floats")
    throw DataError({path, 1}, "this is no file of block weights", "give what 'calque block train' wrote");
  const auto number = [&](std::string_view field) {
    const auto value = parse_real(field);
    if (!value || std::abs(*value) > double{std::numeric_limits<float>::max()})
      throw DataError(lines.place(), fmt::format("'{}' is no finite number of 32 bits", field),
                      "train again");
    return *value;
  };
  for (std::size_t i = 1; i < first.size(); ++i) weights.floats.push_back(number(first[i]));
  std::vector<bool> given;
  while (lines.next(line)) {
    const auto fields = split_words(line);
    const auto feature = fields.size() == 2 ? parse_unsigned(fields[0]) : std::nullopt;
    if (!feature || *feature >= kMaxWeights)
      throw DataError(lines.place(), "this is no binary feature and its weight", "write: INDEX VALUE");
    const auto index = static_cast<std::size_t>(*feature);
    if (index >= weights.binary.size()) {
      weights.binary.resize(index + 1);
      given.resize(index + 1);
    }
    if (given[index])
      throw DataError(lines.place(), fmt::format("binary feature {} has a weight already", index),
                      "give each feature one weight");
    given[index] = true;
    weights.binary[index] = number(fields[1]);
  }
  return weights;
}

double loss_of(const BlockWeights& weights, const PointView& point, std::size_t positive, double sink) {
  const std::vector<double> scores = scores_against(weights, point, positive);
  return log_sum(scores, sink) - scores[0];
}

LossGradient gradient_of(const BlockWeights& weights, const PointView& point, std::size_t positive,
                         double sink) {
  const std::vector<double> scores = scores_against(weights, point, positive);
  const double total = log_sum(scores, sink);
  LossGradient gradient{total - scores[0], std::vector<double>(weights.floats.size()), {}};
  std::map<std::uint32_t, double> binary;
  for (std::size_t k = 0; k < scores.size(); ++k) {
    const std::size_t vector = k == 0 ? positive : point.positives() + k - 1;
    const double share = std::exp(scores[k] - total) - (k == 0 ? 1.0 : 0.0);
    const auto values = point.floats(vector);
    for (std::size_t i = 0; i < values.size(); ++i) gradient.floats[i] += share * double{values[i]};
    for (const std::uint32_t feature : point.binary(vector)) binary[feature] += share;
  }
  gradient.binary.assign(binary.begin(), binary.end());
  return gradient;
}

double prediction_error(const DataPoints& points, const BlockWeights& weights) {
  if (points.size() == 0) return 0;
  std::size_t errors = 0;
  for (std::size_t p = 0; p < points.size(); ++p) {
    if (p + 4 < points.size()) points.prefetch(p + 4);
    const PointView point = points[p];
    double best_positive = -std::numeric_limits<double>::infinity();
    double best_negative = best_positive;
    for (std::size_t i = 0; i < point.size(); ++i) {
      const double score = weights.score(point, i);
      if (!std::isfinite(score))
        throw PointOverflow({"the scores left the finite numbers", "use smaller weights or values"}, p);
      double& best = i < point.positives() ? best_positive : best_negative;
      best = std::max(best, score);
    }
    if (point.size() > point.positives() && !(best_positive > best_negative)) ++errors;
  }
  return static_cast<double>(errors) / static_cast<double>(points.size());
}

}  // namespace calque::block
