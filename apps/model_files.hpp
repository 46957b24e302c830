// SPDX-License-Identifier: BSD-3-Clause
// The models of a verb: those of the command line, else as a Dispatcher finds them.
#pragma once

#include "tuner/dispatch/known_models.hpp"

#include <string>
#include <vector>

namespace sptune::apps {

/// Loads files and folders, without any what a Dispatcher would load. What cannot be used is a
/// warning on standard error. Throws InputError when nothing is left, UsageError when nothing was
/// named and nothing found.
[[nodiscard]] dispatch::KnownModels load_models(const std::vector<std::string>& named);

}  // namespace sptune::apps
