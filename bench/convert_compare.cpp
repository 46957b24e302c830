// SPDX-License-Identifier: BSD-3-Clause
// Not a test: a table of our conversions on the GPU beside cuSPARSE's, in one process, in
// interleaved rounds, from the host's clock with the device idle before and after. Every result is
// compared with cuSPARSE's, bit for bit, with its rows sorted.
#include "bench/convert_compare_kernels.hpp"
#include "kernels/api/clock.hpp"
#include "kernels/cuda/check.hpp"
#include "sptune/device_convert.hpp"
#include "suites/collections/suite.hpp"

#include <CLI/CLI.hpp>
#include <cusparse.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace {

using sptune::Index;
using sptune::now_s;
using sptune::cuda::DeviceArray;
namespace convert = sptune::convert;

void check(cusparseStatus_t status, const char* what) {
  if (status != CUSPARSE_STATUS_SUCCESS) {
    throw sptune::DeviceError(std::string(what) + ": " + cusparseGetErrorString(status));
  }
}
#define CUSPARSE(call) check((call), #call)

template <class V>
constexpr cudaDataType value_type = sizeof(V) == 4 ? CUDA_R_32F : CUDA_R_64F;

struct Side {
  std::string name;
  std::function<void()> run;
  std::vector<double> us{};
};

/// Interleaved rounds; the last side is cuSPARSE's.
void measure(std::vector<Side>& sides, int rounds) {
  for (int round = -2; round < rounds; ++round) {
    for (Side& side : sides) {
      sptune::cuda::synchronize();
      const double begin = now_s();
      side.run();
      sptune::cuda::synchronize();
      if (round >= 0) side.us.push_back((now_s() - begin) * 1e6);
    }
  }
}

double median(std::vector<double> v) {
  std::sort(v.begin(), v.end());
  return v[v.size() / 2];
}

void print(const char* conversion, const std::string& matrix, const char* type, std::int64_t nnz,
           std::vector<Side>& sides, std::int64_t different) {
  const double baseline = median(sides.back().us);
  for (const Side& side : sides) {
    const auto [least, most] = std::minmax_element(side.us.begin(), side.us.end());
    fmt::print("{},\"{}\",{},{},{},{:.1f},{:.1f},{:.1f},{:.3f},{}\n", conversion, matrix, type, nnz,
               side.name, median(side.us), *least, *most, baseline / median(side.us), different);
  }
  std::fflush(stdout);
}

template <class V>
struct Entries {
  DeviceArray<Index> row_offsets;
  DeviceArray<Index> col_indices;
  DeviceArray<V> values;
};

/// cuSPARSE's way: analysis counts, convert writes. `out` is made when it is not there yet.
template <class V>
std::int64_t dense_by_cusparse(cusparseHandle_t handle, const convert::DenseView<V>& a,
                               DeviceArray<std::byte>& buffer, Entries<V>& out) {
  cusparseConstDnMatDescr_t dense = nullptr;
  cusparseSpMatDescr_t sparse = nullptr;
  if (out.row_offsets.size() == 0) {
    out.row_offsets = DeviceArray<Index>(static_cast<std::size_t>(a.rows) + 1);
  }
  CUSPARSE(cusparseCreateConstDnMat(&dense, a.rows, a.cols, a.stride, a.values, value_type<V>,
                                    CUSPARSE_ORDER_ROW));
  CUSPARSE(cusparseCreateCsr(&sparse, a.rows, a.cols, 0, out.row_offsets.data(), nullptr, nullptr,
                             CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                             value_type<V>));
  constexpr auto algorithm = CUSPARSE_DENSETOSPARSE_ALG_DEFAULT;
  if (buffer.size() == 0) {
    std::size_t bytes = 0;
    CUSPARSE(cusparseDenseToSparse_bufferSize(handle, dense, sparse, algorithm, &bytes));
    buffer = DeviceArray<std::byte>(std::max<std::size_t>(bytes, 1));
  }
  CUSPARSE(cusparseDenseToSparse_analysis(handle, dense, sparse, algorithm, buffer.data()));
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::int64_t nnz = 0;
  CUSPARSE(cusparseSpMatGetSize(sparse, &rows, &cols, &nnz));
  if (out.values.size() == 0) {
    out.col_indices = DeviceArray<Index>(static_cast<std::size_t>(nnz));
    out.values = DeviceArray<V>(static_cast<std::size_t>(nnz));
  }
  CUSPARSE(cusparseCsrSetPointers(sparse, out.row_offsets.data(), out.col_indices.data(),
                                  out.values.data()));
  CUSPARSE(cusparseDenseToSparse_convert(handle, dense, sparse, algorithm, buffer.data()));
  CUSPARSE(cusparseDestroyDnMat(dense));
  CUSPARSE(cusparseDestroySpMat(sparse));
  return nnz;
}

