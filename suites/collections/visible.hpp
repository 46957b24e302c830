// SPDX-License-Identifier: BSD-3-Clause
// Names and messages come from files that anybody may have made: a terminal is not to obey them.
#pragma once

#include <string>
#include <string_view>

namespace sptune::suites {

/// Every control character but tab and line end as `\x1b`, the Unicode ones (U+0080 to U+009F) too;
/// all else as it is.
[[nodiscard]] std::string visible(std::string_view text);

}  // namespace sptune::suites
