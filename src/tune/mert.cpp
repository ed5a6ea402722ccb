#include "tune/mert.h"

#include <algorithm>
#include <cmath>

namespace calque::tune {
namespace {

constexpr double kOuterWidth = 0.2;
// Narrower intervals are made of rounding; nobody can aim at them.
constexpr double kNarrow = 1e-9;

struct Scored {
  double left;
  double right;
  double value;
};

std::vector<Scored> score_intervals(const CandidateLists& lists, const TuningObjective& goal,
                                    const LineEvents& line) {
  std::vector<Scored> intervals;
  walk_intervals(lists, line, [&](const Interval& interval) {
    double left = interval.left;
    double right = interval.right;
    if (!std::isfinite(left)) left = std::isfinite(right) ? right - kOuterWidth : -kOuterWidth / 2;
    if (!std::isfinite(right)) right = left + kOuterWidth;
    intervals.push_back({left, right, goal.value(interval.statistics)});
  });
  return intervals;
}

std::vector<double> smoothed(const std::vector<Scored>& intervals, const Window& window) {
  std::vector<double> values(intervals.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = intervals[i].value;
    if (window.kind == WindowKind::kNone) continue;
    const std::size_t begin = i - std::min(i, window.reach);
    const std::size_t end = std::min(values.size(), i + window.reach + 1);
    double sum = 0.0;
    double minimum = intervals[i].value;
    for (std::size_t j = begin; j < end; ++j) {
      sum += intervals[j].value;
      minimum = std::min(minimum, intervals[j].value);
    }
    values[i] = window.kind == WindowKind::kMinimum ? minimum : sum / static_cast<double>(end - begin);
  }
  return values;
}

}  // namespace

LineBest best_on_line(const CandidateLists& lists, const TuningObjective& goal, const LineEvents& line,
                      const Window& window) {
  const std::vector<Scored> intervals = score_intervals(lists, goal, line);
  const std::vector<double> values = smoothed(intervals, window);
  LineBest best{0.0, values.front(), values.front()};
  double width = -1.0;
  for (std::size_t i = 0; i < intervals.size(); ++i) {
    const auto [left, right, ignored] = intervals[i];
    if (i == 0 || left <= 0.0) best.at_zero = values[i];
    if (right - left <= kNarrow * (1.0 + std::abs(left))) continue;
    if (width < 0.0 || values[i] > best.value || (values[i] == best.value && right - left > width)) {
      best.value = values[i];
      best.alpha = left + (right - left) / 2;
      width = right - left;
    }
  }
  return best;
}

double MertObjective::value(std::span<const double> point) const {
  if (window_.kind == WindowKind::kNone) return value_at(lists_, goal_, point);
  std::vector<Direction> axes(point.size(), Direction(point.size(), 0.0));
  for (std::size_t k = 0; k < axes.size(); ++k) axes[k][k] = 1.0;
  LineScratch scratch;
  collect_events(lists_, point, axes, scratch);
  double sum = 0.0;
  std::size_t lines = 0;
  for (std::size_t k = 0; k < axes.size(); ++k) {
    if (scratch.events[k].events.empty()) continue;  // a feature that changes no choice has no neighbours
    sum += best_on_line(lists_, goal_, scratch.events[k], window_).at_zero;
    ++lines;
  }
  return lines > 0 ? sum / static_cast<double>(lines) : value_at(lists_, goal_, point);
}

std::vector<Move> MertObjective::search(std::span<const double> point, std::span<const Direction> directions,
                                        LineScratch& scratch) const {
  collect_events(lists_, point, directions, scratch);
  std::vector<Move> moves;
  for (std::size_t j = 0; j < directions.size(); ++j) {
    const LineBest best = best_on_line(lists_, goal_, scratch.events[j], window_);
    moves.push_back({best.alpha, best.value - best.at_zero});
  }
  return moves;
}

}  // namespace calque::tune
