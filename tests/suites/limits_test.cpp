// SPDX-License-Identifier: BSD-3-Clause
// Files that promise more than they hold, or become more than anyone wants: each is refused by its
// name, with the limit and with what lifts it.
#include "suites/io/limits.hpp"

#include "harness/environment/sanitizers.hpp"
#include "suites/collections/suite.hpp"
#include "suites/generators/generators.hpp"
#include "suites/io/matrix_market.hpp"

#include "support.hpp"
#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <string>
#include <thread>

namespace sptune::suites {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::input_error;
using ::testing::Not;
using testing::run;
using ::testing::StartsWith;
using testing::Variable;

const std::string real = "%%MatrixMarket matrix coordinate real general\n";

class Limits : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const char* program : {"zstd", "gzip", "tar"}) {
      if (!testing::have_program(program)) GTEST_SKIP() << program << " is not installed";
    }
  }
  void in_folder(const std::string& command) const {
    const auto ran = run("cd '" + folder_.path().string() + "' && " + command);
    ASSERT_EQ(ran.status, 0) << ran.output;
  }
  [[nodiscard]] Matrix read(const std::string& file) const {
    return read_matrix_market(folder_ / file);
  }
  [[nodiscard]] std::string refusal(const std::string& file) const {
    const std::string message = input_error([&] { (void)read(file); });
    EXPECT_THAT(message, StartsWith((folder_ / file).string() + ":"));
    return message;
  }
  testing::TemporaryFolder folder_;
};

TEST_F(Limits, a_small_file_does_not_unpack_to_gigabytes) {
  in_folder(
      "(printf '%%%%MatrixMarket matrix coordinate real general\\n'; yes '% no matrix' | head -c "
      "66000000; printf '\\n1 1 1\\n1 1 7\\n') | zstd -q > bomb.mtx.zst");

  EXPECT_THAT(refusal("bomb.mtx.zst"),
              AllOf(HasSubstr("at most 64 MB when unpacked"), HasSubstr("SPTUNE_MAX_UNPACKED")));
  {
    const Variable limit("SPTUNE_MAX_UNPACKED", "1M");
    EXPECT_THAT(refusal("bomb.mtx.zst"), HasSubstr("at most 1 MB when unpacked"));
  }
  for (const char* lifted : {"none", "67000000"}) {
    const Variable limit("SPTUNE_MAX_UNPACKED", lifted);
    EXPECT_EQ(read("bomb.mtx.zst").csr.values.front(), 7) << lifted;
  }
  for (const char* wrong : {"many", "-1", "1X", "1e", "", "12 GB"}) {
    const Variable limit("SPTUNE_MAX_UNPACKED", wrong);
    if (*wrong == '\0') {
      EXPECT_THAT(refusal("bomb.mtx.zst"), HasSubstr("at most 64 MB")) << "empty is unset";
    } else {
      EXPECT_THAT(testing::usage_error([&] { (void)read("bomb.mtx.zst"); }),
                  AllOf(HasSubstr("SPTUNE_MAX_UNPACKED"), HasSubstr(wrong)));
    }
  }
}

TEST_F(Limits, what_an_archive_skips_counts_too) {
  in_folder(
      "mkdir d && head -c 66000000 /dev/zero > d/zeros && printf '%%%%MatrixMarket matrix "
      "coordinate real general\\n1 1 1\\n1 1 7\\n' > d/d.mtx && tar cf - d/zeros d/d.mtx | "
      "zstd -q > before.tar.zst && tar cf - d/d.mtx d/zeros | zstd -q > d.tar.zst");
  for (const char* file : {"before.tar.zst", "d.tar.zst"}) {
    EXPECT_THAT(refusal(file), HasSubstr("SPTUNE_MAX_UNPACKED")) << file;
    const Variable limit("SPTUNE_MAX_UNPACKED", "none");
    EXPECT_EQ(read(file).csr.values.front(), 7) << file;
  }
}

