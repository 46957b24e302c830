// SPDX-License-Identifier: BSD-3-Clause
// What every SpMV entry of the catalogue promises, on every matrix of the battery: a new variant is
// tested without a new line here.
#include "tests/kernels/spmv_contract.hpp"

#include "kernels/baselines/baselines.hpp"
#include "kernels/host/isa.hpp"
#include "kernels/host/team_watch.hpp"
#include "kernels/spmv/cpu/conversion.hpp"
#include "kernels/spmv/spmv.hpp"
#include "sptune/device.hpp"
#include "tests/kernels/spmv_battery.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <set>
#include <string>
#include <vector>

namespace sptune::test {
namespace {

/// The whole catalogue; only ours where an instruction set was asked for, which others do not heed.
const Catalogue& tested_catalogue() {
  return std::getenv("SPTUNE_ISA") == nullptr ? full_catalogue() : shipped_catalogue();
}

/// Formats that pad or compress refuse what does not suit them: of the 25 matrices the choosiest
/// take 9 (vbl) and 13 (dia). On a device some points want more rows than any of these has.
Floor floor_of_the_battery(Backend backend) {
  if (backend == Backend::cuda) {
    return {.cases = 10, .share = 0.1, .problems = 5, .every_configuration = false};
  }
  return {.cases = 25, .share = 0.3, .problems = 8};
}

template <class V, class O, template <class, class> class Where = Host>
void every_variant_keeps_the_contract(const Catalogue& catalogue, const std::string& types,
                                      Backend backend = Backend::cpu) {
  ::testing::Test::RecordProperty("isa", std::string(host::to_string(host::active_isa())));
  Tally tally;
  for (const NamedMatrix& m : battery()) {
    const Csr<V, O> a = as_types<V, O>(m.a);
    Contract<V, O, Where> contract(a, m.name + " " + types);
    for (const Variant& v : catalogue.variants()) {
      if (v.operation != Operation::spmv || v.facts.backend != backend) continue;
      for (const ResolvedConfiguration& c : v.smoke_grid()) {
        tally.add(c, m.name, contract.holds_for(v, c));
        if (::testing::Test::HasFatalFailure()) return;
      }
    }
  }
  tally.expect(floor_of_the_battery(backend));
}

TEST(SpmvContract, holds_for_double_and_64_bit_offsets) {
  every_variant_keeps_the_contract<double, std::int64_t>(tested_catalogue(), "f64 i64");
}
TEST(SpmvContract, holds_for_double_and_32_bit_offsets) {
  every_variant_keeps_the_contract<double, std::int32_t>(shipped_catalogue(), "f64 i32");
}
TEST(SpmvContract, holds_for_float_and_64_bit_offsets) {
  every_variant_keeps_the_contract<float, std::int64_t>(shipped_catalogue(), "f32 i64");
}
TEST(SpmvContract, holds_for_float_and_32_bit_offsets) {
  every_variant_keeps_the_contract<float, std::int32_t>(tested_catalogue(), "f32 i32");
}

TEST(SpmvContract, every_point_of_the_full_grid_runs_on_an_uneven_matrix) {
  const NamedMatrix m = irregular_matrices()[10];  // power law
  ASSERT_EQ(m.name, "power_law");
  Contract<double, std::int64_t> contract(m.a, m.name);
  for (const Variant& v : tested_catalogue().variants()) {
    if (v.operation != Operation::spmv || v.facts.backend != Backend::cpu) continue;
    for (const ResolvedConfiguration& c : v.full_grid()) contract.holds_for(v, c);
  }
  EXPECT_GT(contract.held(), 60);
  std::cout << contract.held() << " plans compared\n";
}

/// So many rows of each thread, as unlike as these, that csr takes them side by side; the
/// longest of a four at, below and above what it takes, and at the end of all entries.
template <class V, class O>
void csr_takes_many_unlike_rows(const std::string& types) {
  const Variant* const v = shipped_catalogue().find(Operation::spmv, Backend::cpu, "csr");
  ASSERT_NE(v, nullptr);
  const NamedMatrix m =
      make_matrix("unlike rows", 64003, 900, [](MatrixBuilder& b, std::int64_t r) {
        if (r > 40000 && r < 40100) return;
        const std::int64_t longest = r % 97 == 0 ? 15 + r % 4 : r % 1999 == 0 ? 200 : 7;
        b.add_random(r, r > 63990 ? r % 3
                                  : static_cast<std::int64_t>(
                                        b.random(static_cast<std::uint64_t>(longest) + 1)));
      });
  const Csr<V, O> a = as_types<V, O>(m.a);
  Contract<V, O> contract(a, m.name + " " + types);
  for (const ResolvedConfiguration& c : v->full_grid()) contract.holds_for(*v, c);
  EXPECT_GT(contract.held(), 12);
}
TEST(SpmvContract, csr_takes_many_unlike_rows_of_double) {
  csr_takes_many_unlike_rows<double, std::int32_t>("f64 i32");
}
TEST(SpmvContract, csr_takes_many_unlike_rows_of_float) {
  csr_takes_many_unlike_rows<float, std::int64_t>("f32 i64");
}

/// Sums that parts leave for the end of a run stand on the stack, so that it takes no memory.
TEST(SpmvContract, parts_that_share_rows_are_as_many_as_a_run_has_sums_for) {
  const Csr<double> a = make_matrix("", 3000, 3000, [](MatrixBuilder& b, std::int64_t r) {
                          b.add_random(r, r % 50 == 0 ? 500 : 9);
                        }).a;
  const std::vector<double> x = seeded_vector<double>(a.cols, 1);
  SpmvProblem problem{a.view(), {}};
  problem.resources.threads = 1000;
  problem.resources.work_of_a_thread = 1;
  for (const char* text : {"csr{schedule=merge}", "coo", "sell{cut=64}"}) {
    const auto c = shipped_catalogue().parse(Operation::spmv, Backend::cpu, text).value();
    ASSERT_TRUE(c.fit(problem)) << text;
    std::vector<double> y(static_cast<std::size_t>(a.rows));
    const auto plan = c.dense_plan(problem);
    host::forget_teams();
    plan->run(1.0, x.data(), 0.0, y.data(), {});
    EXPECT_EQ(host::largest_team(), 128) << text;
    const spmv::Reference truth = spmv::reference(a.view(), 1.0, x.data(), 0.0, y.data());
    for (std::size_t r = 0; r < y.size(); ++r) {
      ASSERT_LE(std::abs(y[r] - truth.y[r]), bound<double>(500, truth.magnitude[r])) << text;
    }
  }
}

TEST(SpmvContract, csr16_counts_what_is_outside_its_windows_on_any_number_of_threads) {
  const Csr<double> a = make_matrix("", 20000, 400000, [](MatrixBuilder& b, std::int64_t r) {
                          for (std::int64_t k = 0; k < 6; ++k) {
                            b.add(r, 7 * r + k * (r % 3 == 0 ? 30000 : 9));
                          }
                        }).a;
  SpmvProblem problem{a.view(), {}};
  problem.resources.memory_limit = 0;
  const auto c = shipped_catalogue().parse(Operation::spmv, Backend::cpu, "csr16").value();
  for (const int threads : {1, 3}) {
    problem.resources.threads = threads;
    // Three of six, of every third row.
    EXPECT_THAT(c.fit(problem).reason,
                ::testing::StartsWith("20001 of 120000 entries lie outside"));
  }
}

/// The same promises on the GPU, where there is one.
class CudaSpmvContract : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!cuda::device_info()) GTEST_SKIP() << cuda::device_info().error();
  }
};

