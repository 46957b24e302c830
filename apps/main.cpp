// SPDX-License-Identifier: BSD-3-Clause
// The command line's frame: help, errors as one line, exit codes.
#include "apps/output.hpp"
#include "apps/verb_words.hpp"
#include "apps/verbs.hpp"
#include "apps/waiting.hpp"
#include "kernels/host/isa.hpp"
#include "sptune/error.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <vector>

namespace sptune::apps {
namespace {

void run(CLI::App& app, std::vector<std::string> words) {
  if (const std::string flaw = host::isa_flaw(); !flaw.empty()) throw UsageError(flaw);
  words = without_program_mark(with_present_names(without_help_verb(std::move(words))));
  require_known_verbs(app, words);
  std::reverse(words.begin(), words.end());  // as CLI11 takes them
  try {
    app.parse(std::move(words));
  } catch (const CLI::ParseError& e) {
    TextStream out(write_out);
    TextStream err(write_err);
    const int code = app.exit(e, out, err);
    if (code != 0) throw Exit{ExitCode::usage};  // --help and --version are no errors
  }
}

/// The exit code of whatever `job` ends in, said on standard error where there is something to say.
template <class Job>
ExitCode ended(Job job) {
  try {
    job();
  } catch (const BrokenPipe&) {
    end_by_broken_pipe();
  } catch (const Exit& e) {
    return e.code;
  } catch (const Error& e) {
    print_err("sptune: {}\n", e.what());
    return e.code();
  } catch (const std::bad_alloc&) {
    write_err("sptune: out of memory\n");
    return ExitCode::internal;
  } catch (const std::exception& e) {
    print_err("sptune: internal error: {}\n", e.what());
    return ExitCode::internal;
  }
  return ExitCode::success;
}

int main_of(int argc, char** argv) {
  prepare_streams();
  // Another program waits as it likes.
  if (argc < 2 || std::string_view(argv[1]) != "run-with") let_workers_sleep();
  CLI::App app{
      "sptune: autotuner for sparse matrix kernels. Measures configurations over matrices, stores\n"
      "every trial, and learns which configuration to choose for a new matrix.\n\n"
      "  sptune sweep run --suite quick --db trials.sqlite     measure\n"
      "  sptune train --db trials.sqlite -o model.json         learn\n"
      "  sptune predict matrix.mtx --model model.json          choose\n",
      "sptune"};
  app.set_version_flag("--version", SPTUNE_VERSION);
  app.require_subcommand(1);
  app.footer(
      "`sptune help VERB` or `sptune VERB --help` shows the options of a verb.\n"
      "Exit codes: 0 success, 1 internal error, 2 usage, 3 input or output file, 4 database,\n"
      "5 device, 6 a gate was not met, 7 interrupted and resumable. Failing to write\n"
      "standard output is 3 as well; a closed pipe (`| head`) ends the program with SIGPIPE.");
  add_verbs(app);
  const ExitCode code = ended([&] { run(app, {argv + 1, argv + argc}); });
  // What was printed before an error leaves, too; the error's own code stays.
  const ExitCode flushed = ended(flush_out);
  return static_cast<int>(code != ExitCode::success ? code : flushed);
}

}  // namespace
}  // namespace sptune::apps

int main(int argc, char** argv) {
  return sptune::apps::main_of(argc, argv);
}
