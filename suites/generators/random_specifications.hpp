// SPDX-License-Identifier: BSD-3-Clause
// Lists of generator ids with random parameters, for the built-in suites that a model is trained
// on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sptune::suites {

enum class Distribution : std::uint8_t {
  mixed,      ///< all generators but stencils, wheels, Kronecker powers and those below
  stretches,  ///< entries that lie in stretches: even rows of runs, saddle points
  meshes,     ///< triangulations and their duals
  programs,   ///< linear programs and observations: tall, wide and very wide
  clusters,   ///< cliques, points in space, web pages
};
/// About how many entries.
struct EntryRange {
  std::int64_t least;
  std::int64_t most;
};
/// Ids of random generators, parameters and sizes, as many in each octave. The same distribution,
/// entries, count and seed give the same list; a longer list begins with the shorter one.
[[nodiscard]] std::vector<std::string> random_specifications(Distribution distribution,
                                                             EntryRange entries, std::size_t count,
                                                             std::uint64_t seed);

}  // namespace sptune::suites