TEST_F(CudaSpmvContract, holds_for_double_and_64_bit_offsets) {
  every_variant_keeps_the_contract<double, std::int64_t, Device>(full_catalogue(), "f64 i64",
                                                                 Backend::cuda);
}
TEST_F(CudaSpmvContract, holds_for_double_and_32_bit_offsets) {
  every_variant_keeps_the_contract<double, std::int32_t, Device>(full_catalogue(), "f64 i32",
                                                                 Backend::cuda);
}
TEST_F(CudaSpmvContract, holds_for_float_and_64_bit_offsets) {
  every_variant_keeps_the_contract<float, std::int64_t, Device>(full_catalogue(), "f32 i64",
                                                                Backend::cuda);
}
TEST_F(CudaSpmvContract, holds_for_float_and_32_bit_offsets) {
  every_variant_keeps_the_contract<float, std::int32_t, Device>(full_catalogue(), "f32 i32",
                                                                Backend::cuda);
}

TEST_F(CudaSpmvContract, every_point_of_the_full_grid_runs_on_uneven_matrices) {
  int held = 0;
  for (const NamedMatrix& m : irregular_matrices()) {
    if (m.name != "power_law" && m.name != "one_huge_row") continue;
    Contract<double, std::int64_t, Device> contract(m.a, m.name);
    for (const Variant& v : full_catalogue().variants()) {
      if (v.operation != Operation::spmv || v.facts.backend != Backend::cuda) continue;
      for (const ResolvedConfiguration& c : v.full_grid()) contract.holds_for(v, c);
    }
    held += contract.held();
  }
  EXPECT_GT(held, 0);
  std::cout << held << " plans compared\n";
}

