#include "tune/objective_profile.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include <fmt/format.h>

#include "base/error.h"
#include "base/parse.h"

namespace calque::tune {
namespace {

constexpr std::size_t kBlock = 4;
constexpr std::size_t kMaxSteps = 1'000'000;

[[noreturn]] void refuse_range(const std::string& text) {
  throw UsageError({}, fmt::format("'{}' is not a weight with its range", text),
                   "write NAME=FROM:TO or NAME.INDEX=FROM:TO:STEPS, such as LM0=0:1:100");
}

std::size_t position_of(const ProfileRange& range, const CandidateLists& lists) {
  std::size_t position = 0;
  for (const decode::FeatureDescription& feature : lists.features()) {
    const std::size_t scores = feature.score_count();
    if (feature.name == range.feature && range.score < scores) return position + range.score;
    position += scores;
  }
  throw UsageError({}, fmt::format("the lists have no weight {}.{}", range.feature, range.score),
                   "name a feature of the lists and one of its scores, counted from 0");
}

std::vector<ProfilePoint> values_along(const Point& start, std::size_t position, const ProfileRange& range,
                                       const PointValue& value, ThreadPool& threads) {
  std::vector<ProfilePoint> shape(range.steps + 1);
  threads.for_blocks(shape.size(), kBlock, [&](const Block& block) {
    Point point = start;
    for (std::size_t i = block.begin; i < block.end; ++i) {
      const double part = static_cast<double>(i) / static_cast<double>(range.steps);
      point[position] = range.from + part * (range.to - range.from);
      shape[i] = {point[position], value(point)};
    }
  });
  return shape;
}

}  // namespace

ProfileRange parse_profile_range(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) refuse_range(text);
  ProfileRange range;
  range.feature = text.substr(0, equals);
  if (const std::size_t dot = range.feature.rfind('.'); dot != std::string::npos) {
    const auto score = parse_unsigned(std::string_view(range.feature).substr(dot + 1));
    if (!score) refuse_range(text);
    range.score = *score;
    range.feature.resize(dot);
  }
  const auto fields = split_fields(std::string_view(text).substr(equals + 1), ":");
  if (fields.size() < 2 || fields.size() > 3) refuse_range(text);
  const auto from = parse_real(fields[0]);
  const auto to = parse_real(fields[1]);
  const auto steps =
      fields.size() == 3 ? parse_unsigned(fields[2]) : std::optional<std::uint64_t>(range.steps);
  if (!from || !to || !steps || *steps == 0 || *steps > kMaxSteps) refuse_range(text);
  range.from = *from;
  range.to = *to;
  range.steps = *steps;
  return range;
}

std::vector<ProfilePoint> objective_profile(const CandidateLists& lists, const TuningObjective& goal,
                                            const decode::Weights& weights, const ProfileRange& range,
                                            const TuneOptions& options, ThreadPool& threads) {
  options.validate();
  const Method& method = *options.method;
  if (method.objective == nullptr) {
    std::string names;
    for (const Method& other : methods()) {
      if (other.objective == nullptr) continue;
      names += fmt::format("{}{}", names.empty() ? "" : ", ", other.name);
    }
    throw UsageError({}, fmt::format("{} has no objective on the lists", method.name),
                     "choose one of " + names);
  }
  const TuningProblem problem{lists, goal, options, threads};
  return values_along(decode::flatten(weights, lists.features()), position_of(range, lists), range,
                      method.objective(problem), threads);
}

}  // namespace calque::tune
