// Lines and points over two axes as inline SVG. Pure functions; texts are escaped. Series have the CSS
// classes l0, l1, ... (lines) and s0, s1, ... (points), which the page gives colours: xy_plot_style().
#pragma once

#include <string>
#include <vector>

namespace calque::apps {

struct XyPoint {
  double x = 0.0;
  double y = 0.0;
  double error = 0.0;   // half the height of a bar; 0: none
  double radius = 2.5;  // 0: no mark
  std::string title;    // shown when pointed at
};

struct XySeries {
  std::string name;
  std::vector<XyPoint> points;
  bool line = true;
};

struct XyPlot {
  std::string title;
  std::string x_label;
  std::string y_label;
  bool log_x = false;  // requires x above 0
  bool log_y = false;
  std::vector<XySeries> series;
};

// Nothing to see but the title if there are no points. Values that are not finite are left out.
std::string xy_plot_svg(const XyPlot& plot);

std::string xy_plot_style();

}  // namespace calque::apps