/// Large enough to be cut in sections (row_cutting.cuh): several of them, one of which has empty
/// rows alone, and a row that is longer than a section; the other ends with more empty rows than a
/// section looks at together, and more than a tile has entries.
TEST_F(CudaSpmvContract, every_point_runs_on_a_matrix_that_is_cut_in_sections) {
  constexpr std::int64_t rows = 60000;
  constexpr std::int64_t cols = 200000;
  const NamedMatrix uneven =
      make_matrix("sections", rows, cols, [](MatrixBuilder& b, std::int64_t r) {
        if (r == 20000) {
          for (std::int64_t c = 0; c < cols; c += 2) b.add(r, c);
        } else if (r < 30000 || r > 45000) {
          b.add_random(r, static_cast<std::int64_t>(b.random(r % 100 == 0 ? 900 : 13)));
        }
      });
  const NamedMatrix gaps = make_matrix("gaps", rows, 5000, [](MatrixBuilder& b, std::int64_t r) {
    if (r < 9000 || (r >= 30000 && r < 31000)) b.add_random(r, 20);
  });
  int held = 0;
  for (const NamedMatrix* m : {&uneven, &gaps}) {
    const Csr<float, std::int32_t> a = as_types<float, std::int32_t>(m->a);
    Contract<float, std::int32_t, Device> contract(a, m->name);
    for (const char* name : {"csr_adaptive", "tiles", "hub_columns", "csr_segmented",
                             "csr_balanced", "coo", "hyb", "sell"}) {
      const Variant* v = full_catalogue().find(Operation::spmv, Backend::cuda, name);
      ASSERT_NE(v, nullptr) << name;
      // Padded to the longest row, a run takes tens of milliseconds.
      const bool slow = v->facts.name == "sell" && m == &uneven;
      for (const ResolvedConfiguration& c : slow ? v->smoke_grid() : v->full_grid()) {
        contract.holds_for(*v, c);
      }
    }
    held += contract.held();
  }
  EXPECT_GT(held, 200);
  std::cout << held << " plans compared\n";
}

/// Borders of tiles fall on every entry of rows that end just before, at and behind what a tile
/// reads beyond its own entries, of long rows, and between rows without any.
TEST_F(CudaSpmvContract, csr_balanced_shares_rows_wherever_its_tiles_end) {
  const Variant* v = full_catalogue().find(Operation::spmv, Backend::cuda, "csr_balanced");
  ASSERT_NE(v, nullptr);
  constexpr std::int64_t rows = 800;
  for (std::int64_t first = 1; first < 84; first += 2) {
    // Four times the mean are about 26 entries, half as many as the longest of the usual rows have.
    const NamedMatrix m = make_matrix("borders", rows, 6000, [&](MatrixBuilder& b, std::int64_t r) {
      const std::int64_t usual = r % 4 == 0 ? 11 * r / 4 % 41 : r % 3;
      b.add_random(r, r == 0 ? first : r == 300 ? 700 : r == 600 ? 1900 : usual);
    });
    const Csr<double, std::int32_t> a = as_types<double, std::int32_t>(m.a);
    Contract<double, std::int32_t, Device> contract(a, m.name + std::to_string(first));
    for (const ResolvedConfiguration& c : v->full_grid()) {
      EXPECT_TRUE(contract.holds_for(*v, c)) << c.text();
    }
  }
}

