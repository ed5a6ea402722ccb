#include "evaluation_plots.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "pipeline/report.h"

namespace calque::apps {
namespace {

constexpr double kChartWidth = 440.0;
constexpr double kChartHeight = 200.0;
constexpr double kChartLeft = 44.0;
constexpr double kChartBottom = 24.0;
constexpr double kChartTop = 8.0;

std::string open_svg(const std::string& title) {
  const std::string label = pipeline::escape_html(title);
  return fmt::format("<svg role=\"img\" aria-label=\"{}\" viewBox=\"0 0 {} {}\"><title>{}</title>\n", label,
                     kChartWidth, kChartHeight, label);
}

double y_of(double value, double highest) {
  return kChartTop + (1.0 - value / highest) * (kChartHeight - kChartTop - kChartBottom);
}

// A round number at or above the value.
double round_up(double value) {
  if (!(value > 0.0)) return 1.0;
  const double unit = std::pow(10.0, std::floor(std::log10(value)));
  for (const double factor : {1.0, 2.0, 4.0, 5.0, 8.0, 10.0}) {
    if (factor * unit >= value) return factor * unit;
  }
  return 10.0 * unit;
}

std::string grid(double highest) {
  std::string svg;
  for (int i = 0; i <= 4; ++i) {
    const double value = highest * i / 4.0;
    const double y = y_of(value, highest);
    svg += fmt::format("<line class=\"grid\" x1=\"{}\" x2=\"{}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>", kChartLeft,
                       kChartWidth, y, y);
    svg += fmt::format("<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{:.4g}</text>\n", kChartLeft - 6,
                       y + 4, value);
  }
  return svg;
}

struct Range {
  double low = 0.0;
  double high = 1.0;
};

Range range_of(const std::vector<std::vector<double>>& values) {
  double low = HUGE_VAL;
  double high = -HUGE_VAL;
  for (const auto& series : values) {
    for (const double value : series) {
      low = std::min(low, value);
      high = std::max(high, value);
    }
  }
  if (!(low <= high)) return {};
  return high > low ? Range{low, high} : Range{low - 0.5, low + 0.5};
}

std::vector<double> counts_in_bins(const std::vector<double>& values, Range range, std::size_t bins) {
  std::vector<double> counts(bins, 0.0);
  for (const double value : values) {
    const double part = (value - range.low) / (range.high - range.low) * static_cast<double>(bins);
    ++counts[std::min(bins - 1, static_cast<std::size_t>(std::max(0.0, part)))];
  }
  return counts;
}

}  // namespace

std::string bar_plot_svg(const BarPlot& plot) {
  double highest = 0.0;
  for (const auto& series : plot.values) {
    for (const double value : series) highest = std::max(highest, value);
  }
  highest = round_up(highest);
  std::string svg = open_svg(plot.title) + grid(highest);
  const double group =
      (kChartWidth - kChartLeft) / static_cast<double>(std::max<std::size_t>(1, plot.labels.size()));
  const double bar = group * 0.8 / static_cast<double>(std::max<std::size_t>(1, plot.values.size()));
  for (std::size_t l = 0; l < plot.labels.size(); ++l) {
    const double x = kChartLeft + group * static_cast<double>(l);
    for (std::size_t s = 0; s < plot.values.size(); ++s) {
      const double y = y_of(std::max(0.0, plot.values[s][l]), highest);
      svg += fmt::format(
          "<rect class=\"s{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" rx=\"1.5\">"
          "<title>{}: {:.2f}</title></rect>",
          s % kSystemColours, x + group * 0.1 + bar * static_cast<double>(s), y, std::max(1.0, bar - 1.0),
          kChartHeight - kChartBottom - y, pipeline::escape_html(plot.labels[l]), plot.values[s][l]);
    }
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", x + group / 2,
                       kChartHeight - 8, pipeline::escape_html(plot.labels[l]));
  }
  return svg + "</svg>\n";
}

std::string distribution_plot_svg(const DistributionPlot& plot) {
  const Range range = range_of(plot.values);
  std::vector<std::vector<double>> counts;
  double highest = 0.0;
  for (const auto& series : plot.values) {
    counts.push_back(counts_in_bins(series, range, plot.bins));
    highest = std::max(highest, *std::max_element(counts.back().begin(), counts.back().end()));
  }
  highest = round_up(highest);
  std::string svg = open_svg(plot.title) + grid(highest);
  const double step = (kChartWidth - kChartLeft) / static_cast<double>(plot.bins);
  for (std::size_t s = 0; s < counts.size(); ++s) {
    svg += fmt::format("<polyline class=\"l{}\" points=\"", s % kSystemColours);
    for (std::size_t b = 0; b < plot.bins; ++b) {
      svg += fmt::format("{:.1f},{:.1f} ", kChartLeft + step * (static_cast<double>(b) + 0.5),
                         y_of(counts[s][b], highest));
    }
    svg += "\"/>\n";
  }
  for (int i = 0; i <= 4; ++i) {
    const double value = range.low + (range.high - range.low) * i / 4.0;
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"{}\">{:.4g}</text>",
                       kChartLeft + (kChartWidth - kChartLeft) * i / 4.0, kChartHeight - 8,
                       i == 0 ? "start" : (i == 4 ? "end" : "middle"), value);
  }
  return svg + "\n</svg>\n";
}

}  // namespace calque::apps
