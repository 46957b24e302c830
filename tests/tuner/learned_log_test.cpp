// SPDX-License-Identifier: BSD-3-Clause
#include "tests/temporary_folder.hpp"
#include "tests/tuner/learned_fixture.hpp"
#include "tuner/learned/log.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <limits>
#include <random>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace sptune::learned {
namespace {

using sptune::testing::some_record;

class LearnedLog : public ::testing::Test {
 protected:
  struct Read {
    std::vector<Record> records;
    std::vector<std::string> errors;
    std::string trouble;
  };
  static Read read_all(const std::string& file) {
    Read out;
    out.trouble = read(file, [&](Line&& line) {
      if (line.record) {
        out.records.push_back(std::move(line.record.value()));
      } else {
        out.errors.push_back(std::to_string(line.number) + ": " + line.record.error());
      }
    });
    return out;
  }
  [[nodiscard]] std::string text() const {
    std::ostringstream out;
    out << std::ifstream(file_).rdbuf();
    return out.str();
  }
  /// What body() returns in a process whose files have this many bytes at most.
  template <class Body>
  static int with_files_up_to(rlim_t most, Body body) {
    const pid_t child = fork();
    if (child == 0) {
      const rlimit limit{most, most};
      _exit(setrlimit(RLIMIT_FSIZE, &limit) != 0 ? 2 : body());
    }
    int status = 0;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    return status;
  }

