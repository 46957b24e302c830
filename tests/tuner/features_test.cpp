// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/features/features.hpp"

#include "kernels/spgemm/spgemm.hpp"
#include "kernels/spmm/spmm.hpp"
#include "kernels/spmv/spmv.hpp"
#include "sptune/device.hpp"
#include "sptune/error.hpp"
#include "tests/kernels/spmv_battery.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <functional>
#include <future>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace sptune::features {
namespace {

using Row = std::vector<Index>;

template <class V = double, class O = std::int64_t>
Csr<V, O> matrix(std::int64_t rows, std::int64_t cols,
                 const std::function<Row(std::int64_t)>& row) {
  Csr<V, O> a;
  a.rows = rows;
  a.cols = cols;
  for (std::int64_t i = 0; i < rows; ++i) {
    const Row columns = row(i);
    a.col_indices.insert(a.col_indices.end(), columns.begin(), columns.end());
    a.row_offsets.push_back(static_cast<O>(a.col_indices.size()));
  }
  a.values.assign(a.col_indices.size(), V{1});
  return a;
}

template <class V = double, class O = std::int64_t>
Csr<V, O> tridiagonal(std::int64_t n) {
  return matrix<V, O>(n, n, [n](std::int64_t i) {
    Row r;
    for (std::int64_t j = std::max<std::int64_t>(i - 1, 0); j <= std::min(i + 1, n - 1); ++j) {
      r.push_back(static_cast<Index>(j));
    }
    return r;
  });
}

template <class V, class O>
Features of(const Csr<V, O>& a, int threads = 2) {
  return extract(SpmvProblem{a.view(), {.threads = threads}});
}

template <class V, class O>
Features of_square(const Csr<V, O>& a) {
  return extract(spgemm::make_problem(a.view(), a.view(), {.threads = 2}));
}

TEST(features, table_has_unique_names_units_and_rising_tiers) {
  std::set<std::string_view> names;
  int tier = 0;
  for (const FeatureDef& d : feature_table()) {
    EXPECT_TRUE(names.insert(d.name).second) << d.name;
    EXPECT_FALSE(d.unit.empty()) << d.name;
    EXPECT_FALSE(d.meaning.empty()) << d.name;
    EXPECT_GE(d.tier, tier) << d.name;
    tier = d.tier;
  }
  EXPECT_EQ(tier, 3);
}

TEST(features, are_found_by_name_and_by_no_other) {
  for (std::size_t i = 0; i < feature_count; ++i) {
    EXPECT_EQ(parse_feature(feature_table()[i].name), static_cast<Feature>(i));
  }
  EXPECT_EQ(feature_table().size(), feature_count);
  EXPECT_EQ(parse_feature("nonsense"), std::nullopt);
  EXPECT_EQ(parse_feature(""), std::nullopt);
}

TEST(features, tridiagonal_is_known_by_hand) {
  const auto a = tridiagonal(1000);

  const Features f = of(a);

  EXPECT_EQ(f.at(Feature::rows), 1000);
  EXPECT_EQ(f.at(Feature::nnz), 2998);
  EXPECT_DOUBLE_EQ(f.at(Feature::mean_row), 2.998);
  EXPECT_EQ(f.at(Feature::row_max), 3);
  EXPECT_NEAR(f.at(Feature::row_sd), std::sqrt((998 * 9.0 + 2 * 4.0) / 1000 - 2.998 * 2.998), 1e-3);
  EXPECT_EQ(f.at(Feature::row_p50), 3);
  EXPECT_EQ(f.at(Feature::row_p99), 3);
  EXPECT_EQ(f.at(Feature::empty_rows), 0);
  EXPECT_EQ(f.at(Feature::rows_of_1_to_4), 1);
  EXPECT_NEAR(f.at(Feature::row_length_changes), 0.002, 1e-9);
  EXPECT_NEAR(f.at(Feature::ell_fill), 3000.0 / 2998, 1e-12);
  EXPECT_EQ(f.at(Feature::bandwidth), 1);
  EXPECT_EQ(f.at(Feature::diagonals), 3);
  EXPECT_NEAR(f.at(Feature::dia_fill), 3000.0 / 2998, 1e-12);
  EXPECT_NEAR(f.at(Feature::dia_block_fill), 1, 0.01);
  EXPECT_NEAR(f.at(Feature::contiguous_run), 3, 0.02);
  EXPECT_NEAR(f.at(Feature::row_span_density), 1, 1e-12);
  EXPECT_EQ(f.at(Feature::span_16bit_rows), 1);
  EXPECT_NEAR(f.at(Feature::hyb_width), 3, 0);
  EXPECT_EQ(f.at(Feature::hyb_tail), 0);
}

TEST(features, diagonals_at_powers_of_two_are_told_apart) {
  constexpr std::int64_t n = 20000;  // Trefethen's matrices: 2^k beside the diagonal
  const auto a = matrix(n, n, [](std::int64_t i) {
    Row row;
    for (std::int64_t step = 16384; step > 0; step /= 2) {
      if (i - step >= 0) row.push_back(static_cast<Index>(i - step));
    }
    row.push_back(static_cast<Index>(i));
    for (std::int64_t step = 1; step < n; step *= 2) {
      if (i + step < n) row.push_back(static_cast<Index>(i + step));
    }
    return row;
  });
  EXPECT_NEAR(of(a).at(Feature::dia_block_fill), 1, 0.1);
}

TEST(features, dense_blocks_have_fill_one) {
  for (const int r : {2, 3, 4, 8}) {
    const auto a = matrix(240, 240, [r](std::int64_t i) {
      Row row;
      for (int j = 0; j < r; ++j) row.push_back(static_cast<Index>(i / r * r + j));
      return row;
    });

    const Features f = of(a);

    EXPECT_NEAR(f.at(parse_feature("bsr" + std::to_string(r) + "_fill").value()), 1, 1e-12) << r;
    EXPECT_EQ(f.at(Feature::contiguous_run), r);
  }
}

TEST(features, isolated_entries_fill_whole_blocks) {
  const auto a = matrix(480, 4800, [](std::int64_t i) { return Row{static_cast<Index>(i * 10)}; });

  const Features f = of(a);

  EXPECT_NEAR(f.at(Feature::bsr2_fill), 4, 1e-12);
  EXPECT_NEAR(f.at(Feature::bsr8_fill), 64, 1e-12);
  EXPECT_EQ(f.at(Feature::x_groups8_per_nnz), 1);
  EXPECT_EQ(f.at(Feature::x_group8_reuse), 1);
}

TEST(features, groups_of_columns_are_counted_per_row_and_per_block_of_rows) {
  const auto a = matrix(24, 64, [](std::int64_t) {
    Row row(16);
    for (Index j = 0; j < 16; ++j) row[static_cast<std::size_t>(j)] = j;
    return row;
  });

  const Features f = of(a);

  EXPECT_EQ(f.at(Feature::x_groups4_per_nnz), 4.0 / 16);
  EXPECT_EQ(f.at(Feature::x_groups8_per_nnz), 2.0 / 16);
  EXPECT_EQ(f.at(Feature::x_groups16_per_nnz), 1.0 / 16);
  EXPECT_EQ(f.at(Feature::x_block_groups8_per_nnz), 2.0 / (16 * 24));
  EXPECT_EQ(f.at(Feature::x_group8_reuse), 24);
}

TEST(features, one_long_row_shows_in_ell_gini_and_imbalance) {
  const auto a = matrix(3200, 3200, [](std::int64_t i) {
    if (i != 0) return Row{static_cast<Index>(i)};
    Row row(3200);
    for (Index j = 0; j < 3200; ++j) row[static_cast<std::size_t>(j)] = j;
    return row;
  });
  const double nnz = 3200 + 3199;

  const Features f = of(a);

  EXPECT_EQ(f.at(Feature::row_max), 3200);
  EXPECT_NEAR(f.at(Feature::ell_fill), 3200.0 * 3200 / nnz, 1e-9);
  EXPECT_NEAR(f.at(Feature::thread_imbalance), 2 * (3200 + 1599) / nnz, 1e-9);
  EXPECT_GT(f.at(Feature::row_gini), 0.45);
  EXPECT_NEAR(f.at(Feature::sell8_fill), (8 * 3200.0 + 3192) / nnz, 1e-9);
  EXPECT_NEAR(f.at(Feature::sell32_fill), (32 * 3200.0 + 3168) / nnz, 1e-9);
  EXPECT_EQ(f.at(Feature::hyb_width), 1);
  EXPECT_NEAR(f.at(Feature::hyb_tail), 3199 / nnz, 0.02);
}

TEST(features, sorting_removes_the_padding_of_alternating_rows) {
  const auto a = matrix(6400, 6400, [](std::int64_t i) {
    Row row;
    const Index n = i % 2 == 0 ? 2 : 10;
    for (Index j = 0; j < n; ++j) row.push_back(j);
    return row;
  });

  const Features f = of(a);

  EXPECT_NEAR(f.at(Feature::sell8_fill), 10.0 / 6, 1e-9);
  EXPECT_NEAR(f.at(Feature::sell8_fill_sorted), 1, 1e-9);
  EXPECT_NEAR(f.at(Feature::sell32_fill_sorted), 1, 1e-9);
  EXPECT_EQ(f.at(Feature::row_p50), 2);
  EXPECT_EQ(f.at(Feature::row_p90), 10);
  EXPECT_NEAR(f.at(Feature::row_gini), 1.0 / 3, 1e-9);
}

TEST(features, are_finite_on_degenerate_matrices) {
  const auto none = [](std::int64_t) { return Row{}; };
  const std::vector<Csr<double>> matrices{
      matrix(0, 0, none),
      matrix(0, 5, none),
      matrix(5, 0, none),
      matrix(100, 100, none),
      matrix(1, 1, [](std::int64_t) { return Row{0}; }),
      matrix(1000, 1000, [](std::int64_t i) { return i == 999 ? Row{999} : Row{}; }),
  };
  for (const auto& a : matrices) {
    const Features spmv = of(a);
    const Csr<double> square = a.rows == a.cols ? a : Csr<double>{};
    const Features spgemm = of_square(square);
    for (std::size_t i = 0; i < feature_table().size(); ++i) {
      const std::string name(feature_table()[i].name);
      EXPECT_EQ(std::isnan(spmv.values[i]), feature_table()[i].tier == 3) << name;
      EXPECT_TRUE(feature_table()[i].tier == 3 || std::isfinite(spmv.values[i])) << name;
      EXPECT_TRUE(std::isfinite(spgemm.values[i])) << name;
    }
    EXPECT_GT(bound_bytes(spmv, Operation::spmv, ValueType::f64), 0);
    EXPECT_GT(bound_bytes(spgemm, Operation::spgemm, ValueType::f64), 0);
  }
}

TEST(features, do_not_depend_on_offset_type_and_repeat_exactly) {
  const auto narrow = tridiagonal<double, std::int32_t>(5000);
  const auto wide = tridiagonal<double, std::int64_t>(5000);

  const Features f = of_square(narrow);
  const Features g = of_square(wide);
  const Features again = of_square(narrow);

  for (std::size_t i = 0; i < feature_table().size(); ++i) {
    const std::string name(feature_table()[i].name);
    EXPECT_EQ(f.values[i], again.values[i]) << name;
    if (feature_table()[i].tier == 0 || name == "b_per_l2") continue;  // bytes
    EXPECT_EQ(f.values[i], g.values[i]) << name;
  }
}

TEST(features, value_type_can_be_exchanged_without_the_matrix) {
  const Features f32 = of_square(tridiagonal<float, std::int32_t>(777));
  const Features f64 = of_square(tridiagonal<double, std::int32_t>(777));

  const Features made = adapted(f64, ValueType::f32, 0);

  for (std::size_t i = 0; i < feature_table().size(); ++i) {
    EXPECT_NEAR(made.values[i], f32.values[i], 1e-12 * std::abs(f32.values[i]))
        << feature_table()[i].name;
  }
}

TEST(features, dense_columns_can_be_exchanged_without_the_matrix) {
  const auto narrow = tridiagonal<float, std::int32_t>(777);
  const SpmmProblem problem(narrow.view(), 8, Layout::row_major, {.threads = 2});
  const Features seen = extract(problem);

  const Features made = adapted(of(tridiagonal<double, std::int32_t>(777)), ValueType::f32, 8);

  EXPECT_EQ(made.at(Feature::x_cols), 8);
  EXPECT_EQ(of(narrow).at(Feature::x_cols), 1);
  EXPECT_EQ(of_square(narrow).at(Feature::x_cols), 0);
  for (std::size_t i = 0; i < feature_count; ++i) {
    const std::string_view name = feature_table()[i].name;
    EXPECT_EQ(std::isnan(made.values[i]), std::isnan(seen.values[i])) << name;
    if (std::isnan(seen.values[i])) continue;
    EXPECT_NEAR(made.values[i], seen.values[i], 1e-12 * std::abs(seen.values[i])) << name;
  }
  EXPECT_DOUBLE_EQ(bound_bytes(made, Operation::spmm, ValueType::f32),
                   spmm::compulsory_bytes(problem));
}

TEST(features, products_of_a_diagonal_and_of_a_dense_square) {
  const auto diagonal = matrix(500, 500, [](std::int64_t i) { return Row{static_cast<Index>(i)}; });
  const auto dense = matrix(40, 40, [](std::int64_t) {
    Row row(40);
    for (Index j = 0; j < 40; ++j) row[static_cast<std::size_t>(j)] = j;
    return row;
  });

  const Features d = of_square(diagonal);
  const Features full = of_square(dense);

  EXPECT_EQ(d.at(Feature::products), 500);
  EXPECT_NEAR(d.at(Feature::compression), 1, 0.01);
  EXPECT_EQ(d.at(Feature::products_max), 1);
  EXPECT_EQ(d.at(Feature::products_to_16), 1);
  EXPECT_EQ(d.at(Feature::a_rows_repeated), 0);
  EXPECT_EQ(d.at(Feature::b_words_per_product), 1);
  EXPECT_EQ(d.at(Feature::b_dense_columns), 1);
  EXPECT_EQ(d.at(Feature::b_short_products), 1);
  EXPECT_EQ(d.at(Feature::c_column_returns), 0);
  EXPECT_EQ(d.at(Feature::c_close_products), 1);
  EXPECT_EQ(d.at(Feature::c_close_words_per_product), 1);
  EXPECT_EQ(full.at(Feature::b_short_products), 0);
  EXPECT_EQ(full.at(Feature::c_column_returns), 0);
  EXPECT_NEAR(full.at(Feature::c_close_words_per_product), 1.0 / 1600, 1e-9);
  EXPECT_EQ(full.at(Feature::products_to_512), 0);  // 1600 in every row
  EXPECT_EQ(full.at(Feature::a_rows_repeated), 39.0 / 40);
  EXPECT_EQ(full.at(Feature::b_words_per_product), 1.0 / 40);
  EXPECT_EQ(full.at(Feature::b_dense_products), 1);
  EXPECT_EQ(full.at(Feature::products), 64000);
  EXPECT_NEAR(full.at(Feature::compression), 40, 1);
  EXPECT_NEAR(full.at(Feature::c_nnz_per_row), 40, 1);
  EXPECT_NEAR(full.at(Feature::c_span_density), 1, 0.02);
  EXPECT_EQ(full.at(Feature::b_row_weighted), 40);
  EXPECT_EQ(full.at(Feature::products_cv), 0);
}

TEST(features, sparse_rows_of_b_are_told_from_dense_ones) {
  // Every other row has columns 10 apart.
  const auto a = matrix(600, 600, [](std::int64_t i) {
    Row row;
    for (Index j = 0; j < 20; ++j) {
      row.push_back(static_cast<Index>(i % 2 == 0 ? 200 + j : 10 * j));
    }
    return row;
  });
  const Features f = of_square(a);

  // Even rows use rows 200 to 219, half of them even; odd ones rows 0, 10, …, all even.
  EXPECT_NEAR(f.at(Feature::b_dense_products), 0.75, 0.03);
  EXPECT_EQ(f.at(Feature::b_dense_columns), 1);
  EXPECT_EQ(f.at(Feature::b_short_products), 1);
  EXPECT_EQ(f.at(Feature::products_to_512), 1);
  EXPECT_EQ(f.at(Feature::products_to_64), 0);
}

TEST(features, rows_of_c_that_are_wide_and_columns_that_return_are_told) {
  // Every row of A reaches four rows of B that hold one and the same column, and a far one in every
  // other row.
  constexpr Index far = 400000;
  const auto a = matrix(300, 400, [](std::int64_t i) {
    const auto k = static_cast<Index>(i);
    return i % 2 == 0 ? Row{k, k + 10, k + 20, k + 30} : Row{0, k + 10, k + 20, k + 30};
  });
  const auto b = matrix(400, far + 1, [](std::int64_t i) { return i == 0 ? Row{far} : Row{7}; });

  const Features f = extract(spgemm::make_problem(a.view(), b.view(), {.threads = 2}));

  // Even rows but the first: column 7 four times. The others, with the far column: 7 three times.
  EXPECT_NEAR(f.at(Feature::c_column_returns), (3.0 + 2.0) / 8, 0.03);
  EXPECT_NEAR(f.at(Feature::c_close_products), 0.5, 0.03);
  EXPECT_NEAR(f.at(Feature::c_close_words_per_product), 0.125, 0.03);
  EXPECT_EQ(f.at(Feature::b_dense_products), 1);
  EXPECT_EQ(f.at(Feature::products_to_32), 1);
}

TEST(features, compression_of_a_band_is_close_to_the_exact_one) {
  const auto band = matrix(4000, 4000, [](std::int64_t i) {
    Row row;
    for (std::int64_t j = std::max<std::int64_t>(i - 10, 0);
         j <= std::min<std::int64_t>(i + 10, 3999); ++j) {
      row.push_back(static_cast<Index>(j));
    }
    return row;
  });
  const SpgemmProblem problem = spgemm::make_problem(band.view(), band.view(), {.threads = 2});
  const double exact = static_cast<double>(problem.products) /
                       static_cast<double>(spgemm::reference(problem.a, problem.b).c.nnz());

  const Features f = extract(problem);

  EXPECT_NEAR(f.at(Feature::compression), exact, 0.03 * exact);
}

TEST(features, rows_with_a_million_products_are_extrapolated) {
  // Every row of C holds 1000 x 1000 products in all 20,000 columns: compression 50.
  const auto a = matrix(64, 20000, [](std::int64_t i) {
    Row row;
    for (Index j = 0; j < 1000; ++j) row.push_back(static_cast<Index>(j * 20 + i % 20));
    return row;
  });
  const auto b = matrix(20000, 20000, [](std::int64_t i) {
    Row row;
    for (Index j = 0; j < 1000; ++j)
      row.push_back(static_cast<Index>(j * 20 + (i / 20 * 3 + j) % 20));
    return row;
  });
  const SpgemmProblem problem = spgemm::make_problem(a.view(), b.view(), {.threads = 2});

  const Features f = extract(problem);

  EXPECT_EQ(f.at(Feature::products), 64e6);
  EXPECT_EQ(f.at(Feature::products_p50), 1e6);
  EXPECT_GT(f.at(Feature::compression), 40);
  EXPECT_LT(f.at(Feature::compression), 60);
}

TEST(features, bound_is_compulsory_traffic) {
  const auto a = tridiagonal<double, std::int32_t>(1000);
  const Features spmv = of(a);
  const Features spgemm = of_square(a);
  const double products = spgemm.at(Feature::products);

  EXPECT_DOUBLE_EQ(bound_bytes(spmv, Operation::spmv, ValueType::f64),
                   spmv::compulsory_bytes(a.view()));
  EXPECT_DOUBLE_EQ(bound_bytes(spgemm, Operation::spgemm, ValueType::f64),
                   12 * (2 * 2998 + products));
  EXPECT_DOUBLE_EQ(bound_bytes(spgemm, Operation::spgemm, ValueType::f32),
                   8 * (2 * 2998 + products));
}

TEST(features, of_a_matrix_on_a_device_that_is_not_there_are_refused) {
  if (cuda::device_info()) GTEST_SKIP() << "there is a device";
  const auto a = tridiagonal(10);
  SpmvProblem problem{a.view(), {}};
  problem.a.space = MemorySpace::device;
  EXPECT_THROW((void)extract(problem), DeviceError);
}

/// Nobody glances at operands on a device (docs/decisions/053-a-glance.md).
bool is_of_a_glance(std::size_t feature) {
  return std::string_view(feature_table()[feature].name).starts_with("glance_");
}

template <class V, class O>
void device_shows_what_the_host_shows(const Csr<V, O>& a, int threads) {
  const Features host = of(a, threads);
  const cuda::DeviceCsr device{AnyCsr(a.view())};
  const Features seen = extract(SpmvProblem{device.view(), {.threads = threads}});
  for (std::size_t i = 0; i < feature_table().size(); ++i) {
    if (std::isnan(host.values[i]) || is_of_a_glance(i)) {
      EXPECT_TRUE(std::isnan(seen.values[i])) << feature_table()[i].name;
    } else {
      EXPECT_EQ(seen.values[i], host.values[i]) << feature_table()[i].name;
    }
  }
}

TEST(CudaFeatures, are_the_hosts_bit_for_bit) {
  if (!cuda::device_info()) GTEST_SKIP() << cuda::device_info().error();
  for (const test::NamedMatrix& m : test::battery()) {
    SCOPED_TRACE(m.name);
    device_shows_what_the_host_shows(test::as_types<double, std::int32_t>(m.a), 3);
    device_shows_what_the_host_shows(test::as_types<float, std::int64_t>(m.a), 16);
  }
  // Long rows, which are seen through windows, and more rows than a stretch.
  const auto long_rows = matrix(5000, 40000, [](std::int64_t i) {
    Row row;
    for (Index j = static_cast<Index>(i % 3); j < 40000; j += 1 + static_cast<Index>(i % 97)) {
      row.push_back(j);
    }
    return row;
  });
  device_shows_what_the_host_shows(long_rows, 5);
  device_shows_what_the_host_shows(tridiagonal<float, std::int32_t>(300000), 2);
  // A block of few rows whose windows hold all that a block may hold, and more parts than rows.
  const auto full_windows = matrix(20, 40000, [](std::int64_t i) {
    Row row;
    for (Index j = static_cast<Index>(i % 3); j < 40000;
         j += i == 3 ? 1 : 1 + static_cast<Index>(i % 2)) {
      row.push_back(j);
    }
    return row;
  });
  device_shows_what_the_host_shows(full_windows, 1000);
  // More diagonals than are counted.
  device_shows_what_the_host_shows(
      matrix(50000, 50000,
             [](std::int64_t i) {
               const auto far = static_cast<Index>((i * 7919) % 24000);
               return Row{far, static_cast<Index>(25000 + (i * 104729) % 25000)};
             }),
      4);
  device_shows_what_the_host_shows(matrix(0, 7, [](std::int64_t) { return Row{}; }), 2);
  device_shows_what_the_host_shows(matrix(700, 7, [](std::int64_t) { return Row{}; }), 2);
}

TEST(CudaFeatures, unsorted_rows_are_noticed) {
  if (!cuda::device_info()) GTEST_SKIP() << cuda::device_info().error();
  const auto a = matrix(3000, 3000, [](std::int64_t i) {
    return Row{static_cast<Index>((i + 5) % 3000), static_cast<Index>(i)};
  });
  const cuda::DeviceCsr device{AnyCsr(a.view())};
  EXPECT_FALSE(extract(SpmvProblem{device.view(), {}}).rows_sorted);
  EXPECT_FALSE(of(a).rows_sorted);
}

TEST(CudaFeatures, have_the_fingerprint_of_the_host) {
  if (!cuda::device_info()) GTEST_SKIP() << cuda::device_info().error();
  for (const test::NamedMatrix& m : test::battery()) {
    SCOPED_TRACE(m.name);
    const auto a = test::as_types<double, std::int32_t>(m.a);
    const cuda::DeviceCsr device{AnyCsr(a.view())};
    const SpmvProblem there{device.view(), {}};
    const Fingerprint host = fingerprint(SpmvProblem{a.view(), {}});
    EXPECT_EQ(fingerprint(there), host);
    EXPECT_EQ(extract(there).pattern, host);
  }
}

TEST(CudaFeatures, take_no_memory_from_the_second_question_on) {
  if (!cuda::device_info()) GTEST_SKIP() << cuda::device_info().error();
  const auto a = tridiagonal<double, std::int32_t>(200000);
  const cuda::DeviceCsr device{AnyCsr(a.view())};
  const SpmvProblem problem{device.view(), {}};
  const Features first = extract(problem);
  (void)fingerprint(problem);
  const std::int64_t free = cuda::free_memory();
  for (int i = 0; i < 300; ++i) {
    const Features again = extract(problem);
    ASSERT_EQ(again.pattern, fingerprint(problem)) << i;
    for (std::size_t f = 0; f < feature_count; ++f) {
      if (std::isnan(first.values[f])) continue;
      ASSERT_EQ(again.values[f], first.values[f]) << i;
    }
  }
  EXPECT_EQ(cuda::free_memory(), free);
}

TEST(CudaFeatures, wait_for_their_stream_and_for_no_other) {
  if (!cuda::device_info()) GTEST_SKIP() << cuda::device_info().error();
  const auto a = tridiagonal<double, std::int32_t>(5000);
  const Features host = of(a);
  const cuda::DeviceCsr device{AnyCsr(a.view())};
  // Memory is taken before the device is held, because taking it might wait.
  cuda::Timer busy;
  cuda::Timer idle;
  std::promise<void> warm;
  std::promise<void> held;
  std::atomic<bool> answered = false;
  Features there;
  std::thread asks([&] {
    (void)extract(SpmvProblem{device.view(), {}});
    warm.set_value();
    held.get_future().wait();
    there = extract(SpmvProblem{device.view(), {.threads = 2, .stream = busy.stream()}});
    answered = true;
  });
  const SpmvProblem beside{device.view(), {.threads = 2, .stream = idle.stream()}};
  (void)extract(beside);
  warm.get_future().wait();
  busy.hold();
  held.set_value();
  const Features at_once = extract(beside);  // would not end if it waited for the busy one
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_FALSE(answered);
  busy.release();
  asks.join();
  EXPECT_EQ(there.at(Feature::diagonals), host.at(Feature::diagonals));
  EXPECT_EQ(at_once.at(Feature::row_sd), host.at(Feature::row_sd));
  EXPECT_EQ(there.pattern, host.pattern);
}

TEST(CudaFeatures, are_asked_by_several_threads_at_once) {
  if (!cuda::device_info()) GTEST_SKIP() << cuda::device_info().error();
  std::vector<std::thread> threads;
  threads.reserve(8);
  std::atomic<int> wrong = 0;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&wrong, t] {
      const auto a = tridiagonal<double, std::int32_t>(1000 + 3000 * t);
      const Features host = of(a);
      const cuda::DeviceCsr device{AnyCsr(a.view())};
      const cuda::Timer own;
      for (int i = 0; i < 50; ++i) {
        const Stream stream = i % 2 == 0 ? own.stream() : Stream{};
        const Features seen = extract(SpmvProblem{device.view(), {.threads = 2, .stream = stream}});
        for (std::size_t f = 0; f < feature_count; ++f) {
          if (std::isnan(host.values[f]) || is_of_a_glance(f)) continue;
          wrong += seen.values[f] != host.values[f] ? 1 : 0;
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(features, cost_of_every_tier_is_told) {
  const Features f = of_square(tridiagonal(20000));
  for (const double s : f.seconds_per_tier) {
    EXPECT_GT(s, 0);
    EXPECT_LT(s, 0.5);
  }
}

}  // namespace
}  // namespace sptune::features
