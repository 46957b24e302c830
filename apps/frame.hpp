// SPDX-License-Identifier: BSD-3-Clause
// The command line's frame: words become verbs, errors one line and an exit code.
#pragma once

#include "sptune/error.hpp"

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace sptune::apps {

/// Runs the verb that the words name. Throws what it throws, and Exit.
void parse_words(CLI::App& app, std::vector<std::string> words);

/// The exit code of whatever `job` ends in, said on standard error where there is something to say.
[[nodiscard]] ExitCode ended(const std::function<void()>& job);

}  // namespace sptune::apps
