// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/search/space.hpp"

#include <map>
#include <set>
#include <string>
#include <utility>

namespace sptune::search {

Space::Space(std::vector<Configuration> points) {
  std::map<std::string, std::size_t> families;
  std::map<std::pair<std::string, std::string>, std::size_t> values;  // of an axis, by text
  std::set<std::string> variants;
  for (Configuration& c : points) {
    std::string text = c.text();
    if (!index_.try_emplace(text, points_.size()).second) continue;
    if (variants.insert(c.variant).second) defaults_.push_back(points_.size());
    // Points of older code may have other axes: nothing is said of how far they are.
    std::string family = c.variant;
    std::vector<std::size_t> codes;
    for (const auto& [axis, value] : c.axes) {
      family += "," + axis;
      codes.push_back(values.try_emplace({axis, value.text()}, values.size()).first->second);
    }
    family_.push_back(families.try_emplace(family, families.size()).first->second);
    codes_.push_back(std::move(codes));
    texts_.push_back(std::move(text));
    points_.push_back(std::move(c));
  }
}

std::optional<std::size_t> Space::find(std::string_view text) const {
  const auto it = index_.find(std::string(text));
  if (it == index_.end()) return std::nullopt;
  return it->second;
}

std::optional<std::size_t> Space::distance(std::size_t a, std::size_t b) const {
  if (family_[a] != family_[b]) return std::nullopt;
  std::size_t differing = 0;
  for (std::size_t i = 0; i < codes_[a].size(); ++i) {
    differing += codes_[a][i] == codes_[b][i] ? 0U : 1U;
  }
  return differing;
}

std::vector<std::size_t> Space::neighbours(std::size_t point) const {
  std::vector<std::size_t> out;
  for (std::size_t other = 0; other < size(); ++other) {
    if (distance(point, other) == std::size_t{1}) out.push_back(other);
  }
  return out;
}

}  // namespace sptune::search
