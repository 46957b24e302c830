// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/train/looks.hpp"

#include "kernels/api/catalogue.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace sptune::train {

Looks::Looks(const Dataset& data) : position_(data.default_configuration), type_(data.value_type) {
  auto resolved =
      shipped_catalogue().resolve(data.operation, data.backend, data.configurations[position_]);
  if (!resolved) return;  // of another version of this library
  const VariantFunctions& functions = resolved.value().variant().functions;
  if (!functions.look || !functions.expected) return;
  standard_ = std::move(resolved.value());
  for (const DefaultFrom& d : data.defaults_from) {
    if (d.configuration == position_) from_runs_ = d.from;
  }
  cost_s_ = std::numeric_limits<double>::infinity();
  for (const Problem& p : data.problems) {
    cost_s_ = std::min(cost_s_, p.cells[position_].prepare_s);
  }
}

double Looks::run_s(const Problem& problem) const {
  return standard_->variant()
      .functions.expected(*standard_, type_, features::lookup(problem.features))
      .run_s;
}

double Looks::cost_s(const std::vector<std::size_t>& prepared) const {
  const bool held = std::find(prepared.begin(), prepared.end(), position_) != prepared.end();
  return held ? 0 : cost_s_;
}

}  // namespace sptune::train
