// SPDX-License-Identifier: BSD-3-Clause
// `--threads` of every verb that has it.
#pragma once

#include "apps/option_values.hpp"
#include "apps/output.hpp"
#include "kernels/host/places.hpp"
#include "kernels/host/threads.hpp"

#include <CLI/CLI.hpp>

#include <string>

namespace sptune::apps {

/// More threads than cores are done as told, for whoever studies that, but not without a word. What
/// OpenMP may not have is refused: fewer would run than are said.
inline CLI::Option* add_threads(CLI::App& sub, int& threads, const std::string& description) {
  return sub.add_option("--threads", threads, description)
      ->check(in_range(0, 4096))
      ->check([](const std::string& text) {
        const int most = host::thread_limit();
        return std::stoi(text) <= most
                   ? std::string()
                   : "OMP_THREAD_LIMIT allows " + std::to_string(most) + ", found '" + text + "'";
      })
      ->capture_default_str()
      ->each([](const std::string& text) {
        const int cores = host::usable_cores();
        if (std::stoi(text) <= cores) return;
        print_err(
            "sptune: warning: --threads {}: this process may use {} cores; threads that "
            "share one wait for each other\n",
            text, cores);
      });
}

}  // namespace sptune::apps
