// SPDX-License-Identifier: BSD-3-Clause
// How a verb joins the command line: it adds a CLI11 subcommand whose callback does the work and
// throws sptune::Error to fail. main() turns errors into one line on standard error and an exit
// code.
#pragma once

#include "sptune/error.hpp"

namespace CLI {
class App;
}

namespace sptune::apps {

/// Adds every verb of verbs.def.
void add_verbs(CLI::App& app);

/// A verb that ran and has something other than success to report (a gate, an interruption) throws
/// this; nothing is printed.
struct Exit {
  ExitCode code;
};

}  // namespace sptune::apps
