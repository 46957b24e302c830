// SPDX-License-Identifier: BSD-3-Clause
// `sptune db` and `sptune query` on a database of two trials.
#pragma once

#include "tests/db/fixture.hpp"

#include <gmock/gmock.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <cstdlib>

namespace sptune::db::test {

struct Ran {
  int code = -1;
  std::string out;  ///< both streams
};

/// Runs `sptune <arguments>` in a shell.
inline Ran sptune(const std::string& arguments) {
  const char* bin = std::getenv("SPTUNE_BIN_DIR");
  if (bin == nullptr) throw std::runtime_error("SPTUNE_BIN_DIR is not set");
  FILE* pipe = popen((std::string(bin) + "/sptune " + arguments + " 2>&1").c_str(), "r");
  Ran ran;
  std::array<char, 4096> buffer{};
  for (std::size_t n = 0; (n = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) {
    ran.out.append(buffer.data(), n);
  }
  const int status = pclose(pipe);
  ran.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return ran;
}

inline std::string quoted(const std::filesystem::path& file) {
  return "'" + file.string() + "'";
}

struct TwoTrials : ::testing::Test {
  void SetUp() override {
    if (std::getenv("SPTUNE_BIN_DIR") == nullptr) GTEST_SKIP() << "SPTUNE_BIN_DIR is not set";
    World w;
    w.add("m1", configuration("csr"), measured(10));
    w.add("m1", configuration("ell"), failed(harness::Outcome::crashed, "signal 11"));
    w.store.end_run(w.run.run_id, "finished");
    w.store = Store(folder / "unused.sqlite", OpenMode::create);
    std::filesystem::copy_file(w.file, file);
  }
  Folder folder;
  std::filesystem::path file = folder / "t.sqlite";
};

}  // namespace sptune::db::test
