// SPDX-License-Identifier: BSD-3-Clause
// The closed sets every room speaks of: operations, backends and element types, with their
// spelling. The spelling is the one in SQL, on the command line and in model files; it never
// changes.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace sptune {

/// What is computed: `spmv` is y = alpha*A*x + beta*y, `spgemm` is C = A*B.
enum class Operation : std::uint8_t { spmv, spgemm };

/// Where it is computed.
enum class Backend : std::uint8_t { cpu, cuda };

enum class ValueType : std::uint8_t { f32, f64 };

/// Width of row offsets; column indices are always 32-bit.
enum class OffsetType : std::uint8_t { i32, i64 };

/// Column (and row) index. Matrices with 2^31 or more rows or columns are refused on reading.
using Index = std::int32_t;

[[nodiscard]] std::string_view to_string(Operation operation) noexcept;
[[nodiscard]] std::string_view to_string(Backend backend) noexcept;
[[nodiscard]] std::string_view to_string(ValueType type) noexcept;
[[nodiscard]] std::string_view to_string(OffsetType type) noexcept;

[[nodiscard]] std::optional<Operation> parse_operation(std::string_view text) noexcept;
[[nodiscard]] std::optional<Backend> parse_backend(std::string_view text) noexcept;
[[nodiscard]] std::optional<ValueType> parse_value_type(std::string_view text) noexcept;

[[nodiscard]] constexpr std::int64_t size_of(ValueType type) noexcept {
  return type == ValueType::f32 ? 4 : 8;
}
[[nodiscard]] constexpr std::int64_t size_of(OffsetType type) noexcept {
  return type == OffsetType::i32 ? 4 : 8;
}

template <class V>
inline constexpr ValueType value_type_of = sizeof(V) == 4 ? ValueType::f32 : ValueType::f64;
template <class O>
inline constexpr OffsetType offset_type_of = sizeof(O) == 4 ? OffsetType::i32 : OffsetType::i64;

}  // namespace sptune
