// SPDX-License-Identifier: BSD-3-Clause
// The page's style sheet and script (reports/web), compiled in.
#pragma once

#include <string_view>

namespace sptune::reports {

[[nodiscard]] std::string_view page_css();
[[nodiscard]] std::string_view page_js();

}  // namespace sptune::reports
