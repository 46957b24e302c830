// SPDX-License-Identifier: BSD-3-Clause
// A worker over the misbehaving catalogue.
#include "harness/worker/worker.hpp"
#include "tests/fault/faulty_catalogue.hpp"

#include <fcntl.h>

#include <csignal>
#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

namespace {

/// As often as the file that SPTUNE_TEST_LOAD_DEATHS names says, and by the signal that it says.
void maybe_die_of(const char* path) {
  const char* file = std::getenv("SPTUNE_TEST_LOAD_DEATHS");
  const char* name = std::strrchr(path, '/');
  constexpr std::size_t hash_digits = 32;
  if (file == nullptr || name == nullptr || std::strlen(name + 1) != hash_digits) return;
  int left = 0;
  int signal = 0;
  if (!(std::ifstream(file) >> left >> signal) || left <= 0) return;
  std::ofstream(file) << left - 1 << ' ' << signal;
  std::raise(signal);
}

}  // namespace

// The linker puts this in place of open (tests/fault/CMakeLists.txt): the worker dies as it begins
// to read a matrix.
// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming,clang-diagnostic-reserved-identifier)
extern "C" int __real_open(const char* path, int flags, ...);
extern "C" int __wrap_open(const char* path, int flags, ...) {
  maybe_die_of(path);
  std::va_list rest;
  va_start(rest, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return __real_open(path, flags, mode);
}
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming,clang-diagnostic-reserved-identifier)

int main() {
  using sptune::harness::worker_fd;
  const bool broken_canary = std::getenv("SPTUNE_TEST_BROKEN_CANARY") != nullptr;
  const char* hanging = std::getenv("SPTUNE_TEST_HANGS");
  const sptune::Catalogue catalogue = hanging == nullptr
                                          ? sptune::test::faulty_catalogue(broken_canary)
                                          : sptune::test::hanging_catalogue(hanging);
  return sptune::harness::worker_main(catalogue, worker_fd, worker_fd);
}
