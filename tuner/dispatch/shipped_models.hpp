// SPDX-License-Identifier: BSD-3-Clause
// Which model files a dispatcher has: those that it is told, those of $SPTUNE_MODEL, or those that
// ship (docs/decisions/023).
#pragma once

#include "tuner/dispatch/known_models.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace sptune::dispatch {

/// Where the files come from.
struct ModelPaths {
  std::vector<std::string> paths;
  Origin origin = Origin::named;
  std::string said_by;  ///< "the caller", "SPTUNE_MODEL", "shipped with sptune", "switched off"
};

/// `named` if there are any. Else $SPTUNE_MODEL, if it is set; empty or `none` is no model at all.
/// Else the folder that ships, where there is one.
[[nodiscard]] ModelPaths model_paths(const std::vector<std::string>& named);

/// Where folders of shipped models are looked for, the first that is there counts:
/// ../share/sptune/models and ../../share/sptune/models from the program or shared library that
/// this code is in, the folder of the CMake package that the program was built with, then that of
/// the installation that this code was configured for.
[[nodiscard]] std::vector<std::string> shipped_folders();

/// What becomes of a path without a model that can be used.
enum class Unusable : std::uint8_t {
  warned_of,
  refused  ///< for callers that have where to say it
};

/// The models that the caller named. Throws UsageError when two of them answer one question for the
/// same hardware, InputError for what is to be refused.
[[nodiscard]] KnownModels named_models(const std::vector<std::string>& paths,
                                       const Warnings& warnings, Unusable unusable);

/// Loads the models of model_paths(named); the shipped ones are read once per process. Those that
/// the caller named are named_models, what cannot be used warned of; of two that the environment
/// names for one question and hardware, the newest is used, with a warning.
[[nodiscard]] KnownModels find_models(const std::vector<std::string>& named,
                                      const Warnings& warnings);

}  // namespace sptune::dispatch
