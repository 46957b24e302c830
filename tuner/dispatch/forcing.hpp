// SPDX-License-Identifier: BSD-3-Clause
// Private to the dispatcher: a configuration that the environment forces.
#pragma once

#include <string>

namespace sptune::dispatch {

/// Empty where `text` is empty or names a configuration of any operation and backend of this
/// library, else why not.
[[nodiscard]] std::string force_flaw(const std::string& text);

}  // namespace sptune::dispatch
