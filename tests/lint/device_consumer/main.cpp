// SPDX-License-Identifier: BSD-3-Clause
// Multiplies matrices that are in a GPU's memory through an installed sptune: on streams of the
// program's own, with other values, with unsorted rows; and converts dense matrices in a graph that
// is replayed. Everything is compared with a plain loop. Status 77: there is no GPU.
#include "sptune/device_convert.hpp"
#include "sptune/sptune.hpp"

#include <cuda_runtime_api.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using sptune::AnyCsr;
using sptune::Index;
using Matrix = sptune::Csr<double, std::int32_t>;

void must(cudaError_t status, const char* what) {
  if (status != cudaSuccess) {
    throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(status));
  }
}
#define MUST(call) must((call), #call)

int failures = 0;
void check(bool right, const std::string& what) {
  std::printf("%s: %s\n", right ? "ok" : "wrong", what.c_str());
  failures += right ? 0 : 1;
}

/// An array on the device, by the program's own allocator.
template <class T>
class Array {
 public:
  explicit Array(std::size_t size) : size_(size) {
    MUST(cudaMalloc(reinterpret_cast<void**>(&data_), (size + 1) * sizeof(T)));
  }
  explicit Array(const std::vector<T>& host) : Array(host.size()) { put(host); }
  ~Array() { (void)cudaFree(data_); }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;
  void put(const std::vector<T>& host) {
    MUST(cudaMemcpy(data_, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
    MUST(cudaDeviceSynchronize());
  }
  [[nodiscard]] T* data() const { return data_; }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

template <class T>
std::vector<T> fetched(const void* device, std::int64_t count) {
  std::vector<T> host(static_cast<std::size_t>(count));
  MUST(cudaMemcpy(host.data(), device, host.size() * sizeof(T), cudaMemcpyDeviceToHost));
  return host;
}

struct OnDevice {
  explicit OnDevice(const Matrix& m)
      : rows(m.rows),
        cols(m.cols),
        offsets(m.row_offsets),
        columns(m.col_indices),
        values(m.values) {}
  [[nodiscard]] AnyCsr view() const {
    return AnyCsr::on_device(sptune::CsrView<double, std::int32_t>{rows, cols, offsets.data(),
                                                                   columns.data(), values.data()},
                             static_cast<std::int64_t>(columns.size()));
  }
  std::int64_t rows;
  std::int64_t cols;
  Array<std::int32_t> offsets;
  Array<Index> columns;
  Array<double> values;
};

/// Rows of a few columns with small integers, in rising order or falling with one column twice.
Matrix some_matrix(std::int64_t rows, std::int64_t cols, unsigned seed, bool sorted) {
  Matrix m;
  m.rows = rows;
  m.cols = cols;
  for (std::int64_t r = 0; r < rows; ++r) {
    std::vector<Index> columns;
    for (std::int64_t c = (r * 7 + seed) % 13; c < cols; c += 11 + (r + seed) % 17) {
      columns.push_back(static_cast<Index>(c));
    }
    if (!sorted && !columns.empty()) {
      columns = std::vector<Index>(columns.rbegin(), columns.rend());
      columns.push_back(columns.front());
    }
    for (const Index c : columns) {
      m.col_indices.push_back(c);
      m.values.push_back(1 + (c + static_cast<Index>(seed)) % 5);
    }
    m.row_offsets.push_back(static_cast<std::int32_t>(m.col_indices.size()));
  }
  return m;
}

using Rows = std::vector<std::map<Index, double>>;

Rows product(const Matrix& a, const Matrix& b) {
  Rows c(static_cast<std::size_t>(a.rows));
  for (std::size_t r = 0; r < c.size(); ++r) {
    for (auto i = static_cast<std::size_t>(a.row_offsets[r]);
         i < static_cast<std::size_t>(a.row_offsets[r + 1]); ++i) {
      const auto k = static_cast<std::size_t>(a.col_indices[i]);
      for (auto j = static_cast<std::size_t>(b.row_offsets[k]);
           j < static_cast<std::size_t>(b.row_offsets[k + 1]); ++j) {
        c[r][b.col_indices[j]] += a.values[i] * b.values[j];
      }
    }
  }
  return c;
}

/// Small integers: exact in any order.
bool equal(const AnyCsr& c, const Rows& expected) {
  if (c.rows != static_cast<std::int64_t>(expected.size())) return false;
  const auto offsets = fetched<std::int64_t>(c.row_offsets, c.rows + 1);
  const auto columns = fetched<Index>(c.col_indices, c.nnz);
  const auto values = fetched<double>(c.values, c.nnz);
  for (std::size_t r = 0; r < expected.size(); ++r) {
    std::map<Index, double> row;
    for (auto i = static_cast<std::size_t>(offsets[r]);
         i < static_cast<std::size_t>(offsets[r + 1]); ++i) {
      if (!row.emplace(columns[i], values[i]).second) return false;
      if (c.columns == sptune::ColumnOrder::sorted && row.rbegin()->first != columns[i])
        return false;
    }
    if (row != expected[r]) return false;
  }
  return true;
}

void multiply(const sptune::Dispatcher& dispatcher, cudaStream_t stream, bool sorted) {
  const std::string how = std::string(sorted ? "sorted" : "unsorted") + " B";
  Matrix a = some_matrix(900, 700, 1, true);
  Matrix b = some_matrix(700, 1100, 2, sorted);
  const OnDevice there_a(a);
  OnDevice there_b(b);
  // Not every variant takes rows that are not sorted: the dispatcher finds one that does.
  sptune::Spgemm c = dispatcher.spgemm(there_a.view(), there_b.view());
  const AnyCsr first = c.multiply({stream});
  MUST(cudaStreamSynchronize(stream));
  check(equal(first, product(a, b)), "A*B, " + how + ", by " + c.choice().configuration.text());
  for (int again = 0; again < 3; ++again) {
    for (double& v : b.values) v = v * 2 - 3;
    there_b.values.put(b.values);
    const AnyCsr next = c.recompute({stream});
    MUST(cudaStreamSynchronize(stream));
    check(equal(next, product(a, b)), "other values, " + how);
  }
}

void multiply_on_two_streams(const sptune::Dispatcher& dispatcher, cudaStream_t one,
                             cudaStream_t other) {
  const Matrix a = some_matrix(6, 90000, 3, true);
  const OnDevice there(a);
  std::vector<double> x(static_cast<std::size_t>(a.cols));
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<double>(i % 9);
  std::vector<double> twice(x);
  for (double& v : twice) v *= 2;
  const Array<double> x_one(x);
  const Array<double> x_other(twice);
  constexpr std::size_t runs = 50;
  const Array<double> y(static_cast<std::size_t>(a.rows) * runs * 2);
  auto spmv = dispatcher.spmv<double>(there.view());
  const auto rows = static_cast<std::size_t>(a.rows);
  for (std::size_t run = 0; run < runs; ++run) {
    spmv.run(1.0, x_one.data(), 0.0, y.data() + rows * (2 * run), {one});
    spmv.run(1.0, x_other.data(), 0.0, y.data() + rows * (2 * run + 1), {other});
  }
  MUST(cudaDeviceSynchronize());
  const auto sums = fetched<double>(y.data(), static_cast<std::int64_t>(y.size()));
  bool right = true;
  for (std::size_t r = 0; r < rows; ++r) {
    double expected = 0;
    for (auto i = static_cast<std::size_t>(a.row_offsets[r]);
         i < static_cast<std::size_t>(a.row_offsets[r + 1]); ++i) {
      expected += a.values[i] * x[static_cast<std::size_t>(a.col_indices[i])];
    }
    for (std::size_t run = 0; run < runs; ++run) {
      right = right && sums[rows * (2 * run) + r] == expected &&
              sums[rows * (2 * run + 1) + r] == 2 * expected;
    }
  }
  check(right, "one plan on two streams, " + spmv.choice().configuration.text());
}

void convert_in_a_graph(cudaStream_t stream) {
  constexpr std::int64_t n = 1500;
  const Array<double> dense(static_cast<std::size_t>(n * n));
  const Array<std::int32_t> offsets(static_cast<std::size_t>(n) + 1);
  const Array<Index> columns(static_cast<std::size_t>(n * n));
  const Array<double> values(static_cast<std::size_t>(n * n));
  sptune::convert::DenseToCsr<double, std::int32_t> work(n, n, n);
  work.convert(dense.data(), 0, offsets.data(), columns.data(), values.data(), {stream});
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t replay = nullptr;
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  work.convert(dense.data(), n * n, offsets.data(), columns.data(), values.data(), {stream});
  MUST(cudaStreamEndCapture(stream, &graph));
  MUST(cudaGraphInstantiate(&replay, graph, 0));
  for (const std::int64_t every : {3, 700, 2, 41}) {
    std::vector<double> elements(static_cast<std::size_t>(n * n));
    std::vector<Index> expected;
    for (std::int64_t i = 0; i < n * n; i += every) {
      elements[static_cast<std::size_t>(i)] = static_cast<double>(i % 100 + 1);
      expected.push_back(static_cast<Index>(i % n));
    }
    MUST(cudaMemcpy(dense.data(), elements.data(), elements.size() * sizeof(double),
                    cudaMemcpyHostToDevice));
    MUST(cudaDeviceSynchronize());
    MUST(cudaGraphLaunch(replay, stream));
    const std::int64_t found = work.converted({stream});
    check(found == static_cast<std::int64_t>(expected.size()) &&
              fetched<Index>(columns.data(), found) == expected,
          "a replayed conversion of one element in " + std::to_string(every));
  }
  MUST(cudaGraphExecDestroy(replay));
  MUST(cudaGraphDestroy(graph));
}

}  // namespace

int main() {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    std::printf("skipped: no CUDA device\n");
    return 77;
  }
  try {
    cudaStream_t one = nullptr;
    cudaStream_t other = nullptr;
    MUST(cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking));
    MUST(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
    const sptune::Dispatcher dispatcher;
    multiply(dispatcher, one, true);
    multiply(dispatcher, other, false);
    multiply_on_two_streams(dispatcher, one, other);
    convert_in_a_graph(one);
    MUST(cudaStreamDestroy(one));
    MUST(cudaStreamDestroy(other));
  } catch (const std::exception& e) {
    check(false, e.what());
  }
  std::printf("%d wrong\n", failures);
  return failures == 0 ? 0 : 1;
}
