// Plots of an evaluation as inline SVG. Pure functions; texts are escaped.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace calque::apps {

// Systems beyond these share colours: the style sheet has classes s0, s1, ... for areas and l0, l1, ... for
// lines.
inline constexpr std::size_t kSystemColours = 6;

// One group of bars per label, one bar per series in each; values[series][label].
struct BarPlot {
  std::string title;
  std::vector<std::string> labels;
  std::vector<std::vector<double>> values;
};
std::string bar_plot_svg(const BarPlot& plot);

// How many values fall into each of `bins` equal parts of the range of all values; one line per series.
struct DistributionPlot {
  std::string title;
  std::vector<std::vector<double>> values;
  std::size_t bins = 20;
};
std::string distribution_plot_svg(const DistributionPlot& plot);

}  // namespace calque::apps
