// SPDX-License-Identifier: BSD-3-Clause
// Conversions on the GPU give what the host's give, bit for bit.
#include "sptune/device_convert.hpp"

#include "kernels/convert/convert.hpp"
#include "sptune/error.hpp"
#include "tests/kernels/spmv_battery.hpp"
#include "tests/on_device.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace sptune::test {
namespace {

using ::testing::HasSubstr;

class CudaConvert : public test::OnDevice {};

template <class T>
cuda::DeviceArray<T> to_device(const std::vector<T>& host) {
  return {host.data(), host.size()};
}

template <class T>
std::vector<T> to_host(const cuda::DeviceArray<T>& device, std::int64_t n) {
  std::vector<T> out(static_cast<std::size_t>(n));
  if (n > 0) cuda::copy_to_host(out.data(), device.data(), out.size() * sizeof(T));
  return out;
}

template <class V, class O>
Csr<V, O> to_host(const convert::CsrOnDevice<V, O>& a) {
  return {a.rows, a.cols, to_host(a.row_offsets, a.rows + 1), to_host(a.col_indices, a.nnz),
          to_host(a.values, a.nnz)};
}

/// A CSR of the host on the device.
template <class V, class O>
struct OnDevice {
  explicit OnDevice(const Csr<V, O>& a)
      : row_offsets(to_device(a.row_offsets)),
        col_indices(to_device(a.col_indices)),
        values(to_device(a.values)),
        view{a.rows, a.cols, row_offsets.data(), col_indices.data(), values.data()} {}
  cuda::DeviceArray<O> row_offsets;
  cuda::DeviceArray<Index> col_indices;
  cuda::DeviceArray<V> values;
  CsrView<V, O> view;
};

/// Elements of a matrix whose rows differ in density; what stands between the rows is not 0.
template <class V>
std::vector<V> dense_elements(std::int64_t rows, std::int64_t cols, std::int64_t stride,
                              double density, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> uniform(0, 1);
  std::vector<V> out(static_cast<std::size_t>(rows * stride), V{7});
  for (std::int64_t row = 0; row < rows; ++row) {
    const double here = row % 5 == 3 ? 0 : density * (row % 7 == 1 ? 1.9 : 1);
    for (std::int64_t col = 0; col < cols; ++col) {
      out[static_cast<std::size_t>(row * stride + col)] =
          uniform(random) < here ? static_cast<V>(uniform(random) - 0.5) : V{0};
    }
  }
  return out;
}

template <class V, class O>
void dense_gives_the_hosts_csr(std::int64_t rows, std::int64_t cols, std::int64_t stride,
                               double density) {
  SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(cols) + " stride " +
               std::to_string(stride) + " density " + std::to_string(density));
  const auto elements = dense_elements<V>(rows, cols, stride, density, 1);
  const Csr<V, O> expected = convert::dense_to_csr<V, O>(rows, cols, stride, elements.data());
  const std::int64_t nnz = expected.nnz();
  const auto dense = to_device(elements);

  EXPECT_EQ(to_host(convert::dense_to_csr<V, O>({rows, cols, stride, dense.data()})), expected);

  convert::DenseToCsr<V, O> work(rows, cols, stride);
  convert::CsrOnDevice<V, O> out{rows,
                                 cols,
                                 nnz,
                                 cuda::DeviceArray<O>(static_cast<std::size_t>(rows) + 1),
                                 cuda::DeviceArray<Index>(static_cast<std::size_t>(nnz)),
                                 cuda::DeviceArray<V>(static_cast<std::size_t>(nnz))};
  cuda::fill_bytes(out.row_offsets.data(), 0xff, out.row_offsets.size() * sizeof(O));
  if (nnz > 0) {
    cuda::fill_bytes(out.col_indices.data(), 0xff, static_cast<std::size_t>(nnz) * sizeof(Index));
    cuda::fill_bytes(out.values.data(), 0xff, static_cast<std::size_t>(nnz) * sizeof(V));
  }
  for (int again = 0; again < 2; ++again) {  // the workspace is used again
    work.convert(dense.data(), nnz, out.row_offsets.data(), out.col_indices.data(),
                 out.values.data(), {});
    EXPECT_EQ(work.converted({}), nnz);
  }
  EXPECT_EQ(to_host(out), expected);
}

