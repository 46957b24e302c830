// SPDX-License-Identifier: BSD-3-Clause
#include "suites/generators/generators.hpp"
#include "suites/io/matrix_market.hpp"

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

  testing::TemporaryFolder folder_;
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

TEST_F(Archives, of_an_archive_named_with_its_group_the_matrix_of_that_name_is_taken) {
  ASSERT_EQ(run(in_folder("mkdir foo HB__bar && cp HB__small.mtx foo/foo.mtx && "
                          "echo junk > foo/foo_b.mtx && tar czf HB__foo.tar.gz foo && "
                          "cp HB__small.mtx HB__bar/HB__bar.mtx && echo junk > HB__bar/a.mtx && "
                          "tar czf HB__bar.tar.gz HB__bar"))
                .status,
            0);
  expect_same("HB__foo.tar.gz");
  EXPECT_EQ(read_matrix_market(folder_ / "HB__foo.tar.gz").info.name, "HB/foo");
  expect_same("HB__bar.tar.gz");
}

TEST_F(Archives, links_and_what_macos_adds_are_no_matrices) {
  ASSERT_EQ(run(in_folder("mkdir d e && cp HB__small.mtx d/m.mtx && echo junk > d/._m.mtx && "
                          "ln -s m.mtx d/d.mtx && ln d/m.mtx d/n.mtx && tar czf d.tar.gz d && "
                          "ln -s nowhere e/e.mtx && tar czf e.tar.gz e && "
                          "mkdir -p f/f.mtx && cp HB__small.mtx f/m.mtx && tar czf f.tar.gz f && "
                          "mkdir g && cp HB__small.mtx g/m.mtx && echo junk > g/.mtx && "
                          "tar czf g.tar.gz g"))
                .status,
            0);
  expect_same("d.tar.gz");
  expect_same("f.tar.gz");
  expect_same("g.tar.gz");
  EXPECT_THAT(testing::input_error([&] { (void)read_matrix_market(folder_ / "e.tar.gz"); }),
              HasSubstr("e.tar.gz: expected the member e/e.mtx or a single .mtx member, found "
                        "none, and as links 'e/e.mtx'; unpack it"));
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
              HasSubstr("found 'd/a.mtx', 'd/b.mtx'"));
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

TEST_F(Archives, a_file_cut_short_is_refused_by_its_name) {
  // Small enough for the unpacker to see the end of the text before the end of the file.
  write_matrix_market(folder_ / "small.mtx", generate("wheel{n=40}").csr);
  ASSERT_EQ(run(in_folder("mkdir small && cp small.mtx small && gzip -kq small.mtx && "
                          "xz -kq small.mtx && zstd -kq small.mtx && tar czf small.tar.gz small && "
                          "tar cJf small.tar.xz small && tar cf - small | zstd -q > small.tar.zst"))
                .status,
            0);
  for (const char* file : {"small.mtx.gz", "small.mtx.xz", "small.mtx.zst", "small.tar.gz",
                           "small.tar.xz", "small.tar.zst"}) {
    const std::string whole = testing::read_file(folder_ / file);
    EXPECT_EQ(read_matrix_market(folder_ / file).info.rows, 40) << file;
    for (std::size_t cut = 1; cut < whole.size(); cut += cut < 24 ? 1 : 17) {
      testing::write_file(folder_ / file, whole.substr(0, whole.size() - cut));
      const auto message = testing::input_error([&] { (void)read_matrix_market(folder_ / file); });
      EXPECT_THAT(message, HasSubstr((folder_ / file).string() + ":")) << cut;
      if (cut < 9) {
        EXPECT_THAT(message, HasSubstr("cut short")) << cut;
      }
    }
  }
}

