// SPDX-License-Identifier: BSD-3-Clause
// Downloads from a local server (range_server.py) that breaks off, forgets ranges and changes its
// mind.
#include "suites/collections/fetch.hpp"

#include "suites/collections/suite.hpp"
#include "suites/generators/generators.hpp"
#include "suites/io/limits.hpp"
#include "suites/io/sha256.hpp"

#include "support.hpp"
#include <gmock/gmock.h>
#include <signal.h>

#include <thread>
#include <vector>

namespace sptune::suites {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::input_error;
using ::testing::StartsWith;
namespace fs = std::filesystem;

class Fetch : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!testing::have_program("python3")) GTEST_SKIP() << "python3 is not installed";
    matrix_ = generate("road{n=4000}");
    const fs::path group = folder_ / "www/MM/HB";
    fs::create_directories(group / "west");
    write_matrix_market(group / "west/west.mtx", matrix_.csr);
    const std::string quoted = "'" + group.string() + "'";
    ASSERT_EQ(testing::run("cd " + quoted + " && tar czf west.tar.gz west").status, 0);
    archive_ = group / "west.tar.gz";
    start_server();
  }
  void TearDown() override {
    if (server_ != nullptr) ::pclose(server_);
  }

  void start_server() {
    const fs::path script =
        testing::environment_path("SPTUNE_SOURCE_DIR") / "tests/suites/range_server.py";
    const fs::path port_file = folder_ / "port";
    // Its standard input is our pipe: it ends when the pipe closes, whatever happens to the test.
    server_ = ::popen(("exec python3 '" + script.string() + "' '" + (folder_ / "www").string() +
                       "' > '" + port_file.string() + "'")
                          .c_str(),
                      "w");
    ASSERT_NE(server_, nullptr);
    for (int i = 0; i < 400 && port_.empty(); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(25));
      std::ifstream in(port_file);
      std::string line;
      if (std::getline(in, line) && in.good()) port_ = line;
    }
    ASSERT_FALSE(port_.empty()) << "the server did not start";
  }

  [[nodiscard]] std::string base(const std::string& mode) const {
    return "http://127.0.0.1:" + port_ + "/" + mode;
  }
  [[nodiscard]] std::string url(const std::string& mode) const {
    return base(mode) + "/MM/HB/west.tar.gz";
  }
  [[nodiscard]] std::string requests() const {
    return testing::read_file(
        fetch("http://127.0.0.1:" + port_ + "/log", folder_ / std::to_string(logs_++)));
  }
  static FetchOptions quickly() {
    FetchOptions options;
    options.first_wait_s = 0.01;
    return options;
  }
  void expect_fetched(const std::string& mode) const {
    const fs::path file = fetch(url(mode), folder_ / "dl", {}, quickly());
    EXPECT_EQ(testing::read_file(file), testing::read_file(archive_));
    EXPECT_FALSE(fs::exists(file.string() + ".part"));
  }

  testing::TemporaryFolder folder_;
  Matrix matrix_;
  fs::path archive_;
  FILE* server_ = nullptr;
  std::string port_;
  mutable int logs_ = 0;
};

TEST_F(Fetch, fetches_once_and_records_the_checksum) {
  expect_fetched("good");
  expect_fetched("good");

  EXPECT_EQ(requests(), "200 - /good/MM/HB/west.tar.gz");
  const fs::path file = fetched_path(url("good"), folder_ / "dl");
  EXPECT_THAT(testing::read_file(file.string() + ".sha256"),
              StartsWith(sha256_of_file(archive_) + "\n"));
}

TEST_F(Fetch, resumes_a_broken_download_by_range) {
  expect_fetched("break");

  EXPECT_THAT(requests(), HasSubstr("206 bytes=" + std::to_string(fs::file_size(archive_) / 2) +
                                    "- /break/MM/HB/west.tar.gz"));
}

TEST_F(Fetch, resumes_again_and_again) {
  expect_fetched("trickle");
}

