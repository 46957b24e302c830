// SPDX-License-Identifier: BSD-3-Clause
// Not a test: what y = Ax of given matrices cannot be faster than on this GPU, timed as sweeps do.
// Beside the floor (an empty launch, and what A, x and y hold at the rate of the memory) two
// kernels that do a part of the work: one that reads as many bytes, and one that reads columns,
// values and x but knows no rows. What lies between the second and a kernel of the catalogue is the
// price of rows.
#include "bench/row_price_kernels.hpp"
#include "sptune/device.hpp"
#include "suites/collections/suite.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

namespace {

using sptune::Index;
using sptune::cuda::DeviceArray;
using sptune::test::Shape;

constexpr std::array<int, 3> blocks{64, 128, 256};

struct Settings {
  bool cold = false;
  int samples = 15;
  double bytes_per_us = 4.1e6;
};

struct Ceilings {
  double floor_us = 0;
  double read_us = 0;
  double gather_us = 0;
};

/// Median of the samples in microseconds per run, the device held until all is enqueued. A cold
/// sample is one run; a hot one some, launched one behind the other, after one that does not count.
template <class F>
double timed(sptune::cuda::Timer& timer, const Settings& settings, F&& run) {
  const int runs = settings.cold ? 1 : 20;
  std::vector<double> us;
  for (int sample = 0; sample < settings.samples; ++sample) {
    timer.hold();
    if (settings.cold) {
      timer.flush_cache();
    } else {
      run();
    }
    timer.mark(0);
    for (int i = 0; i < runs; ++i) run();
    timer.mark(1);
    timer.release();
    us.push_back(timer.seconds(0, 1) * 1e6 / runs);
  }
  const auto middle = us.begin() + static_cast<std::ptrdiff_t>(us.size() / 2);
  std::nth_element(us.begin(), middle, us.end());
  return *middle;
}

/// The fastest shape's.
template <std::size_t N, class F>
double fastest(const std::array<int, N>& loads, F&& time) {
  double best = std::numeric_limits<double>::infinity();
  for (const int each : loads) {
    for (const int block : blocks) best = std::min(best, time(Shape{each, block}));
  }
  return best;
}

template <class V>
Ceilings measure(sptune::cuda::Timer& timer, const sptune::suites::Matrix& matrix,
                 const Settings& settings) {
  const auto& csr = matrix.csr;
  const std::vector<V> own(csr.values.begin(), csr.values.end());
  const DeviceArray<Index> col_indices(csr.col_indices.data(), csr.col_indices.size());
  const DeviceArray<V> values(own.data(), own.size());
  const auto x = DeviceArray<V>::zeroed(static_cast<std::size_t>(csr.cols));
  const DeviceArray<V> y(static_cast<std::size_t>(csr.rows));
  const std::int64_t entries = csr.nnz() * static_cast<std::int64_t>(sizeof(V) + sizeof(Index));
  const std::int64_t vectors = (csr.cols + csr.rows) * static_cast<std::int64_t>(sizeof(V));
  const std::int64_t offsets = (csr.rows + 1) * static_cast<std::int64_t>(sizeof(std::int32_t));
  const std::int64_t bytes = entries + vectors + offsets;
  const auto data = DeviceArray<std::byte>::zeroed(static_cast<std::size_t>(bytes));
  const DeviceArray<int> never(1);
  const sptune::Stream stream = timer.stream();
  sptune::cuda::synchronize();
  Ceilings out;
  out.floor_us = timed(timer, settings, [&] { sptune::cuda::launch_empty(stream); }) +
                 static_cast<double>(bytes) / settings.bytes_per_us;
  out.read_us = fastest(std::array{1, 2, 4}, [&](Shape shape) {
    return timed(timer, settings,
                 [&] { sptune::test::read_all(bytes, data.data(), shape, never.data(), stream); });
  });
  out.gather_us = fastest(std::array{4, 8}, [&](Shape shape) {
    return timed(timer, settings, [&] {
      sptune::test::gather_all(csr.nnz(), col_indices.data(), values.data(), x.data(), csr.rows,
                               y.data(), shape, stream);
    });
  });
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> matrices;
  std::string type = "f64";
  Settings settings;
  double terabytes_per_s = 4.1;
  CLI::App app("what y = Ax cannot be faster than on this GPU, as CSV");
  app.add_option("matrices", matrices, "files, folders or generator ids, as in --suite")
      ->required();
  app.add_option("--type", type)->check(CLI::IsMember({"f64", "f32"}))->capture_default_str();
  app.add_flag("--cold", settings.cold, "after a flush of the caches");
  app.add_option("--samples", settings.samples)->check(CLI::PositiveNumber)->capture_default_str();
  app.add_option("--terabytes-per-second", terabytes_per_s, "of the memory; 4.1: an H200's triad")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  settings.bytes_per_us = terabytes_per_s * 1e6;
  try {
    if (const auto& device = sptune::cuda::device_info(); !device) {
      throw sptune::DeviceError(device.error());
    }
    sptune::cuda::Timer timer;
    sptune::suites::Library library;
    std::puts("matrix,type,cache,nnz,floor_us,read_us,gather_us");
    double read = 0;
    double gather = 0;
    int count = 0;
    for (const std::string& name : matrices) {
      for (const auto& entry : sptune::suites::open_suite(name).entries) {
        const sptune::suites::Matrix matrix = library.load(entry);
        if (matrix.csr.nnz() == 0) continue;
        const Ceilings c = type == "f64" ? measure<double>(timer, matrix, settings)
                                         : measure<float>(timer, matrix, settings);
        fmt::print("\"{}\",{},{},{},{:.2f},{:.2f},{:.2f}\n", matrix.info.name, type,
                   settings.cold ? "cold" : "hot", matrix.csr.nnz(), c.floor_us, c.read_us,
                   c.gather_us);
        std::fflush(stdout);
        read += std::log(c.floor_us / c.read_us);
        gather += std::log(c.floor_us / c.gather_us);
        ++count;
      }
    }
    if (count == 0) throw sptune::InputError("expected a matrix with entries, found none");
    fmt::print(stderr, "{} matrices, of the floor: reading {:.3f}, reading and gathering {:.3f}\n",
               count, std::exp(read / count), std::exp(gather / count));
  } catch (const std::exception& e) {
    fmt::print(stderr, "{}\n", e.what());
    return 1;
  }
  return 0;
}
