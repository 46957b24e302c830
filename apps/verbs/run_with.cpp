// SPDX-License-Identifier: BSD-3-Clause
// `sptune run-with`: a program under the drop-in for cuSPARSE. This process becomes the program, so
// its exit code and signals are the program's own.
#include "apps/option_values.hpp"
#include "apps/output.hpp"
#include "apps/verbs.hpp"
#include "sptune/error.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace sptune::apps {
namespace {

namespace fs = std::filesystem;

struct RunWithOptions {
  std::string constant;
  bool log = false;
};

/// Beside this program, as it was built or installed.
fs::path find_library() {
  constexpr const char* name = "libsptune-cusparse.so";
  std::error_code none;
  const fs::path program = fs::read_symlink("/proc/self/exe", none);
  const fs::path bin = program.parent_path();
  std::string tried;
  for (const fs::path& folder :
       {bin.parent_path() / "lib", bin.parent_path() / SPTUNE_LIBRARY_DIR, bin}) {
    fs::path file = folder / name;
    if (fs::is_regular_file(file, none)) return file;
    if (tried.find(file.string()) != std::string::npos) continue;  // where both are lib
    tried += (tried.empty() ? "" : ", ") + file.string();
  }
  throw InputError(fmt::format(
      "no {} (looked for {}): it is built with CUDA, by the target sptune_cusparse; or set "
      "LD_PRELOAD to where it is",
      name, tried));
}

void preload(const fs::path& library) {
  std::string list = library.string();
  if (list.find_first_of(" :") != std::string::npos) {
    throw InputError(fmt::format(
        "{}: LD_PRELOAD takes no path with a space or a colon; move or link the folder to another",
        list));
  }
  if (const char* const others = std::getenv("LD_PRELOAD"); others != nullptr && *others != 0) {
    list += fmt::format(":{}", others);
  }
  setenv("LD_PRELOAD", list.c_str(), 1);
}

[[noreturn]] void become(const std::vector<std::string>& words) {
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  flush_out();
  give_back_signals();
  execvp(arguments.front(), arguments.data());
  const int why = errno;
  throw UsageError(fmt::format("{}: {}; name a program, by a path or as found in PATH",
                               words.front(), std::strerror(why)));
}

void run(const RunWithOptions& o, const std::vector<std::string>& words) {
  if (words.empty()) {
    throw UsageError("run-with wants a program: sptune run-with python3 train.py");
  }
  if (words.front().starts_with('-')) {
    throw UsageError(words.front() + ": no option of run-with; they come before the program");
  }
  preload(find_library());
  if (o.log) setenv("SPTUNE_LOG", "1", 1);
  if (!o.constant.empty()) setenv("SPTUNE_CONSTANT", o.constant.c_str(), 1);
  become(words);
}

}  // namespace

void add_run_with(CLI::App& app) {
  auto o = std::make_shared<RunWithOptions>();
  CLI::App* verb = app.add_subcommand(
      "run-with", "Run a program whose calls of cuSPARSE are answered by tuned plans");
  verb->add_flag("--log", o->log,
                 "Say on standard error who answers, a line for each question (SPTUNE_LOG=1)");
  verb->add_option("--constant", o->constant,
                   "Promise that of every matrix the pattern, or the values, too, stay as they are "
                   "while its\narrays are where they are (SPTUNE_CONSTANT)")
      ->check(one_of({"none", "pattern", "values"}))
      ->type_name("none|pattern|values");
  verb->prefix_command();
  verb->footer(
      "sptune run-with [OPTIONS] PROGRAM [ARGUMENTS]...\n\n"
      "Nothing is compiled or linked anew: LD_PRELOAD puts sptune before cuSPARSE, for products\n"
      "of CSR matrices in float and double. Everything else is cuSPARSE's as before.\n\n"
      "  sptune run-with python3 train.py                  PyTorch's sparse products\n"
      "  sptune run-with --log ./solver matrix.mtx         and who answered them\n"
      "  sptune run-with --constant values ./solver m.mtx  formats that copy values may be chosen\n"
      "\n"
      "The exit code is the program's. A promise that is not kept ends in wrong results; without\n"
      "one nothing is kept of a matrix that its owner may change. docs/dropin.md says what is\n"
      "covered.");
  verb->callback([o, verb] { run(*o, verb->remaining()); });
}

}  // namespace sptune::apps
