// SPDX-License-Identifier: BSD-3-Clause
#include "examples/side_by_side.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

namespace sptune::examples {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

constexpr std::size_t repeats = 3;

/// One of the columns that are printed.
struct Column {
  const char* name;
  Options options;
  std::optional<Spmv<double>> spmv{};
  std::array<double, repeats> set_up_s{};   ///< deciding and preparing
  std::array<double, repeats> solve_s{};    ///< all iterations
  std::array<double, repeats> total_s{};    ///< both
  std::array<double, repeats> product_s{};  ///< mean of one product
  Solved solved{};
};

/// As an application does: asked for a plan, then solved.
void solve_once(const Csr<double>& a, const Arguments& arguments, Column& column,
                std::size_t repeat, const std::function<Solved(const Multiply&)>& solve) {
  column.spmv.reset();
  const Dispatcher dispatcher(arguments.models);  // a new one: it remembers no pattern
  double in_products = 0;
  int products = 0;
  const auto start = Clock::now();
  column.spmv.emplace(dispatcher.spmv(a.view(), column.options));
  column.set_up_s[repeat] = seconds_since(start);
  column.solved = solve([&](const Vector& x, Vector& y) {
    const auto begin = Clock::now();
    column.spmv->run(1.0, x.data(), 0.0, y.data());
    in_products += seconds_since(begin);
    ++products;
  });
  column.total_s[repeat] = seconds_since(start);
  column.solve_s[repeat] = column.total_s[repeat] - column.set_up_s[repeat];
  column.product_s[repeat] = products > 0 ? in_products / products : 0.0;
}

double median(std::array<double, repeats> values) {
  std::sort(values.begin(), values.end());
  return values[repeats / 2];
}

double relative_difference(const Vector& a, const Vector& b) {
  double difference = 0;
  double size = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference += (a[i] - b[i]) * (a[i] - b[i]);
    size += a[i] * a[i];
  }
  return size > 0 ? std::sqrt(difference / size) : std::sqrt(difference);
}

void print(const std::vector<Column>& columns) {
  const auto row = [&](const char* name, const char* unit, auto value) {
    std::printf("%-26s", name);
    for (const Column& c : columns) std::printf(" %14.6g", static_cast<double>(value(c)));
    std::printf("  %s\n", unit);
  };
  const Column& untuned = columns.front();
  std::printf("untuned: %s\n", untuned.spmv->choice().configuration.text().c_str());
  for (std::size_t i = 1; i < columns.size(); ++i) {
    const std::string name = std::string(columns[i].name) + ":";
    std::printf("%-8s %s\n", name.c_str(), columns[i].spmv->choice().explain().c_str());
  }
  std::printf("\n%-26s", "");
  for (const Column& c : columns) std::printf(" %14s", c.name);
  std::printf("\n");
  row("iterations", "", [](const Column& c) { return c.solved.iterations; });
  row("one product", "us", [](const Column& c) { return 1e6 * median(c.product_s); });
  row("deciding and preparing", "ms", [](const Column& c) { return 1e3 * median(c.set_up_s); });
  row("solving", "ms", [](const Column& c) { return 1e3 * median(c.solve_s); });
  row("total", "ms", [](const Column& c) { return 1e3 * median(c.total_s); });
  row("relative residual", "", [](const Column& c) { return c.solved.residual; });
  std::printf("\n");
  for (std::size_t i = 1; i < columns.size(); ++i) {
    std::printf("%s is %.2f times as fast in products, %.2f times in total\n", columns[i].name,
                median(untuned.product_s) / median(columns[i].product_s),
                median(untuned.total_s) / median(columns[i].total_s));
  }
}

}  // namespace

int run_side_by_side(const Csr<double>& a, const Arguments& arguments,
                     const std::function<Solved(const Multiply&)>& solve, double tolerance,
                     double residual_limit) {
  Options options{.expected_runs = arguments.expected_runs,
                  .constant_values = true,
                  .probe = arguments.probe ? Probe::at_once : Probe::none};
  // Too few expected runs for any choice: the default, whatever the model says.
  std::vector<Column> columns;
  columns.push_back({"untuned", {.expected_runs = 0}});
  columns.push_back({"tuned", options});
  options.async = true;
  if (arguments.async) columns.push_back({"async", options});
  for (std::size_t repeat = 0; repeat < repeats; ++repeat) {
    for (Column& column : columns) solve_once(a, arguments, column, repeat, solve);
  }
  print(columns);
  const Column& untuned = columns.front();
  double difference = 0;
  double residual = 0;
  for (const Column& c : columns) {
    difference = std::max(difference, relative_difference(untuned.solved.x, c.solved.x));
    residual = std::max(residual, c.solved.residual);
  }
  const bool same = difference <= tolerance;
  const bool solved = residual <= residual_limit;
  std::printf("results differ by %.2g (%s), residuals are %s\n", difference,
              same ? "the same" : "TOO MUCH", solved ? "small" : "TOO LARGE");
  return same && solved ? 0 : 1;
}

}  // namespace sptune::examples
