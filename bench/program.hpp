// SPDX-License-Identifier: BSD-3-Clause
// What the programs under Google Benchmark share: how they begin, and how they end.
#pragma once

#include "apps/output.hpp"
#include "sptune/error.hpp"

#include <benchmark/benchmark.h>

#include <exception>
#include <iostream>
#include <vector>

namespace sptune::bench {

/// Reads Google Benchmark's flags; ours must be gone from `args`. Whether none is left over; help
/// has `usage` first.
template <void (*print_usage)()>
bool read_flags(std::vector<char*>& args) {
  int count = static_cast<int>(args.size());
  benchmark::Initialize(&count, args.data(), [] {
    print_usage();
    apps::flush_out();  // what follows is another stream's, and ends the program
    benchmark::PrintDefaultHelp();
  });
  return !benchmark::ReportUnrecognizedArguments(count, args.data());
}

/// Calls run(args); errors become one line and an exit code.
template <class Run>
int program(const char* name, int argc, char** argv, Run&& run) {
  apps::prepare_streams();
  try {
    const int code = run(std::vector<char*>(argv, argv + argc));
    std::cout.flush();  // Google Benchmark's own
    if (!std::cout) throw InputError("standard output cannot be written: is the disk full?");
    return code;
  } catch (const Error& e) {
    apps::print_err("{}: {}\n", name, e.what());
    return static_cast<int>(e.code());
  } catch (const std::exception& e) {
    apps::print_err("{}: internal error: {}\n", name, e.what());
    return static_cast<int>(ExitCode::internal);
  }
}

}  // namespace sptune::bench
