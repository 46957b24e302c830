// SPDX-License-Identifier: BSD-3-Clause
// The command line of the examples.
#pragma once

#include "examples/parts/products.hpp"

#include <string>
#include <vector>

namespace sptune::examples {

struct Arguments {
  std::vector<std::string> matrices;  ///< files, or generator ids such as stencil2d{points=5,n=300}
  std::vector<std::string> models;    ///< empty: as for Dispatcher
  std::vector<Way> ways = {Way::untuned, Way::tuned};
  MemorySpace where = MemorySpace::host;
  double expected_runs = 0;  ///< what the application says of a loop; 0: the example's own number
  int repeats = 0;           ///< rounds
  bool json = false;
};

/// What an example says of itself.
struct About {
  const char* name;
  const char* what;      ///< one line
  double expected_runs;  ///< of its loops
  bool dense = true;     ///< has products with vectors, which can be probed and planned beside runs
};

/// Prints the usage and exits with 2 where it is not understood, with 0 for --help.
[[nodiscard]] Arguments parse_arguments(int argc, char** argv, const About& about);

}  // namespace sptune::examples