TEST_F(CudaConvert, dense_matrices_of_any_shape_become_the_hosts_csr) {
  struct Shape {
    std::int64_t rows, cols, stride;
  };
  // Rows shorter and longer than a warp's elements and a block's, and room between rows.
  for (const Shape s :
       {Shape{1, 1, 1}, Shape{1, 100000, 100000}, Shape{100000, 1, 1}, Shape{3001, 7, 7},
        Shape{257, 511, 511}, Shape{129, 512, 512}, Shape{65, 4097, 4097}, Shape{200, 33, 64},
        Shape{70, 1000, 1024}, Shape{5, 0, 3}, Shape{0, 5, 5}, Shape{9, 40000, 40001}}) {
    for (const double density : {0.0, 0.01, 0.5, 1.0}) {
      dense_gives_the_hosts_csr<double, std::int32_t>(s.rows, s.cols, s.stride, density);
      dense_gives_the_hosts_csr<float, std::int64_t>(s.rows, s.cols, s.stride, density);
    }
  }
}

TEST_F(CudaConvert, a_dense_matrix_whose_sample_deceives_is_converted_all_the_same) {
  constexpr std::int64_t n = 1500;  // more elements than are counted one by one
  std::vector<double> elements(static_cast<std::size_t>(n * n), 0.0);
  for (std::int64_t row = 0; row < n; ++row) {  // full rows that no window of the sample touches
    bool sampled = false;
    for (std::int64_t block = 0; block < 512; ++block) sampled |= block * n / 512 == row;
    if (sampled) continue;
    for (std::int64_t col = 0; col < n; ++col)
      elements[static_cast<std::size_t>(row * n + col)] = 1;
  }
  const auto dense = to_device(elements);
  EXPECT_EQ(to_host(convert::dense_to_csr<double, std::int32_t>({n, n, n, dense.data()})),
            (convert::dense_to_csr<double, std::int32_t>(n, n, n, elements.data())));
}

TEST_F(CudaConvert, too_little_room_is_told_and_nothing_written_beyond_it) {
  const std::vector<float> elements(100000, 1.0F);
  const auto dense = to_device(elements);
  convert::DenseToCsr<float, std::int32_t> work(1, 100000, 100000);
  const cuda::DeviceArray<std::int32_t> row_offsets(2);
  const cuda::DeviceArray<Index> columns(5000);
  const cuda::DeviceArray<float> values(5000);
  work.convert(dense.data(), 5000, row_offsets.data(), columns.data(), values.data(), {});
  EXPECT_EQ(work.converted({}), 100000);
  EXPECT_EQ(to_host(row_offsets, 2), (std::vector<std::int32_t>{0, 100000}));
}

/// Launches are told apart on the device, so that a graph counts on like calls do.
TEST_F(CudaConvert, a_graph_of_a_conversion_is_replayed_with_other_elements) {
  constexpr std::int64_t rows = 3000;
  constexpr std::int64_t cols = 2500;  // several waves of tiles
  constexpr std::int64_t capacity = rows * cols;
  for (const std::int64_t most_shared : {std::int64_t{1} << 30, std::int64_t{50} * 1024}) {
    SCOPED_TRACE("shared memory " + std::to_string(most_shared));
    const cuda::DeviceArray<double> dense(static_cast<std::size_t>(rows * cols));
    const convert::CsrOnDevice<double, std::int32_t> out{
        rows,
        cols,
        capacity,
        cuda::DeviceArray<std::int32_t>(static_cast<std::size_t>(rows) + 1),
        cuda::DeviceArray<Index>(static_cast<std::size_t>(capacity)),
        cuda::DeviceArray<double>(static_cast<std::size_t>(capacity))};
    convert::DenseToCsr<double, std::int32_t> work(rows, cols, cols, most_shared);
    const cuda::Timer timer;
    const auto convert = [&] {
      work.convert(dense.data(), capacity, out.row_offsets.data(), out.col_indices.data(),
                   out.values.data(), timer.stream());
    };
    convert();  // a first launch
    cuda::Graph graph(timer.stream(), convert);
    std::uint64_t seed = 1;
    for (const double density : {0.3, 0.002, 0.0, 0.6, 0.05}) {
      const auto elements = dense_elements<double>(rows, cols, cols, density, ++seed);
      const auto expected =
          convert::dense_to_csr<double, std::int32_t>(rows, cols, cols, elements.data());
      cuda::copy_to_device(dense.data(), elements.data(), elements.size() * sizeof(double));
      graph.launch();
      if (seed == 4) convert();  // and a call in between
      ASSERT_EQ(work.converted(timer.stream()), expected.nnz()) << density;
      EXPECT_EQ(to_host(out.row_offsets, rows + 1), expected.row_offsets) << density;
      EXPECT_EQ(to_host(out.col_indices, expected.nnz()), expected.col_indices) << density;
      EXPECT_EQ(to_host(out.values, expected.nnz()), expected.values) << density;
    }
  }
}

