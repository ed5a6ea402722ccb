// Plots as inline SVG, in the colours of the style sheet. Pure functions; texts are escaped.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/html.h"

namespace calque::report {

struct PlotPoint {
  double x = 0.0;
  double y = 0.0;
  double error = 0.0;   // half the height of an error bar; 0: none
  double radius = 2.5;  // 0: no mark
  std::string tooltip{};
};

struct PlotSeries {
  std::string name;  // for the legend; empty: not in it
  std::vector<PlotPoint> points{};
  bool line = true;  // joins the points
};

// Points and lines over two axes. Values that are not finite, or not above 0 on a logarithmic axis, are left
// out; without points only the frame is empty.
struct XyPlot {
  std::string title;
  std::string x_label;
  std::string y_label;
  bool log_x = false;
  bool log_y = false;
  bool from_zero = false;  // the y axis starts at 0
  std::vector<PlotSeries> series{};
};
Html xy_plot(const XyPlot& plot);

// How many values of each series fall into each of `bins` equal parts of the range of all values.
XyPlot distribution(const std::string& title, const std::vector<std::vector<double>>& values,
                    std::size_t bins = 20);

// One group of bars for each label, one bar of each series in it; values[series][label]. Of many labels only
// some are printed.
struct BarPlot {
  std::string title;
  std::vector<std::string> labels;
  std::vector<std::vector<double>> values;
};
Html bar_plot(const BarPlot& plot);

}  // namespace calque::report
