#include "xy_plot.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <fmt/format.h>

#include "pipeline/report.h"

namespace calque::apps {
namespace {

constexpr double kPlotWidth = 640.0;
constexpr double kPlotHeight = 320.0;
constexpr double kPlotLeft = 52.0;
constexpr double kPlotRight = 150.0;  // for the names
constexpr double kPlotTop = 12.0;
constexpr double kPlotBottom = 40.0;
constexpr std::size_t kPlotColours = 10;

// One direction of the plot.
class Axis {
 public:
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
  // Round numbers that lie on it.
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
  double first_;  // where low values stand
  double last_;
  double low_ = HUGE_VAL;
  double high_ = -HUGE_VAL;
};

// 20000 and not 2e+04.
std::string shown(double value) {
  return std::abs(value) >= 1000.0 ? fmt::format("{:.0f}", value) : fmt::format("{:.4g}", value);
}

std::string frame(const XyPlot& plot, const Axis& x, const Axis& y) {
  std::string svg;
  for (const double value : y.ticks()) {
    svg += fmt::format(
        "<line class=\"grid\" x1=\"{0}\" x2=\"{1}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\"/>"
        "<text x=\"{3}\" y=\"{4:.1f}\" text-anchor=\"end\">{5}</text>\n",
        kPlotLeft, kPlotWidth - kPlotRight, y.place(value), kPlotLeft - 6, y.place(value) + 4, shown(value));
  }
  for (const double value : x.ticks()) {
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", x.place(value),
                       kPlotHeight - kPlotBottom + 16, shown(value));
  }
  svg += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
                     (kPlotLeft + kPlotWidth - kPlotRight) / 2, kPlotHeight - 6,
                     pipeline::escape_html(plot.x_label));
  svg += fmt::format("<text transform=\"translate(12 {}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
                     (kPlotTop + kPlotHeight - kPlotBottom) / 2, pipeline::escape_html(plot.y_label));
  return svg;
}

std::string drawn(const XySeries& series, std::size_t number, const Axis& x, const Axis& y) {
  std::string svg;
  std::string track;
  for (const XyPoint& point : series.points) {
    if (!x.shows(point.x) || !y.shows(point.y)) continue;
    const double across = x.place(point.x);
    const double down = y.place(point.y);
    track += fmt::format("{:.1f},{:.1f} ", across, down);
    if (point.error > 0.0) {
      svg += fmt::format(
          "<line class=\"l{0} bar\" x1=\"{1:.1f}\" x2=\"{1:.1f}\" y1=\"{2:.1f}\" y2=\"{3:.1f}\"/>",
          number % kPlotColours, across, y.place(point.y - point.error), y.place(point.y + point.error));
    }
    if (point.radius > 0.0) {
      svg += fmt::format(
          "<circle class=\"s{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\"><title>{}</title></circle>\n",
          number % kPlotColours, across, down, point.radius,
          pipeline::escape_html(point.title.empty() ? series.name : point.title));
    }
  }
  if (series.line)
    svg += fmt::format("<polyline class=\"l{}{}\" points=\"{}\"/>\n", number % kPlotColours,
                       number >= kPlotColours ? " dashed" : "", track);
  return svg;
}

}  // namespace

std::string xy_plot_svg(const XyPlot& plot) {
  const std::string title = pipeline::escape_html(plot.title);
  std::string svg =
      fmt::format("<svg role=\"img\" aria-label=\"{0}\" viewBox=\"0 0 {1} {2}\"><title>{0}</title>\n", title,
                  kPlotWidth, kPlotHeight);
  Axis x(plot.log_x, kPlotLeft, kPlotWidth - kPlotRight);
  Axis y(plot.log_y, kPlotHeight - kPlotBottom, kPlotTop);
  for (const XySeries& series : plot.series) {
    for (const XyPoint& point : series.points) {
      if (!x.shows(point.x) || !y.shows(point.y)) continue;
      x.include(point.x);
      for (const double value : {point.y - point.error, point.y, point.y + point.error}) {
        if (y.shows(value)) y.include(value);
      }
    }
  }
  if (x.empty()) return svg + "</svg>\n";
  svg += frame(plot, x, y);
  for (std::size_t s = 0; s < plot.series.size(); ++s) {
    svg += drawn(plot.series[s], s, x, y);
    const double key = kPlotTop + 6.0 + 15.0 * static_cast<double>(s);
    svg += fmt::format(
        "<line class=\"l{0}{1}\" x1=\"{2}\" x2=\"{3}\" y1=\"{4}\" y2=\"{4}\" stroke-width=\"3\"/>"
        "<text x=\"{5}\" y=\"{6}\">{7}</text>\n",
        s % kPlotColours, s >= kPlotColours ? " dashed" : "", kPlotWidth - kPlotRight + 10,
        kPlotWidth - kPlotRight + 26, key, kPlotWidth - kPlotRight + 31, key + 4,
        pipeline::escape_html(plot.series[s].name));
  }
  return svg + "</svg>\n";
}

std::string xy_plot_style() {
  constexpr const char* kLight[kPlotColours] = {"#2f6f9f", "#d1742c", "#3f8f5f", "#8a5fb0", "#b8475c",
                                                "#7a7a3a", "#3aa6a6", "#a0522d", "#6b6fd6", "#777777"};
  std::string css =
      "svg { width: 100%; height: auto; max-width: 48rem; } .grid { stroke: var(--line); } polyline { fill: "
      "none; "
      "stroke-width: 1.8; stroke-linejoin: round; } .dashed { stroke-dasharray: 5 3; } .bar { "
      "stroke-opacity: .6; "
      "} circle { fill-opacity: .75; }\n";
  for (std::size_t c = 0; c < kPlotColours; ++c)
    css += fmt::format(".l{0} {{ stroke: {1}; }} .s{0} {{ fill: {1}; }}\n", c, kLight[c]);
  return css;
}

}  // namespace calque::apps