TEST_F(Fetch, resumes_in_a_later_process) {
  FetchOptions once = quickly();
  once.attempts = 1;
  EXPECT_THAT(testing::input_error([&] { (void)fetch(url("break"), folder_ / "dl", {}, once); }),
              HasSubstr("what has arrived is kept and resumed"));

  expect_fetched("break");

  EXPECT_THAT(requests(), HasSubstr("206 bytes="));
}

TEST_F(Fetch, starts_again_where_ranges_are_not_served_or_the_file_has_changed) {
  expect_fetched("norange");
  expect_fetched("changed");
  EXPECT_THAT(requests(), ::testing::Not(HasSubstr("206")));
}

TEST_F(Fetch, a_partial_file_that_is_too_long_is_thrown_away) {
  const fs::path file = fetched_path(url("good"), folder_ / "dl");
  fs::create_directories(file.parent_path());
  testing::write_file(file.string() + ".part", std::string(fs::file_size(archive_) + 9, 'x'));
  testing::write_file(file.string() + ".part.tag", "\"good-0\"");

  expect_fetched("good");

  EXPECT_THAT(requests(), HasSubstr("416 "));
}

TEST_F(Fetch, a_partial_file_without_a_tag_is_not_trusted) {
  const fs::path file = fetched_path(url("good"), folder_ / "dl");
  fs::create_directories(file.parent_path());
  testing::write_file(file.string() + ".part", "xxx");
  expect_fetched("good");
}

TEST_F(Fetch, the_tag_of_another_version_goes_with_it) {
  expect_fetched("untagged");
}

TEST_F(Fetch, an_empty_answer_in_place_of_the_rest_is_the_whole_file) {
  const fs::path file = fetch(url("emptied"), folder_ / "dl", {}, quickly());
  EXPECT_EQ(fs::file_size(file), 0U);
}

TEST_F(Fetch, another_part_than_was_asked_for_is_not_added) {
  expect_fetched("elsewhere");
  expect_fetched("nowhere");
}

TEST_F(Fetch, a_part_of_the_rest_is_not_the_whole_file) {
  expect_fetched("piecemeal");
}

TEST_F(Fetch, waits_for_a_busy_server_and_gives_up_on_a_dead_one) {
  expect_fetched("busy");
  EXPECT_THAT(
      testing::input_error([&] { (void)fetch(url("dead"), folder_ / "dl", {}, quickly()); }),
      HasSubstr("HTTP status 500 (5 of 5 attempts)"));
  EXPECT_THAT(testing::input_error([&] {
                (void)fetch(base("good") + "/MM/HB/none.tar.gz", folder_ / "dl", {}, quickly());
              }),
              HasSubstr("none.tar.gz: expected a file to fetch, found: HTTP status 404 (1 of"));
  EXPECT_THAT(testing::input_error(
                  [&] { (void)fetch("http://127.0.0.1:1/x", folder_ / "dl", {}, quickly()); }),
              HasSubstr("(5 of 5 attempts)"));
  EXPECT_THAT(testing::input_error(
                  [&] { (void)fetch("file:///etc/passwd", folder_ / "dl", {}, quickly()); }),
              HasSubstr("(1 of 5 attempts)"));
}

TEST_F(Fetch, checks_the_checksum) {
  EXPECT_THAT(testing::input_error([&] {
                (void)fetch(url("good"), folder_ / "dl", std::string(64, '0'), quickly());
              }),
              HasSubstr("expected a file of sha256 0000"));
  EXPECT_FALSE(fs::exists(fetched_path(url("good"), folder_ / "dl")));
  (void)fetch(url("good"), folder_ / "dl", sha256_of_file(archive_), quickly());
  EXPECT_TRUE(fs::exists(fetched_path(url("good"), folder_ / "dl")));
}

/// Other bytes of the same number in the file of that name, whose date stays.
void tamper_with(const fs::path& file) {
  const auto date = fs::last_write_time(file);
  std::string bytes = testing::read_file(file);
  for (char& c : bytes) c = static_cast<char>(c ^ 0x55);
  testing::write_file(file, bytes);
  fs::last_write_time(file, date);
}

