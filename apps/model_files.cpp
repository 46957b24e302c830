// SPDX-License-Identifier: BSD-3-Clause
#include "apps/model_files.hpp"

#include "apps/output.hpp"
#include "sptune/error.hpp"
#include "tuner/dispatch/shipped_models.hpp"

#include <fmt/format.h>

namespace sptune::apps {

dispatch::KnownModels load_models(const std::vector<std::string>& named) {
  std::vector<std::string> trouble;
  dispatch::Warnings warnings;
  warnings.sink = [&](std::string_view text) { trouble.emplace_back(text); };
  dispatch::KnownModels models = dispatch::find_models(named, warnings);
  if (models.size() == 0 && !trouble.empty()) throw InputError(trouble.front());
  for (const std::string& line : trouble) print_err("warning: {}\n", line);
  return models;
}

}  // namespace sptune::apps
