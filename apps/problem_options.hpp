// SPDX-License-Identifier: BSD-3-Clause
// What verbs share on the command line: operation, value type, backend, and the second operand of a
// problem. The words are those of the registries.
#pragma once

#include "apps/option_values.hpp"
#include "kernels/api/catalogue.hpp"
#include "kernels/api/operation.hpp"
#include "sptune/error.hpp"
#include "sptune/types.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

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

/// What is said of variants that are not there.
inline constexpr const char* where_variants_are =
    "`sptune list` shows all of them; those of operations on several ranks are in "
    "sptune-distributed";

/// Call after parsing, as options offer every operation: databases may hold trials of what another
/// program computes. Throws UsageError where no kernel of the catalogue computes this one, on this
/// backend if it has kernels for that at all: else it lacks the device, which is another matter.
inline void require_variants(const Catalogue& catalogue, Operation operation, Backend backend) {
  const auto any = [&](const auto& of) {
    return std::any_of(catalogue.variants().begin(), catalogue.variants().end(), of);
  };
  const bool computed = any([&](const Variant& v) { return v.operation == operation; });
  const bool backend_there = any([&](const Variant& v) { return v.facts.backend == backend; });
  const bool here =
      any([&](const Variant& v) { return v.operation == operation && v.facts.backend == backend; });
  if (here || (computed && !backend_there)) return;
  throw UsageError(fmt::format("this program has no variants of {} for {}: {}",
                               to_string(operation), to_string(backend), where_variants_are));
}

/// What options start with.
inline constexpr const char* default_type = "f64";
inline constexpr const char* default_backend = "cpu";
inline constexpr const char* default_cache = "hot";
inline constexpr const char* default_repeat = "whole";
[[nodiscard]] inline std::string default_operation() {
  return std::string(to_string(all_operations().front()));
}

}  // namespace sptune::apps
