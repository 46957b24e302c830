// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdlib>
#include <optional>
#include <string>

namespace sptune::testing {

/// Sets an environment variable for as long as it lives, or takes it away.
class WithVariable {
 public:
  WithVariable(const char* name, const std::optional<std::string>& value) : name_(name) {
    if (const char* const before = std::getenv(name); before != nullptr) before_ = before;
    set(value);
  }
  ~WithVariable() { set(before_); }
  WithVariable(const WithVariable&) = delete;
  WithVariable& operator=(const WithVariable&) = delete;

 private:
  void set(const std::optional<std::string>& value) const {
    if (value) {
      setenv(name_, value->c_str(), 1);
    } else {
      unsetenv(name_);
    }
  }
  const char* name_;
  std::optional<std::string> before_;
};

}  // namespace sptune::testing
