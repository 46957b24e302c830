// SPDX-License-Identifier: BSD-3-Clause
#include "suites/io/matrix_market.hpp"

#include "kernels/convert/convert.hpp"
#include "suites/generators/generators.hpp"
#include "suites/generators/seed_pair.hpp"
#include "suites/io/random.hpp"

#include "support.hpp"
#include <gmock/gmock.h>

#include <cmath>
#include <cstring>
#include <limits>

namespace sptune::suites {
namespace {

using ::testing::ElementsAre;
using testing::TemporaryFolder;

Matrix parse(std::string_view text, const ReadOptions& options = {}) {
  return parse_matrix_market(text, "test.mtx", options);
}

/// Rows of a small matrix as dense text: "1 0 / 2 3".
std::string dense(const Csr<double>& csr) {
  std::string out;
  for (std::size_t row = 0; row < static_cast<std::size_t>(csr.rows); ++row) {
    std::vector<double> line(static_cast<std::size_t>(csr.cols), 0.0);
    for (auto i = csr.row_offsets[row]; i < csr.row_offsets[row + 1]; ++i) {
      const auto at = static_cast<std::size_t>(i);
      line[static_cast<std::size_t>(csr.col_indices[at])] = csr.values[at];
    }
    for (const double v : line) out += std::to_string(static_cast<int>(v)) + " ";
    out.back() = '/';
  }
  return out;
}

TEST(MatrixMarket, reads_a_general_real_matrix) {
  const Matrix m = parse(
      "%%MatrixMarket matrix coordinate real general\n"
      "% a comment\n"
      "\n"
      "3 4 4\n"
      "3 4 -1.5e2\n"
      "1 1 +2\n"
      "% comments may stand anywhere\n"
      "  3\t1   .5  \r\n"
      "2 2 1.0D+03\n");

  EXPECT_EQ(m.info.rows, 3);
  EXPECT_EQ(m.info.cols, 4);
  EXPECT_EQ(m.info.nnz, 4);
  EXPECT_EQ(m.info.symmetry, "general");
  EXPECT_EQ(m.info.field, "real");
  EXPECT_EQ(m.info.report.entries_in_file, 4);
  EXPECT_THAT(m.csr.row_offsets, ElementsAre(0, 1, 2, 4));
  EXPECT_THAT(m.csr.col_indices, ElementsAre(0, 1, 0, 3));
  EXPECT_THAT(m.csr.values, ElementsAre(2, 1000, 0.5, -150));
}

TEST(MatrixMarket, header_words_may_have_any_case) {
  EXPECT_EQ(parse("%%matrixmarket MATRIX Coordinate Real GENERAL\n1 1 1\n1 1 2\n").info.nnz, 1);
}

TEST(MatrixMarket, the_last_line_may_lack_its_newline) {
  EXPECT_THAT(parse("%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 2.25").csr.values,
              ElementsAre(2.25));
}

TEST(MatrixMarket, expands_symmetric_entries_of_either_triangle) {
  const Matrix m = parse(
      "%%MatrixMarket matrix coordinate integer symmetric\n3 3 4\n1 1 1\n2 1 2\n3 2 3\n1 3 4\n");

  EXPECT_EQ(dense(m.csr), "1 2 4/2 0 3/4 3 0/");
  EXPECT_EQ(m.info.report.entries_in_file, 4);
  EXPECT_EQ(m.info.nnz, 7);
  EXPECT_EQ(m.info.symmetry, "symmetric");
  EXPECT_EQ(m.info.field, "integer");
}

TEST(MatrixMarket, expands_skew_symmetric_with_the_opposite_sign) {
  const Matrix m =
      parse("%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 2\n2 1 5\n1 1 0\n");

  EXPECT_EQ(dense(m.csr), "0 -5/5 0/");
  EXPECT_EQ(m.info.report.explicit_zeros, 1);
}

TEST(MatrixMarket, takes_the_real_part_of_complex_values) {
  const Matrix m =
      parse("%%MatrixMarket matrix coordinate complex hermitian\n2 2 2\n1 1 3 0\n2 1 5 7\n");

  EXPECT_EQ(dense(m.csr), "3 5/5 0/");
  EXPECT_TRUE(m.info.report.imaginary_dropped);
  EXPECT_EQ(m.info.field, "complex");
  EXPECT_EQ(m.info.symmetry, "hermitian");
}

TEST(MatrixMarket, reads_numbers_with_leading_zeros) {
  const Matrix m = parse(
      "%%MatrixMarket matrix coordinate real general\n0000000000000000000002 2 01\n"
      "0000000000000000000001 +00000000000000000000002 7\n");
  EXPECT_EQ(dense(m.csr), "0 7/0 0/");
}

TEST(MatrixMarket, gives_a_pattern_ones_or_seeded_values) {
  constexpr std::string_view text =
      "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 3\n";
  ReadOptions seeded;
  seeded.seeded_values = true;

  const Matrix ones = parse(text);
  const Matrix values = parse(text, seeded);

  EXPECT_THAT(ones.csr.values, ElementsAre(1, 1, 1));
  EXPECT_FALSE(ones.info.report.values_seeded);
  EXPECT_TRUE(values.info.report.values_seeded);
  EXPECT_THAT(values.csr.values,
              ElementsAre(seeded_value(0, 1), seeded_value(1, 0), seeded_value(2, 2)));
  EXPECT_EQ(values.csr.values[0], values.csr.values[1]);
  EXPECT_EQ(ones.info.pattern_hash, values.info.pattern_hash);
  EXPECT_NE(ones.info.content_hash, values.info.content_hash);
}

TEST(MatrixMarket, reads_arrays_column_by_column_without_their_zeros) {
  const Matrix general = parse("%%MatrixMarket matrix array real general\n2 3\n1\n2\n0\n4\n5\n6\n");
  const Matrix symmetric =
      parse("%%MatrixMarket matrix array integer symmetric\n3 3\n1\n2\n3\n4\n5\n6\n");
  const Matrix skew = parse("%%MatrixMarket matrix array real skew-symmetric\n3 3\n1\n2\n3\n");
  const Matrix complex = parse("%%MatrixMarket matrix array complex general\n1 2\n1 9\n2 9\n");

  EXPECT_EQ(dense(general.csr), "1 0 5/2 4 6/");
  EXPECT_EQ(general.info.report.entries_in_file, 6);
  EXPECT_EQ(dense(symmetric.csr), "1 2 3/2 4 5/3 5 6/");
  EXPECT_EQ(dense(skew.csr), "0 -1 -2/1 0 -3/2 3 0/");
  EXPECT_EQ(dense(complex.csr), "1 2/");
}

TEST(MatrixMarket, sums_and_counts_duplicates_in_terms_of_the_file) {
  const Matrix general =
      parse("%%MatrixMarket matrix coordinate real general\n2 2 4\n1 2 1\n1 2 2\n2 2 3\n1 2 4\n");
  const Matrix symmetric =
      parse("%%MatrixMarket matrix coordinate real symmetric\n2 2 3\n2 1 1\n2 1 2\n1 2 4\n");

  EXPECT_EQ(dense(general.csr), "0 7/0 3/");
  EXPECT_EQ(general.info.report.duplicates_summed, 2);
  EXPECT_EQ(dense(symmetric.csr), "0 7/7 0/");
  EXPECT_EQ(symmetric.info.report.duplicates_summed, 2);
}

TEST(MatrixMarket, drops_and_counts_entries_outside_when_asked) {
  ReadOptions drop;
  drop.drop_out_of_range = true;

  const Matrix m = parse(
      "%%MatrixMarket matrix coordinate integer general\n2 2 6\n0 1 9\n1 1 1\n2 -1 9\n3 1 9\n2 2 "
      "2\n"
      "1 99999999999999999999 9\n",
      drop);

  EXPECT_EQ(dense(m.csr), "1 0/0 2/");
  EXPECT_EQ(m.info.report.dropped_out_of_range, 4);
  EXPECT_EQ(m.info.report.entries_in_file, 6);
}

TEST(MatrixMarket, reads_empty_matrices) {
  EXPECT_EQ(parse("%%MatrixMarket matrix coordinate real general\n0 0 0\n").info.rows, 0);
  const Matrix m = parse("%%MatrixMarket matrix coordinate pattern general\n3 2 0\n");
  EXPECT_THAT(m.csr.row_offsets, ElementsAre(0, 0, 0, 0));
  EXPECT_EQ(parse("%%MatrixMarket matrix array real general\n0 5\n").info.cols, 5);
}

TEST(MatrixMarket, reads_numbers_to_the_last_bit) {
  const Matrix m = parse(
      "%%MatrixMarket matrix coordinate real general\n1 5 5\n1 1 0.1\n1 2 -0\n1 3 4.9e-324\n"
      "1 4 1.7976931348623157e308\n1 5 9007199254740993\n");

  EXPECT_EQ(m.csr.values[0], 0.1);
  EXPECT_TRUE(std::signbit(m.csr.values[1]));
  EXPECT_EQ(m.csr.values[2], std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(m.csr.values[3], std::numeric_limits<double>::max());
  EXPECT_EQ(m.csr.values[4], 9007199254740992.0);
  EXPECT_EQ(m.info.report.explicit_zeros, 1);
}

TEST(MatrixMarket, writing_and_reading_gives_the_same_bits) {
  const TemporaryFolder folder;
  Random random(7);
  for (int round = 0; round < 20; ++round) {
    Coo<double> coo;
    coo.rows = 30;
    coo.cols = 50;
    for (int i = 0; i < 200; ++i) {
      coo.row_indices.push_back(static_cast<Index>(random.below(30)));
      coo.col_indices.push_back(static_cast<Index>(random.below(50)));
      double value = 0;
      do {
        const std::uint64_t bits = random.next();
        std::memcpy(&value, &bits, sizeof(value));
      } while (!std::isfinite(value));
      coo.values.push_back(value);
    }
    const Csr<double> csr = convert::coo_to_csr(coo);
    bool finite = true;
    for (const double v : csr.values) finite = finite && std::isfinite(v);
    if (!finite) continue;  // a sum of duplicates overflowed

    write_matrix_market(folder / "m.mtx", csr);
    const Matrix back = read_matrix_market(folder / "m.mtx");

    ASSERT_EQ(back.csr.row_offsets, csr.row_offsets);
    ASSERT_EQ(back.csr.col_indices, csr.col_indices);
    ASSERT_EQ(std::memcmp(back.csr.values.data(), csr.values.data(), csr.values.size() * 8), 0);
  }
}

TEST(MatrixMarket, reading_does_not_depend_on_where_chunks_end) {
  // Longer than several chunks of the file reader, with lines of many lengths.
  const TemporaryFolder folder;
  const Matrix made = generate("random{rows=20000,mean=6}");
  write_matrix_market(folder / "m.mtx", made.csr);
  const std::string text = testing::read_file(folder / "m.mtx");
  ASSERT_GT(text.size(), 2'000'000U);

  const Matrix from_file = read_matrix_market(folder / "m.mtx");
  const Matrix from_memory = parse(text);

  EXPECT_EQ(from_file.info.content_hash, made.info.content_hash);
  EXPECT_EQ(from_memory.info.content_hash, made.info.content_hash);
}

TEST(MatrixMarket, a_failed_write_leaves_the_old_file) {
  const TemporaryFolder folder;
  testing::write_file(folder / "m.mtx", "precious");
  Csr<double> csr{1, 1, {0, 1}, {0}, {std::nan("")}};

  const auto message = testing::input_error([&] { write_matrix_market(folder / "m.mtx", csr); });

  EXPECT_THAT(message, ::testing::HasSubstr("finite"));
  EXPECT_EQ(testing::read_file(folder / "m.mtx"), "precious");
  EXPECT_EQ(std::distance(testing::fs::directory_iterator(folder.path()), {}), 1);
}

TEST(MatrixMarket, a_full_disk_is_an_error) {
  if (!testing::fs::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  const auto message =
      testing::input_error([&] { write_matrix_market("/dev/full", generate("wheel{n=5}").csr); });
  EXPECT_THAT(message, ::testing::HasSubstr("No space left on device; free some space"));
}

TEST(MatrixMarket, a_missing_folder_or_a_directory_cannot_be_written) {
  const TemporaryFolder folder;
  const auto csr = generate("wheel{n=5}").csr;
  EXPECT_THAT(testing::input_error([&] { write_matrix_market(folder / "no/m.mtx", csr); }),
              ::testing::HasSubstr("No such file or directory"));
  EXPECT_THAT(testing::input_error([&] { write_matrix_market(folder.path(), csr); }),
              ::testing::HasSubstr("found a directory"));
}

TEST(SeedPair, has_the_reference_shape_and_its_defects_are_counted) {
  for (const auto& [which, id, entries] :
       {std::tuple{SeedPair::a, "seed_pair_a", 784'379}, {SeedPair::b, "seed_pair_b", 46'796}}) {
    SeedPairDefects defects;
    const std::string text = seed_pair_text(which, 1, &defects);

    EXPECT_THAT(testing::input_error([&, &text = text] { (void)parse(text); }),
                ::testing::HasSubstr("from 1 to 8191, found -1"));
    ReadOptions drop;
    drop.drop_out_of_range = true;
    const Matrix m = parse(text, drop);

    EXPECT_EQ(m.info.rows, 8191);
    EXPECT_EQ(m.info.cols, 8191);
    EXPECT_EQ(m.info.report.entries_in_file, entries);
    EXPECT_GT(defects.out_of_range, 0);
    EXPECT_GT(defects.duplicates, 0);
    EXPECT_EQ(m.info.report.dropped_out_of_range, defects.out_of_range);
    EXPECT_EQ(m.info.report.duplicates_summed, defects.duplicates);
    EXPECT_EQ(m.info.nnz, entries - defects.out_of_range - defects.duplicates);
    EXPECT_EQ(generate(id).info.content_hash, m.info.content_hash);
  }
}

}  // namespace
}  // namespace sptune::suites