TEST_F(Fetch, a_cached_file_that_was_changed_is_fetched_again) {
  const std::string pin = sha256_of_file(archive_);
  for (const std::string& sha256 : {pin, std::string()}) {
    const fs::path file = fetch(url("good"), folder_ / "dl", sha256, quickly());
    tamper_with(file);
    EXPECT_EQ(sha256_of_file(fetch(url("good"), folder_ / "dl", sha256, quickly())), pin);
    // The record may be changed too: the pin goes before it.
    tamper_with(file);
    testing::write_file(file.string() + ".sha256", sha256_of_file(file));
    if (!sha256.empty()) {
      EXPECT_EQ(sha256_of_file(fetch(url("good"), folder_ / "dl", sha256, quickly())), pin);
    }
    fs::remove_all(folder_ / "dl");
  }
}

TEST_F(Fetch, a_cached_file_without_a_mark_is_checked_once) {
  const fs::path file = fetch(url("good"), folder_ / "dl", {}, quickly());
  const fs::path record = file.string() + ".sha256";
  const std::string marked = testing::read_file(record);
  const std::string before = requests();
  testing::write_file(record, sha256_of_file(archive_));  // as older versions wrote it
  EXPECT_EQ(fetch(url("good"), folder_ / "dl", {}, quickly()), file);
  EXPECT_EQ(testing::read_file(record), marked);
  EXPECT_EQ(requests(), before);
}

/// As in a cache that is for reading alone, or another user's.
TEST_F(Fetch, what_serves_needs_no_lock_that_can_be_written) {
  const std::string pin = sha256_of_file(archive_);
  const fs::path file = fetch(url("good"), folder_ / "dl", pin, quickly());
  fs::remove(file.string() + ".lock");
  fs::create_directory(file.string() + ".lock");  // nobody can open it for writing
  EXPECT_EQ(fetch(url("good"), folder_ / "dl", pin, quickly()), file);
  fs::remove(file);
  EXPECT_THAT(input_error([&] { (void)fetch(url("good"), folder_ / "dl", pin, quickly()); }),
              AllOf(HasSubstr(".lock: expected a file that can be written"),
                    HasSubstr("set SPTUNE_CACHE to a writable folder")));

  // Nor one that can be made, nor a record: their names are longer than a file system takes.
  const std::string longest = url("good") + "/" + std::string(252, 'x');
  const fs::path kept = fetched_path(longest, folder_ / "dl");
  fs::create_directories(kept.parent_path());
  fs::copy_file(archive_, kept);
  EXPECT_EQ(fetch(longest, folder_ / "dl", pin, quickly()), kept);
  EXPECT_THAT(input_error([&] { (void)fetch(longest, folder_ / "dl", {}, quickly()); }),
              HasSubstr("expected a file that can be written"));
}

TEST_F(Fetch, what_is_no_matrix_is_not_kept) {
  Library library(folder_ / "cache", quickly());
  SuiteEntry entry;
  for (const auto& [mode, why] :
       {std::pair{"page", "found '<!DOCTYPE html>'"}, {"cut", "the file is cut short"}}) {
    entry.source = "url:" + url(mode);
    for (int i = 0; i < 2; ++i) {
      EXPECT_THAT(input_error([&] { (void)library.load(entry); }),
                  AllOf(StartsWith(url(mode) + ": "), HasSubstr(why), HasSubstr("not kept")));
      const fs::path file = fetched_path(url(mode), folder_ / "cache/downloads");
      EXPECT_FALSE(fs::exists(file));
      EXPECT_FALSE(fs::exists(file.string() + ".part"));
    }
  }
  // A page that an older version has kept goes as well.
  const fs::path kept = fetched_path(url("good"), folder_ / "cache/downloads");
  fs::create_directories(kept.parent_path());
  testing::write_file(kept, "<!DOCTYPE html>\n");
  testing::write_file(kept.string() + ".sha256", sha256_of_file(kept));
  entry.source = "url:" + url("good");
  EXPECT_EQ(library.load(entry).info.content_hash, matrix_.info.content_hash);
}

