// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/dispatch/options.hpp"

#include "sptune/error.hpp"

#include <string>

namespace sptune::dispatch {
namespace {

template <class Number>
void require_not_negative(const char* name, Number value, const char* unit = "") {
  if (value >= 0) return;  // nor is what is no number
  throw UsageError(std::string(name) + " is " + std::to_string(value) + ": 0 or more" + unit);
}

/// `all`: the enumerators from 0 to `last`.
template <class E>
void require_enumerator(const char* name, E value, E last, const char* all) {
  if (value <= last) return;
  throw UsageError(std::string(name) + " is " + std::to_string(static_cast<int>(value)) + ": " +
                   all);
}

}  // namespace

void require_meaning(const Options& options) {
  require_not_negative("expected_runs", options.expected_runs);
  require_enumerator("repeat", options.repeat, Repeat::values, "whole or values");
  require_not_negative("threads", options.threads);
  require_not_negative("memory_limit", options.memory_limit, " bytes");
  require_enumerator("validate", options.validate, Validate::full, "none, cheap or full");
  require_enumerator("probe", options.probe, Probe::as_paid, "none, at_once or as_paid");
}

void require_meaning(const DenseMatrices& dense) {
  require_enumerator("layout", dense.layout, Layout::col_major, "row_major or col_major");
}

}  // namespace sptune::dispatch