TEST_F(Archives, what_follows_the_matrix_in_an_archive_is_intact_too) {
  ASSERT_EQ(run(in_folder("mkdir small && cp HB__small.mtx small/small.mtx && "
                          "head -c 300000 /dev/urandom > small/zzz && "
                          "tar czf small.tar.gz small/small.mtx small/zzz && "
                          "tar cf small.tar small/small.mtx small/zzz"))
                .status,
            0);
  for (const char* file : {"small.tar.gz", "small.tar"}) {
    const std::string whole = testing::read_file(folder_ / file);
    expect_same(file);
    testing::write_file(folder_ / file, whole.substr(0, whole.size() - 100'000));
    EXPECT_THAT(testing::input_error([&] { (void)read_matrix_market(folder_ / file); }),
                HasSubstr("cut short"))
        << file;
  }
}

TEST_F(Archives, checksums_are_checked) {
  for (const auto& [program, suffix] :
       {std::pair{"gzip", ".gz"}, {"xz", ".xz"}, {"zstd", ".zst"}}) {
    if (!testing::have_program(program)) GTEST_SKIP() << program << " is not installed";
    const auto path = folder_ / ("HB__small.mtx" + std::string(suffix));
    ASSERT_EQ(run(in_folder(std::string(program) + " -kq HB__small.mtx")).status, 0);
    std::string packed = testing::read_file(path);
    // gzip ends in its checksum and length, zstd in its checksum, xz has the index near its end.
    packed[packed.size() - (program == std::string("gzip") ? 7 : 3)] ^= 0x10;
    testing::write_file(path, packed);
    EXPECT_THAT(testing::input_error([&, &path = path] { (void)read_matrix_market(path); }),
                HasSubstr(path.string() + ":"))
        << program;
  }
}

TEST_F(Archives, reads_members_one_after_the_other_and_old_archives) {
  ASSERT_EQ(run(in_folder("head -n 50 HB__small.mtx | gzip -c > parts.mtx.gz && "
                          "tail -n +51 HB__small.mtx | gzip -c >> parts.mtx.gz && "
                          "mkdir small && cp HB__small.mtx small/small.mtx && "
                          "tar --format=v7 -czf small.tar.gz small && "
                          "tar --format=v7 -cf small.tar small && "
                          "tar --format=pax -cJf small.tar.xz small && "
                          "head -c 1000 /dev/zero > zeros && "
                          "gzip -c HB__small.mtx | cat - zeros > padded.mtx.gz"))
                .status,
            0);
  for (const char* file :
       {"parts.mtx.gz", "small.tar.gz", "small.tar", "small.tar.xz", "padded.mtx.gz"}) {
    expect_same(file);
  }
}

/// pzstd's: before each frame one that is to be skipped, which holds the size of the next.
TEST_F(Archives, reads_zstd_with_frames_to_skip) {
  ASSERT_EQ(run(in_folder("head -n 50 HB__small.mtx > a && tail -n +51 HB__small.mtx > b && "
                          "zstd -q a b"))
                .status,
            0);
  std::string whole;
  for (const char* file : {"a.zst", "b.zst"}) {
    const std::string frame = testing::read_file(folder_ / file);
    whole += std::string("\x50\x2a\x4d\x18\x04\0\0\0", 8);
    for (unsigned i = 0; i < 4; ++i) whole += static_cast<char>(frame.size() >> (8 * i));
    whole += frame;
  }
  const auto path = folder_ / "parts.mtx.zst";
  for (const char nibble : {'\x50', '\x5f'}) {
    whole[0] = nibble;
    testing::write_file(path, whole);
    expect_same("parts.mtx.zst");
  }
  for (const std::size_t left : {whole.size() - 1, whole.size() / 2, std::size_t{10}}) {
    testing::write_file(path, whole.substr(0, left));
    EXPECT_THAT(testing::input_error([&] { (void)read_matrix_market(path); }),
                HasSubstr(path.string() + ":"))
        << left;
  }
}

TEST_F(Archives, refuses_an_empty_packed_file) {
  ASSERT_EQ(run(in_folder("printf '' | gzip > empty.mtx.gz")).status, 0);
  EXPECT_THAT(testing::input_error([&] { (void)read_matrix_market(folder_ / "empty.mtx.gz"); }),
              HasSubstr("empty"));
}

}  // namespace
}  // namespace sptune::suites