/// More launches than their numbers have values.
TEST_F(CudaConvert, numbers_of_launches_come_round) {
  const std::vector<float> elements(70000, 1.0F);
  const auto dense = to_device(elements);
  convert::DenseToCsr<float, std::int32_t> work(1, 70000, 70000);
  const cuda::DeviceArray<std::int32_t> row_offsets(2);
  for (int launch = 0; launch < 66000; ++launch) {
    work.convert(dense.data(), 0, row_offsets.data(), nullptr, nullptr, {});
  }
  EXPECT_EQ(work.converted({}), 70000);
  EXPECT_EQ(to_host(row_offsets, 2), (std::vector<std::int32_t>{0, 70000}));
}

TEST_F(CudaConvert, little_shared_memory_gives_the_same) {
  constexpr std::int64_t rows = 700;
  constexpr std::int64_t cols = 1100;
  for (const std::int64_t stride : {cols, cols + 3}) {
    const auto elements = dense_elements<float>(rows, cols, stride, 0.2, 5);
    const auto expected =
        convert::dense_to_csr<float, std::int64_t>(rows, cols, stride, elements.data());
    const auto dense = to_device(elements);
    convert::DenseToCsr<float, std::int64_t> work(rows, cols, stride, 49 * 1024 + 512);
    const cuda::DeviceArray<std::int64_t> row_offsets(static_cast<std::size_t>(rows) + 1);
    const cuda::DeviceArray<Index> columns(static_cast<std::size_t>(expected.nnz()));
    const cuda::DeviceArray<float> values(static_cast<std::size_t>(expected.nnz()));
    work.convert(dense.data(), expected.nnz(), row_offsets.data(), columns.data(), values.data(),
                 {});
    ASSERT_EQ(work.converted({}), expected.nnz());
    EXPECT_EQ(to_host(row_offsets, rows + 1), expected.row_offsets);
    EXPECT_EQ(to_host(columns, expected.nnz()), expected.col_indices);
    EXPECT_EQ(to_host(values, expected.nnz()), expected.values);
  }
}

TEST_F(CudaConvert, an_address_that_the_copy_engine_cannot_take_is_converted_all_the_same) {
  constexpr std::int64_t n = 300;
  auto elements = dense_elements<double>(n, n, n, 0.2, 4);
  const Csr<double> expected = convert::dense_to_csr(n, n, n, elements.data());
  elements.insert(elements.begin(), 1.0);
  const auto dense = to_device(elements);
  EXPECT_EQ(to_host(convert::dense_to_csr<double, std::int64_t>({n, n, n, dense.data() + 1})),
            expected);
}

TEST_F(CudaConvert, a_matrix_of_several_waves_of_tiles_becomes_the_hosts_csr) {
  dense_gives_the_hosts_csr<float, std::int32_t>(6000, 6000, 6000, 0.02);
  dense_gives_the_hosts_csr<double, std::int64_t>(3500, 3499, 3500, 0.3);
}

TEST_F(CudaConvert, negative_zero_is_no_entry_and_nan_is_one) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto dense = to_device(std::vector<double>{-0.0, nan, 0.0, 1.0});
  const auto csr = to_host(convert::dense_to_csr<double, std::int64_t>({1, 4, 4, dense.data()}));
  EXPECT_EQ(csr.col_indices, (std::vector<Index>{1, 3}));
  EXPECT_TRUE(std::isnan(csr.values[0]));
}

