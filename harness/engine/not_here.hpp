// SPDX-License-Identifier: BSD-3-Clause
// What a runner on another machine throws.
#pragma once

#include <exception>
#include <string>
#include <utility>

namespace sptune::harness {

/// The matrix could not be brought to where the runner measures: nothing came of the trial, and
/// other runners may have it.
class NotHere final : public std::exception {
 public:
  /// `why`: one line.
  explicit NotHere(std::string why) : why_(std::move(why)) {}
  [[nodiscard]] const char* what() const noexcept override { return why_.c_str(); }

 private:
  std::string why_;
};

}  // namespace sptune::harness
