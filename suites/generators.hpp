// SPDX-License-Identifier: BSD-3-Clause
// Seeded generators, named by an id in the grammar of configurations, for example
//   stencil3d{points=27,n=96} · rmat{scale=16,edges=16,seed=1} · zipf{rows=100000,mean=8,exponent=1.2}
// The same id gives the same bits on every machine.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sptune/suites/matrix.hpp"

namespace sptune::suites {

struct GeneratorInfo {
  std::string name;
  std::string summary;
  std::vector<std::pair<std::string, std::string>> parameters;  ///< name, "default: meaning"
  std::string example;
};

[[nodiscard]] std::vector<GeneratorInfo> generators();

/// Throws UsageError on an unknown generator or parameter, naming what is known.
[[nodiscard]] Matrix generate(std::string_view id);

}  // namespace sptune::suites
