// SPDX-License-Identifier: BSD-3-Clause
// Configurations as numbers a forest can ask about.
#include "tuner/model/model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sptune::model {

float to_input(double value) noexcept {
  constexpr double most = std::numeric_limits<float>::max();
  return std::abs(value) <= most ? static_cast<float>(value)
                                 : std::numeric_limits<float>::quiet_NaN();
}

std::vector<std::string> configuration_inputs(const std::vector<Configuration>& configurations) {
  std::vector<std::string> variants;
  std::vector<std::string> axes;
  const auto add = [](std::vector<std::string>& list, const std::string& name) {
    if (std::find(list.begin(), list.end(), name) == list.end()) list.push_back(name);
  };
  for (const Configuration& c : configurations) {
    add(variants, "variant=" + c.variant);
    for (const auto& [name, value] : flatten(c)) add(axes, name);
  }
  variants.insert(variants.end(), axes.begin(), axes.end());
  return variants;
}

std::vector<float> encode(const Configuration& configuration,
                          const std::vector<std::string>& inputs) {
  const auto flat = flatten(configuration);
  const std::string variant = "variant=" + configuration.variant;
  std::vector<float> out;
  out.reserve(inputs.size());
  for (const std::string& name : inputs) {
    const auto it = std::find_if(flat.begin(), flat.end(),
                                 [&](const auto& item) { return item.first == name; });
    if (name == variant) {
      out.push_back(1);
    } else if (it != flat.end()) {
      out.push_back(to_input(it->second));
    } else {
      const bool is_name = name.find('=') != std::string::npos;
      out.push_back(is_name ? 0.0F : std::numeric_limits<float>::quiet_NaN());
    }
  }
  return out;
}

}  // namespace sptune::model