/// cuSPARSE leaves the columns of a row in no order; ours are sorted.
template <class V>
void sort_rows(const convert::DenseView<V>& a, std::int64_t nnz, Entries<V>& entries) {
  DeviceArray<Index> rows(static_cast<std::size_t>(nnz));
  convert::expand_rows(a.rows, nnz, entries.row_offsets.data(), rows.data());
  auto sorted = convert::coo_to_csr<V, Index>(
      {a.rows, a.cols, nnz, rows.data(), entries.col_indices.data(), entries.values.data()});
  entries = {std::move(sorted.row_offsets), std::move(sorted.col_indices),
             std::move(sorted.values)};
}

template <class V>
void compare_dense(cusparseHandle_t handle, std::int64_t size, double density, const char* type,
                   int rounds) {
  const DeviceArray<V> values(static_cast<std::size_t>(size * size));
  sptune::test::fill_dense(values, density);
  const convert::DenseView<V> a{size, size, size, values.data()};
  const std::string name = fmt::format("{}x{} {}", size, size, density);

  DeviceArray<std::byte> buffer;
  Entries<V> theirs;
  const std::int64_t nnz = dense_by_cusparse(handle, a, buffer, theirs);
  Entries<V> ours{DeviceArray<Index>(static_cast<std::size_t>(size) + 1),
                  DeviceArray<Index>(static_cast<std::size_t>(nnz)),
                  DeviceArray<V>(static_cast<std::size_t>(nnz))};
  convert::DenseToCsr<V, Index> work(size, size, size);
  const auto one_pass = [&] {
    work.convert(a.values, nnz, ours.row_offsets.data(), ours.col_indices.data(),
                 ours.values.data(), {});
    if (work.converted({}) != nnz) throw sptune::DeviceError("one pass found another number");
  };
  const auto wrong = [&] {
    return sptune::test::different(ours.row_offsets, theirs.row_offsets, size + 1) +
           sptune::test::different(ours.col_indices, theirs.col_indices, nnz) +
           sptune::test::different(ours.values, theirs.values, nnz);
  };
  one_pass();
  sort_rows(a, nnz, theirs);
  const std::int64_t bad = wrong();
  std::vector<Side> given{{"one pass", one_pass},
                          {"cusparse", [&] { dense_by_cusparse(handle, a, buffer, theirs); }}};
  measure(given, rounds);
  print("dense_to_csr, memory given", name, type, nnz, given, bad);
  std::vector<Side> whole{{"dense_to_csr", [&] { (void)convert::dense_to_csr<V, Index>(a); }},
                          {"cusparse", [&] {
                             DeviceArray<std::byte> fresh;
                             Entries<V> out;
                             dense_by_cusparse(handle, a, fresh, out);
                           }}};
  measure(whole, rounds);
  print("dense_to_csr, with allocation", name, type, nnz, whole, bad);
}

using Value = double;

/// A matrix of the suite on the device.
struct DeviceMatrix {
  explicit DeviceMatrix(const sptune::suites::Matrix& matrix)
      : name(matrix.info.name),
        rows(static_cast<int>(matrix.csr.rows)),
        cols(static_cast<int>(matrix.csr.cols)),
        nnz(static_cast<int>(matrix.csr.nnz())),
        col_indices(matrix.csr.col_indices.data(), matrix.csr.col_indices.size()),
        values(matrix.csr.values.data(), matrix.csr.values.size()) {
    const std::vector<Index> offsets(matrix.csr.row_offsets.begin(), matrix.csr.row_offsets.end());
    row_offsets = DeviceArray<Index>(offsets.data(), offsets.size());
  }
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(nnz); }
  [[nodiscard]] sptune::CsrView<Value, Index> view() const {
    return {rows, cols, row_offsets.data(), col_indices.data(), values.data()};
  }
  /// Room for as many entries, with offsets of `lines` rows or columns.
  [[nodiscard]] Entries<Value> empty(int lines) const {
    return {DeviceArray<Index>(static_cast<std::size_t>(lines) + 1), DeviceArray<Index>(size()),
            DeviceArray<Value>(size())};
  }

  std::string name;
  int rows;
  int cols;
  int nnz;
  DeviceArray<Index> row_offsets;
  DeviceArray<Index> col_indices;
  DeviceArray<Value> values;
};