TEST_F(Limits, layers_of_packing) {
  write_matrix_market(folder_ / "m.mtx", generate("wheel{n=30}").csr);
  in_folder(
      "gzip -c m.mtx > m1.mtx.gz && zstd -qc m1.mtx.gz > m2.mtx.gz && gzip -c m2.mtx.gz > "
      "m3.mtx.gz");
  EXPECT_EQ(read("m1.mtx.gz").info.rows, 30);
  EXPECT_EQ(read("m2.mtx.gz").info.rows, 30);
  EXPECT_THAT(refusal("m3.mtx.gz"),
              AllOf(HasSubstr("at most 2 layers"), HasSubstr("SPTUNE_MAX_LAYERS")));
  const Variable limit("SPTUNE_MAX_LAYERS", "3");
  EXPECT_EQ(read("m3.mtx.gz").info.rows, 30);
}

TEST_F(Limits, packed_data_without_contents_in_a_layer_counts_too) {
  // A million empty members: a layer that is large, and gives nothing to the next.
  in_folder(
      "printf '' | gzip -c > empty.gz && for i in 1 2 3 4 5 6 7; do cat empty.gz empty.gz "
      "empty.gz empty.gz empty.gz empty.gz empty.gz empty.gz empty.gz empty.gz > more.gz && "
      "mv more.gz empty.gz; done && zstd -q empty.gz -o m.mtx.zst");
  EXPECT_THAT(refusal("m.mtx.zst"), HasSubstr("SPTUNE_MAX_UNPACKED"));
}

TEST_F(Limits, a_full_archive_is_refused_in_few_words) {
  in_folder(
      "mkdir d && cd d && seq -f '%g.mtx' 2000 | xargs touch && cd .. && tar czf d0.tar.gz d");
  const std::string message = refusal("d0.tar.gz");
  EXPECT_LT(message.size(), 500U);
  EXPECT_THAT(message, HasSubstr("and 1997 more"));
}

TEST_F(Limits, names_in_archives_are_escaped) {
  in_folder(
      "mkdir d && touch \"$(printf 'd/a\\nb.mtx')\" \"$(printf 'd/\\033[31m.mtx')\" && "
      "tar czf d0.tar.gz d");
  EXPECT_THAT(refusal("d0.tar.gz"), AllOf(HasSubstr("\\x0a"), HasSubstr("\\x1b")));
}