TEST_F(Fetch, a_file_is_only_so_large) {
  FetchOptions options = quickly();
  options.max_bytes = 200'000;
  for (const char* mode : {"huge", "endless", "away"}) {
    EXPECT_THAT(input_error([&] { (void)fetch(url(mode), folder_ / "dl", {}, options); }),
                AllOf(StartsWith(url(mode) + ": "), HasSubstr("at most 200 kB"),
                      HasSubstr("--max-size"), HasSubstr("SPTUNE_MAX_DOWNLOAD")));
    EXPECT_FALSE(fs::exists(fetched_path(url(mode), folder_ / "dl").string() + ".part")) << mode;
  }
  EXPECT_THAT(input_error([&] { (void)fetch(url("excuse"), folder_ / "dl", {}, options); }),
              HasSubstr("HTTP status 404"));
  options.max_bytes.reset();
  const testing::Variable limit("SPTUNE_MAX_DOWNLOAD", "100");
  EXPECT_THAT(input_error([&] { (void)fetch(url("good"), folder_ / "dl", {}, options); }),
              HasSubstr("at most 100 bytes"));
  options.max_bytes = unlimited;
  EXPECT_TRUE(fs::exists(fetch(url("good"), folder_ / "dl", {}, options)));
}

TEST_F(Fetch, a_trickle_is_given_up) {
  FetchOptions options = quickly();
  options.attempts = 1;
  options.stall_limit_s = 2;
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_THAT(
      input_error([&] { (void)fetch(url("drip"), folder_ / "dl", {}, options); }),
      AllOf(HasSubstr("1000 bytes/sec"), HasSubstr("--min-speed"), HasSubstr("SPTUNE_MIN_SPEED")));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
}

TEST_F(Fetch, reports_progress) {
  std::vector<FetchProgress> reports;
  FetchOptions options = quickly();
  options.progress = [&](const FetchProgress& p) { reports.push_back(p); };

  (void)fetch(url("break"), folder_ / "dl", {}, options);

  ASSERT_FALSE(reports.empty());
  EXPECT_EQ(reports.back().received, static_cast<std::int64_t>(fs::file_size(archive_)));
  EXPECT_EQ(reports.back().total, reports.back().received);
  EXPECT_EQ(reports.back().attempt, 2);
}

TEST_F(Fetch, several_threads_fetch_one_file_once) {
  std::vector<std::thread> threads(4);
  for (auto& thread : threads) thread = std::thread([&] { expect_fetched("good"); });
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(requests(), "200 - /good/MM/HB/west.tar.gz");
}

TEST_F(Fetch, a_list_is_loaded_through_the_library_and_then_from_the_cache) {
  ::setenv("SPTUNE_SUITESPARSE_URL", base("break").c_str(), 1);
  testing::write_file(folder_ / "list.txt", "HB/west\n");
  const Suite suite = open_suite((folder_ / "list.txt").string());
  ::unsetenv("SPTUNE_SUITESPARSE_URL");
  Library library(folder_ / "cache", quickly());

  const Matrix m = library.load(suite.entries.front());
  const std::string after_first = requests();
  const Matrix again = Library(folder_ / "cache", quickly()).load(suite.entries.front());

  EXPECT_EQ(m.info.content_hash, matrix_.info.content_hash);
  EXPECT_EQ(m.info.name, "HB/west");
  EXPECT_EQ(m.info.group, "HB");
  EXPECT_EQ(m.info.source, url("break"));
  EXPECT_EQ(again.csr, m.csr);
  EXPECT_EQ(requests(), after_first);
}

TEST(SuiteSparseUrl, has_the_published_layout) {
  ::unsetenv("SPTUNE_SUITESPARSE_URL");
  EXPECT_EQ(suitesparse_url("HB/1138_bus"), "https://sparse.tamu.edu/MM/HB/1138_bus.tar.gz");
  ::setenv("SPTUNE_SUITESPARSE_URL", "http://mirror/", 1);
  EXPECT_EQ(suitesparse_url("HB/1138_bus"), "http://mirror/MM/HB/1138_bus.tar.gz");
  ::unsetenv("SPTUNE_SUITESPARSE_URL");
  for (const char* bad : {"", "HB", "HB/", "/x", "a/b/c", "a/b?c", "a/b c"}) {
    EXPECT_THROW((void)suitesparse_url(bad), UsageError) << bad;
  }
}

}  // namespace
}  // namespace sptune::suites
