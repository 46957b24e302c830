// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/baselines/cusparse.hpp"

#include <dlfcn.h>

namespace sptune::baselines {
namespace {

/// What a function is until the library is open, and stays when it cannot be.
template <class R, class... A>
R absent(A... /*arguments*/) {
  throw DeviceError(cusparse_version().error());
}

}  // namespace

// NOLINTNEXTLINE(bugprone-macro-parentheses): a name that is declared
#define SPTUNE_DEFINE(function) decltype(&::function) function = absent;
SPTUNE_CUSPARSE_FUNCTIONS(SPTUNE_DEFINE)
#undef SPTUNE_DEFINE

namespace {

// The version in the library's name, which changes with its interface; CUDA 12 and 13 both have 12.
static_assert(CUSPARSE_VER_MAJOR == 12, "look up the name of this cuSPARSE's library");
constexpr const char* file = "libcusparse.so.12";

Result<std::string> open() {
  const auto failure = [](const std::string& what) {
    return Result<std::string>::failure("no cuSPARSE: " + what + "; install it from CUDA " +
                                        std::to_string(CUDART_VERSION / 1000) +
                                        " and name its folder in LD_LIBRARY_PATH");
  };
  // Where the system looks, or where CUDA's own installer puts it. It stays open to the end.
  void* library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  const std::string why = library == nullptr ? dlerror() : "";
  if (library == nullptr) {
    library = dlopen((std::string("/usr/local/cuda/lib64/") + file).c_str(), RTLD_NOW | RTLD_LOCAL);
  }
  if (library == nullptr) return failure(why);
#define SPTUNE_LOOK_UP(function)                              \
  if (dlsym(library, #function) == nullptr) {                 \
    return failure(std::string(file) + " has no " #function); \
  }
  SPTUNE_CUSPARSE_FUNCTIONS(SPTUNE_LOOK_UP)
#undef SPTUNE_LOOK_UP
#define SPTUNE_SET(function) \
  function = reinterpret_cast<decltype(function)>(dlsym(library, #function));
  SPTUNE_CUSPARSE_FUNCTIONS(SPTUNE_SET)
#undef SPTUNE_SET

  std::string version;
  for (const libraryPropertyType part : {MAJOR_VERSION, MINOR_VERSION, PATCH_LEVEL}) {
    int number = 0;
    if (cusparseGetProperty(part, &number) != CUSPARSE_STATUS_SUCCESS) {
      return failure(std::string(file) + " does not tell its version");
    }
    version += (version.empty() ? "" : ".") + std::to_string(number);
  }
  return version;
}

}  // namespace

const Result<std::string>& cusparse_version() {
  static const Result<std::string> version = open();
  return version;
}

}  // namespace sptune::baselines