/// Some columns in nearly every row, most in one or two, some in none, and more of them than are
/// ever copied: entries of both kinds in one row, rows of one kind alone, and empty ones.
TEST_F(CudaSpmvContract, hub_columns_finds_x_of_hubs_and_of_others) {
  const Variant* v = full_catalogue().find(Operation::spmv, Backend::cuda, "hub_columns");
  ASSERT_NE(v, nullptr);
  constexpr std::int64_t cols = 400000;
  constexpr std::int64_t hubs = 500;
  constexpr std::int64_t hub_distance = 799;
  const NamedMatrix m = make_matrix("hubs", 30000, cols, [&](MatrixBuilder& b, std::int64_t r) {
    if (r % 7 == 0) return;
    for (std::int64_t k = 0; k < 6 && r % 3 != 1; ++k) b.add(r, (r + 83 * k) % hubs * hub_distance);
    if (r % 3 != 2) b.add_random(r, 1 + static_cast<std::int64_t>(b.random(12)));
  });
  Contract<double, std::int64_t, Device> contract(m.a, m.name);
  const Csr<float, std::int32_t> narrow = as_types<float, std::int32_t>(m.a);
  Contract<float, std::int32_t, Device> narrow_contract(narrow, m.name);
  for (const ResolvedConfiguration& c : v->full_grid()) {
    EXPECT_TRUE(contract.holds_for(*v, c)) << c.text();
    EXPECT_TRUE(narrow_contract.holds_for(*v, c)) << c.text();
  }
}

/// Rows of one length, some long ones that a warp would wait for, and nothing but empty ones.
TEST_F(CudaSpmvContract, csr_auto_takes_what_row_lengths_ask_for) {
  const Variant* v = full_catalogue().find(Operation::spmv, Backend::cuda, "csr_auto");
  ASSERT_NE(v, nullptr);
  constexpr std::int64_t rows = 20001;
  const auto of_lengths = [&](const std::string& name, auto length) {
    return make_matrix(name, rows, 6000, [&](MatrixBuilder& b, std::int64_t r) {
      b.add_random(r, static_cast<std::int64_t>(length(r)));
    });
  };
  const std::vector<NamedMatrix> even{
      of_lengths("even", [](std::int64_t) { return 3; }),
      of_lengths("wide", [](std::int64_t r) { return r % 100 == 0 ? 150 : 0; }),
      of_lengths("empty", [](std::int64_t) { return 0; })};
  const std::vector<NamedMatrix> uneven{
      of_lengths("last", [&](std::int64_t r) { return r == rows - 1 ? 5000 : 4; }),
      of_lengths("clump", [](std::int64_t r) { return r >= 7000 && r < 7300 ? 900 : 2; })};
  const auto check = [&](const NamedMatrix& m, bool balanced) {
    const Csr<double, std::int64_t> a = as_types<double, std::int64_t>(m.a);
    Contract<double, std::int64_t, Device> contract(a, m.name);
    for (const ResolvedConfiguration& c : v->full_grid()) {
      EXPECT_TRUE(contract.holds_for(*v, c)) << c.text();
    }
    // csr_vector keeps nothing, csr_segmented where rows begin.
    const cuda::DeviceCsr on_device{AnyCsr(a.view())};
    const auto plan = v->default_configuration().dense_plan(SpmvProblem(on_device.view(), {}));
    EXPECT_EQ(plan->memory_bytes() > 0, balanced) << m.name;
  };
  for (const NamedMatrix& m : even) check(m, false);
  for (const NamedMatrix& m : uneven) check(m, true);
}

