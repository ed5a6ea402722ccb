#include "report/plot.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace calque::report {
namespace {

// The drawing's size and the area inside its axes.
struct Frame {
  double width = 440.0;
  double height = 200.0;
  double left = 48.0;
  double right = 432.0;
  double top = 10.0;
  double bottom = 176.0;
};

constexpr Frame kSmall{};
// With room for axis titles and, at the right, for the legend.
constexpr Frame kLarge{640.0, 320.0, 58.0, 490.0, 12.0, 280.0};
constexpr Frame kWide{640.0, 320.0, 58.0, 630.0, 12.0, 280.0};

class Axis {
 public:
  // Low values stand at `first`, high ones at `last`.
  Axis(bool logarithmic, double first, double last) : log_(logarithmic), first_(first), last_(last) {}

  bool shows(double value) const { return std::isfinite(value) && (!log_ || value > 0.0); }
  void include(double value) {
    low_ = std::min(low_, scaled(value));
    high_ = std::max(high_, scaled(value));
  }
  bool empty() const { return !(low_ <= high_); }
  double place(double value) const {
    const double width = high_ > low_ ? high_ - low_ : 1.0;
    return first_ + (last_ - first_) * (scaled(value) - low_) / width;
  }
  // Round numbers that lie on the axis.
  std::vector<double> ticks() const {
    std::vector<double> values;
    if (log_ && high_ - low_ > 1.0) {
      for (double e = std::ceil(low_); e <= high_; e += 1.0) values.push_back(std::pow(10.0, e));
      return values;
    }
    const double low = log_ ? std::pow(10.0, low_) : low_;
    const double high = log_ ? std::pow(10.0, high_) : high_;
    const double rough = std::max(high - low, 1e-9) / 5.0;
    const double unit = std::pow(10.0, std::floor(std::log10(rough)));
    double step = 10.0 * unit;
    for (const double factor : {5.0, 2.0, 1.0}) {
      if (factor * unit >= rough) step = factor * unit;
    }
    for (double n = std::ceil(low / step); n * step <= high + 1e-9 * step; n += 1.0)
      values.push_back(n == 0.0 ? 0.0 : n * step);
    return values;
  }

 private:
  double scaled(double value) const { return log_ ? std::log10(value) : value; }

  bool log_;
  double first_;
  double last_;
  double low_ = HUGE_VAL;
  double high_ = -HUGE_VAL;
};

// 20000 and not 2e+04.
std::string number_text(double value) {
  return std::abs(value) >= 1000.0 ? fmt::format("{:.0f}", value) : fmt::format("{:.4g}", value);
}

std::string text_at(double x, double y, std::string_view anchor, std::string_view text) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor,
                     escape_html(text));
}

Html svg(const std::string& title, const Frame& frame, const std::string& drawing) {
  return Html::markup(fmt::format(
      "<svg role=\"img\" aria-label=\"{0}\" viewBox=\"0 0 {1} {2}\"><title>{0}</title>\n{3}</svg>\n",
      escape_html(title), frame.width, frame.height, drawing));
}

std::string y_grid(const Frame& frame, const Axis& y) {
  std::string drawing;
  for (const double value : y.ticks()) {
    drawing += fmt::format("<line class=\"grid\" x1=\"{0}\" x2=\"{1}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\"/>",
                           frame.left, frame.right, y.place(value));
    drawing += text_at(frame.left - 6, y.place(value) + 4, "end", number_text(value));
  }
  return drawing;
}

std::string axes(const XyPlot& plot, const Frame& frame, const Axis& x, const Axis& y) {
  std::string drawing = y_grid(frame, y);
  for (const double value : x.ticks())
    drawing += text_at(x.place(value), frame.bottom + 16, "middle", number_text(value));
  drawing += text_at((frame.left + frame.right) / 2, frame.height - 6, "middle", plot.x_label);
  drawing +=
      fmt::format("<text transform=\"translate(12 {}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
                  (frame.top + frame.bottom) / 2, escape_html(plot.y_label));
  return drawing;
}

std::string line_class(std::size_t series) {
  return fmt::format("l{}{}", series % kColours, series >= kColours ? " dashed" : "");
}

std::string drawn(const PlotSeries& series, std::size_t number, const Axis& x, const Axis& y) {
  std::string marks;
  std::string track;
  for (const PlotPoint& point : series.points) {
    if (!x.shows(point.x) || !y.shows(point.y)) continue;
    const double across = x.place(point.x);
    const double down = y.place(point.y);
    track += fmt::format("{:.1f},{:.1f} ", across, down);
    if (point.error > 0.0 && y.shows(point.y - point.error)) {
      marks += fmt::format(
          "<line class=\"l{0} error\" x1=\"{1:.1f}\" x2=\"{1:.1f}\" y1=\"{2:.1f}\" y2=\"{3:.1f}\"/>",
          number % kColours, across, y.place(point.y - point.error), y.place(point.y + point.error));
    }
    if (point.radius > 0.0) {
      marks += fmt::format(
          "<circle class=\"s{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\"><title>{}</title></circle>\n",
          number % kColours, across, down, point.radius,
          escape_html(point.tooltip.empty() ? series.name : point.tooltip));
    }
  }
  if (series.line && !track.empty())
    marks += fmt::format("<polyline class=\"{}\" points=\"{}\"/>\n", line_class(number), track);
  return marks;
}

