// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/api/catalogue.hpp"

#include <cmath>
#include <iterator>
#include <limits>

namespace sptune {

void Catalogue::append(Catalogue other) {
  variants_.insert(variants_.end(), std::make_move_iterator(other.variants_.begin()),
                   std::make_move_iterator(other.variants_.end()));
}

const Variant* Catalogue::find(Operation operation, Backend backend,
                               std::string_view name) const noexcept {
  for (const Variant& v : variants_) {
    if (v.operation == operation && v.facts.backend == backend && v.facts.name == name) return &v;
  }
  return nullptr;
}

Result<ResolvedConfiguration> Catalogue::resolve(Operation operation, Backend backend,
                                                 const Configuration& configuration) const {
  const Variant* variant = find(operation, backend, configuration.variant);
  if (variant != nullptr) return variant->resolve(configuration);
  std::string known;
  for (const Variant& v : variants_) {
    if (v.operation != operation || v.facts.backend != backend) continue;
    known += (known.empty() ? "" : ", ") + v.facts.name;
  }
  return Result<ResolvedConfiguration>::failure(
      "unknown variant '" + configuration.variant + "' for " + std::string(to_string(operation)) +
      " on " + std::string(to_string(backend)) + "; known: " + (known.empty() ? "none" : known));
}

Result<ResolvedConfiguration> Catalogue::parse(Operation operation, Backend backend,
                                               std::string_view text) const {
  auto parsed = Configuration::parse(text);
  if (!parsed) return Result<ResolvedConfiguration>::failure(parsed.error());
  return resolve(operation, backend, parsed.value());
}

std::vector<const Variant*> Catalogue::default_variants(Operation operation,
                                                        Backend backend) const {
  std::vector<const Variant*> out;
  const auto below = [](double runs) {
    return std::nextafter(runs, -std::numeric_limits<double>::infinity());
  };
  for (const Variant* v = default_variant(operation, backend); v != nullptr;
       v = default_variant(operation, backend, below(v->default_from_runs))) {
    out.push_back(v);
  }
  return out;
}

const Variant* Catalogue::default_variant(Operation operation, Backend backend,
                                          double runs) const noexcept {
  for (const Variant& v : variants_) {
    if (v.operation == operation && v.facts.backend == backend && !v.facts.baseline &&
        v.default_from_runs <= runs) {
      return &v;
    }
  }
  return nullptr;
}

}  // namespace sptune
