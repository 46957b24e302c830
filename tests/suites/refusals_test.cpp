// SPDX-License-Identifier: BSD-3-Clause
// Bad input: each gets one line with file, line, what was expected, what was found and a remedy.
#include "suites/io/matrix_market.hpp"

#include "support.hpp"
#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <string>

namespace sptune::suites {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

struct Case {
  const char* name;
  std::string text;
  std::string message;  ///< how it begins, or a part of it
};

std::string banner(const std::string& words) {
  return "%%MatrixMarket matrix " + words + "\n";
}
const std::string real_banner = banner("coordinate real general");

const Case cases[] = {
    {"empty", "", "m:1: expected a Matrix Market header, found an empty file"},
    {"binary",
     std::string("\x7f"
                 "ELF\0\0\x01\n",
                 8),
     "m:1: expected %%MatrixMarket matrix <coord"},
    {"binary_word", std::string("\0\0\0\0\n", 5), "found binary data; is it a Matrix Market file"},
    {"html", "<!DOCTYPE html>\n<html>\n", "found '<!DOCTYPE html>'"},
    {"other_object", "%%MatrixMarket vector coordinate real general\n",
     "m:1: expected the object 'matrix', found 'vector'"},
    {"unknown_format", banner("dense real general"),
     "m:1: expected the format coordinate or array, found 'dense'"},
    {"unknown_field", banner("coordinate quaternion general"), "found 'quaternion'"},
    {"unknown_symmetry", banner("coordinate real lopsided"), "found 'lopsided'"},
    {"short_banner", banner("coordinate real"), "m:1: expected the symmetry"},
    {"long_banner", banner("coordinate real general please"),
     "m:1: expected the end of the line, found 'please'"},
    {"pattern_array", banner("array pattern general"), "m:1: expected values in an array"},
    {"real_hermitian", banner("coordinate real hermitian"), "write 'symmetric'"},
    {"pattern_skew", banner("coordinate pattern skew-symmetric"),
     "a pattern is general or symmetric"},
    {"only_banner", real_banner,
     "m:1: expected a size line 'rows columns entries', found the end of the file"},
    {"words_for_sizes", real_banner + "three 3 1\n",
     "m:2: expected a number of rows in the size line, found 'three'"},
    {"two_sizes", real_banner + "3 3\n",
     "m:2: expected a number of entries in the size line, found ''"},
    {"four_sizes", real_banner + "3 3 1 1\n", "m:2: expected the end of the size line, found '1'"},
    {"three_array_sizes", banner("array real general") + "3 3 9\n",
     "an array's size line is 'rows columns'"},
    {"negative_rows", real_banner + "-3 3 1\n",
     "m:2: expected a number of rows of 0 or more, found -3"},
    {"negative_entries", real_banner + "3 3 -1\n",
     "m:2: expected a number of entries of 0 or more, found -1"},
    {"rows_at_2_31", real_banner + "2147483648 3 1\n",
     "m:2: expected a number of rows of at most 2147483647, found 2147483648"},
    {"cols_at_2_31", real_banner + "3 2147483648 1\n",
     "m:2: expected a number of columns of at most 2147483647"},
    {"entries_beyond_2_63", real_banner + "3 3 99999999999999999999\n",
     "m:2: expected a number of entries of at most"},
    {"symmetric_but_not_square", banner("coordinate real symmetric") + "3 4 1\n",
     "m:2: expected a square matrix, as it is symmetric, found 3 x 4"},
    {"truncated", real_banner + "3 3 3\n1 1 1\n2 2 2\n",
     "m:4: expected 3 entries, found the end of the file after 2; the file is truncated, or the "
     "count"},
    {"truncated_in_a_line", real_banner + "3 3 2\n1 1 1\n2 2",
     "m:4: expected a value, as the field is real, found the end of the line"},
    {"truncated_in_an_index", real_banner + "3 3 2\n1 1 1\n2",
     "m:4: expected a column index, found the end of the line"},
    {"absurd_count", real_banner + "3 3 1000000000000000000\n1 1 1\n",
     "m:3: expected 1000000000000000000 entries, found the end of the file after 1"},
    {"too_many", real_banner + "3 3 1\n1 1 1\n2 2 2\n",
     "m:4: expected the end of the file after 1 entries, found another entry"},
    {"truncated_array", banner("array real general") + "2 2\n1\n2\n3\n",
     "m:5: expected 4 entries, found the end of the file after 3"},
    {"long_array", banner("array real general") + "1 1\n1\n2\n",
     "m:4: expected the end of the file after 1 entries"},
    {"row_zero", real_banner + "3 3 1\n0 1 1\n",
     "m:3: expected a row index from 1 to 3, found 0; Matrix Market counts from 1; pass "
     "--drop-out-of-range"},
    {"row_minus_one", real_banner + "3 3 1\n-1 1 1\n",
     "m:3: expected a row index from 1 to 3, found -1"},
    {"column_beyond", real_banner + "3 3 2\n1 1 1\n1 4 1\n",
     "m:4: expected a column index from 1 to 3, found 4"},
    {"index_at_2_31", real_banner + "3 3 1\n2147483648 1 1\n",
     "m:3: expected a row index from 1 to 3, found 2147483648"},
    {"index_at_2_32_plus_1", real_banner + "3 3 1\n4294967297 1 1\n",
     "m:3: expected a row index from 1 to 3, found 4294967297"},
    {"index_beyond_2_64", real_banner + "3 3 1\n18446744073709551617 1 1\n",
     "m:3: expected a row index from 1 to 3, found '18446744073709551617'; Matrix Market counts"},
    {"column_far_below_zero", real_banner + "3 3 1\n 1\t-9223372036854775809 1\n",
     "m:3: expected a column index from 1 to 3, found '-9223372036854775809'"},
    {"entry_of_empty_matrix", real_banner + "0 0 1\n1 1 1\n",
     "m:3: expected a row index from 1 to 0, found 1"},
    {"fraction_for_an_index", real_banner + "3 3 1\n1.5 1 1\n",
     "m:3: expected a row index, found '1.5'"},
    {"word_for_a_value", real_banner + "3 3 1\n1 1 one\n", "m:3: expected a number, found 'one'"},
    {"nan", real_banner + "3 3 1\n1 1 NaN\n", "m:3: expected a finite value, found 'NaN'"},
    {"infinity", real_banner + "3 3 1\n1 1 -inf\n", "m:3: expected a finite value, found '-inf'"},
    {"overflow", real_banner + "3 3 1\n1 1 1e400\n", "m:3: expected a finite value, found '1e400'"},
    {"nan_in_an_array", banner("array real general") + "1 1\nnan\n",
     "m:3: expected a finite value, found 'nan'"},
    {"sum_of_duplicates", real_banner + "2 3 3\n1 1 1\n2 3 1e308\n2 3 1e308\n",
     "m:2: expected finite sums of duplicates, found inf in row 2, column 3"},
    {"sum_of_a_mirrored_duplicate",
     banner("coordinate real symmetric") + "2 2 2\n2 1 -1e308\n2 1 -1e308\n",
     "expected finite sums of duplicates, found -inf in row 1, column 2"},
    {"imaginary_nan", banner("coordinate complex general") + "1 1 1\n1 1 1 nan\n",
     "m:3: expected a finite value"},
    {"fraction_in_an_integer_file", banner("coordinate integer general") + "1 1 1\n1 1 1.5\n",
     "m:3: expected a whole number, found '1.5'; the header says integer"},
    {"value_in_a_pattern", banner("coordinate pattern general") + "1 1 1\n1 1 1\n",
     "m:3: expected the end of the line, as the field is pattern, found '1'"},
    {"no_value", real_banner + "1 1 1\n1 1\n",
     "m:3: expected a value, as the field is real, found the end of the line"},
    {"complex_in_a_real_file", real_banner + "1 1 1\n1 1 1 1\n",
     "m:3: expected the end of the line, as the field is real, found '1'"},
    {"no_imaginary_part", banner("coordinate complex general") + "1 1 1\n1 1 1\n",
     "m:3: expected a value, as the field is complex"},
    {"diagonal_of_skew", banner("coordinate real skew-symmetric") + "2 2 1\n2 2 1\n",
     "m:3: expected no entry on the diagonal of a skew-symmetric matrix, found one in row 2"},
    {"binary_in_a_line", real_banner + std::string("3 3 1\n1 \0 1\n", 11),
     "m:3: expected a column index, found '\\x00'"},
    {"control_characters", real_banner + "3 3 1\n1 1 \x1b[31m\n", "found '\\x1b[31m'"},
};

class Refusals : public ::testing::TestWithParam<Case> {};

TEST_P(Refusals, say_what_is_wrong_in_one_line) {
  const Case& c = GetParam();

  const auto message = testing::input_error([&] { (void)parse_matrix_market(c.text, "m"); });

  EXPECT_THAT(message, StartsWith("m:"));
  EXPECT_THAT(message, HasSubstr("expected "));
  EXPECT_THAT(message, HasSubstr("found "));
  EXPECT_THAT(message, HasSubstr(c.message));
}

INSTANTIATE_TEST_SUITE_P(All, Refusals, ::testing::ValuesIn(cases),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(RefusedFiles, missing_or_a_directory) {
  const testing::TemporaryFolder folder;
  EXPECT_THAT(
      testing::input_error([&] { (void)read_matrix_market(folder / "none.mtx"); }),
      HasSubstr("none.mtx: expected a readable file, found: No such file or directory; check"));
  EXPECT_THAT(testing::input_error([&] { (void)read_matrix_market(folder.path()); }),
              HasSubstr("expected a file, found a directory"));
}

TEST(RefusedFiles, unreadable) {
  if (::geteuid() == 0) GTEST_SKIP() << "root reads every file";
  const testing::TemporaryFolder folder;
  testing::write_file(folder / "secret.mtx", "x");
  ::chmod((folder / "secret.mtx").c_str(), 0);
  EXPECT_THAT(testing::input_error([&] { (void)read_matrix_market(folder / "secret.mtx"); }),
              HasSubstr("Permission denied"));
}

TEST(RefusedFiles, an_endless_line) {
  const testing::TemporaryFolder folder;
  testing::write_file(folder / "zeros.mtx", std::string(3'000'000, '\0'));
  testing::write_file(folder / "line.mtx", real_banner + std::string(3'000'000, '1'));
  EXPECT_THAT(testing::input_error([&] { (void)read_matrix_market(folder / "zeros.mtx"); }),
              HasSubstr("zeros.mtx:1: expected %%MatrixMarket"));
  EXPECT_THAT(testing::input_error([&] { (void)read_matrix_market(folder / "line.mtx"); }),
              HasSubstr("line.mtx:2: expected lines of at most a megabyte"));
}

TEST(RefusedFiles, sizes_beyond_the_memory_limit) {
  ReadOptions small;
  small.memory_limit = 1'000'000;
  EXPECT_THAT(testing::input_error([&] {
                (void)parse_matrix_market(real_banner + "2000000000 3 1\n1 1 1\n", "m", small);
              }),
              HasSubstr("m:2: expected a matrix that can be read in 1 MB, found 2000000000 rows "
                        "and 3 columns, which need 32 GB"));
  std::string many = real_banner + "9 9 100000\n";
  for (int i = 0; i < 100'000; ++i) many += "1 1 1\n";
  EXPECT_THAT(testing::input_error([&] { (void)parse_matrix_market(many, "m", small); }),
              HasSubstr("expected a matrix that can be read in 1 MB"));
}

TEST(RefusedFiles, an_absurd_count_allocates_nothing) {
  rusage before{};
  rusage after{};
  ::getrusage(RUSAGE_SELF, &before);
  (void)testing::input_error([&] {
    (void)parse_matrix_market(real_banner + "2000 2000 1000000000000000000\n1 1 1\n", "m");
  });
  ::getrusage(RUSAGE_SELF, &after);
  EXPECT_LT(after.ru_maxrss - before.ru_maxrss, 50'000);
}

}  // namespace
}  // namespace sptune::suites
