// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/dispatch/forcing.hpp"

#include "kernels/api/catalogue.hpp"

#include <set>

namespace sptune::dispatch {

std::string force_flaw(const std::string& text) {
  if (text.empty()) return {};
  const auto parsed = Configuration::parse(text);
  if (!parsed) return parsed.error();
  std::string flaw;
  std::set<std::string> known;
  for (const Variant& v : shipped_catalogue().variants()) {
    known.insert(v.facts.name);
    if (v.facts.name != parsed.value().variant) continue;
    const auto resolved = v.resolve(parsed.value());
    if (resolved) return {};
    if (flaw.empty()) flaw = resolved.error();
  }
  if (!flaw.empty()) return flaw;
  flaw = "unknown variant '" + parsed.value().variant + "'; known: ";
  for (const std::string& name : known) flaw += (name == *known.begin() ? "" : ", ") + name;
  return flaw;
}

}  // namespace sptune::dispatch
