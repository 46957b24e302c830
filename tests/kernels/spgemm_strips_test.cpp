// SPDX-License-Identifier: BSD-3-Clause
// hash_bins on rows whose products are many for their columns: warps that own a strip of them each.
// With them what long rows got: copies of long rows of B, rows of B that are cut to a window only
// where they are long, and rows of A that blocks share or that have more threads than others.
#include "kernels/api/catalogue.hpp"
#include "kernels/spgemm/spgemm.hpp"
#include "sptune/device.hpp"
#include "tests/kernels/spgemm_checks.hpp"
#include "tests/on_device.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace {

using namespace sptune;
using namespace sptune::tests;

/// `count` columns of [begin, begin + reach), at random by `state`.
std::vector<Index> columns_in(Index begin, Index reach, Index count, unsigned& state) {
  std::vector<Index> out;
  for (Index k = 0; k < count; ++k) {
    state = state * 1664525U + 1013904223U;
    out.push_back(begin + static_cast<Index>((state >> 8U) % static_cast<unsigned>(reach)));
  }
  return out;
}

/// Row r has `count(r)` columns of [begin(r), begin(r) + reach).
template <class Begin, class Count>
Csr<double> rows_in(Index rows, Index cols, Index reach, Begin&& begin, Count&& count) {
  return with_columns(rows, cols, [&, state = 777U](Index r) mutable {
    return columns_in(begin(r), reach, count(r), state);
  });
}

/// Values of which a third is `one` and the others are `other`: products of -0, or so small that
/// they become -0, are entries of C all the same.
Csr<double> with_values(Csr<double> m, double one, double other) {
  for (std::size_t i = 0; i < m.values.size(); ++i) m.values[i] = i % 3 == 0 ? one : other;
  return m;
}

