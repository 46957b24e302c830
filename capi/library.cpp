// SPDX-License-Identifier: BSD-3-Clause
// Version, errors, device.
#include "capi/guard.hpp"
#include "capi/handles.hpp"
#include "sptune/device.hpp"
#include "sptune/error.hpp"

#include <cstdio>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>

#define SPTUNE_TEXT_OF(number) SPTUNE_TEXT_OF_EXPANDED(number)
#define SPTUNE_TEXT_OF_EXPANDED(number) #number

namespace sptune::capi {
namespace {

/// Longer than any message of sptune::Error.
thread_local char last_error[2048] = "";

sptune_status note(sptune_status status, const char* message) noexcept {
  std::snprintf(last_error, sizeof last_error, "%s", message);
  return status;
}

/// A handle that is none, or no more.
class HandleError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

sptune_status status_of(ExitCode code) noexcept {
  switch (code) {
    case ExitCode::usage:
      return SPTUNE_ERROR_ARGUMENT;
    case ExitCode::input:
      return SPTUNE_ERROR_INPUT;
    case ExitCode::device:
      return SPTUNE_ERROR_DEVICE;
    default:
      return SPTUNE_ERROR_INTERNAL;
  }
}

}  // namespace

sptune_status note_failure() noexcept {
  try {
    throw;
  } catch (const Error& e) {
    return note(status_of(e.code()), e.what());
  } catch (const HandleError& e) {
    return note(SPTUNE_ERROR_HANDLE, e.what());
  } catch (const std::bad_alloc&) {
    return note(SPTUNE_ERROR_MEMORY, "not enough memory");
  } catch (const std::exception& e) {
    return note(SPTUNE_ERROR_INTERNAL, e.what());
  } catch (...) {
    return note(SPTUNE_ERROR_INTERNAL, "something was thrown that is no std::exception");
  }
}

void refuse_null(const char* name) {
  throw UsageError(std::string(name) + " is a null pointer");
}

void refuse_handle(const char* name) {
  throw HandleError(std::string(name) + " is no handle of its kind, or was destroyed");
}

void refuse_value(const char* name, int value, int most) {
  throw UsageError(std::string(name) + " is " + std::to_string(value) + ", known are 0 to " +
                   std::to_string(most));
}

}  // namespace sptune::capi

int sptune_version(void) {
  return SPTUNE_VERSION;
}

const char* sptune_version_string(void) {
  return SPTUNE_TEXT_OF(SPTUNE_VERSION_MAJOR) "." SPTUNE_TEXT_OF(
      SPTUNE_VERSION_MINOR) "." SPTUNE_TEXT_OF(SPTUNE_VERSION_PATCH);
}

const char* sptune_last_error(void) {
  return sptune::capi::last_error;
}

const char* sptune_status_name(sptune_status status) {
  switch (status) {
    case SPTUNE_OK:
      return "SPTUNE_OK";
    case SPTUNE_ERROR_INTERNAL:
      return "SPTUNE_ERROR_INTERNAL";
    case SPTUNE_ERROR_ARGUMENT:
      return "SPTUNE_ERROR_ARGUMENT";
    case SPTUNE_ERROR_INPUT:
      return "SPTUNE_ERROR_INPUT";
    case SPTUNE_ERROR_DEVICE:
      return "SPTUNE_ERROR_DEVICE";
    case SPTUNE_ERROR_MEMORY:
      return "SPTUNE_ERROR_MEMORY";
    case SPTUNE_ERROR_HANDLE:
      return "SPTUNE_ERROR_HANDLE";
  }
  return "unknown status";
}

sptune_status sptune_device_name(const char** name) {
  return sptune::capi::guarded([&] {
    const char*& out = sptune::capi::required(name, "name");
    const auto& device = sptune::cuda::device_info();
    if (!device) throw sptune::DeviceError(device.error());
    out = device.value().name.c_str();
  });
}
