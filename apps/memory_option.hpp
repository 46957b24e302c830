// SPDX-License-Identifier: BSD-3-Clause
// `--memory` of every verb that has it.
#pragma once

#include "suites/io/limits.hpp"

#include <CLI/CLI.hpp>

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>

namespace sptune::apps {

/// Sizes as variables have them; a plain number, which has no unit there, is MiB.
inline CLI::Option* add_memory(CLI::App& sub, std::optional<std::int64_t>& bytes,
                               const std::string& description) {
  const auto take = [&bytes](const std::string& text) {
    const bool plain = text.find_first_not_of("0123456789.") == std::string::npos;
    const std::int64_t size = suites::parse_bytes(plain ? text + "M" : text, "--memory");
    constexpr double mebi = 1.048576;
    bytes = plain ? std::llround(static_cast<double>(size) * mebi) : size;
  };
  return sub.add_option_function<std::string>("--memory", take, description)->type_name("SIZE");
}

}  // namespace sptune::apps