std::string legend_entry(const Frame& frame, std::size_t number, std::size_t line, const std::string& name) {
  const double y = frame.top + 6.0 + 15.0 * static_cast<double>(line);
  return fmt::format("<line class=\"{0}\" x1=\"{1}\" x2=\"{2}\" y1=\"{3}\" y2=\"{3}\" stroke-width=\"3\"/>",
                     line_class(number), frame.right + 10, frame.right + 26, y) +
         text_at(frame.right + 31, y + 4, "start", name);
}

void include_points(const XyPlot& plot, Axis& x, Axis& y) {
  for (const PlotSeries& series : plot.series) {
    for (const PlotPoint& point : series.points) {
      if (!x.shows(point.x) || !y.shows(point.y)) continue;
      x.include(point.x);
      for (const double value : {point.y - point.error, point.y, point.y + point.error}) {
        if (y.shows(value)) y.include(value);
      }
    }
  }
  if (plot.from_zero && !y.empty()) y.include(0.0);
}

const Frame& frame_of(const XyPlot& plot) {
  if (plot.x_label.empty() && plot.y_label.empty()) return kSmall;
  const bool legend =
      std::ranges::any_of(plot.series, [](const auto& series) { return !series.name.empty(); });
  return legend ? kLarge : kWide;
}

}  // namespace

Html xy_plot(const XyPlot& plot) {
  const Frame& frame = frame_of(plot);
  Axis x(plot.log_x, frame.left, frame.right);
  Axis y(plot.log_y, frame.bottom, frame.top);
  include_points(plot, x, y);
  if (x.empty()) return svg(plot.title, frame, "");
  std::string drawing = axes(plot, frame, x, y);
  std::size_t named = 0;
  for (std::size_t s = 0; s < plot.series.size(); ++s) {
    drawing += drawn(plot.series[s], s, x, y);
    if (!plot.series[s].name.empty()) drawing += legend_entry(frame, s, named++, plot.series[s].name);
  }
  return svg(plot.title, frame, drawing);
}

XyPlot distribution(const std::string& title, const std::vector<std::vector<double>>& values,
                    std::size_t bins) {
  double low = HUGE_VAL;
  double high = -HUGE_VAL;
  for (const auto& series : values) {
    for (const double value : series) {
      low = std::min(low, value);
      high = std::max(high, value);
    }
  }
  XyPlot plot{.title = title, .x_label = "", .y_label = "", .from_zero = true};
  if (!(low <= high)) return plot;
  if (low == high) {
    low -= 0.5;
    high += 0.5;
  }
  const double width = (high - low) / static_cast<double>(bins);
  for (const auto& series : values) {
    PlotSeries& line = plot.series.emplace_back();
    for (std::size_t b = 0; b < bins; ++b)
      line.points.push_back({.x = low + (static_cast<double>(b) + 0.5) * width, .radius = 0.0});
    for (const double value : series) {
      const auto bin = static_cast<std::size_t>(std::max(0.0, (value - low) / width));
      line.points[std::min(bins - 1, bin)].y += 1.0;
    }
  }
  return plot;
}

Html bar_plot(const BarPlot& plot) {
  const Frame& frame = kSmall;
  Axis y(false, frame.bottom, frame.top);
  y.include(0.0);
  for (const auto& series : plot.values) {
    for (const double value : series) y.include(std::max(0.0, value));
  }
  std::string drawing = y_grid(frame, y);
  const auto at_least_one = [](std::size_t count) {
    return static_cast<double>(std::max<std::size_t>(1, count));
  };
  const double group = (frame.right - frame.left) / at_least_one(plot.labels.size());
  const double bar = group * 0.8 / at_least_one(plot.values.size());
  const std::size_t printed_step = plot.labels.size() / 12 + 1;
  for (std::size_t l = 0; l < plot.labels.size(); ++l) {
    const double x = frame.left + group * static_cast<double>(l);
    for (std::size_t s = 0; s < plot.values.size(); ++s) {
      const double top = y.place(std::max(0.0, plot.values[s][l]));
      drawing += fmt::format(
          "<rect class=\"s{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"><title>{}: "
          "{}</title></rect>\n",
          s % kColours, x + group * 0.1 + bar * static_cast<double>(s), top, std::max(1.0, bar - 1.0),
          frame.bottom - top, escape_html(plot.labels[l]), number_text(plot.values[s][l]));
    }
    if (l % printed_step == 0) drawing += text_at(x + group / 2, frame.height - 8, "middle", plot.labels[l]);
  }
  return svg(plot.title, frame, drawing);
}

}  // namespace calque::report
