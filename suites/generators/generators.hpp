// SPDX-License-Identifier: BSD-3-Clause
// Seeded generators, named by an id in the grammar of configurations, for example
//   stencil3d{points=27,n=96} · rmat{scale=16,edges=16,seed=1} ·
//   zipf{rows=100000,mean=8,exponent=1.2}
// The same id gives the same bits on every machine.
#pragma once

#include "suites/io/matrix.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sptune::suites {

struct GeneratorInfo {
  std::string name;
  std::string summary;
  std::vector<std::pair<std::string, std::string>> parameters;  ///< name, "default: meaning"
  std::string example;
};

[[nodiscard]] std::vector<GeneratorInfo> generators();

/// Throws UsageError on an unknown generator or parameter, naming what is known, and LimitError for
/// a matrix that the memory does not hold.
[[nodiscard]] Matrix generate(std::string_view id);

/// The id with every parameter spelled out in the declared order: the matrix's name and the key of
/// the cache. Throws UsageError like `generate`.
[[nodiscard]] std::string canonical_generator_id(std::string_view id);

/// Name of the generator of an id, without looking at its parameters: the matrix's group.
[[nodiscard]] std::string generator_name(std::string_view id);

/// Whether the text begins like the id of a known generator.
[[nodiscard]] bool is_generator_id(std::string_view text);

/// Changes whenever a generator gives other bits for the same id; part of the cache's key.
inline constexpr int generators_version = 1;

}  // namespace sptune::suites
