// SPDX-License-Identifier: BSD-3-Clause
// Whether this is built with a sanitizer that maps terabytes of shadow, so that limits on memory
// cannot hold. GCC and clang say it in different ways.
#pragma once

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SPTUNE_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SPTUNE_SANITIZED 1
#endif
#endif

namespace sptune::harness {

#ifdef SPTUNE_SANITIZED
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif

}  // namespace sptune::harness
