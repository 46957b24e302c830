// SPDX-License-Identifier: BSD-3-Clause
// Programs under mpirun as their user meets them.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

namespace sptune::distributed::test {

struct Ran {
  int code = 0;
  std::string text;                ///< both streams
  std::vector<std::string> lines;  ///< of them those that begin with a name of ours
};

/// A command, with a limit: what hangs is a failure and no hang.
inline Ran run_command(const std::string& words) {
  const std::string command = "timeout --kill-after=1 120 " + words + " 2>&1 < /dev/null";
  FILE* pipe = popen(command.c_str(), "r");
  Ran ran;
  std::array<char, 4096> part{};
  for (std::size_t n = 0; (n = fread(part.data(), 1, part.size(), pipe)) > 0;) {
    ran.text.append(part.data(), n);
  }
  const int status = pclose(pipe);
  ran.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  std::istringstream in(ran.text);
  for (std::string line; std::getline(in, line);) {
    if (line.rfind("sptune", 0) == 0 || line.rfind("faults:", 0) == 0) ran.lines.push_back(line);
  }
  return ran;
}

/// `mpirun … words`.
inline Ran launch(const std::string& words) {
  return run_command(std::string(std::getenv("SPTUNE_MPIRUN")) + " " + words);
}

inline std::string program(const std::string& name) {
  return std::string(std::getenv("SPTUNE_BIN_DIR")) + "/" + name;
}

inline void expect_one_line(const Ran& ran, int code, const std::string& says) {
  EXPECT_EQ(ran.code, code) << ran.text;
  ASSERT_EQ(ran.lines.size(), 1U) << ran.text;
  EXPECT_NE(ran.lines.front().find(says), std::string::npos) << ran.text;
}

}  // namespace sptune::distributed::test
