// SPDX-License-Identifier: BSD-3-Clause
#include "reports/charts.hpp"

#include "reports/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace sptune::reports {
namespace {

constexpr double width = 640;
constexpr double left = 58;
constexpr double right = 14;
constexpr double glyph = 6.6;  // mean advance of the 12px label font, for laying out legends

class Canvas {
 public:
  Canvas(const std::string& name, const std::string& title, const std::string& description,
         double height) {
    const std::string id = escape(name);
    add("<svg class=\"chart\" id=\"{}\" viewBox=\"0 0 {} {}\" role=\"img\" "
        "aria-labelledby=\"{}-title {}-desc\">\n<title id=\"{}-title\">{}</title>\n"
        "<desc id=\"{}-desc\">{}</desc>\n",
        id, width, number(height, 6), id, id, id, escape(title), id, escape(description));
  }

  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
  }
  void line(double x1, double y1, double x2, double y2, const char* style) {
    add("<line class=\"{}\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>\n", style, x1,
        y1, x2, y2);
  }
  void label(double x, double y, const char* anchor, const std::string& text) {
    add("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor,
        escape(text));
  }
  std::string finish() {
    text_ += "</svg>\n";
    return std::move(text_);
  }

 private:
  std::string text_;
};

struct LegendPlace {
  double x, y;
};

/// Places entries in lines from `top` on; the height used is that of the last entry plus a line.
std::vector<LegendPlace> place_legend(const std::vector<std::string>& names, double top) {
  std::vector<LegendPlace> places;
  double x = left;
  double y = top;
  for (const std::string& name : names) {
    const double w = 34 + glyph * static_cast<double>(name.size());
    if (x > left && x + w > width - right) {
      x = left;
      y += 18;
    }
    places.push_back({x, y});
    x += w;
  }
  return places;
}

double legend_bottom(const std::vector<LegendPlace>& places, double top) {
  return places.empty() ? top : places.back().y + 18;
}

std::string path_of(const std::vector<Point>& points, const Scale& x, const Scale& y) {
  std::string d;
  for (const Point& p : points) {
    d += fmt::format("{}{:.1f} {:.1f}", d.empty() ? "M" : "L", x(p.x), y(p.y));
  }
  return d;
}

/// Extends a curve to both ends of the axis, so that it does not seem to stop.
std::vector<Point> extended(const Series& series, double low, double high) {
  std::vector<Point> points = series.points;
  if (points.empty()) return points;
  points.insert(points.begin(), {low, points.front().y});
  points.push_back({high, points.back().y});
  return points;
}

}  // namespace

std::string draw(const CurveChart& chart) {
  std::vector<std::string> names;
  for (const Series& s : chart.series) names.push_back(s.name);
  const auto places = place_legend(names, 14);
  const double top = legend_bottom(places, 14) + 4;
  const double bottom = top + 230;
  Canvas c(chart.id, chart.title, chart.description, bottom + 44);
  const Scale x(Scale::Kind::log, chart.x_low, chart.x_high, left, width - right);
  const Scale y(Scale::Kind::linear, 0, 1, bottom, top);

  for (const double v : y.ticks(5)) {
    c.line(left, y(v), width - right, y(v), "grid");
    c.label(left - 8, y(v) + 4, "end", percent(v, 0));
  }
  for (const double v : x.ticks(4)) {
    c.line(x(v), top, x(v), bottom, "grid");
    c.label(x(v), bottom + 18, "middle", number(v) + "×");
  }
  if (chart.marker > 0) c.line(x(chart.marker), top, x(chart.marker), bottom, "marker");
  c.label((left + width - right) / 2, bottom + 38, "middle", chart.x_label);
  c.add("<text transform=\"translate(12 {:.1f}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
        (top + bottom) / 2, escape(chart.y_label));

  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    const Series& s = chart.series[i];
    const auto place = places[i];
    c.add("<g class=\"curve s{}{}{}\"><title>{}</title>", i % 8, i < 8 ? "" : " again",
          s.emphasised ? " strong" : "", escape(s.name));
    c.add("<path d=\"{}\"/>", path_of(extended(s, chart.x_low, chart.x_high), x, y));
    c.add("<path d=\"M{:.1f} {:.1f}h20\"/>", place.x, place.y - 4);
    c.add("<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text></g>\n", place.x + 25, place.y, escape(s.name));
  }
  return c.finish();
}

std::string draw(const BarChart& chart) {
  std::size_t longest = 4;
  double most = 0;
  for (const BarChart::Row& row : chart.rows) {
    longest = std::max(longest, row.name.size());
    double sum = 0;
    for (const double part : row.parts) sum += part;
    most = std::max(most, sum);
  }
  const double start = std::min(260.0, 16 + glyph * static_cast<double>(longest));
  const auto places = place_legend(chart.categories, 14);
  const double top = legend_bottom(places, 14) + 4;
  const double step = 22;
  const double bottom = top + step * static_cast<double>(chart.rows.size());
  Canvas c(chart.id, chart.title, chart.description, bottom + 44);
  const Scale x(Scale::Kind::linear, 0, most, start, width - right - 40);

  for (std::size_t i = 0; i < chart.categories.size(); ++i) {
    c.add("<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"14\" height=\"12\" rx=\"2\"/>",
          chart.classes[i], places[i].x, places[i].y - 10);
    c.label(places[i].x + 19, places[i].y, "start", chart.categories[i]);
  }
  for (const double v : x.ticks(5, 1)) {
    c.line(x(v), top, x(v), bottom, "grid");
    c.label(x(v), bottom + 16, "middle", grouped(std::llround(v)));
  }
  c.label((start + width - right) / 2, bottom + 36, "middle", chart.x_label);
  for (std::size_t r = 0; r < chart.rows.size(); ++r) {
    const BarChart::Row& row = chart.rows[r];
    const double y = top + step * static_cast<double>(r) + 3;
    c.label(start - 8, y + 12, "end", row.name);
    double sum = 0;
    for (std::size_t i = 0; i < row.parts.size(); ++i) {
      if (row.parts[i] <= 0) continue;
      const double from = x(sum);
      sum += row.parts[i];
      c.add(
          "<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"16\">"
          "<title>{}: {} {}</title></rect>\n",
          chart.classes[i], from, y, std::max(1.0, x(sum) - from), escape(row.name),
          grouped(std::llround(row.parts[i])), escape(chart.categories[i]));
    }
    c.label(x(sum) + 6, y + 12, "start", grouped(std::llround(sum)));
  }
  return c.finish();
}

}  // namespace sptune::reports
