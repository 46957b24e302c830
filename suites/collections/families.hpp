// SPDX-License-Identifier: BSD-3-Clause
// Families of matrices: those of one origin, whatever collection they came with. What is learned
// from one must not be judged on another of its family, and a family stands on one side of the
// split. Why and which: docs/decisions/016-families-and-the-test-part.md.
#pragma once

#include <string>
#include <string_view>

namespace sptune::suites {

/// The family of a matrix, by its group and its name ("HB/bcsstk29" or "bcsstk29"): the group
/// itself, unless the table in families.cpp joins it with another one.
[[nodiscard]] std::string family_of(std::string_view group, std::string_view name);

/// `test` for one family in five, by a hash of its name, else `train`: the same on every machine
/// and for ever. Of some generators it is the side that the built-in suites gave them.
[[nodiscard]] std::string split_of_family(std::string_view family);

/// Whether the side of a family is not that of its hash. Older databases may hold either.
[[nodiscard]] bool has_published_side(std::string_view family);

/// The side of a matrix whose manifest names none.
[[nodiscard]] std::string split_of(std::string_view group, std::string_view name);

}  // namespace sptune::suites