/// Entries that come from memory: other points of the variants that it chooses among.
TEST_F(CudaSpmvContract, csr_auto_holds_beyond_the_cache) {
  const Variant* v = full_catalogue().find(Operation::spmv, Backend::cuda, "csr_auto");
  ASSERT_NE(v, nullptr);
  const std::int64_t entries = cuda::device_info().value().l2_bytes / 8;  // of 8 bytes, in float
  const auto check = [&](const char* name, std::int64_t rows, auto length, bool balanced) {
    const NamedMatrix m = make_matrix(name, rows, 20000, [&](MatrixBuilder& b, std::int64_t r) {
      for (std::int64_t k = 0; k < length(r); ++k) b.add(r, (r + 3 * k) % 20000);
    });
    ASSERT_GT(static_cast<std::int64_t>(m.a.values.size()), entries);
    const Csr<float, std::int32_t> a = as_types<float, std::int32_t>(m.a);
    Contract<float, std::int32_t, Device> contract(a, m.name);
    EXPECT_TRUE(contract.holds_for(*v, v->default_configuration()));
    const cuda::DeviceCsr on_device{AnyCsr(a.view())};
    const auto plan = v->default_configuration().dense_plan(SpmvProblem(on_device.view(), {}));
    EXPECT_EQ(plan->memory_bytes() > 0, balanced) << m.name;
  };
  check(
      "long rows", entries / 300 + 1, [](std::int64_t) { return 301; }, false);
  check(
      "short rows", entries / 5, [](std::int64_t r) { return r == 7 ? 6000 : 4 + r % 5; }, true);
}

/// Whatever is left for the last steps of a row, and rests of many lengths for hyb.
TEST_F(CudaSpmvContract, every_point_runs_on_rows_of_every_length) {
  constexpr std::int64_t rows = 301;  // more than the 256 entries that a row's threads take at once
  const NamedMatrix m =
      make_matrix("every_length", rows, 2 * rows, [](MatrixBuilder& b, std::int64_t r) {
        for (std::int64_t k = 0; k < 11 * r % rows; ++k) b.add(r, (r + 2 * k) % (2 * rows));
      });
  const Csr<float, std::int32_t> a = as_types<float, std::int32_t>(m.a);
  Contract<float, std::int32_t, Device> contract(a, m.name);
  for (const char* name : {"csr_vector", "coo", "hyb"}) {
    const Variant* v = full_catalogue().find(Operation::spmv, Backend::cuda, name);
    ASSERT_NE(v, nullptr) << name;
    for (const ResolvedConfiguration& c : v->full_grid()) {
      EXPECT_TRUE(contract.holds_for(*v, c)) << c.text();
    }
  }
}

/// Beside, at and beyond the 128 entries that a warp takes, in the first row, in the last and
/// between rows without any; no other row may change.
TEST_F(CudaSpmvContract, hyb_adds_the_rest_of_a_single_row) {
  constexpr std::int64_t rows = 400;
  const Variant* v = full_catalogue().find(Operation::spmv, Backend::cuda, "hyb");
  ASSERT_NE(v, nullptr);
  for (const std::int64_t longest : {std::int64_t{0}, std::int64_t{203}, rows - 1}) {
    for (const std::int64_t rest : {1, 127, 128, 129, 256, 5000}) {
      const NamedMatrix m = make_matrix("rest", rows, 6000, [&](MatrixBuilder& b, std::int64_t r) {
        if (r % 5 == 3 && r != longest) return;
        b.add(r, r).add(r, r + 1);
        for (std::int64_t k = 0; r == longest && k < rest; ++k) b.add(r, 1000 + k);
      });
      Contract<double, std::int64_t, Device> contract(m.a, m.name + std::to_string(rest));
      for (const ResolvedConfiguration& c : v->full_grid()) {
        EXPECT_TRUE(contract.holds_for(*v, c)) << c.text();
      }
    }
  }
}

