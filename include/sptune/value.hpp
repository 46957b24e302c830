// SPDX-License-Identifier: BSD-3-Clause
// What an axis of a configuration may hold, with its canonical text:
//   integer 32 · real 0.5 · truth true · name streaming · list [1,2] · record {slots=64,lanes=4}
// Lists and records are there for settings per row bin (SpGEMM); everything that carries a
// configuration (text, JSON, SQL, model inputs) carries them too.
#pragma once

#include "sptune/error.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace sptune {

/// What one axis holds.
class Value {
 public:
  /// Lists and records within each other, in text that is read.
  static constexpr int max_depth = 8;

  /// Values in order.
  using List = std::vector<Value>;
  /// Named values in order.
  using Record = std::vector<std::pair<std::string, Value>>;
  /// One of all that a value may be.
  using Storage = std::variant<std::int64_t, double, bool, std::string, List, Record>;

  Value() = default;
  /// A value of the kind of the argument.
  ///@{
  Value(std::int64_t v) : data_(v) {}              // NOLINT(google-explicit-constructor)
  Value(int v) : data_(std::int64_t{v}) {}         // NOLINT(google-explicit-constructor)
  Value(double v) : data_(v) {}                    // NOLINT(google-explicit-constructor)
  Value(bool v) : data_(v) {}                      // NOLINT(google-explicit-constructor)
  Value(std::string v) : data_(std::move(v)) {}    // NOLINT(google-explicit-constructor)
  Value(const char* v) : data_(std::string(v)) {}  // NOLINT(google-explicit-constructor)
  Value(List v) : data_(std::move(v)) {}           // NOLINT(google-explicit-constructor)
  Value(Record v) : data_(std::move(v)) {}         // NOLINT(google-explicit-constructor)
  ///@}

  /// Whatever it holds.
  [[nodiscard]] const Storage& data() const noexcept { return data_; }
  /// What it holds if that is a T, else null.
  template <class T>
  [[nodiscard]] const T* get_if() const noexcept {
    return std::get_if<T>(&data_);
  }

  /// Canonical text; reals always carry a '.' or an exponent so that they parse back as reals.
  [[nodiscard]] std::string text() const;

  /// Same kind, same content.
  // Not defaulted in the class: nvcc would then need Value complete inside its own Record.
  friend bool operator==(const Value& a, const Value& b);

 private:
  Storage data_;
};

/// Parses one value at the front of `text` and removes it from `text`.
/// Nesting deeper than 8 and texts over 64 KiB are refused: the parser reads untrusted model files.
[[nodiscard]] Result<Value> parse_value(std::string_view& text);

}  // namespace sptune