void compare_rows(cusparseHandle_t handle, const DeviceMatrix& a, int rounds) {
  DeviceArray<Index> ours(a.size());
  DeviceArray<Index> theirs(a.size());
  std::vector<Side> sides{
      {"expand_rows",
       [&] { convert::expand_rows(a.rows, a.nnz, a.row_offsets.data(), ours.data()); }},
      {"cusparse", [&] {
         CUSPARSE(cusparseXcsr2coo(handle, a.row_offsets.data(), a.nnz, a.rows, theirs.data(),
                                   CUSPARSE_INDEX_BASE_ZERO));
       }}};
  measure(sides, rounds);
  print("csr_to_coo, rows alone", a.name, "f64", a.nnz, sides,
        sptune::test::different(ours, theirs, a.nnz));
}

Entries<Value> transpose_by_cusparse(cusparseHandle_t handle, const DeviceMatrix& a) {
  Entries<Value> out = a.empty(a.cols);
  const auto call = [&](auto f, auto last) {
    CUSPARSE(f(handle, a.rows, a.cols, a.nnz, a.values.data(), a.row_offsets.data(),
               a.col_indices.data(), out.values.data(), out.row_offsets.data(),
               out.col_indices.data(), CUDA_R_64F, CUSPARSE_ACTION_NUMERIC,
               CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_CSR2CSC_ALG_DEFAULT, last));
  };
  std::size_t bytes = 0;
  call(cusparseCsr2cscEx2_bufferSize, &bytes);
  const DeviceArray<std::byte> buffer(std::max<std::size_t>(bytes, 1));
  call(cusparseCsr2cscEx2, static_cast<void*>(buffer.data()));
  sptune::cuda::synchronize();
  return out;
}

void compare_transpose(cusparseHandle_t handle, const DeviceMatrix& a, int rounds) {
  Entries<Value> theirs;
  std::vector<Side> sides{{"csr_to_csc", [&] { (void)convert::csr_to_csc(a.view(), a.nnz); }},
                          {"cusparse", [&] { theirs = transpose_by_cusparse(handle, a); }}};
  measure(sides, rounds);
  const auto ours = convert::csr_to_csc(a.view(), a.nnz);
  print("csr_to_csc, with allocation", a.name, "f64", a.nnz, sides,
        sptune::test::different(ours.col_offsets, theirs.row_offsets, a.cols + 1) +
            sptune::test::different(ours.row_indices, theirs.col_indices, a.nnz) +
            sptune::test::different(ours.values, theirs.values, a.nnz));
}

