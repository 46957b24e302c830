// SPDX-License-Identifier: BSD-3-Clause
// Numbers, axes, curves and drawings, each against values worked out by hand.
#include "reports/charts.hpp"
#include "reports/html.hpp"
#include "reports/statistics.hpp"
#include "reports/svg.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace sptune::reports {
namespace {

using testing::HasSubstr;
using testing::Not;

const double nan = std::numeric_limits<double>::quiet_NaN();

TEST(text, escapes_what_html_would_read) {
  EXPECT_EQ(escape("a<b & \"c\">"), "a&lt;b &amp; &quot;c&quot;&gt;");
  EXPECT_EQ(escape(std::string("x\x01y\nz")), "x y\nz");
}

TEST(text, writes_numbers_with_the_digits_that_matter) {
  EXPECT_EQ(number(0), "0");
  EXPECT_EQ(number(1234.56), "1235");
  EXPECT_EQ(number(12.345), "12.3");
  EXPECT_EQ(number(0.5), "0.5");
  EXPECT_EQ(number(0.0123456), "0.0123");
  EXPECT_EQ(number(2e9), "2e+09");
  EXPECT_EQ(number(nan), "–");
  EXPECT_EQ(grouped(1234567), "1,234,567");
  EXPECT_EQ(grouped(-1000), "−1,000");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(percent(0.9341), "93.4 %");
}

TEST(scale, maps_and_clamps) {
  const Scale x(Scale::Kind::log, 1, 100, 0, 200);

  EXPECT_DOUBLE_EQ(x(1), 0);
  EXPECT_DOUBLE_EQ(x(10), 100);
  EXPECT_DOUBLE_EQ(x(1e6), 200);
  EXPECT_DOUBLE_EQ(x(nan), 0);
}

TEST(scale, ends_ticks_on_round_values) {
  EXPECT_EQ(Scale(Scale::Kind::linear, 0, 1, 0, 1).ticks(5).size(), 6U);
  EXPECT_EQ(Scale(Scale::Kind::linear, 0, 3, 0, 1).ticks(5, 1).size(), 4U) << "0, 1, 2, 3";
  EXPECT_EQ(Scale(Scale::Kind::linear, 0, 1, 0, 1).ticks(5, 1).size(), 2U);
  EXPECT_THAT(Scale(Scale::Kind::linear, 0, 47, 0, 1).ticks(5, 1),
              testing::ElementsAre(0, 10, 20, 30, 40));
  EXPECT_THAT(Scale(Scale::Kind::log, 0.5, 10, 0, 1).ticks(4),
              testing::ElementsAre(0.5, 1, 2, 5, 10));
}

TEST(scale, survives_an_empty_range) {
  const Scale x(Scale::Kind::linear, 0, 0, 10, 20);

  EXPECT_DOUBLE_EQ(x(0), 10);
  EXPECT_FALSE(x.ticks(5).empty());
}

TEST(statistics, a_profile_counts_what_is_missing_as_never) {
  const auto corners = share_at_most({1, 2, 1}, 4);

  ASSERT_EQ(corners.size(), 4U);
  EXPECT_DOUBLE_EQ(corners[0].y, 0);
  EXPECT_DOUBLE_EQ(corners[1].x, 1);
  EXPECT_DOUBLE_EQ(corners[1].y, 0.5);
  EXPECT_DOUBLE_EQ(corners[3].x, 2);
  EXPECT_DOUBLE_EQ(corners[3].y, 0.75);
}

TEST(statistics, a_share_falls_from_all_to_none) {
  const auto corners = share_at_least({1, 3, 3}, 3);

  ASSERT_EQ(corners.size(), 4U);
  EXPECT_DOUBLE_EQ(corners[0].x, 1);
  EXPECT_DOUBLE_EQ(corners[0].y, 1);
  EXPECT_NEAR(corners[1].y, 2.0 / 3, 1e-12);
  EXPECT_DOUBLE_EQ(corners[2].x, 3);
  EXPECT_NEAR(corners[2].y, 2.0 / 3, 1e-12);
  EXPECT_DOUBLE_EQ(corners[3].y, 0);
}

/// The names of operations and variants are those of a database, which may be anybody's.
TEST(drawing, escapes_the_names_of_charts_and_tables) {
  const std::string name = "x\"><script>";
  const BarChart bars{name, "t", "d", "trials", {"ok"}, {"ok"}, {{"csr", {1}}}};
  const CurveChart curves{name, "t", "d", "ratio", "share", 1, 10, 2, {}};
  const Table table{name, "", {{"n"}}, {{count(1)}}, true, true};
  for (const std::string& text : {draw(bars), draw(curves), html(table)}) {
    EXPECT_THAT(text, Not(HasSubstr("<script>")));
    EXPECT_THAT(text, HasSubstr("id=\"x&quot;&gt;&lt;script&gt;\""));
  }
}

TEST(chart, draws_one_curve_per_series_and_says_what_it_shows) {
  CurveChart chart{"c", "A <title>", "A description", "ratio", "share", 1, 10, 2, {}};
  chart.series = {{"one & two", share_at_most({1, 2}, 2), true}, {"empty", {}, false}};

  const std::string svg = draw(chart);

  EXPECT_THAT(svg, HasSubstr("<title id=\"c-title\">A &lt;title&gt;</title>"));
  EXPECT_THAT(svg, HasSubstr("<desc id=\"c-desc\">A description</desc>"));
  EXPECT_THAT(svg, HasSubstr("<g class=\"curve s0 strong\"><title>one &amp; two</title>"));
  EXPECT_THAT(svg, HasSubstr("class=\"curve s1\""));
  EXPECT_THAT(svg, HasSubstr("class=\"marker\""));
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
}

TEST(chart, bars_are_as_long_as_their_parts) {
  BarChart chart{"b", "t", "d", "trials", {"ok", "failed"}, {"ok", "failed"}, {}};
  chart.rows = {{"csr", {30, 10}}, {"ell", {20, 0}}};

  const std::string svg = draw(chart);

  EXPECT_THAT(svg, HasSubstr("<title>csr: 30 ok</title>"));
  EXPECT_THAT(svg, HasSubstr("<title>csr: 10 failed</title>"));
  EXPECT_THAT(svg, HasSubstr("<title>ell: 20 ok</title>"));
  EXPECT_THAT(svg, Not(HasSubstr("ell: 0 failed")));
}

TEST(table, sorts_by_keys_and_tells_origins) {
  Table table{"t", "caption", {{"name"}, {"time", true, "microseconds"}}, {}, true, true};
  table.rows = {{code("csr{a=1}"), figure(1234.5, "1.23 ms", "trial 7")},
                {words("x<y"), figure(nan)}};

  const std::string text = html(table);

  EXPECT_THAT(text, HasSubstr("<code>csr{a=1}</code>"));
  EXPECT_THAT(text, HasSubstr("data-key=\"1234.5\" title=\"trial 7\">1.23 ms</td>"));
  EXPECT_THAT(text, HasSubstr("<td>x&lt;y</td>"));
  EXPECT_THAT(text, HasSubstr("title=\"microseconds\"><button type=\"button\">time</button>"));
  EXPECT_THAT(text, HasSubstr("data-key=\"-1e308\">–</td>"));
  EXPECT_THAT(text, HasSubstr("<input type=\"search\" data-table=\"t\">"));
}

TEST(table, says_that_it_is_empty) {
  EXPECT_EQ(html(Table{"t", "", {{"a"}}, {}, false, false}), "<p class=\"none\">No rows.</p>\n");
}

}  // namespace
}  // namespace sptune::reports
