// SPDX-License-Identifier: BSD-3-Clause
// What a rank other than 0 does during a sweep: it measures what rank 0 asks for.
#pragma once

#include "kernels/api/catalogue.hpp"
#include "sptune/error.hpp"
#include "suites/collections/suite.hpp"

#include "distributed/post.hpp"

#include <functional>
#include <string>

namespace sptune::distributed {

struct ServiceOptions {
  const Catalogue& catalogue;
  const suites::Library& library;  ///< where matrices are read, and written that rank 0 sends
  int rank_on_host = 0;
  std::function<std::string(Backend)> cusparse;  ///< of harness::capture_environment
};

/// Inside Post::work, until rank 0 says that the sweep is over: with which exit code. Throws
/// DeviceError when rank 0 is lost.
[[nodiscard]] ExitCode serve(Post& post, const ServiceOptions& options);

}  // namespace sptune::distributed