const std::vector<Pair>& pairs_of_many_products() {
  static const std::vector<Pair> pairs = [] {
    std::vector<Pair> out;
    // The strips are of all columns, rows are not: what a warp owns stands elsewhere in the next.
    const auto spread = [](Index rows) {
      return rows_in(
          rows, rows, 200, [rows](Index r) { return (r * 7919) % (rows - 200); },
          [](Index r) { return 100 + r % 40; });
    };
    out.push_back(square("rows that begin elsewhere", spread(2'400)));
    out.push_back({"columns for more than a block's memory", spread(1'200),
                   rows_in(
                       1'200, 70'000, 9'000, [](Index r) { return r * 50; },
                       [](Index r) { return 30 + r % 40; })});
    out.push_back(square("most columns in few steps",
                         rows_in(
                             900, 900, 40, [](Index r) { return r % 5 == 0 ? 0 : 860; },
                             [](Index r) { return r % 11 == 0 ? 300 : 38; })));
    const Csr<double> dense = rows_in(
        180, 180, 180, [](Index) { return 0; }, [](Index r) { return r % 17 == 0 ? 0 : 500; });
    out.push_back(square("dense", dense));
    out.push_back(square("dense, products of -0", with_values(dense, -1.0, 0.0)));
    out.push_back(square("dense, too small for a double", with_values(dense, -1e-30, 1e-300)));
    out.push_back(square("dense, too small for a float", with_values(dense, -1e-30, 1e-25)));
    out.push_back({"a few heavy rows among light ones",
                   rows_in(
                       600, 500, 500, [](Index) { return 0; },
                       [](Index r) { return r % 100 == 7 ? 2'000 : 3; }),
                   rows_in(
                       500, 2'000, 2'000, [](Index) { return 0; },
                       [](Index r) { return r % 50 == 3 ? 6'000 : 60; })});
    return out;
  }();
  return pairs;
}

class SpgemmStrips : public test::OnDevice {};

TEST_F(SpgemmStrips, cuda_equals_the_reference_however_else_it_is_configured) {
  for (const Pair& pair : pairs_of_many_products()) {
    References<double, std::int32_t> references;
    for (const char* other :
         {"fill=block_strips", "at_once=never", "sizes=bound", "sizes=auto", "rerun=places",
          "rerun=gather", "adding=stable", "adding=atomic", "words=always", "grouped=always",
          "shifted=always", "streams=1", "shared_kib=48", "memory=raw"}) {
      const auto configuration = resolved("hash_bins{" + std::string(other) + "}");
      ASSERT_TRUE(check_pair(configuration, pair, references)) << other << " on " << pair.name;
    }
  }
}

TEST_F(SpgemmStrips, cuda_takes_every_type_and_offsets_of_64_bits) {
  for (const char* text : {"hash_bins{at_once=never}", "hash_bins{fill=block_strips}"}) {
    check_other_types(resolved(text), pairs_of_many_products());
  }
}

/// Sums are in A's order whatever the warps do.
TEST_F(SpgemmStrips, cuda_sums_have_the_same_bits_on_every_run) {
  for (const char* text : {"hash_bins{fill=block_strips}", "hash_bins{adding=stable}"}) {
    expect_same_bits(resolved(text), pairs_of_many_products().front());
  }
}

/// Rows of C that are a long row of B, and heavy rows whose columns take several windows, of long
/// and short rows of B.
TEST_F(SpgemmStrips, cuda_long_rows_are_copied_and_windows_passed) {
  const Csr<double> b = rows_in(
      4'000, 200'000, 200'000, [](Index) { return 0; },
      [](Index r) { return r % 400 == 9 ? 30'000 : 12; });
  const Pair copied{
      "copies of long rows",
      with_columns(900, 4'000, [](Index r) { return std::vector<Index>{r * 3 % 4'000}; }), b};
  const Pair heavy{"heavy rows over several windows",
                   rows_in(
                       40, 4'000, 4'000, [](Index) { return 0; },
                       [](Index r) { return r % 13 == 0 ? 9'000 : 5; }),
                   b};
  for (const char* text : {"hash_bins{at_once=never}", "hash_bins{fill=copy}",
                           "hash_bins{fill=wide_window}", "hash_bins{count=wide_bits}"}) {
    for (const Pair& pair : {copied, heavy}) {
      check_alone<double, std::int32_t>(resolved(text), pair);
      check_alone<float, std::int64_t>(resolved(text), pair);
    }
  }
}

/// Rows that keep a block of few threads longer than all others take the device: of many short rows
/// of B with few columns together, and of as many products as the others have.
TEST_F(SpgemmStrips, cuda_rows_that_outlast_all_others_are_right) {
  const Csr<double> b = rows_in(
      4'000, 6'000, 40, [](Index r) { return r % 3 * 2'500; }, [](Index r) { return 1 + r % 3; });
  const Pair pair{"rows that outlast others",
                  rows_in(
                      3'000, 4'000, 4'000, [](Index) { return 0; },
                      [](Index r) { return r % 1'000 == 17 ? 20'000 : r % 7; }),
                  b};
  for (const char* text :
       {"hash_bins{at_once=never}", "hash_bins{fill=block_bits}", "hash_bins{fill=block_table}",
        "hash_bins{fill=block_words}", "hash_bins{count=block_bits}", "hash_bins{team_steps=32}"}) {
    check_alone<double, std::int32_t>(resolved(text), pair);
    check_alone<float, std::int64_t>(resolved(text), pair);
  }
}

/// How much of a block's memory kernels name themselves is up to the compiler.
TEST_F(SpgemmStrips, cuda_rows_of_all_the_memory_of_a_block_are_right) {
  const auto most =
      static_cast<Index>((cuda::device_info().value().shared_per_block_bytes - 1024) / 8);
  const auto two = [](Index r) { return std::vector<Index>{2 * r, 2 * r + 1}; };
  // From as many values as there is room for down to so many beside their bits.
  const Pair values{"all of it in values", with_columns(40, 80, two),
                    with_columns(80, most, [most](Index r) {
                      std::vector<Index> half;
                      for (Index c = r % 2; c < most - r / 2 * 160; c += 2) half.push_back(c);
                      return half;
                    })};
  const Pair bits{
      "all of it in bits", with_columns(40, 80, two),
      rows_in(
          80, 3'000'000, 3'000'000, [](Index) { return 0; }, [](Index) { return 300; })};
  References<double, std::int32_t> of_values;
  References<double, std::int32_t> of_bits;
  for (const char* text : {"fill=wide_window", "fill=block_bits", "fill=block_table",
                           "fill=block_strips", "rerun=places", "adding=stable", "count=wide_bits",
                           "count=block_bits", "count=block_table", "shifted=always"}) {
    const auto configuration = resolved("hash_bins{" + std::string(text) + "}");
    EXPECT_TRUE(check_pair(configuration, values, of_values)) << text;
    EXPECT_TRUE(check_pair(configuration, bits, of_bits)) << text;
  }
}

/// A row of A with very many entries, most of which name an empty row of B.
TEST_F(SpgemmStrips, cuda_no_team_counts_a_row_of_very_many_entries) {
  constexpr Index entries = 1'000'000;
  const Pair pair{"few products",
                  with_columns(1, entries,
                               [](Index) {
                                 std::vector<Index> all;
                                 for (Index c = 0; c < entries; ++c) all.push_back(c);
                                 return all;
                               }),
                  with_columns(entries, 40'000, [](Index r) {
                    return r % 33'333 == 0 ? std::vector<Index>{r / 25} : std::vector<Index>{};
                  })};
  const auto seconds_of = [&](const char* text) {
    const auto configuration = resolved(text);
    check_alone<double, std::int32_t>(configuration, pair);
    const Operand<double, std::int32_t> a(pair.a, Backend::cuda);
    const Operand<double, std::int32_t> b(pair.b, Backend::cuda);
    const auto plan = configuration.sparse_plan(problem_of(a, b, {}));
    cuda::Timer timer;
    double best = 1e9;
    for (int run = 0; run < 3; ++run) {
      timer.mark(0);
      plan->symbolic(timer.stream());
      timer.mark(1);
      best = std::min(best, timer.seconds(0, 1));
    }
    return best;
  };
  EXPECT_LT(seconds_of("hash_bins{count=team_table}"),
            3 * seconds_of("hash_bins{count=block_table}"));
}

/// Rows of B that all meet in a column.
Csr<double> rows_that_meet(Index cols) {
  return with_columns(12'000, cols, [cols, state = 5U](Index r) mutable {
    std::vector<Index> out = columns_in(0, cols, r % 5, state);
    out.push_back(7 % cols);
    return out;
  });
}
/// Every `every`-th row has very many entries.
Csr<double> long_rows(Index rows, Index every) {
  return rows_in(
      rows, 12'000, 12'000, [](Index) { return 0; },
      [every](Index r) { return r % every == 3 % every ? 9'000 + r : r % 6; });
}

/// Blocks share rows of very many short rows of B; but for rows whose columns are too far apart.
TEST_F(SpgemmStrips, cuda_blocks_share_rows_of_very_many_entries) {
  for (const Pair& pair :
       {Pair{"long rows, few columns", long_rows(300, 100), rows_that_meet(40)},
        Pair{"long rows, several windows", long_rows(400, 150), rows_that_meet(70'000)},
        Pair{"nothing but long rows", long_rows(36, 1), rows_that_meet(90)},
        Pair{"more long rows than parts pay for", long_rows(500, 2), rows_that_meet(33'000)},
        Pair{"columns far apart", long_rows(90, 30), rows_that_meet(3'000'000)}}) {
    References<double, std::int32_t> references;
    for (const char* other :
         {"at_once=never", "sizes=bound", "sizes=auto", "rerun=places", "rerun=gather",
          "adding=stable", "words=always", "grouped=always", "shared_kib=48", "memory=raw",
          "streams=1", "fill=block_window", "count=wide_bits"}) {
      const auto configuration = resolved("hash_bins{" + std::string(other) + "}");
      ASSERT_TRUE(check_pair(configuration, pair, references)) << other << " on " << pair.name;
    }
    check_other_types(resolved("hash_bins{at_once=never}"), {pair});
  }
}

/// A graph that has captured the first run of the values, and is launched more than once.
TEST_F(SpgemmStrips, cuda_long_rows_are_computed_again_under_capture) {
  check_under_capture(resolved("hash_bins{at_once=never}"),
                      {"long rows", long_rows(400, 150), rows_that_meet(70'000)});
}

}  // namespace
