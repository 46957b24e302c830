// SPDX-License-Identifier: BSD-3-Clause
// `sptune` as a process whose standard streams lead wherever a test wants them to.
#pragma once

#include "tests/temporary_folder.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace sptune::apps::test {

namespace fs = std::filesystem;

inline std::string text_of(const fs::path& file) {
  std::ostringstream out;
  out << std::ifstream(file, std::ios::binary).rdbuf();
  return out.str();
}

/// Where a stream leads: a file of the test that is read afterwards, nowhere (closed), or a path.
struct Stream {
  bool closed = false;
  const char* path = nullptr;
  static Stream caught() { return {}; }
  static Stream shut() { return {true, nullptr}; }
  static Stream to(const char* path) { return {false, path}; }
};

struct Surroundings {
  Stream out = {}, err = {};
  int out_fd = -1;                          ///< instead of `out`
  bool ignore_sigpipe = false;              ///< as `nohup`-like parents leave it
  std::optional<rlim_t> largest_file = {};  ///< `ulimit -f`, in bytes
  const char* folder = nullptr;             ///< to run in
};

struct Ran {
  int status = 0;
  std::string out, err;
  [[nodiscard]] int code() const { return WIFEXITED(status) ? WEXITSTATUS(status) : -1; }
  [[nodiscard]] int signal() const { return WIFSIGNALED(status) ? WTERMSIG(status) : 0; }
  [[nodiscard]] std::string how() const {
    return "code " + std::to_string(code()) + ", signal " + std::to_string(signal()) +
           "\nout: " + out.substr(0, 400) + "\nerr: " + err.substr(0, 400);
  }
};

inline void lead(int fd, const Stream& stream, const fs::path& caught) {
  if (stream.closed) {
    close(fd);
    return;
  }
  const std::string path = stream.path == nullptr ? caught.string() : stream.path;
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (file < 0 || dup2(file, fd) < 0) _exit(126);
  close(file);
}

/// A folder of its own with its own cache of matrices; `sptune` is run with both.
class Program {
 public:
  [[nodiscard]] fs::path operator/(const std::string& name) const { return folder_ / name; }
  [[nodiscard]] const fs::path& folder() const { return folder_.path(); }

  pid_t start(const std::vector<std::string>& arguments, const Surroundings& setup = {}) const {
    const pid_t pid = fork();
    if (pid != 0) return pid;
    if (setup.largest_file) {
      const rlimit limit{*setup.largest_file, *setup.largest_file};
      setrlimit(RLIMIT_FSIZE, &limit);
    }
    std::signal(SIGPIPE, setup.ignore_sigpipe ? SIG_IGN : SIG_DFL);
    lead(STDERR_FILENO, setup.err, folder_ / "err");
    if (setup.out_fd >= 0) {
      dup2(setup.out_fd, STDOUT_FILENO);
      close(setup.out_fd);
    } else {
      lead(STDOUT_FILENO, setup.out, folder_ / "out");
    }
    if (chdir(setup.folder == nullptr ? folder_.path().c_str() : setup.folder) != 0) _exit(125);
    setenv("SPTUNE_CACHE", (folder_ / "cache").c_str(), 1);
    std::vector<std::string> words{std::string(std::getenv("SPTUNE_BIN_DIR")) + "/sptune"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    execv(argv[0], argv.data());
    _exit(127);
  }
  Ran wait_for(pid_t pid) const {
    Ran ran;
    waitpid(pid, &ran.status, 0);
    ran.out = text_of(folder_ / "out");
    ran.err = text_of(folder_ / "err");
    return ran;
  }
  Ran run(const std::vector<std::string>& arguments, const Surroundings& setup = {}) const {
    for (const char* name : {"out", "err"}) fs::remove(folder_ / name);
    return wait_for(start(arguments, setup));
  }

 private:
  sptune::test::TemporaryFolder folder_;
};

}  // namespace sptune::apps::test
