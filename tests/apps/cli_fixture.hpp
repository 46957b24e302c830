// SPDX-License-Identifier: BSD-3-Clause
// The program as a person runs it, on tiny matrices with the real worker: output caught, signals
// sent while it measures.
#pragma once

#include "harness/environment/sanitizers.hpp"
#include "sptune/error.hpp"
#include "tests/tuner/sweep_fixture.hpp"

#include <fcntl.h>
#include <sys/wait.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <sstream>
#include <thread>

namespace sptune::sweep::test {

struct Ran {
  int status = 0;
  std::string out, err;
  [[nodiscard]] int code() const { return WIFEXITED(status) ? WEXITSTATUS(status) : -1; }
};

inline std::string text_of(const std::filesystem::path& file) {
  std::ostringstream out;
  out << std::ifstream(file).rdbuf();
  return out.str();
}

/// Sweeps and training are ten times as slow under sanitizers: tests that lead through code which
/// others of their suite lead through, and tests of times, are left to the other builds.
using harness::sanitized;

struct Cli : ::testing::Test {
  void SetUp() override {
    const char* bin = std::getenv("SPTUNE_BIN_DIR");
    if (bin == nullptr) GTEST_SKIP() << "SPTUNE_BIN_DIR is not set";
    program = std::filesystem::path(bin) / "sptune";
    std::ofstream(folder / "tiny.json") << manifest;
  }

  /// `terminal`: where standard error goes instead of a file.
  pid_t spawn(const std::vector<std::string>& arguments, int terminal = -1) {
    const pid_t pid = fork();
    if (pid != 0) return pid;
    if (chdir(begun_in.c_str()) != 0) _exit(126);
    const int out = open((folder / "out").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    const int err = open((folder / "err").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(out, STDOUT_FILENO);
    dup2(terminal >= 0 ? terminal : err, STDERR_FILENO);
    setenv("SPTUNE_CACHE", (folder / "cache").c_str(), 1);
    std::vector<std::string> words{program.string()};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    argv.reserve(words.size() + 1);
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    execv(argv[0], argv.data());
    _exit(127);
  }
  Ran wait_for(pid_t pid) {
    Ran ran;
    waitpid(pid, &ran.status, 0);
    ran.out = text_of(folder / "out");
    ran.err = text_of(folder / "err");
    return ran;
  }
  Ran sptune(const std::vector<std::string>& arguments) { return wait_for(spawn(arguments)); }

  [[nodiscard]] std::vector<std::string> sweep_arguments() const {
    return {"sweep",          "run",       "--suite",      (folder / "tiny.json").string(),
            "--db",           db.string(), "--operations", "spmv",
            "--variants",     "csr,ell",   "--grid",       "smoke",
            "--trial-budget", "0.02s",     "--confidence", "0.000001",
            "--max-samples",  "100000"};
  }

  /// Finished trials in the file; 0 while there is none.
  [[nodiscard]] static std::int64_t finished(const std::filesystem::path& file) {
    try {
      return static_cast<std::int64_t>(
          db::query(file, "SELECT count(*) AS n FROM trial WHERE outcome <> 'running'")
              .number(0, "n"));
    } catch (const Error&) {
      return 0;
    }
  }

  [[nodiscard]] std::int64_t finished() const { return finished(db); }

  /// Sends the signal once there are `more` finished trials more than now; true when it hit.
  bool signal_after(pid_t pid, std::int64_t more, int signal_number, int extra_us) const {
    return signal_after(pid, db, more, signal_number, extra_us);
  }
  static bool signal_after(pid_t pid, const std::filesystem::path& file, std::int64_t more,
                           int signal_number, int extra_us) {
    const std::int64_t enough = finished(file) + more;
    const auto begin = std::chrono::steady_clock::now();
    while (finished(file) < enough) {
      if (std::chrono::steady_clock::now() - begin > std::chrono::seconds(120)) return false;
      if (exited(pid)) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    std::this_thread::sleep_for(std::chrono::microseconds(extra_us));
    return kill(pid, signal_number) == 0;
  }
  static bool exited(pid_t pid) {
    siginfo_t info = {};
    return waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == pid;
  }

  TemporaryFolder folder;
  std::filesystem::path program;
  std::filesystem::path begun_in = std::filesystem::current_path();
  std::filesystem::path db = folder / "t.sqlite";
};

}  // namespace sptune::sweep::test