/// cuSPARSE sorts a permutation, gathers the values, and compresses the rows; it leaves duplicates
/// alone, of which there are none here.
Entries<Value> list_by_cusparse(cusparseHandle_t handle, const DeviceMatrix& a,
                                const convert::CooView<Value>& list,
                                const DeviceArray<int>& in_order) {
  Entries<Value> out = a.empty(a.rows);
  DeviceArray<Index> sorted_rows(a.size());
  const DeviceArray<int> permutation(a.size());
  sptune::cuda::copy_on_device(sorted_rows.data(), list.row_indices, a.size() * sizeof(Index));
  sptune::cuda::copy_on_device(out.col_indices.data(), list.col_indices, a.size() * sizeof(Index));
  std::size_t bytes = 0;
  CUSPARSE(cusparseXcoosort_bufferSizeExt(handle, a.rows, a.cols, a.nnz, sorted_rows.data(),
                                          out.col_indices.data(), &bytes));
  const DeviceArray<std::byte> buffer(std::max<std::size_t>(bytes, 1));
  sptune::cuda::copy_on_device(permutation.data(), in_order.data(), a.size() * sizeof(int));
  CUSPARSE(cusparseXcoosortByRow(handle, a.rows, a.cols, a.nnz, sorted_rows.data(),
                                 out.col_indices.data(), permutation.data(), buffer.data()));
  cusparseDnVecDescr_t in = nullptr;
  cusparseSpVecDescr_t gathered = nullptr;
  CUSPARSE(cusparseCreateDnVec(&in, a.nnz, const_cast<Value*>(list.values), CUDA_R_64F));
  CUSPARSE(cusparseCreateSpVec(&gathered, a.nnz, a.nnz, permutation.data(), out.values.data(),
                               CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
  CUSPARSE(cusparseGather(handle, in, gathered));
  CUSPARSE(cusparseXcoo2csr(handle, sorted_rows.data(), a.nnz, a.rows, out.row_offsets.data(),
                            CUSPARSE_INDEX_BASE_ZERO));
  sptune::cuda::synchronize();
  CUSPARSE(cusparseDestroyDnVec(in));
  CUSPARSE(cusparseDestroySpVec(gathered));
  return out;
}

/// The list by columns: what a coordinate file often is.
void compare_list_by_columns(cusparseHandle_t handle, const DeviceMatrix& a, int rounds) {
  const auto by_columns = convert::csr_to_csc(a.view(), a.nnz);
  DeviceArray<Index> columns(a.size());
  convert::expand_rows(a.cols, a.nnz, by_columns.col_offsets.data(), columns.data());
  const convert::CooView<Value> list{a.rows,         a.cols,
                                     a.nnz,          by_columns.row_indices.data(),
                                     columns.data(), by_columns.values.data()};
  std::vector<int> numbers(a.size());
  std::iota(numbers.begin(), numbers.end(), 0);
  const DeviceArray<int> in_order(numbers.data(), numbers.size());
  Entries<Value> theirs;
  std::vector<Side> sides{
      {"coo_to_csr", [&] { (void)convert::coo_to_csr<Value, Index>(list); }},
      {"cusparse", [&] { theirs = list_by_cusparse(handle, a, list, in_order); }}};
  measure(sides, rounds);
  const auto ours = convert::coo_to_csr<Value, Index>(list);
  print("coo_to_csr, list by columns", a.name, "f64", a.nnz, sides,
        sptune::test::different(ours.row_offsets, theirs.row_offsets, a.rows + 1) +
            sptune::test::different(ours.col_indices, theirs.col_indices, a.nnz) +
            sptune::test::different(ours.values, theirs.values, a.nnz));
}

void compare_lists(cusparseHandle_t handle, const sptune::suites::Matrix& matrix, int rounds) {
  const DeviceMatrix a(matrix);
  compare_rows(handle, a, rounds);
  compare_transpose(handle, a, rounds);
  compare_list_by_columns(handle, a, rounds);
}

}  // namespace

int main(int argc, char** argv) {
  std::int64_t size = 16384;
  std::vector<double> densities{0.01, 0.1, 0.5};
  std::vector<std::string> matrices;
  int rounds = 15;
  CLI::App app("our conversions on the GPU beside cuSPARSE's, as CSV");
  app.add_option("--size", size, "rows and columns of the dense matrix");
  app.add_option("--densities", densities, "share of its elements that are not 0");
  app.add_option("--matrices", matrices, "sources as in a suite, for the conversions of lists");
  app.add_option("--rounds", rounds, "samples of each");
  CLI11_PARSE(app, argc, argv);
  try {
    cusparseHandle_t handle = nullptr;
    CUSPARSE(cusparseCreate(&handle));
    std::puts("conversion,matrix,type,nnz,by,median_us,min_us,max_us,speedup,different");
    for (const double density : densities) {
      compare_dense<double>(handle, size, density, "f64", rounds);
      compare_dense<float>(handle, size, density, "f32", rounds);
    }
    sptune::suites::Library library;
    for (const std::string& source : matrices) {
      sptune::suites::SuiteEntry entry;
      entry.name = source;
      entry.source = source;
      compare_lists(handle, library.load(entry), rounds);
    }
    CUSPARSE(cusparseDestroy(handle));
  } catch (const std::exception& e) {
    fmt::print(stderr, "{}\n", e.what());
    return 1;
  }
  return 0;
}