  sptune::test::TemporaryFolder folder_;
  std::string file_ = (folder_ / "learned.jsonl").string();
};

TEST_F(LearnedLog, a_line_says_all_of_a_record) {
  const Record r = some_record();
  const std::string line = to_line(r);
  ASSERT_LE(line.size(), longest_line);
  EXPECT_EQ(line.find('\n'), line.size() - 1);

  const auto again = from_line(line);

  ASSERT_TRUE(again) << again.error();
  const Record& a = again.value();
  EXPECT_EQ(to_line(a), line);
  EXPECT_EQ(a.measured, r.measured);
  EXPECT_EQ(a.pattern, r.pattern);
  EXPECT_EQ(a.sizes, r.sizes);
  EXPECT_EQ(a.machine, r.machine);
  EXPECT_EQ(a.features.at(Feature::mean_row), 12);
  EXPECT_TRUE(std::isnan(a.features.at(Feature::ell_fill)));
  EXPECT_EQ(a.features.seconds_per_tier, r.features.seconds_per_tier);
  EXPECT_NEAR(a.measured[1].median_s(), 2.75e-6, 1e-12);
  Record beside = r;
  beside.measured[0].prepare_s = std::nan("");  // not known
  EXPECT_TRUE(std::isnan(from_line(to_line(beside)).value().measured[0].prepare_s));
  EXPECT_EQ(line.find("constant_values"), std::string::npos) << "as in lines of before";
  EXPECT_FALSE(a.constant_values);
  Record promised = r;
  promised.constant_values = true;
  EXPECT_TRUE(from_line(to_line(promised)).value().constant_values);
  Record open = r;
  open.expected_runs = std::numeric_limits<double>::infinity();
  EXPECT_EQ(from_line(to_line(open)).value().expected_runs, open.expected_runs);
}

TEST_F(LearnedLog, a_line_is_never_longer_than_one_write_may_be) {
  Record r = some_record();
  for (Measured& m : r.measured) m.us.assign(64, 1234.5F);
  for (double& value : r.features.values) value = 1.0 / 3 * 1e-7;
  r.measured.resize(4, r.measured.front());
  const std::string line = to_line(r);
  ASSERT_FALSE(line.empty());
  EXPECT_LE(line.size(), longest_line);
  EXPECT_LT(from_line(line).value().measured[0].us.size(), 64U);
  r.machine.name.assign(longest_line, 'x');
  EXPECT_TRUE(to_line(r).empty());
  EXPECT_NE(append(file_, r), "");
}

TEST_F(LearnedLog, torn_altered_and_foreign_lines_are_told_apart_from_the_others) {
  const std::string good = to_line(some_record());
  std::string altered = good;
  altered.replace(altered.find("\"rows\":300"), 10, "\"rows\":301");
  std::string newer = good;
  newer.replace(newer.find("\"sptune_learned\":1"), 18, "\"sptune_learned\":2");
  std::ofstream(file_) << good << good.substr(0, good.size() / 2) << "\n\n"
                       << altered << newer << "{\"other\":1}\n[]\n"
                       << std::string(5000, 'x') << "\n"
                       << good << "{\"cut\":";
  const Read all = read_all(file_);
  EXPECT_EQ(all.trouble, "");
  EXPECT_EQ(all.records.size(), 2U);
  ASSERT_EQ(all.errors.size(), 7U);
  EXPECT_EQ(all.errors[0], "2: cut, or none of sptune's lines");
  EXPECT_NE(all.errors[1].find("4: its checksum"), std::string::npos) << all.errors[1];
  EXPECT_EQ(all.errors[2], "5: of another format");

  EXPECT_EQ(append(file_, some_record()), "") << "behind a line without an end";
  EXPECT_EQ(read_all(file_).records.size(), 3U);
  EXPECT_EQ(read_all(file_).errors.size(), 7U);
}

/// The hole is one line, which nobody holds whole.
TEST_F(LearnedLog, is_read_from_its_first_line_on_unless_told_otherwise) {
  constexpr std::uintmax_t hole = std::uintmax_t{70} << 20U;
  const std::string good = to_line(some_record());
  std::ofstream(file_) << good;
  std::filesystem::resize_file(file_, good.size() + hole);
  std::ofstream(file_, std::ios::app) << "\n" << good << "{}\n";

  const Read all = read_all(file_);
  EXPECT_EQ(all.trouble, "");
  EXPECT_EQ(all.records.size(), 2U);
  ASSERT_EQ(all.errors.size(), 2U);
  EXPECT_EQ(all.errors[0], "2: longer than a line may be");
  EXPECT_EQ(all.errors[1].substr(0, 2), "4:");

  std::size_t recalled = 0;
  const auto count = [&](Line&& line) { recalled += line.record ? 1 : 0; };
  EXPECT_EQ(read(file_, count, most_recalled), "");
  EXPECT_EQ(recalled, 1U) << "the newer one";
}

TEST_F(LearnedLog, numbers_that_lie_are_refused) {
  const std::string good = to_line(some_record());
  std::mt19937 rng(3);
  for (int i = 0; i < 2000; ++i) {
    std::string bad = good;
    bad[rng() % (bad.size() - 1)] ^= static_cast<char>(1U << (rng() % 7));
    if (bad == good) continue;
    const auto read = from_line(bad);
    if (read) {
      EXPECT_EQ(to_line(read.value()), good) << "1E-05 is 1e-05";
    }
  }
  Record r = some_record();
  r.winner = 2;
  EXPECT_FALSE(from_line(to_line(r)));
  r = some_record();
  r.measured[0].us.clear();
  EXPECT_FALSE(from_line(to_line(r)));
  r = some_record();
  r.measured[0].prepare_s = -1;
  EXPECT_FALSE(from_line(to_line(r)));
  r = some_record();
  r.threads = 0;
  EXPECT_FALSE(from_line(to_line(r)));
  r = some_record();
  r.expected_runs = -5;
  EXPECT_FALSE(from_line(to_line(r)));
}

TEST_F(LearnedLog, processes_and_threads_write_one_file) {
  constexpr int processes = 4;
  constexpr int threads = 2;
  constexpr int lines = 50;
  std::vector<pid_t> children;
  for (int p = 0; p < processes; ++p) {
    const pid_t pid = fork();
    if (pid == 0) {
      bool good = true;
      std::vector<std::thread> writers;
      writers.reserve(threads);
      for (int t = 0; t < threads; ++t) {
        writers.emplace_back([&] {
          for (int i = 0; i < lines; ++i) good = good && append(file_, some_record()).empty();
        });
      }
      for (std::thread& w : writers) w.join();
      _exit(good ? 0 : 1);
    }
    children.push_back(pid);
  }
  for (const pid_t pid : children) {
    int status = -1;
    waitpid(pid, &status, 0);
    EXPECT_EQ(status, 0);
  }
  const Read all = read_all(file_);
  EXPECT_EQ(all.records.size(), static_cast<std::size_t>(processes * threads * lines));
  EXPECT_TRUE(all.errors.empty());
}

/// As where the disk is full: what is left of it takes a part of a line.
TEST_F(LearnedLog, a_line_that_does_not_fit_is_taken_back) {
  ASSERT_EQ(append(file_, some_record()), "");
  const std::string before = text();
  const int status = with_files_up_to(before.size() + 100, [&] {
    std::signal(SIGXFSZ, SIG_IGN);
    const std::string why = append(file_, some_record());
    return why.find("is the disk full?") == std::string::npos ? 1 : 0;
  });
  EXPECT_EQ(status, 0);
  EXPECT_EQ(text(), before);
  // Of one that nobody took back the next makes no part of its own.
  std::ofstream(file_, std::ios::app) << "{\"sptune_lea";
  ASSERT_EQ(append(file_, some_record()), "");
  EXPECT_EQ(read_all(file_).records.size(), 2U);
}

/// A process whose limit the file has reached gets a signal that would end it.
TEST_F(LearnedLog, a_limit_of_the_process_is_a_full_disk_and_no_signal) {
  ASSERT_EQ(append(file_, some_record()), "");
  const std::string before = text();
  const int status = with_files_up_to(before.size(), [&] {
    std::signal(SIGXFSZ, SIG_DFL);
    if (append(file_, some_record()).find("cannot be written") == std::string::npos) return 3;
    // What the application brings about itself still reaches it.
    std::signal(SIGXFSZ, [](int) { _exit(0); });
    std::ofstream(file_, std::ios::app) << "its own" << std::flush;
    return 4;
  });
  EXPECT_EQ(status, 0);
  EXPECT_EQ(text(), before);
}

TEST_F(LearnedLog, a_full_file_becomes_the_former_one) {
  const auto size = static_cast<std::int64_t>(to_line(some_record()).size());
  for (int i = 0; i < 8; ++i) EXPECT_EQ(append(file_, some_record(), 3 * size), "");
  EXPECT_EQ(read_all(file_).records.size(), 2U);
  EXPECT_EQ(read_all(former(file_)).records.size(), 3U) << "and the one before is gone";
}

TEST_F(LearnedLog, a_full_file_behind_a_link_becomes_the_former_one_there) {
  std::filesystem::create_directory(folder_ / "elsewhere");
  const std::string itself = (folder_ / "elsewhere/log").string();
  std::filesystem::create_symlink("elsewhere/log", file_);
  const auto size = static_cast<std::int64_t>(to_line(some_record()).size());
  for (int i = 0; i < 5; ++i) EXPECT_EQ(append(file_, some_record(), 3 * size), "");
  EXPECT_TRUE(std::filesystem::is_symlink(file_));
  EXPECT_EQ(read_all(itself).records.size(), 2U);
  EXPECT_EQ(read_all(itself + ".1").records.size(), 3U);
  EXPECT_EQ(former(file_), std::filesystem::canonical(itself).string() + ".1");
}

TEST_F(LearnedLog, a_file_of_something_else_is_never_touched) {
  const std::string line = to_line(some_record());
  const std::string notes = "shopping\n" + line;
  for (const std::string& content :
       {std::string("SQLite format 3\0....", 20), notes, std::string("{"), std::string("\n")}) {
    std::ofstream(file_, std::ios::trunc) << content;
    for (const std::string& why :
         {try_to_append(file_), append(file_, some_record()), append(file_, some_record(), 10)}) {
      EXPECT_NE(why.find(file_ + ": exists and is no log"), std::string::npos) << why;
    }
    EXPECT_EQ(text(), content);
    EXPECT_FALSE(std::filesystem::exists(former(file_)));
  }
  // A full log would take the place of this one.
  std::ofstream(file_, std::ios::trunc) << line;
  std::ofstream(former(file_)) << notes;
  EXPECT_NE(append(file_, some_record(), 10).find(former(file_) + ": exists"), std::string::npos);
  EXPECT_NE(try_to_append(file_), "");
  EXPECT_EQ(text(), line);
  std::ofstream(former(file_), std::ios::trunc) << line.substr(0, line.size() / 2);  // ours
  EXPECT_EQ(append(file_, some_record(), 10), "");
}

TEST_F(LearnedLog, what_cannot_be_written_or_read_says_why) {
  EXPECT_NE(append("/no/such/folder/log", some_record()).find("No such file"), std::string::npos);
  EXPECT_NE(append(folder_.string(), some_record()), "");
  EXPECT_NE(try_to_append("/no/such/folder/log"), "");
  EXPECT_EQ(try_to_append(file_), "");
  EXPECT_EQ(text(), "");
  EXPECT_NE(append("/dev/null", some_record()), "") << "nothing would be there";
  EXPECT_NE(append("/dev/full", some_record()), "");
  EXPECT_NE(read_all("/no/such/log").trouble, "");
  EXPECT_NE(read_all(folder_.string()).trouble, "");
}

}  // namespace
}  // namespace sptune::learned
