// SPDX-License-Identifier: BSD-3-Clause
// Facts that only the build knows; the sources are written by CMake.
#pragma once

#include <string_view>

namespace sptune::harness::build_info {

extern const std::string_view compiler;         ///< "GNU 12.2.0"
extern const std::string_view cuda_compiler;    ///< "NVIDIA 13.0.88"; empty without CUDA
extern const std::string_view flags;            ///< of the configuration that was built
extern const std::string_view library_version;  ///< of the project
/// Commit of the sources and whether they differed from it, looked up at every build; "unknown"
/// outside a checkout.
extern const std::string_view git_sha;
extern const bool git_dirty;

}  // namespace sptune::harness::build_info
