// SPDX-License-Identifier: BSD-3-Clause
// What values of options may be, with errors that say it in a line.
#pragma once

#include "apps/verb_words.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cerrno>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace sptune::apps {

/// One of these words.
[[nodiscard]] inline CLI::Validator one_of(std::vector<std::string> words) {
  const std::string listed = fmt::format("{{{}}}", fmt::join(words, ","));
  return {[words = std::move(words)](std::string& text) { return flaw_of_choice(text, words); },
          listed};
}

/// CLI11's own prints 0.1 as 0.100000, and the greatest number there is in 309 digits.
template <class T>
[[nodiscard]] CLI::Validator in_range(T least, T most) {
  return {[least, most](std::string& text) {
            T value{};
            errno = 0;  // of a number that is too large it is all that is said
            const bool is_number = CLI::detail::lexical_cast(text, value) && errno != ERANGE;
            if (is_number && value >= least && value <= most) return std::string{};
            return fmt::format("expected {} to {}, found '{}'", least, most, text);
          },
          fmt::format("{} in [{} - {}]", CLI::detail::type_name<T>(), least, most)};
}
/// Of what draws: SQLite keeps no greater numbers.
[[nodiscard]] inline CLI::Validator seed_number() {
  return in_range(std::int64_t{0}, std::numeric_limits<std::int64_t>::max());
}
[[nodiscard]] inline CLI::Validator number_where(bool (*right)(double), const char* wanted,
                                                 const char* shown) {
  return {[right, wanted](std::string& text) {
            double value = 0;
            const bool is_number = CLI::detail::lexical_cast(text, value);
            if (is_number && std::isfinite(value) && right(value)) return std::string{};
            return fmt::format("expected {}, found '{}'", wanted, text);
          },
          shown};
}
[[nodiscard]] inline CLI::Validator positive_number() {
  return number_where([](double v) { return v > 0; }, "a number above 0", "POSITIVE");
}
[[nodiscard]] inline CLI::Validator number_from_0() {
  return number_where([](double v) { return v >= 0; }, "a number of 0 or more", "NONNEGATIVE");
}

/// The most of something that is counted, which may be written as 2e8; 0: no limit. What is no
/// whole number is refused: a part of one would become 0.
inline CLI::Option* add_count_limit(CLI::App& sub, const char* name, std::int64_t& most,
                                    const char* counted, const std::string& description) {
  static constexpr double exact = 9e15;  // so far a double holds every whole number
  const auto flaw = [counted](std::string& text) {
    double value = 0;
    const bool is_number = CLI::detail::lexical_cast(text, value);
    if (is_number && value >= 0 && value <= exact && value == std::floor(value)) {
      return std::string{};
    }
    return fmt::format("expected a whole number of {} up to {:g}, or 0 for no limit, found '{}'",
                       counted, exact, text);
  };
  const auto take = [&most](const std::string& text) { most = std::llround(std::stod(text)); };
  return sub.add_option_function<std::string>(name, take, description + "; 0: no limit")
      ->check(CLI::Validator(flaw, ""))
      ->type_name("COUNT")
      ->default_str(fmt::format("{:g}", static_cast<double>(most)));
}

}  // namespace sptune::apps