/// The masked last step of a row multiplies entries of the next row: they must not show.
TEST(SpmvContract, infinite_x_stays_in_the_rows_that_have_its_column) {
  const Csr<double> a = make_matrix("", 90, 90, [](MatrixBuilder& b, std::int64_t r) {
                          b.add(r, r).add_random(r, r % 11);
                        }).a;
  std::vector<double> x(90, 1.0);
  constexpr Index infinite = 45;
  x[infinite] = std::numeric_limits<double>::infinity();
  SpmvProblem problem{a.view(), {}};
  problem.resources.threads = granted_threads;
  problem.resources.work_of_a_thread = 1;
  int tried = 0;
  for (const char* name : {"csr", "csr16", "coo", "vbl"}) {
    const Variant* v = full_catalogue().find(Operation::spmv, Backend::cpu, name);
    ASSERT_NE(v, nullptr) << name;
    for (const ResolvedConfiguration& c : v->full_grid()) {
      if (!c.fit(problem)) continue;
      ++tried;
      std::vector<double> y(90);
      c.dense_plan(problem)->run(1.0, x.data(), 0.0, y.data(), {});
      for (std::int64_t row = 0; row < a.rows; ++row) {
        const auto r = static_cast<std::size_t>(row);
        const bool has = std::binary_search(a.col_indices.begin() + a.row_offsets[r],
                                            a.col_indices.begin() + a.row_offsets[r + 1], infinite);
        EXPECT_EQ(std::isfinite(y[r]), !has) << c.text() << " row " << row;
      }
    }
  }
  EXPECT_GT(tried, 10);
}

/// Calls use(point) for every point of the CPU's variants that fits; how many there are.
template <class Use>
int with_every_cpu_point(const SpmvProblem& problem, const std::set<std::string>& but, Use use) {
  int tried = 0;
  for (const Variant& v : shipped_catalogue().variants()) {
    if (v.operation != Operation::spmv || v.facts.backend != Backend::cpu) continue;
    if (but.count(v.facts.name) > 0) continue;
    for (const ResolvedConfiguration& c : v.full_grid()) {
      if (!c.fit(problem)) continue;
      ++tried;
      use(c);
    }
  }
  return tried;
}

/// What a solver divides by 0 is to be seen everywhere, as in alpha * (A * x).
TEST(SpmvContract, an_alpha_that_is_no_number_reaches_every_row) {
  const Csr<double> a = make_matrix("", 90, 90, [](MatrixBuilder& b, std::int64_t r) {
                          if (r % 4 != 1 && r < 80) b.add(r, r).add_random(r, r % 11);
                        }).a;
  const std::vector<double> x(90, 1.0);
  SpmvProblem problem{a.view(), {}};
  problem.resources.threads = granted_threads;
  problem.resources.work_of_a_thread = 1;
  const int tried = with_every_cpu_point(problem, {}, [&](const ResolvedConfiguration& c) {
    for (const double beta : {0.0, 0.5}) {
      std::vector<double> y(90, 1.0);
      c.dense_plan(problem)->run(std::nan(""), x.data(), beta, y.data(), {});
      EXPECT_TRUE(std::all_of(y.begin(), y.end(), [](double e) { return std::isnan(e); }))
          << c.text() << " beta " << beta;
    }
  });
  EXPECT_GT(tried, 20);
}