TEST_F(CudaConvert, a_stride_below_the_columns_is_refused) {
  EXPECT_THROW((convert::DenseToCsr<double, std::int32_t>(4, 5, 4)), UsageError);
}

template <class V, class O>
void lists_give_what_the_host_gives(const Csr<double>& matrix) {
  const Csr<V, O> a = as_types<V, O>(matrix);
  const OnDevice<V, O> device(a);

  const Coo<V> coo = convert::csr_to_coo(a.view());
  const auto device_coo = convert::csr_to_coo(device.view, a.nnz());
  EXPECT_EQ(to_host(device_coo.row_indices, a.nnz()), coo.row_indices);
  EXPECT_EQ(to_host(device_coo.col_indices, a.nnz()), coo.col_indices);
  EXPECT_EQ(to_host(device_coo.values, a.nnz()), coo.values);

  const Csc<V, O> csc = convert::csr_to_csc(a.view());
  const auto device_csc = convert::csr_to_csc(device.view, a.nnz());
  EXPECT_EQ(to_host(device_csc.col_offsets, a.cols + 1), csc.col_offsets);
  EXPECT_EQ(to_host(device_csc.row_indices, a.nnz()), csc.row_indices);
  EXPECT_EQ(to_host(device_csc.values, a.nnz()), csc.values);

  EXPECT_EQ(to_host(convert::csc_to_csr(a.rows, a.cols, a.nnz(), device_csc.col_offsets.data(),
                                        device_csc.row_indices.data(), device_csc.values.data())),
            a);
  EXPECT_EQ(
      to_host(convert::coo_to_csr<V, O>({a.rows, a.cols, a.nnz(), device_coo.row_indices.data(),
                                         device_coo.col_indices.data(), device_coo.values.data()})),
      a);
}

TEST_F(CudaConvert, lists_and_compressed_arrays_give_what_the_host_gives) {
  for (const NamedMatrix& m : battery()) {
    SCOPED_TRACE(m.name);
    lists_give_what_the_host_gives<double, std::int32_t>(m.a);
    lists_give_what_the_host_gives<float, std::int64_t>(m.a);
  }
}

TEST_F(CudaConvert, lists_out_of_order_are_sorted_and_their_duplicates_summed_in_order) {
  std::mt19937_64 random(3);
  for (const std::int64_t size : {1, 3, 100, 70000}) {
    Coo<double> coo;
    coo.rows = size;
    coo.cols = size / 2 + 1;
    for (int i = 0; i < 30000; ++i) {
      coo.row_indices.push_back(
          static_cast<Index>(random() % static_cast<std::uint64_t>(coo.rows)));
      coo.col_indices.push_back(
          static_cast<Index>(random() % static_cast<std::uint64_t>(coo.cols)));
      coo.values.push_back(std::ldexp(1.0, static_cast<int>(random() % 80)));  // order shows
    }
    const auto rows = to_device(coo.row_indices);
    const auto cols = to_device(coo.col_indices);
    const auto values = to_device(coo.values);
    const convert::CooView<double> list{coo.rows,    coo.cols,    coo.nnz(),
                                        rows.data(), cols.data(), values.data()};
    EXPECT_EQ(to_host(convert::coo_to_csr<double, std::int64_t>(list)), convert::coo_to_csr(coo))
        << size;
  }
}

TEST_F(CudaConvert, an_entry_outside_the_matrix_is_named) {
  const auto rows = to_device(std::vector<Index>{0, 1, 5});
  const auto cols = to_device(std::vector<Index>{0, 1, 2});
  const auto values = to_device(std::vector<float>{1, 2, 3});
  try {
    (void)convert::coo_to_csr<float, std::int32_t>(
        {5, 5, 3, rows.data(), cols.data(), values.data()});
    FAIL() << "was taken";
  } catch (const UsageError& e) {
    EXPECT_THAT(e.what(), HasSubstr("entry 2"));
    EXPECT_THAT(e.what(), HasSubstr("(5, 2)"));
  }
}

}  // namespace
}  // namespace sptune::test
