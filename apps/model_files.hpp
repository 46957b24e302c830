// SPDX-License-Identifier: BSD-3-Clause
// The models of a verb: those of the command line, else as a Dispatcher finds them.
#pragma once

#include "tuner/dispatch/known_models.hpp"

#include <string>
#include <vector>

namespace sptune::apps {

/// Loads files and folders, without any what a Dispatcher would load: where models are switched off
/// (SPTUNE_MODEL=none) or none ship, none. What cannot be used is a warning on standard error.
/// Throws InputError when nothing is left of what was named or found.
[[nodiscard]] dispatch::KnownModels load_models(const std::vector<std::string>& named);

}  // namespace sptune::apps
