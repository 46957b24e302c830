// SPDX-License-Identifier: BSD-3-Clause
// Model files that a verb was given on the command line.
#pragma once

#include "tuner/dispatch/known_models.hpp"

#include <string>
#include <vector>

namespace sptune::apps {

/// Loads files and folders. What cannot be used is a warning on standard error, and an InputError
/// when nothing is left.
[[nodiscard]] dispatch::KnownModels load_models(const std::vector<std::string>& paths);

}  // namespace sptune::apps
