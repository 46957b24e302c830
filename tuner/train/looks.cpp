// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/train/looks.hpp"

#include "kernels/api/catalogue.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace sptune::train {

Looks::Looks(const Dataset& data) : type_(data.value_type) {
  const std::size_t standard = data.default_configuration;
  auto resolved =
      shipped_catalogue().resolve(data.operation, data.backend, data.configurations[standard]);
  if (!resolved) return;  // of another version of this library
  const VariantFunctions& functions = resolved.value().variant().functions;
  if (!functions.look || !functions.expected) return;
  standard_ = std::move(resolved.value());
  for (const DefaultFrom& d : data.defaults_from) {
    if (d.configuration == standard) from_runs_ = d.from;
  }
  cost_s_ = std::numeric_limits<double>::infinity();
  for (const Problem& p : data.problems) {
    cost_s_ = std::min(cost_s_, p.cells[standard].prepare_s);
  }
}

double Looks::run_s(const Problem& problem) const {
  return standard_->variant()
      .functions.expected(*standard_, type_, features::lookup(problem.features))
      .run_s;
}

}  // namespace sptune::train
