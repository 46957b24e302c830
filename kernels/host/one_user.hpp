// SPDX-License-Identifier: BSD-3-Clause
// A plan whose phases share state: a second thread that comes while one is inside is refused, where
// it would else ruin the result of both.
#pragma once

#include "sptune/error.hpp"

#include <atomic>

namespace sptune::host {

class OneUser {
 public:
  class Hold {
   public:
    explicit Hold(std::atomic_flag& held) : held_(held) {}
    ~Hold() { held_.clear(std::memory_order_release); }
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;

   private:
    std::atomic_flag& held_;
  };

  /// Until the end of the caller's scope. Throws UsageError while another thread holds it.
  [[nodiscard]] Hold hold() {
    if (held_.test_and_set(std::memory_order_acquire)) {
      throw UsageError(
          "this plan is in use by another thread: it has one result, so every thread needs a plan "
          "of its own");
    }
    return Hold(held_);
  }

 private:
  std::atomic_flag held_;
};

}  // namespace sptune::host
