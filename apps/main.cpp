// SPDX-License-Identifier: BSD-3-Clause
// The command line's frame: help, errors as one line, exit codes.
#include "sptune/apps/verbs.hpp"
#include "sptune/apps/waiting.hpp"
#include "sptune/kernels/api/error.hpp"
#include "sptune/kernels/host/isa.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <new>
#include <string>

int main(int argc, char** argv) {
  using sptune::ExitCode;
  CLI::App app{
      "sptune: sweeps sparse kernels over matrices, remembers every trial, and learns which\n"
      "configuration suits a matrix it never saw.\n\n"
      "  sptune sweep run --suite quick --db trials.sqlite     measure\n"
      "  sptune train --db trials.sqlite -o model.json         learn\n"
      "  sptune predict matrix.mtx --model model.json          choose\n",
      "sptune"};
  app.set_version_flag("--version", SPTUNE_VERSION);
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 success, 1 internal error, 2 usage, 3 input or output file, 4 database,\n"
      "5 device, 6 a gate was not met, 7 interrupted and resumable.");
  sptune::apps::let_workers_sleep();
  sptune::apps::add_verbs(app);
  try {
    if (const std::string flaw = sptune::host::isa_flaw(); !flaw.empty()) {
      throw sptune::UsageError(flaw);
    }
    app.parse(argc, argv);
  } catch (const CLI::Success& e) {
    return app.exit(e);
  } catch (const CLI::ParseError& e) {
    app.exit(e);
    return static_cast<int>(ExitCode::usage);
  } catch (const sptune::apps::Exit& e) {
    return static_cast<int>(e.code);
  } catch (const sptune::Error& e) {
    fmt::print(stderr, "sptune: {}\n", e.what());
    return static_cast<int>(e.code());
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "sptune: out of memory\n");
    return static_cast<int>(ExitCode::internal);
  } catch (const std::exception& e) {
    fmt::print(stderr, "sptune: internal error: {}\n", e.what());
    return static_cast<int>(ExitCode::internal);
  }
  return 0;
}
