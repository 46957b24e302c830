// SPDX-License-Identifier: BSD-3-Clause
// The command line: what `sptune` says of itself, and its verbs.
#include "apps/frame.hpp"
#include "apps/output.hpp"
#include "apps/ranks.hpp"
#include "apps/verbs.hpp"
#include "apps/waiting.hpp"
#include "db/store.hpp"

#include <CLI/CLI.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace sptune::apps {
namespace {

int main_of(int argc, char** argv) {
  prepare_streams();
  db::warn_by_default([](const std::string& line) { print_err("sptune: {}\n", line); });
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
  const ExitCode code = ended([&] {
    const std::vector<std::string> words{argv + 1, argv + argc};
    work_together(words);
    parse_words(app, words);
  });
  // What was printed before an error leaves, too; the error's own code stays.
  const ExitCode flushed = ended(flush_out);
  return static_cast<int>(code != ExitCode::success ? code : flushed);
}

}  // namespace
}  // namespace sptune::apps

int main(int argc, char** argv) {
  return sptune::apps::main_of(argc, argv);
}
