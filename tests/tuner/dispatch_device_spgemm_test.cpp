// SPDX-License-Identifier: BSD-3-Clause
// C = A*B through the Dispatcher for operands that are in the memory of a GPU.
#include "kernels/api/catalogue.hpp"
#include "kernels/api/operands.hpp"
#include "kernels/spgemm/spgemm.hpp"
#include "sptune/device.hpp"
#include "sptune/dispatcher.hpp"
#include "tests/kernels/spgemm_pairs.hpp"
#include "tests/on_device.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace sptune {
namespace {

template <class T>
std::vector<T> fetched(const void* device, std::int64_t count) {
  std::vector<T> out(static_cast<std::size_t>(count));
  if (count > 0) cuda::copy_to_host(out.data(), device, out.size() * sizeof(T));
  return out;
}

/// C against the reference, rows in any order where it says so.
template <class V>
void expect_sparse_product(const AnyCsr& c, const spgemm::Reference& reference) {
  cuda::synchronize();
  ASSERT_EQ(c.space, MemorySpace::device);
  ASSERT_EQ(c.offset_type, OffsetType::i64);
  ASSERT_EQ(c.nnz, reference.c.nnz());
  const auto offsets = fetched<std::int64_t>(c.row_offsets, c.rows + 1);
  ASSERT_EQ(offsets, reference.c.row_offsets);
  const auto columns = fetched<Index>(c.col_indices, c.nnz);
  const auto values = fetched<V>(c.values, c.nnz);
  for (std::size_t row = 0; row < static_cast<std::size_t>(c.rows); ++row) {
    const auto begin = static_cast<std::size_t>(offsets[row]);
    const auto end = static_cast<std::size_t>(offsets[row + 1]);
    std::map<Index, V> found;
    for (std::size_t i = begin; i < end; ++i) found[columns[i]] = values[i];
    if (c.columns == ColumnOrder::sorted) {
      ASSERT_TRUE(
          std::is_sorted(columns.begin() + offsets[row], columns.begin() + offsets[row + 1]))
          << "row " << row;
    }
    ASSERT_EQ(found.size(), end - begin) << "row " << row << " has a column twice";
    for (std::size_t i = begin; i < end; ++i) {
      const Index column = reference.c.col_indices[i];
      ASSERT_TRUE(found.contains(column)) << "row " << row << " column " << column;
      const double u = static_cast<double>(std::numeric_limits<V>::epsilon());
      ASSERT_NEAR(found[column], reference.c.values[i],
                  (reference.terms[i] + 2) * u * reference.magnitude[i])
          << "row " << row << " column " << column;
    }
  }
}

class CudaDispatcherSpgemm : public test::OnDevice {
 protected:
  /// Product, then twice with other values; on a stream that waits for no other.
  template <class V, class O, class P>
  void multiplies(const Csr<double>& a, const Csr<double>& b) {
    auto left = tests::converted<V, O>(a);
    auto right = tests::converted<V, P>(b);
    const cuda::DeviceCsr device_a{AnyCsr(left.view())};
    const cuda::DeviceCsr device_b{AnyCsr(right.view())};
    const cuda::Timer timer;
    Spgemm product = dispatcher_.spgemm(device_a.view(), device_b.view());
    expect_sparse_product<V>(product.multiply(timer.stream()),
                             spgemm::reference(left.view(), right.view()));
    for (int again = 0; again < 2; ++again) {
      for (auto* m : {&left.values, &right.values}) {
        if (!m->empty()) tests::change_values(*m);
      }
      put(left, device_a);
      put(right, device_b);
      expect_sparse_product<V>(product.recompute(timer.stream()),
                               spgemm::reference(left.view(), right.view()));
    }
    EXPECT_TRUE(warnings_.empty()) << warnings_[0];
  }
  template <class V, class O>
  static void put(const Csr<V, O>& from, const cuda::DeviceCsr& to) {
    if (from.values.empty()) return;
    cuda::copy_to_device(const_cast<void*>(to.view().values), from.values.data(),
                         from.values.size() * sizeof(V));
  }

