// SPDX-License-Identifier: BSD-3-Clause
#include "reports/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sptune::reports {

std::string escape(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        // Control characters are not allowed in HTML; a database may hold any text.
        out += static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' ? ' ' : c;
    }
  }
  return out;
}

std::string number(double value, int digits) {
  if (std::isnan(value)) return "–";
  if (std::isinf(value)) return value > 0 ? "∞" : "−∞";
  if (value == 0) return "0";
  const double magnitude = std::abs(value);
  if (magnitude < 1e-4 || magnitude >= 1e7) return fmt::format("{:.{}g}", value, digits);
  const int before = static_cast<int>(std::floor(std::log10(magnitude))) + 1;
  std::string text = fmt::format("{:.{}f}", value, std::max(0, digits - before));
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return text;
}

std::string grouped(long long value) {
  std::string digits = std::to_string(value < 0 ? -value : value);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
  return value < 0 ? "−" + digits : digits;
}

std::string percent(double share, int decimals) {
  return std::isnan(share) ? "–" : fmt::format("{:.{}f} %", share * 100, decimals);
}

Scale::Scale(Kind kind, double low, double high, double from, double to)
    : kind_(kind), low_(low), high_(high), from_(from), to_(to) {
  if (kind_ == Kind::log && low_ <= 0) low_ = 1e-9;
  if (!(high_ > low_)) high_ = kind_ == Kind::log ? low_ * 10 : low_ + 1;
}

double Scale::operator()(double value) const {
  const double v = std::isnan(value) ? low_ : std::clamp(value, low_, high_);
  const double t = kind_ == Kind::linear ? (v - low_) / (high_ - low_)
                                         : std::log(v / low_) / std::log(high_ / low_);
  return from_ + t * (to_ - from_);
}

std::vector<double> Scale::ticks(int about, double least_step) const {
  std::vector<double> found;
  const double slack = 1e-9;
  if (kind_ == Kind::linear) {
    const double rough = (high_ - low_) / std::max(1, about);
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    const double ratio = rough / power;
    const double step = std::max(least_step, (ratio < 1.5   ? 1
                                              : ratio < 3.5 ? 2
                                              : ratio < 7.5 ? 5
                                                            : 10) *
                                                 power);
    const auto first = static_cast<long long>(std::ceil(low_ / step - slack));
    const auto last = static_cast<long long>(std::floor(high_ / step + slack));
    for (long long i = first; i <= last; ++i) found.push_back(static_cast<double>(i) * step);
    return found;
  }
  const int first = static_cast<int>(std::floor(std::log10(low_)));
  const int last = static_cast<int>(std::ceil(std::log10(high_)));
  const bool sparse = last - first > about;
  for (int e = first; e <= last; ++e) {
    for (const double m : {1.0, 2.0, 5.0}) {
      const double v = m * std::pow(10.0, e);
      if (sparse && m != 1.0) continue;
      if (v >= low_ * (1 - slack) && v <= high_ * (1 + slack)) found.push_back(v);
    }
  }
  return found;
}

}  // namespace sptune::reports
