// SPDX-License-Identifier: BSD-3-Clause
// The drawings of a report, as SVG that takes its colours from the page's style sheet (classes
// s0 … s7, so that light and dark need one drawing) and tells its content to screen readers.
#pragma once

#include "reports/statistics.hpp"

#include <string>
#include <vector>

namespace sptune::reports {

struct Series {
  std::string name;
  std::vector<Point> points;  ///< corners, drawn as straight lines; x ascending
  bool emphasised = false;
};

/// Curves of a share (0…1) over a ratio, on a logarithmic x axis.
struct CurveChart {
  std::string id;  ///< unique on the page
  std::string title;
  std::string description;  ///< what a sighted reader would see, in a sentence
  std::string x_label;
  std::string y_label;
  double x_low = 1;
  double x_high = 10;
  double marker = 0;  ///< a vertical line at this x, 0: none
  std::vector<Series> series;
};
[[nodiscard]] std::string draw(const CurveChart& chart);

/// Horizontal bars made of parts, one row per name.
struct BarChart {
  struct Row {
    std::string name;
    std::vector<double> parts;  ///< one per category
  };
  std::string id;
  std::string title;
  std::string description;
  std::string x_label;
  std::vector<std::string> categories;
  std::vector<std::string> classes;  ///< style class of each category
  std::vector<Row> rows;
};
[[nodiscard]] std::string draw(const BarChart& chart);

}  // namespace sptune::reports
