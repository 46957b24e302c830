// SPDX-License-Identifier: BSD-3-Clause
// What verbs share on the command line: operation, value type, backend, and the second operand of a
// problem. The words are those of the registries.
#pragma once

#include "apps/option_values.hpp"
#include "kernels/api/operation.hpp"
#include "sptune/error.hpp"
#include "sptune/types.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

namespace sptune::apps {

/// The spelling of every element.
template <class List>
[[nodiscard]] std::vector<std::string> names_of(const List& list) {
  std::vector<std::string> names;
  names.reserve(std::size(list));
  for (const auto element : list) names.emplace_back(to_string(element));
  return names;
}

inline CLI::Option* add_operation(CLI::App& sub, std::string& operation,
                                  const std::string& description = "Operation to compute") {
  return sub.add_option("--operation", operation, description)
      ->check(one_of(names_of(all_operations())))
      ->capture_default_str();
}

inline CLI::Option* add_value_type(CLI::App& sub, std::string& type) {
  return sub.add_option("--type", type, "Value type")
      ->check(one_of(names_of(all_value_types)))
      ->capture_default_str();
}

/// A side of the families, or `all`.
inline CLI::Option* add_split(CLI::App& sub, std::string& split,
                              const std::string& name = "--split",
                              const std::string& help =
                                  "Only matrices of families on this side: "
                                  "train (development) or test") {
  return sub.add_option(name, split, help)
      ->check(one_of({"all", "train", "test"}))
      ->capture_default_str();
}
/// The same as queries take it.
inline std::string side_of(const std::string& split) {
  return split == "all" ? "" : split;
}

inline CLI::Option* add_backend(CLI::App& sub, std::string& backend) {
  return sub.add_option("--backend", backend, "Processor to compute on")
      ->check(one_of(names_of(all_backends)))
      ->capture_default_str();
}

/// What a run of a sparse result makes.
inline CLI::Option* add_repeat(CLI::App& sub, std::string& repeat, const std::string& help) {
  return sub.add_option("--repeat", repeat, help)
      ->check(one_of(names_of(all_repeats)))
      ->capture_default_str();
}

/// Call after parsing. Throws UsageError where an operation has nothing but values to make.
inline Repeat repeat_of(const std::string& repeat, const std::vector<Operation>& operations) {
  const Repeat out = *parse_repeat(repeat);
  const bool others = std::any_of(operations.begin(), operations.end(),
                                  [](Operation o) { return !has_sparse_result(o); });
  if (out == Repeat::values && others) {
    throw UsageError(
        "--repeat values is for operations with a sparse result alone: name one (others make "
        "nothing but values)");
  }
  return out;
}

inline CLI::Option* add_parameters(CLI::App& sub, std::string& parameters) {
  return sub.add_option("--parameters", parameters,
                        "Parameters of the operation, for example k=32,layout=row");
}

/// What an option starts with.
[[nodiscard]] inline std::string default_operation() {
  return std::string(to_string(all_operations().front()));
}

}  // namespace sptune::apps
