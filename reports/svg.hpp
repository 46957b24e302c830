// SPDX-License-Identifier: BSD-3-Clause
// Text for HTML and SVG: escaping, numbers, and axes that end on round values.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sptune::reports {

/// For text and for attributes in double quotes.
[[nodiscard]] std::string escape(std::string_view text);

/// Shortest text with `digits` significant digits, no exponent between 1e-4 and 1e7, "–" for NaN.
[[nodiscard]] std::string number(double value, int digits = 3);
/// 12,345,678
[[nodiscard]] std::string grouped(long long value);
/// 0.934 → "93.4 %"
[[nodiscard]] std::string percent(double share, int decimals = 1);

/// Position of values along an axis of a drawing. Values outside the range are clamped to its ends.
class Scale {
 public:
  enum class Kind { linear, log };
  Scale(Kind kind, double low, double high, double from, double to);

  [[nodiscard]] double operator()(double value) const;
  /// Round values inside the range: steps of 1, 2 or 5 · 10^k; on a log axis 1, 2, 5 per decade.
  /// `least_step`: 1 for counts, which have nothing between.
  [[nodiscard]] std::vector<double> ticks(int about, double least_step = 0) const;
  [[nodiscard]] double low() const noexcept { return low_; }
  [[nodiscard]] double high() const noexcept { return high_; }

 private:
  Kind kind_;
  double low_, high_, from_, to_;
};

}  // namespace sptune::reports
