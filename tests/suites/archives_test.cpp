// SPDX-License-Identifier: BSD-3-Clause
#include "sptune/suites/generators.hpp"
#include "sptune/suites/matrix_market.hpp"

#include "support.hpp"
#include <gmock/gmock.h>

#include <string>

namespace sptune::suites {
namespace {

using ::testing::HasSubstr;
using testing::run;

/// A folder with HB__small.mtx, packed by the system's own programs.
class Archives : public ::testing::Test {
 protected:
  void SetUp() override {
    matrix_ = generate("road{n=2000}");
    write_matrix_market(folder_ / "HB__small.mtx", matrix_.csr);
  }
  [[nodiscard]] std::string in_folder(const std::string& command) const {
    return "cd '" + folder_.path().string() + "' && " + command;
  }
  void expect_same(const std::string& file) const {
    const Matrix back = read_matrix_market(folder_ / file);
    EXPECT_EQ(back.info.content_hash, matrix_.info.content_hash) << file;
  }

  testing::TempFolder folder_;
  Matrix matrix_;
};

TEST_F(Archives, reads_gz_xz_zst) {
  for (const auto& [program, suffix] :
       {std::pair{"gzip", ".gz"}, {"xz", ".xz"}, {"zstd", ".zst"}}) {
    if (!testing::have_program(program)) {
      GTEST_SKIP() << program << " is not installed";
    }
    ASSERT_EQ(run(in_folder(std::string(program) + " -kq HB__small.mtx")).status, 0);
    expect_same(std::string("HB__small.mtx") + suffix);
    const auto info = read_matrix_market(folder_ / ("HB__small.mtx" + std::string(suffix))).info;
    EXPECT_EQ(info.name, "HB/small");
    EXPECT_EQ(info.group, "HB");
  }
}

TEST_F(Archives, the_content_decides_and_not_the_name) {
  ASSERT_EQ(run(in_folder("gzip -c HB__small.mtx > plain.mtx")).status, 0);
  expect_same("plain.mtx");
  testing::fs::copy_file(folder_ / "HB__small.mtx", folder_ / "plain.mtx.gz");
  expect_same("plain.mtx.gz");
}

TEST_F(Archives, reads_suitesparse_layout_and_skips_its_other_members) {
  ASSERT_EQ(run(in_folder("mkdir small && cp HB__small.mtx small/small.mtx && "
                          "echo junk > small/small_b.mtx && echo junk > small/aaa.mtx && "
                          "tar czf small.tar.gz small"))
                .status,
            0);
  expect_same("small.tar.gz");
  ASSERT_EQ(run(in_folder("tar cJf small.tar.xz small && tar cf small.tar small")).status, 0);
  expect_same("small.tar.xz");
  expect_same("small.tar");
}

TEST_F(Archives, takes_the_only_matrix_of_a_renamed_archive) {
  ASSERT_EQ(run(in_folder("mkdir small && cp HB__small.mtx small/small.mtx && "
                          "tar czf other.tar.gz small"))
                .status,
            0);
  expect_same("other.tar.gz");
}

TEST_F(Archives, refuses_an_archive_without_a_clear_matrix) {
  ASSERT_EQ(run(in_folder("mkdir d && echo text > d/readme && tar czf none.tar.gz d && "
                          "cp HB__small.mtx d/a.mtx && cp HB__small.mtx d/b.mtx && "
                          "tar czf two.tar.gz d"))
                .status,
            0);
  EXPECT_THAT(testing::input_error([&] { (void)read_matrix_market(folder_ / "none.tar.gz"); }),
              HasSubstr("expected the member none/none.mtx or a single .mtx member, found none"));
  EXPECT_THAT(testing::input_error([&] { (void)read_matrix_market(folder_ / "two.tar.gz"); }),
              HasSubstr("found d/a.mtx, d/b.mtx"));
}

TEST_F(Archives, refuses_truncated_and_damaged_archives) {
  for (const auto& [program, suffix] :
       {std::pair{"gzip", ".gz"}, {"xz", ".xz"}, {"zstd", ".zst"}}) {
    if (!testing::have_program(program)) GTEST_SKIP() << program << " is not installed";
    const auto path = folder_ / ("HB__small.mtx" + std::string(suffix));
    ASSERT_EQ(run(in_folder(std::string(program) + " -kq HB__small.mtx")).status, 0);
    std::string packed = testing::read_file(path);

    testing::write_file(path, packed.substr(0, packed.size() / 2));
    EXPECT_THAT(testing::input_error([&, &path = path] { (void)read_matrix_market(path); }),
                HasSubstr(path.string() + ":"));

    for (std::size_t i = packed.size() / 2; i < packed.size() / 2 + 64; ++i) packed[i] ^= 0x55;
    testing::write_file(path, packed);
    EXPECT_THAT(testing::input_error([&, &path = path] { (void)read_matrix_market(path); }),
                HasSubstr(path.string() + ":"));
  }
}

TEST_F(Archives, refuses_an_empty_packed_file) {
  ASSERT_EQ(run(in_folder("printf '' | gzip > empty.mtx.gz")).status, 0);
  EXPECT_THAT(testing::input_error([&] { (void)read_matrix_market(folder_ / "empty.mtx.gz"); }),
              HasSubstr("empty"));
}

}  // namespace
}  // namespace sptune::suites