TEST_F(Limits, rows_and_columns_that_a_small_file_does_not_fill) {
  rusage before{};
  ::getrusage(RUSAGE_SELF, &before);
  for (const char* sizes : {"500000000 1", "1 500000000", "2147483647 2147483647"}) {
    testing::write_file(folder_ / "wide.mtx", real + sizes + " 1\n1 1 1\n");
    EXPECT_THAT(refusal("wide.mtx"),
                AllOf(HasSubstr("wide.mtx:2: expected "), HasSubstr("SPTUNE_MAX_MEMORY")));
  }
  in_folder("gzip wide.mtx");
  EXPECT_THAT(refusal("wide.mtx.gz"), HasSubstr("SPTUNE_MAX_MEMORY"));
  rusage after{};
  ::getrusage(RUSAGE_SELF, &after);
  EXPECT_LT(after.ru_maxrss - before.ru_maxrss, 50'000);

  testing::write_file(folder_ / "tall.mtx", real + "5000000 1 1\n1 1 1\n");
  {
    const Variable limit("SPTUNE_MAX_MEMORY", "none");
    EXPECT_EQ(read("tall.mtx").info.rows, 5'000'000);
  }
  const Variable limit("SPTUNE_MAX_MEMORY", "10M");
  EXPECT_THAT(refusal("tall.mtx"), HasSubstr("in 10 MB"));
}

TEST_F(Limits, rows_that_the_address_space_does_not_hold_name_the_file) {
#ifdef SPTUNE_SANITIZED
  GTEST_SKIP() << "its allocator ends the process";
#endif
  testing::write_file(folder_ / "wide.mtx", real + "2147483647 3 1\n1 1 1\n");
  const Variable limit("SPTUNE_MAX_MEMORY", "none");
  rlimit old{};
  ::getrlimit(RLIMIT_AS, &old);
  const rlimit small{std::min<rlim_t>(std::size_t{8} << 30U, old.rlim_max), old.rlim_max};
  ::setrlimit(RLIMIT_AS, &small);
  EXPECT_THAT(refusal("wide.mtx"), HasSubstr("memory"));
  ::setrlimit(RLIMIT_AS, &old);
}

TEST_F(Limits, entries_that_the_file_has_no_bytes_for) {
  testing::write_file(folder_ / "few.mtx", real + "9 9 1000000\n1 1 1\n");
  EXPECT_THAT(refusal("few.mtx"),
              HasSubstr("few.mtx:2: expected 1000000 entries, found 6 bytes for them"));
  testing::write_file(folder_ / "array.mtx",
                      "%%MatrixMarket matrix array real general\n1000 1000\n1\n");
  EXPECT_THAT(refusal("array.mtx"), HasSubstr("expected 1000000 entries, found 2 bytes for them"));
  // The shortest text that there can be is enough.
  for (const auto& [words, entry] : {std::pair{"coordinate pattern general", "1 1\n"},
                                     {"coordinate real general", "1 1 1\n"},
                                     {"coordinate complex general", "1 1 1 1\n"},
                                     {"array integer general", "1\n"}}) {
    const bool array = std::string(words).starts_with("array");
    std::string text = std::string("%%MatrixMarket matrix ") + words + "\n1 3" +
                       (array ? "" : " 3") + "\n" + entry + entry + entry;
    text.pop_back();
    testing::write_file(folder_ / "short.mtx", text);
    EXPECT_EQ(read("short.mtx").info.report.entries_in_file, 3) << words;
  }
}

TEST_F(Limits, a_generated_matrix_fits_the_memory_too) {
  const Variable limit("SPTUNE_MAX_MEMORY", "10M");
  EXPECT_THAT(input_error([] { (void)generate("stencil2d{points=5,n=3000}"); }),
              AllOf(HasSubstr("10 MB"), HasSubstr("SPTUNE_MAX_MEMORY")));
  EXPECT_EQ(generate("stencil2d{points=5,n=30}").info.rows, 900);
}

TEST_F(Limits, a_band_that_is_hardly_filled_counts_by_what_is_there) {
  const Variable limit("SPTUNE_MAX_MEMORY", "10M");
  const Matrix thin = generate("banded{n=4000,half=3000,fill=0.0020}");  // 24 million places
  EXPECT_GT(thin.info.nnz, 4000 * 8);
  EXPECT_LT(thin.info.nnz, 4000 * 13);
  EXPECT_THAT(input_error([] { (void)generate("banded{n=4000,half=3000,fill=0.5}"); }),
              HasSubstr("SPTUNE_MAX_MEMORY"));
}

/// Memory that a child takes to make the matrix of an id, in bytes; -1 where it is refused.
std::int64_t bytes_to_make(const char* id) {
  int ends[2];
  if (::pipe(ends) != 0) return -2;
  const pid_t pid = ::fork();
  if (pid == 0) {
    rusage before{};
    rusage after{};
    ::getrusage(RUSAGE_SELF, &before);
    std::int64_t bytes = -1;
    try {
      const Matrix made = generate(id);
      ::getrusage(RUSAGE_SELF, &after);
      bytes = (after.ru_maxrss - before.ru_maxrss) * 1024;
    } catch (const LimitError&) {
    }
    ::_exit(::write(ends[1], &bytes, sizeof(bytes)) == sizeof(bytes) ? 0 : 1);
  }
  std::int64_t bytes = -2;
  if (::read(ends[0], &bytes, sizeof(bytes)) != sizeof(bytes)) bytes = -2;
  ::close(ends[0]);
  ::close(ends[1]);
  ::waitpid(pid, nullptr, 0);
  return bytes;
}

TEST_F(Limits, a_generated_matrix_takes_no_more_memory_than_it_is_said_to_need) {
#ifdef SPTUNE_SANITIZED
  GTEST_SKIP() << "its allocator keeps what is freed";
#endif
  for (const char* id : {"zipf{rows=50000,mean=60,exponent=0.2}", "rmat{scale=17,edges=20}",
                         "saddle{unknowns=100000,constraints=50000,half=8,touched=9}",
                         "cliques{n=100000,groups=30000,size=7}", "lp{rows=9000,cols=500000}"}) {
    std::int64_t limit = 4'000'000;
    std::int64_t bytes = -1;
    for (; bytes == -1 && limit < 1'000'000'000; limit += limit / 20) {
      const Variable most("SPTUNE_MAX_MEMORY", std::to_string(limit));
      bytes = bytes_to_make(id);
      if (bytes != -1) {
        EXPECT_LE(bytes, limit) << id;
      }
    }
    EXPECT_GT(bytes, 10'000'000) << id;
  }
}

TEST_F(Limits, a_generated_matrix_that_the_address_space_does_not_hold_is_named) {
#ifdef SPTUNE_SANITIZED
  GTEST_SKIP() << "its allocator ends the process";
#endif
  const Variable limit("SPTUNE_MAX_MEMORY", "none");
  rlimit old{};
  ::getrlimit(RLIMIT_AS, &old);
  const rlimit small{std::min<rlim_t>(std::size_t{8} << 30U, old.rlim_max), old.rlim_max};
  ::setrlimit(RLIMIT_AS, &small);
  EXPECT_THAT(input_error([] { (void)generate("banded{n=200000000,half=8}"); }),
              AllOf(StartsWith("banded{n=200000000,half=8,"), HasSubstr("memory")));
  ::setrlimit(RLIMIT_AS, &old);
}

TEST_F(Limits, entries_that_cannot_exist_are_no_reason_to_refuse) {
  const Variable limit("SPTUNE_MAX_MEMORY", "10M");
  EXPECT_EQ(generate("banded{n=300,half=1000000}").info.nnz, 300 * 300);
  EXPECT_EQ(generate("saddle{unknowns=300,constraints=1,half=1000000}").info.nnz, 300 * 300 + 6);
  EXPECT_LE(generate("cliques{n=10,groups=1000,size=4096}").info.nnz, 90);
  EXPECT_THAT(
      testing::usage_error([] { (void)generate("cliques{n=90,groups=1000000,size=4096}"); }),
      HasSubstr("entries (repeated ones counted), found 90 x 90 with about 8010000000"));
}

TEST_F(Limits, a_generated_matrix_is_refused_before_its_rows_are_named) {
  const Variable limit("SPTUNE_MAX_MEMORY", "10M");
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_THAT(input_error([] { (void)generate("road{n=500000000}"); }),
              HasSubstr("SPTUNE_MAX_MEMORY"));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(1)) << "4 GB of names";
}

