// SPDX-License-Identifier: BSD-3-Clause
#include "examples/side_by_side.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <string>

namespace sptune::examples {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

constexpr std::size_t repeats = 3;

/// One of the two columns that are printed.
struct Column {
  Spmv<double> spmv;
  double set_up_s = 0;  ///< deciding and preparing, once
  std::array<double, repeats> solve_s{};
  std::array<double, repeats> product_s{};  ///< mean of one product
  Solved solved{};
};

Column make_column(const Csr<double>& a, const Dispatcher& dispatcher, const Options& options) {
  const auto start = Clock::now();
  auto spmv = dispatcher.spmv(a.view(), options);
  const double set_up = seconds_since(start);
  return Column{std::move(spmv), set_up};
}

void solve_once(Column& column, std::size_t repeat,
                const std::function<Solved(const Multiply&)>& solve) {
  double in_products = 0;
  int products = 0;
  const auto start = Clock::now();
  column.solved = solve([&](const Vector& x, Vector& y) {
    const auto begin = Clock::now();
    column.spmv.run(1.0, x.data(), 0.0, y.data());
    in_products += seconds_since(begin);
    ++products;
  });
  column.solve_s[repeat] = seconds_since(start);
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

void print(const Column& untuned, const Column& tuned) {
  const auto row = [](const char* name, double a, double b, const char* unit) {
    std::printf("%-26s %14.6g %14.6g  %s\n", name, a, b, unit);
  };
  std::printf("untuned: %s\ntuned:   %s\n\n", untuned.spmv.choice().configuration.text().c_str(),
              tuned.spmv.choice().explain().c_str());
  std::printf("%-26s %14s %14s\n", "", "untuned", "tuned");
  row("iterations", untuned.solved.iterations, tuned.solved.iterations, "");
  row("one product", 1e6 * median(untuned.product_s), 1e6 * median(tuned.product_s), "us");
  row("deciding and preparing", 1e3 * untuned.set_up_s, 1e3 * tuned.set_up_s, "ms");
  row("solving", 1e3 * median(untuned.solve_s), 1e3 * median(tuned.solve_s), "ms");
  const double total_untuned = untuned.set_up_s + median(untuned.solve_s);
  const double total_tuned = tuned.set_up_s + median(tuned.solve_s);
  row("total", 1e3 * total_untuned, 1e3 * total_tuned, "ms");
  row("relative residual", untuned.solved.residual, tuned.solved.residual, "");
  std::printf("\ntuned is %.2f times as fast in products, %.2f times in total\n",
              median(untuned.product_s) / median(tuned.product_s), total_untuned / total_tuned);
}

}  // namespace

int run_side_by_side(const Csr<double>& a, const Arguments& arguments,
                     const std::function<Solved(const Multiply&)>& solve, double tolerance,
                     double residual_limit) {
  const Dispatcher dispatcher(arguments.models);
  const Options options{.expected_runs = arguments.expected_runs, .constant_values = true};
  Column tuned = make_column(a, dispatcher, options);
  // Too few expected runs for any choice: the default, whatever the model says.
  Column untuned = make_column(a, dispatcher, {.expected_runs = 0});
  for (std::size_t repeat = 0; repeat < repeats; ++repeat) {
    solve_once(untuned, repeat, solve);
    solve_once(tuned, repeat, solve);
  }
  print(untuned, tuned);
  const double difference = relative_difference(untuned.solved.x, tuned.solved.x);
  const bool same = difference <= tolerance;
  const bool solved =
      untuned.solved.residual <= residual_limit && tuned.solved.residual <= residual_limit;
  std::printf("results differ by %.2g (%s), residuals are %s\n", difference,
              same ? "the same" : "TOO MUCH", solved ? "small" : "TOO LARGE");
  return same && solved ? 0 : 1;
}

}  // namespace sptune::examples