  std::vector<std::string> warnings_;
  Dispatcher dispatcher_{std::vector<std::string>{},
                         [this](std::string_view line) { warnings_.emplace_back(line); }};
};

TEST_F(CudaDispatcherSpgemm, squares_and_rectangles_of_all_types) {
  const Csr<double> square = tests::random_matrix(700, 700, 9, 1);
  const Csr<double> wide = tests::random_matrix(300, 900, 20, 2);
  const Csr<double> tall = tests::random_matrix(900, 120, 7, 3);
  multiplies<double, std::int32_t, std::int32_t>(square, square);
  multiplies<double, std::int64_t, std::int64_t>(square, square);
  multiplies<float, std::int32_t, std::int32_t>(square, square);
  multiplies<float, std::int64_t, std::int64_t>(square, square);
  multiplies<double, std::int32_t, std::int64_t>(wide, tall);
  multiplies<float, std::int64_t, std::int32_t>(wide, tall);
}

TEST_F(CudaDispatcherSpgemm, the_awkward_pairs) {
  for (const tests::Pair& pair : tests::awkward_pairs()) {
    SCOPED_TRACE(pair.name);
    multiplies<double, std::int32_t, std::int64_t>(pair.a, pair.b);
    multiplies<float, std::int64_t, std::int32_t>(pair.a, pair.b);
    if (HasFatalFailure()) return;
  }
}

TEST_F(CudaDispatcherSpgemm, one_matrix_with_itself) {
  const auto a = tests::converted<double, std::int32_t>(tests::random_matrix(500, 500, 11, 4));
  const cuda::DeviceCsr there{AnyCsr(a.view())};
  Spgemm product = dispatcher_.spgemm(there.view(), there.view());
  expect_sparse_product<double>(product.multiply(), spgemm::reference(a.view(), a.view()));
  EXPECT_EQ(product.multiply().columns, ColumnOrder::sorted);
}

/// The look that counts products finds the order of columns.
TEST_F(CudaDispatcherSpgemm, a_problem_knows_its_products_and_the_order_of_its_columns) {
  const Csr<double> a = tests::random_matrix(300, 200, 9, 14);
  Csr<double> b = tests::random_matrix(200, 250, 7, 15);
  const std::int64_t products = spgemm::make_problem(a.view(), b.view(), {}).products;
  std::swap(b.col_indices[0], b.col_indices[1]);
  const cuda::DeviceCsr left{AnyCsr(a.view())};
  const cuda::DeviceCsr right{AnyCsr(b.view())};
  AnyCsr first = left.view();
  AnyCsr second = right.view();
  first.columns = second.columns = ColumnOrder::unknown;
  const SpgemmProblem problem = spgemm::make_problem(first, second, {});
  EXPECT_EQ(problem.products, products);
  EXPECT_EQ(problem.a.columns, ColumnOrder::sorted);
  EXPECT_EQ(problem.b.columns, ColumnOrder::any);
  second.columns = ColumnOrder::sorted;
  EXPECT_EQ(spgemm::make_problem(first, second, {}).b.columns, ColumnOrder::sorted) << "as told";
}

/// Rows turned round, and one entry of each row written twice.
TEST_F(CudaDispatcherSpgemm, unsorted_rows_and_duplicates_are_multiplied_too) {
  const Csr<double> a = tests::random_matrix(400, 300, 8, 5);
  const Csr<double> sorted = tests::random_matrix(300, 350, 10, 6);
  Csr<double> b = sorted;
  b.row_offsets.assign(1, 0);
  b.col_indices.clear();
  b.values.clear();
  for (std::size_t row = 0; row < 300; ++row) {
    for (auto i = sorted.row_offsets[row + 1]; i-- > sorted.row_offsets[row];) {
      const auto at = static_cast<std::size_t>(i);
      b.col_indices.push_back(sorted.col_indices[at]);
      b.values.push_back(sorted.values[at]);
      if (i == sorted.row_offsets[row]) {
        b.col_indices.push_back(sorted.col_indices[at]);
        b.values.push_back(1.5);
      }
    }
    b.row_offsets.push_back(static_cast<std::int64_t>(b.col_indices.size()));
  }
  const cuda::DeviceCsr device_a{AnyCsr(a.view())};
  const cuda::DeviceCsr device_b{AnyCsr(b.view())};
  ASSERT_EQ(inspect(device_b.view()).columns, ColumnOrder::any);

  // The default asks for sorted rows; the dispatcher finds a variant that does not.
  const Variant* standard = shipped_catalogue().find(Operation::spgemm, Backend::cuda, "hash_bins");
  const SpgemmProblem problem = spgemm::make_problem(device_a.view(), device_b.view(), {});
  EXPECT_FALSE(standard->default_configuration().fit(problem));
  EXPECT_THROW((void)standard->default_configuration().sparse_plan(problem), UsageError);
  Spgemm product = dispatcher_.spgemm(device_a.view(), device_b.view());
  EXPECT_EQ(product.choice().configuration.variant, "hash_row") << product.choice().explain();
  const AnyCsr c = product.multiply();

  expect_sparse_product<double>(c, spgemm::reference(a.view(), b.view()));
  EXPECT_EQ(c.columns, ColumnOrder::any) << "whoever made it does not sort";
  // So that (AB)C does not believe it to be sorted.
  const Csr<double> d = tests::random_matrix(200, 400, 5, 7);
  const cuda::DeviceCsr device_d{AnyCsr(d.view())};
  Spgemm next = dispatcher_.spgemm(device_d.view(), c);
  const AnyCsr last = next.multiply();
  const auto reference = spgemm::reference(a.view(), b.view());
  expect_sparse_product<double>(last, spgemm::reference(d.view(), reference.c.view()));
}

TEST_F(CudaDispatcherSpgemm, operands_that_do_not_go_together_are_refused) {
  const Csr<double> a = tests::random_matrix(50, 60, 3, 8);
  const Csr<double> b = tests::random_matrix(61, 40, 3, 9);
  const auto single = tests::converted<float, std::int64_t>(tests::random_matrix(60, 40, 3, 9));
  Csr<double> broken = tests::random_matrix(60, 40, 3, 10);
  broken.col_indices[7] = 40;
  Csr<double> outside = a;
  outside.col_indices[5] = -1;
  const cuda::DeviceCsr device_a{AnyCsr(a.view())};
  const cuda::DeviceCsr device_b{AnyCsr(b.view())};
  const cuda::DeviceCsr device_single{AnyCsr(single.view())};
  const cuda::DeviceCsr device_broken{AnyCsr(broken.view())};
  const cuda::DeviceCsr device_outside{AnyCsr(outside.view())};

  EXPECT_THROW((void)dispatcher_.spgemm(device_a.view(), device_b.view()), UsageError);
  EXPECT_THROW((void)dispatcher_.spgemm(device_a.view(), device_single.view()), UsageError);
  EXPECT_THROW((void)dispatcher_.spgemm(device_a.view(), AnyCsr(broken.view())), UsageError);
  EXPECT_THROW((void)dispatcher_.spgemm(device_outside.view(), device_broken.view()), UsageError);
  EXPECT_THROW((void)dispatcher_.spgemm(device_a.view(), device_broken.view()), UsageError);
}

/// What the device finds is what the host finds, and names the same row.
TEST_F(CudaDispatcherSpgemm, a_look_at_a_matrix_finds_what_the_host_finds) {
  const Csr<double> sound = tests::random_matrix(900, 700, 13, 11);
  std::vector<Csr<double>> all(7, sound);
  std::swap(all[1].col_indices[400], all[1].col_indices[401]);
  all[2].col_indices[300] = all[2].col_indices[301];
  all[3].col_indices[500] = 700;
  all[4].col_indices[0] = -5;
  std::swap(all[5].row_offsets[40], all[5].row_offsets[300]);
  all[6].row_offsets[899] = std::int64_t{1} << 40;
  for (std::size_t i = 0; i < all.size(); ++i) {
    SCOPED_TRACE(i);
    const cuda::DeviceCsr there{AnyCsr(all[i].view())};
    const Inspection host = inspect(all[i].view());
    const Inspection device = inspect(there.view());
    EXPECT_EQ(device.broken, host.broken);
    if (host.broken.empty()) {
      EXPECT_EQ(device.columns, host.columns);
    }
    EXPECT_EQ(host.broken.empty(), i < 3);
  }
}

}  // namespace
}  // namespace sptune
