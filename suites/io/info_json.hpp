// SPDX-License-Identifier: BSD-3-Clause
// MatrixInfo as JSON text: in binary cache files, in the cache's index and on the command line.
#pragma once

#include "suites/io/matrix.hpp"

#include <string>
#include <string_view>

namespace sptune::suites {

/// One line: {"name":…,"group":…,"source":…,"kind":…,"symmetry":…,"field":…,"rows":…,"cols":…,
/// "nnz":…,"content_hash":…,"pattern_hash":…,"report":{"entries_in_file":…,…}}.
[[nodiscard]] std::string to_json(const MatrixInfo& info);

/// The inverse. Throws InputError when a field is missing or of another type.
[[nodiscard]] MatrixInfo info_from_json(std::string_view text);

}  // namespace sptune::suites