/// Padding is 0 times x: its column must be one that a row has. DIA and BSR store whole diagonals
/// and blocks and say so.
TEST(SpmvContract, infinite_x_in_a_column_that_no_row_has_does_not_show) {
  constexpr std::int64_t size = 90;
  const auto unused = [](std::int64_t column) { return column == 0 || column % 10 == 7; };
  const Csr<double> a = make_matrix("", size, size, [&](MatrixBuilder& b, std::int64_t r) {
                          for (std::int64_t k = 0; r % 6 != 2 && k <= r % 11; ++k) {
                            const std::int64_t column = (5 * r + 3 * k) % size;
                            if (!unused(column)) b.add(r, column).add(r, column + 1 - k % 2);
                          }
                        }).a;
  std::vector<double> x(size, 1.0);
  int infinite = 0;
  for (std::int64_t c = 0; c < size; ++c) {
    if (std::find(a.col_indices.begin(), a.col_indices.end(), c) != a.col_indices.end()) continue;
    x[static_cast<std::size_t>(c)] = std::numeric_limits<double>::infinity();
    ++infinite;
  }
  ASSERT_GT(infinite, 1);
  ASSERT_TRUE(std::isinf(x[0]));
  SpmvProblem problem{a.view(), {}};
  problem.resources.threads = granted_threads;
  problem.resources.work_of_a_thread = 1;
  const auto finite = [&](const ResolvedConfiguration& c) {
    std::vector<double> y(static_cast<std::size_t>(size));
    c.dense_plan(problem)->run(1.0, x.data(), 0.0, y.data(), {});
    for (std::int64_t row = 0; row < size; ++row) {
      EXPECT_TRUE(std::isfinite(y[static_cast<std::size_t>(row)])) << c.text() << " row " << row;
    }
  };
  const int tried = with_every_cpu_point(problem, {"dia", "bsr"}, finite);
  EXPECT_GT(tried, 20);
}

TEST(SpmvContract, formats_that_would_be_mostly_padding_are_refused_with_their_bytes) {
  const NamedMatrix m = irregular_matrices()[7];
  ASSERT_EQ(m.name, "one_huge_row");
  const SpmvProblem problem{m.a.view(), {}};
  const auto fit_of = [&](const char* name) {
    const Variant* v = shipped_catalogue().find(Operation::spmv, Backend::cpu, name);
    return v->default_configuration().fit(problem);
  };

  const Fit ell = fit_of("ell");
  EXPECT_FALSE(ell);
  EXPECT_THAT(ell.reason, ::testing::HasSubstr("more than 4 times"));
  EXPECT_TRUE(fit_of("csr"));
  EXPECT_TRUE(fit_of("hyb"));
}

TEST(SpmvContract, bytes_beyond_64_bits_are_told_as_many) {
  const NamedMatrix m = irregular_matrices()[7];
  const Fit fit = spmv::fit_bytes(1e30, {m.a.view(), {}}, "all of it");
  EXPECT_FALSE(fit);
  EXPECT_THAT(fit.reason, ::testing::StartsWith("all of it: 9200000000000000000 bytes"));
}

TEST(SpmvContract, baselines_refuse_what_their_index_type_cannot_count) {
  // All in the last row, of which nobody may read an entry.
  std::vector<std::int64_t> offsets(11, 0);
  offsets.back() = std::int64_t{1} << 31;
  const Index column = 0;
  const double value = 1;
  SpmvProblem problem;
  problem.a =
      CsrView<double, std::int64_t>{10, 10, offsets.data(), &column, &value, ColumnOrder::sorted};
  for (const Variant& v : baseline_catalogue().variants()) {
    if (v.operation != Operation::spmv || v.facts.backend != Backend::cpu) continue;
    const Fit fit = v.default_configuration().fit(problem);
    EXPECT_FALSE(fit) << v.facts.name;
    EXPECT_THAT(fit.reason, ::testing::HasSubstr("2147483648")) << v.facts.name;
  }
}

TEST(SpmvReference, is_right_on_a_matrix_done_by_hand) {
  Csr<double> a;  // [[1 2 0] [0 0 0] [0 -3 4]]
  a.rows = a.cols = 3;
  a.row_offsets = {0, 2, 2, 4};
  a.col_indices = {0, 1, 1, 2};
  a.values = {1, 2, -3, 4};
  const std::vector<double> x{10, 20, 30};
  const std::vector<double> y{1, 2, 4};

  const spmv::Reference r = spmv::reference(a.view(), 2.0, x.data(), 0.5, y.data());

  EXPECT_EQ(r.y, (std::vector<double>{100.5, 1, 122}));
  EXPECT_EQ(r.magnitude, (std::vector<double>{100.5, 1, 362}));
}

}  // namespace
}  // namespace sptune::test
