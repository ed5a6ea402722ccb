// Minimum error rate training: the weights whose first choices score best as a corpus
// (theory/tuning.md#minimum-error-rate-training, theory/tuning.md#smoothing-by-windows).
//
// Along a line every interval between changes of the best candidates is scored exactly.
#pragma once

#include "base/enum_names.h"
#include "tune/ascent.h"
#include "tune/objective.h"

namespace calque::tune {

// How the scores of neighbouring intervals enter the value of an interval.
enum class WindowKind {
  kNone,
  kAverage,  // the mean over neighbouring intervals
  kMinimum,  // the worst of them
};
constexpr auto enum_names(WindowKind) {
  using enum WindowKind;
  return EnumNames<WindowKind>("there is no --window",
                               {{"none", kNone}, {"average", kAverage}, {"minimum", kMinimum}});
}

struct Window {
  WindowKind kind = WindowKind::kNone;
  std::size_t reach = 2;  // neighbours on each side
};

struct LineBest {
  double alpha = 0.0;
  double value = 0.0;    // of the best interval, smoothed if there is a window
  double at_zero = 0.0;  // the same for the interval that holds alpha 0
};

// The middle of the best interval; of equally good ones the widest. The outer intervals reach 0.2 beyond the
// outermost change.
LineBest best_on_line(const CandidateLists& lists, const TuningObjective& goal, const LineEvents& line,
                      const Window& window);

// With a window, the value of a point is the mean of the values of its intervals on the lines along single
// features: windows are defined on lines, but points have to be compared.
class MertObjective final : public LineObjective {
 public:
  MertObjective(const CandidateLists& lists, const TuningObjective& goal, const Window& window)
      : lists_(lists), goal_(goal), window_(window) {}
  double value(std::span<const double> point) const override;
  std::vector<Move> search(std::span<const double> point, std::span<const Direction> directions,
                           LineScratch& scratch) const override;

 private:
  const CandidateLists& lists_;
  const TuningObjective& goal_;
  Window window_;
};

}  // namespace calque::tune
