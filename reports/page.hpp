// SPDX-License-Identifier: BSD-3-Clause
// One self-contained HTML page: style, script and drawings inside, nothing fetched from anywhere.
#pragma once

#include "reports/data.hpp"

#include <string>
#include <string_view>

namespace sptune::reports {

/// In the head of every page.
inline constexpr std::string_view page_marker = R"(<meta name="generator" content="sptune">)";

struct PageOptions {
  std::string title = "sptune report";
  std::string generated;  ///< when and by what, one line
};

/// The same data and options give the same bytes.
[[nodiscard]] std::string page(const Data& data, const PageOptions& options);

}  // namespace sptune::reports