TEST_F(Limits, a_generated_matrix_of_many_columns_fits_the_memory_too) {
  const Variable limit("SPTUNE_MAX_MEMORY", "10M");
  for (const char* id : {"zipf{rows=10,cols=3000000}", "random{rows=10,cols=3000000}"}) {
    EXPECT_THAT(input_error([&] { (void)generate(id); }), HasSubstr("SPTUNE_MAX_MEMORY")) << id;
  }
  EXPECT_EQ(generate("zipf{rows=10,cols=30000}").info.cols, 30000);
}

TEST_F(Limits, several_that_are_read_at_the_same_time_share_the_memory) {
  const Variable limit("SPTUNE_MAX_MEMORY", "10M");
  const std::string id = "stencil2d{points=5,n=200}";  // 5.4 MB
  write_matrix_market(folder_ / "m.mtx", generate(id).csr);
  {
    const ReadingBesideOthers part(8);
    EXPECT_EQ(memory_for_a_matrix(), 10'000'000 / 8);
    EXPECT_THAT(input_error([&] { (void)generate(id); }), HasSubstr("1.25 MB"));
    EXPECT_THAT(refusal("m.mtx"), HasSubstr("1.25 MB"));
    std::thread([] { EXPECT_EQ(memory_for_a_matrix(), 10'000'000) << "another's"; }).join();
  }
  EXPECT_EQ(generate(id).info.rows, 40000);
  EXPECT_EQ(read("m.mtx").info.rows, 40000);
}

}  // namespace
}  // namespace sptune::suites
