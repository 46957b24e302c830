// SPDX-License-Identifier: BSD-3-Clause
// In what two machines, or what was installed on them, are not comparable: for messages.
#pragma once

#include "harness/records/environment.hpp"

#include <string>

namespace sptune::harness {

/// The first property that decides comparability in which they differ, and both values of it:
/// "cores '2' and '1'". Empty where there is none.
[[nodiscard]] std::string difference(const Hardware& a, const Hardware& b);
[[nodiscard]] std::string difference(const Environment& a, const Environment& b);

}  // namespace sptune::harness
