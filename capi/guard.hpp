// SPDX-License-Identifier: BSD-3-Clause
// Where exceptions end, and what is asked of arguments.
#pragma once

#include "sptune/sptune.h"

#include <utility>

namespace sptune::capi {

/// The status and the message of the exception that is being handled.
[[nodiscard]] sptune_status note_failure() noexcept;

/// What every function of the interface does.
template <class Body>
[[nodiscard]] sptune_status guarded(Body&& body) noexcept {
  try {
    std::forward<Body>(body)();
    return SPTUNE_OK;
  } catch (...) {
    return note_failure();
  }
}

[[noreturn]] void refuse_null(const char* name);
[[noreturn]] void refuse_handle(const char* name);
[[noreturn]] void refuse_value(const char* name, int value, int most);

/// What an argument points to.
template <class T>
[[nodiscard]] T& required(T* pointer, const char* name) {
  if (pointer == nullptr) refuse_null(name);
  return *pointer;
}

/// An enumerator of the library's for one of the interface's, which are numbered alike from 0.
template <class E>
[[nodiscard]] E enumerator(int value, E last, const char* name) {
  const int most = static_cast<int>(last);
  if (value < 0 || value > most) refuse_value(name, value, most);
  return static_cast<E>(value);
}

}  // namespace sptune::capi
