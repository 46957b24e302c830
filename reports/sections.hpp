// SPDX-License-Identifier: BSD-3-Clause
// Private to the module: the sections of the page, in the order in which they are read.
#pragma once

#include "reports/data.hpp"
#include "reports/html.hpp"

#include <string>
#include <vector>

namespace sptune::reports {

/// "SpMV f64 on cpu, hot cache", with the context where there is more than one.
[[nodiscard]] std::string label(const Scope& scope, const Data& data);
/// 12.3 µs, 4.56 ms
[[nodiscard]] std::string duration(double us);

/// A figure that stands above the sections.
[[nodiscard]] std::string tile(const std::string& name, const std::string& value);
struct PageOptions;
/// The frame of every page: tiles, then the sections, whose queries were asked of `database`.
[[nodiscard]] std::string page(const PageOptions& options, const std::string& tiles,
                               const std::vector<Section>& sections, const std::string& database);

[[nodiscard]] Section coverage_section(const Data& data);
[[nodiscard]] Section machine_section(const Data& data);
[[nodiscard]] Section best_section(const Data& data);
[[nodiscard]] Section speedup_section(const Data& data);
[[nodiscard]] Section profile_section(const Data& data);
[[nodiscard]] Section model_section(const Data& data);
[[nodiscard]] Section failure_section(const Data& data);

}  // namespace sptune::reports
