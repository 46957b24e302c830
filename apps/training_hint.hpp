// SPDX-License-Identifier: BSD-3-Clause
// What to do with a sweep that is done: the command that learns from it.
#pragma once

#include "db/store.hpp"
#include "tuner/sweep/plan.hpp"

#include <string>

namespace sptune::apps {

/// `sptune train` with what it has to be told of the first operation, value type and cache policy
/// of the plan that can be learned from what the store holds: the default that times are relative
/// to was measured on matrices of two families. Empty: none can. `db`: the store's file. Throws
/// DatabaseError when it cannot be read.
[[nodiscard]] std::string training_command(const sweep::Plan& plan, const db::Store& store,
                                           const std::string& db);

}  // namespace sptune::apps
