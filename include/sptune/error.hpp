// SPDX-License-Identifier: BSD-3-Clause
// Errors that end the job in hand. Expected outcomes of research (a configuration that does not
// fit, a wrong result, a timeout) are values, not exceptions: see Fit and harness Outcome.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace sptune {

/// Exit codes of every program of the project.
enum class ExitCode : std::uint8_t {
  success = 0,
  internal = 1,     ///< a bug, or an unexpected failure
  usage = 2,        ///< a wrong command line, an unknown variant or axis
  input = 3,        ///< an unreadable or malformed input file, or a full or read-only disk
  database = 4,     ///< a database that is locked, damaged, newer, or not ours
  device = 5,       ///< no device, or a device that failed
  gate = 6,         ///< everything ran; a threshold asked for on the command line was not met
  interrupted = 7,  ///< stopped by Ctrl-C; the work can be resumed (a spent budget is 0)
};

/// Base of all errors. `what()` is one line: what was expected, what was found, what to do.
class Error : public std::runtime_error {
 public:
  /// `message`: one line. Control characters, of a name that it quotes, become escapes, and a
  /// message of more than 1600 bytes loses its middle.
  Error(ExitCode code, const std::string& message);
  /// What a program that ends by it exits with.
  [[nodiscard]] ExitCode code() const noexcept { return code_; }

 private:
  ExitCode code_;
};

/// A wrong request: unknown variant, axis, value, option.
class UsageError : public Error {
 public:
  /// `message`: one line.
  explicit UsageError(const std::string& message) : Error(ExitCode::usage, message) {}
};

/// An input that cannot be read, or an output that cannot be written. Messages begin with
/// `file:line:` where there is one.
class InputError : public Error {
 public:
  /// `message`: one line.
  explicit InputError(const std::string& message) : Error(ExitCode::input, message) {}
};

/// A database that is locked, damaged, newer than the program, or not ours.
class DatabaseError : public Error {
 public:
  /// `message`: one line.
  explicit DatabaseError(const std::string& message) : Error(ExitCode::database, message) {}
};

/// No device, or one that failed.
class DeviceError : public Error {
 public:
  /// `message`: one line.
  explicit DeviceError(const std::string& message) : Error(ExitCode::device, message) {}
};

/// A value, or one line that says why there is none. For callers that must not see exceptions.
template <class T>
class Result {
 public:
  /// A value.
  Result(T value) : value_(std::move(value)) {}  // NOLINT(google-explicit-constructor)
  /// No value, and why.
  [[nodiscard]] static Result failure(std::string_view why) {
    Result r;
    r.error_ = why;
    return r;
  }
  /// Whether there is a value.
  [[nodiscard]] explicit operator bool() const noexcept { return value_.has_value(); }
  /// Throws std::bad_optional_access after a failure.
  [[nodiscard]] const T& value() const { return value_.value(); }
  /// The same, to be changed or moved from.
  [[nodiscard]] T& value() { return value_.value(); }
  /// Why there is no value; empty when there is one.
  [[nodiscard]] const std::string& error() const noexcept { return error_; }

 private:
  Result() = default;
  std::optional<T> value_;
  std::string error_;
};

}  // namespace sptune
