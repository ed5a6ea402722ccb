#include "tune/envelope.h"

#include <cstddef>
#include <limits>

#include "base/error.h"

namespace calque::tune {
namespace {

constexpr double kSameSlope = 1e-12;

struct Lines {
  std::span<const double> b;
  std::span<const double> m;

  double meet(std::uint32_t i, std::uint32_t j) const { return (b[i] - b[j]) / (m[j] - m[i]); }
  double at(std::uint32_t i, double x) const { return b[i] + x * m[i]; }
};

// Appends, in order of slope, the lines between `left` and `right` (both members already or to be) that can
// be on the envelope. The highest line where left and right meet is on it; lines below both parts' meeting
// points are not. pool[begin..] holds the lines to look at.
void find_members(const Lines& lines, std::uint32_t left, std::uint32_t right, std::size_t begin,
                  std::size_t end, EnvelopeScratch& scratch) {
  const double x = lines.meet(left, right);
  double best = lines.at(left, x);
  const double low = lines.m[left] + kSameSlope;
  const double high = lines.m[right] - kSameSlope;
  const std::size_t own = scratch.pool.size();
  std::uint32_t middle = left;
  const double floor = best;
  for (std::size_t j = begin; j < end; ++j) {
    const std::uint32_t i = scratch.pool[j];
    const double value = lines.at(i, x);
    if (value <= floor || lines.m[i] <= low || lines.m[i] >= high) continue;
    scratch.pool.push_back(i);
    if (value > best) {
      best = value;
      middle = i;
    }
  }
  if (middle != left) {
    const std::size_t own_end = scratch.pool.size();
    find_members(lines, left, middle, own, own_end, scratch);
    scratch.members.push_back(middle);
    find_members(lines, middle, right, own, own_end, scratch);
  }
  scratch.pool.resize(own);
}

// The stack sweep over lines sorted by slope.
void sweep(const Lines& lines, std::span<const std::uint32_t> members, std::vector<Segment>& segments) {
  for (const std::uint32_t line : members) {
    double left = -std::numeric_limits<double>::infinity();
    while (!segments.empty()) {
      left = lines.meet(segments.back().line, line);
      if (left > segments.back().left) break;
      segments.pop_back();
      left = -std::numeric_limits<double>::infinity();
    }
    segments.push_back({left, line});
  }
}

}  // namespace

void upper_envelope(std::span<const double> intercepts, std::span<const double> slopes,
                    EnvelopeScratch& scratch, std::vector<Segment>& segments) {
  CALQUE_DCHECK(!intercepts.empty() && intercepts.size() == slopes.size());
  const Lines lines{intercepts, slopes};
  segments.clear();
  double minimum = slopes[0];
  double maximum = slopes[0];
  for (const double slope : slopes) {
    minimum = slope < minimum ? slope : minimum;
    maximum = slope > maximum ? slope : maximum;
  }
  std::uint32_t left = 0;
  std::uint32_t right = 0;
  double left_best = -std::numeric_limits<double>::infinity();
  double right_best = left_best;
  for (std::uint32_t i = 0; i < slopes.size(); ++i) {
    if (slopes[i] <= minimum + kSameSlope && intercepts[i] > left_best) left_best = intercepts[left = i];
    if (slopes[i] >= maximum - kSameSlope && intercepts[i] > right_best) right_best = intercepts[right = i];
  }
  if (slopes[right] - slopes[left] <= kSameSlope) {
    segments.push_back({-std::numeric_limits<double>::infinity(), left});
    return;
  }
  // The first cut is over all lines at once, without an index list: most fall here.
  scratch.pool.clear();
  scratch.members.clear();
  const double x = lines.meet(left, right);
  const double floor = lines.at(left, x);
  for (std::uint32_t i = 0; i < slopes.size(); ++i)
    if (intercepts[i] + x * slopes[i] > floor) scratch.pool.push_back(i);
  scratch.members.push_back(left);
  find_members(lines, left, right, 0, scratch.pool.size(), scratch);
  scratch.members.push_back(right);
  sweep(lines, scratch.members, segments);
}

}  // namespace calque::tune
