// SPDX-License-Identifier: BSD-3-Clause
// What formats refuse before they convert: places beyond 31 bits, and more memory than they may
// take while a plan is made, not only when it is there.
#include "kernels/api/catalogue.hpp"
#include "kernels/spgemm/spgemm.hpp"
#include "kernels/spmm/spmm.hpp"
#include "kernels/spmv/spmv.hpp"
#include "sptune/device.hpp"
#include "tests/kernels/spmv_battery.hpp"
#include "tests/on_device.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace sptune::test {
namespace {

class CudaFit : public test::OnDevice {
 protected:
  static ResolvedConfiguration parsed(Operation operation, const std::string& text) {
    const auto found = shipped_catalogue().parse(operation, Backend::cuda, text);
    if (!found) throw std::logic_error(found.error());
    return found.value();
  }
  static void refuses_by_bytes(const Fit& fit) {
    EXPECT_FALSE(fit);
    EXPECT_NE(fit.reason.find("bytes on the device, the limit is"), std::string::npos)
        << fit.reason;
  }
  /// Rows of so many entries, of which nothing is there but the offsets: fit reads no others.
  struct Lengths {
    Lengths(std::int64_t count, std::int64_t length)
        : rows(count), entries(count * length), offsets(of(count, length)) {}
    static cuda::DeviceArray<std::int64_t> of(std::int64_t count, std::int64_t length) {
      std::vector<std::int64_t> out;
      for (std::int64_t r = 0; r <= count; ++r) out.push_back(r * length);
      return {out.data(), out.size()};
    }
    template <class V>
    [[nodiscard]] AnyCsr view() const {
      const void* const somewhere = offsets.data();
      CsrView<V, std::int64_t> a{rows, std::numeric_limits<Index>::max(), offsets.data(),
                                 static_cast<const Index*>(somewhere),
                                 static_cast<const V*>(somewhere)};
      a.columns = ColumnOrder::sorted;
      return AnyCsr::on_device(a, entries);
    }
    std::int64_t rows;
    std::int64_t entries;
    cuda::DeviceArray<std::int64_t> offsets;
  };
  static Csr<double> band() {
    return make_matrix("", 100000, 100000,
                       [](MatrixBuilder& b, std::int64_t r) {
                         for (std::int64_t c = r - 1; c <= r + 1; ++c) b.add(r, c);
                       })
        .a;
  }
};

TEST_F(CudaFit, sell_refuses_rows_whose_places_in_a_slice_pass_31_bits) {
  constexpr std::int64_t places = std::numeric_limits<std::int32_t>::max();
  for (const std::int64_t rows : {1, 32}) {
    for (const std::int64_t run : {1, 2, 3, 4}) {
      for (const std::int64_t slice : {32, 8}) {
        const std::string text =
            "sell{slice=" + std::to_string(slice) + ",sigma=256,run=" + std::to_string(run) + "}";
        SCOPED_TRACE(std::to_string(rows) + " rows, " + text);
        const ResolvedConfiguration c = parsed(Operation::spmv, text);
        constexpr std::int64_t unroll = 4;
        const std::int64_t most = (places / (32 * run) - unroll) * (32 / slice);
        const Lengths fits(rows, most);
        const Lengths beyond(rows, most + 1);
        const Fit yes = c.fit(SpmvProblem{fits.view<float>(), {}});
        EXPECT_TRUE(yes) << yes.reason;
        const Fit no = c.fit(SpmvProblem{beyond.view<float>(), {}});
        EXPECT_FALSE(no);
        EXPECT_NE(no.reason.find("too long for places of 32 bits"), std::string::npos) << no.reason;
      }
    }
  }
}

TEST_F(CudaFit, hyb_asks_for_memory_before_it_counts_lengths) {
  // 1.5e9 entries: as many counters would take 12 GB.
  const Lengths one(1, 1500000000);
  SpmvProblem problem{one.view<double>(), {}};
  problem.resources.memory_limit = 1000000;
  for (const char* text : {"hyb{}", "hyb{k=p95}"}) {
    refuses_by_bytes(parsed(Operation::spmv, text).fit(problem));
  }
}

/// What is counted to tell that a format fits is not counted again.
TEST_F(CudaFit, what_telling_that_it_fits_has_found_serves_the_plan) {
  constexpr std::int64_t rows = 3000;
  const Csr<double> a = make_matrix("", rows, rows, [](MatrixBuilder& b, std::int64_t r) {
                          for (std::int64_t c = 0; c <= r % 7; ++c) b.add(r, (r + c) % rows);
                        }).a;
  const cuda::DeviceCsr on_device{AnyCsr(a.view())};
  const std::vector<double> ones(rows, 1.0);
  const cuda::DeviceArray<double> x(ones.data(), ones.size());
  const auto product = [&](DensePlan& plan) {
    const auto y = cuda::DeviceArray<double>::zeroed(rows);
    plan.run(1.0, x.data(), 0.0, y.data(), {});
    cuda::synchronize();
    std::vector<double> out(rows);
    cuda::copy_to_host(out.data(), y.data(), out.size() * sizeof(double));
    return out;
  };
  for (const char* text : {"ell{}", "hyb{}", "hyb{k=p50}", "hyb{k=p95}"}) {
    SCOPED_TRACE(text);
    const ResolvedConfiguration c = parsed(Operation::spmv, text);
    SpmvProblem problem{on_device.view(), {}};
    const auto plain = c.dense_plan(problem);
    const Fit fit = c.fit_for_plan(problem);
    ASSERT_TRUE(fit) << fit.reason;
    ASSERT_TRUE(problem.found.what.has_value());
    const auto served = c.dense_plan(problem);
    EXPECT_EQ(served->memory_bytes(), plain->memory_bytes());
    EXPECT_EQ(product(*served), product(*plain));
  }
}

/// One row far beyond the others, whose length no width can have.
TEST_F(CudaFit, hyb_with_a_row_that_is_only_counted_as_long_is_right) {
  constexpr std::int64_t rows = 20000;
  const Csr<double> a = make_matrix("", rows, rows, [](MatrixBuilder& b, std::int64_t r) {
                          for (std::int64_t c = r - 1; c <= r + 1; ++c) b.add(r, c);
                          for (std::int64_t c = 0; r == 5 && c < rows; c += 2) b.add(r, c);
                        }).a;
  const cuda::DeviceCsr on_device{AnyCsr(a.view())};
  const SpmvProblem problem{on_device.view(), {}};
  const std::vector<double> ones(rows, 1.0);
  const cuda::DeviceArray<double> x(ones.data(), ones.size());
  const auto y = cuda::DeviceArray<double>::zeroed(rows);
  for (const char* text : {"hyb{}", "hyb{k=p50}", "hyb{k=p95}"}) {
    SCOPED_TRACE(text);
    const ResolvedConfiguration c = parsed(Operation::spmv, text);
    const Fit fit = c.fit(problem);
    ASSERT_TRUE(fit) << fit.reason;
    c.dense_plan(problem)->run(1.0, x.data(), 0.0, y.data(), {});
    cuda::synchronize();
    std::vector<double> sums(rows);
    cuda::copy_to_host(sums.data(), y.data(), sums.size() * sizeof(double));
    for (std::int64_t r = 0; r < rows; ++r) {
      double sum = 0;
      double magnitude = 0;
      for (auto i = a.row_offsets[static_cast<std::size_t>(r)];
           i < a.row_offsets[static_cast<std::size_t>(r) + 1]; ++i) {
        sum += a.values[static_cast<std::size_t>(i)];
        magnitude += std::abs(a.values[static_cast<std::size_t>(i)]);
      }
      ASSERT_NEAR(sums[static_cast<std::size_t>(r)], sum, 1e-12 * magnitude) << r;
    }
  }
}

TEST_F(CudaFit, dia_counts_the_marks_of_all_diagonals) {
  const Csr<double> a = band();
  const cuda::DeviceCsr on_device{AnyCsr(a.view())};
  SpmvProblem problem{on_device.view(), {}};
  problem.a.columns = ColumnOrder::sorted;
  const ResolvedConfiguration c = parsed(Operation::spmv, "dia{}");
  ASSERT_TRUE(c.fit(problem)) << c.fit(problem).reason;
  const std::int64_t held = c.dense_plan(problem)->memory_bytes();
  const std::int64_t marks = a.rows + a.cols;
  problem.resources.memory_limit = held + marks;  // without words for the scan
  refuses_by_bytes(c.fit(problem));
  problem.resources.memory_limit = 4 * marks;  // less than choosing itself takes
  refuses_by_bytes(c.fit(problem));
  problem.resources.memory_limit = 2 * (held + marks);
  EXPECT_TRUE(c.fit(problem)) << c.fit(problem).reason;
}

TEST_F(CudaFit, dia_lets_a_small_matrix_have_padding) {
  // A matrix whose entries are spread over many diagonals.
  const auto fit_of = [](std::int64_t rows) {
    const Csr<double> a = make_matrix("", rows, rows, [&](MatrixBuilder& b, std::int64_t r) {
                            b.add(r, 7 * r % rows);
                          }).a;
    const cuda::DeviceCsr on_device{AnyCsr(a.view())};
    SpmvProblem problem{on_device.view(), {}};
    problem.a.columns = ColumnOrder::sorted;
    return parsed(Operation::spmv, "dia{}").fit(problem);
  };
  const Fit small = fit_of(60);
  EXPECT_TRUE(small) << small.reason;
  const Fit large = fit_of(20000);
  EXPECT_FALSE(large);
  EXPECT_NE(large.reason.find("more than 6 diagonals"), std::string::npos) << large.reason;
}

/// The memory of a kernel that never runs on the matrix need not be there.
TEST_F(CudaFit, csr_auto_asks_for_no_more_than_it_may_choose) {
  const auto csr_auto = parsed(Operation::spmv, "csr_auto{}");
  const auto segmented = parsed(Operation::spmv, "csr_segmented{items=5,load=cached}");
  const auto adaptive = parsed(Operation::spmv, "csr_adaptive{}");
  const auto asks = [&](const Lengths& a, std::int64_t limit, const ResolvedConfiguration& runs,
                        const ResolvedConfiguration& never) {
    SpmvProblem problem{a.view<double>(), {}};
    problem.resources.memory_limit = limit;
    ASSERT_TRUE(runs.fit(problem)) << runs.fit(problem).reason;
    ASSERT_FALSE(never.fit(problem));
    const Fit fit = csr_auto.fit(problem);
    EXPECT_TRUE(fit) << fit.reason;
    problem.resources.memory_limit = limit / 2;
    refuses_by_bytes(csr_auto.fit(problem));
  };
  const std::int64_t cache = cuda::device_info().value().l2_bytes;
  {
    SCOPED_TRACE("entries, 12 bytes each, that stay in cache");
    const Lengths a(cache / 1024, 32);
    asks(a, a.entries * 3 / 2, segmented, adaptive);
  }
  {
    SCOPED_TRACE("entries that come from memory");
    const Lengths a(cache / 8, 1);
    asks(a, a.entries * 7 / 2, adaptive, segmented);
  }
}

/// Less than planning takes is refused, and twice that is enough.
template <class Problem>
void asks_at_least(const ResolvedConfiguration& c, Problem problem, std::int64_t bytes) {
  problem.a.columns = ColumnOrder::sorted;
  ASSERT_TRUE(c.fit(problem)) << c.fit(problem).reason;
  problem.resources.memory_limit = bytes - 1;
  const Fit fit = c.fit(problem);
  EXPECT_FALSE(fit);
  EXPECT_NE(fit.reason.find("bytes on the device, the limit is"), std::string::npos) << fit.reason;
  problem.resources.memory_limit = 2 * bytes;
  EXPECT_TRUE(c.fit(problem)) << c.fit(problem).reason;
}

TEST_F(CudaFit, bsr_counts_a_number_for_each_entry) {
  const Csr<double> a = band();
  const cuda::DeviceCsr on_device{AnyCsr(a.view())};
  const auto asks_beside_the_plan = [&](const ResolvedConfiguration& c, auto problem) {
    problem.a.columns = ColumnOrder::sorted;
    asks_at_least(c, problem, c.dense_plan(problem)->memory_bytes() + 4 * (a.nnz() + 1));
  };
  for (const char* text : {"bsr{r=2}", "bsr{r=3}"}) {
    SCOPED_TRACE(text);
    asks_beside_the_plan(parsed(Operation::spmv, text), SpmvProblem{on_device.view(), {}});
    SpmmProblem problem;
    problem.a = on_device.view();
    problem.columns = 8;
    asks_beside_the_plan(parsed(Operation::spmm, text), problem);
  }
}

TEST_F(CudaFit, csr_pieces_counts_what_cuts_and_sorts) {
  constexpr std::int64_t rows = 200000;
  const Csr<double> a = make_matrix("", rows, rows, [](MatrixBuilder& b, std::int64_t r) {
                          b.add(r, r);
                          for (std::int64_t c = 0; r == 7 && c < 600; ++c) b.add(r, c);
                        }).a;
  const cuda::DeviceCsr on_device{AnyCsr(a.view())};
  SpmmProblem problem;
  problem.a = on_device.view();
  problem.columns = 8;
  constexpr std::int64_t pieces = 16 * rows;
  asks_at_least(parsed(Operation::spmm, "csr_pieces{order=rows}"), problem, pieces + 32 * rows);
  // Keys and numbers, before and behind, and as many again that a radix sort works in.
  constexpr std::int64_t sorting = (16 + 8) * rows;
  asks_at_least(parsed(Operation::spmm, "csr_pieces{}"), problem,
                pieces + std::max(32 * rows, sorting));
}

TEST_F(CudaFit, sell_counts_what_sorts_its_rows) {
  constexpr std::int64_t rows = 500000;
  // Few entries: what sorts is more than the format.
  const Csr<double> a = make_matrix("", rows, rows, [](MatrixBuilder& b, std::int64_t r) {
                          if (r % 4096 == 0) b.add(r, r);
                        }).a;
  const cuda::DeviceCsr on_device{AnyCsr(a.view())};
  const SpmvProblem problem{on_device.view(), {}};
  // 32 bits for the length below the number of a window of 256 rows; the permutation stays.
  constexpr std::int64_t sorting = (2 * 4 + 4 + 4 + 8) * rows;
  asks_at_least(parsed(Operation::spmv, "sell{slice=32,sigma=256}"), problem, sorting);
}

TEST_F(CudaFit, formats_of_tiles_count_what_numbers_their_rows) {
  constexpr std::int64_t rows = 1000000;
  // Few entries, some of them in a row of many tiles: what is kept is a number of each row.
  const Csr<double> a = make_matrix("", rows, 4000, [](MatrixBuilder& b, std::int64_t r) {
                          if (r % 4096 == 0) b.add(r, 5);
                          for (std::int64_t c = 0; r == 9 && c < 2000; ++c) b.add(r, c);
                        }).a;
  const cuda::DeviceCsr on_device{AnyCsr(a.view())};
  const SpmvProblem problem{on_device.view(), {}};
  for (const char* text : {"csr_segmented{}", "coo{rows=bits}"}) {
    SCOPED_TRACE(text);
    const ResolvedConfiguration c = parsed(Operation::spmv, text);
    const std::int64_t held = c.dense_plan(problem)->memory_bytes();
    asks_at_least(c, problem, held + 8 * (rows / 256));
  }
}

TEST_F(CudaFit, hyb_asks_for_the_offsets_of_its_rest) {
  constexpr std::int64_t rows = 1000000;
  // Most rows are empty: the ELL part has width 0, and all entries are the rest.
  const Csr<double> a = make_matrix("", rows, rows, [](MatrixBuilder& b, std::int64_t r) {
                          if (r % 100 == 0) b.add(r, r);
                        }).a;
  const cuda::DeviceCsr on_device{AnyCsr(a.view())};
  const SpmvProblem problem{on_device.view(), {}};
  // Columns, values and offsets of the rest.
  asks_at_least(parsed(Operation::spmv, "hyb{}"), problem, 12 * (rows / 100) + 8 * rows);
}

TEST_F(CudaFit, dot_product_counts_what_sorts_b_by_column) {
  constexpr std::int64_t rows = 1000;
  constexpr std::int64_t per_row = 500;
  const Csr<double> b = make_matrix("", rows, rows, [](MatrixBuilder& m, std::int64_t r) {
                          for (std::int64_t c = 0; c < per_row; ++c) m.add(r, (r + c) % rows);
                        }).a;
  const Csr<double> a =
      make_matrix("", 2, rows, [](MatrixBuilder& m, std::int64_t r) { m.add(r, r); }).a;
  const cuda::DeviceCsr a_on_device{AnyCsr(a.view())};
  const cuda::DeviceCsr b_on_device{AnyCsr(b.view())};
  const ResolvedConfiguration c = parsed(Operation::spgemm, "dot_product{}");
  SpgemmProblem problem = spgemm::make_problem(a_on_device.view(), b_on_device.view(), {});
  // Row and place stay; column and place before, column behind, and both again to sort in.
  problem.resources.memory_limit = 28 * b.nnz();
  EXPECT_FALSE(c.fit(problem));
  problem.resources.memory_limit = 29 * b.nnz();
  EXPECT_TRUE(c.fit(problem));
}

}  // namespace
}  // namespace sptune::test
