// SPDX-License-Identifier: BSD-3-Clause
// Backends and element types with their spelling, which is the one in SQL, on the command line and
// in model files and never changes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace sptune {

/// Where it is computed.
enum class Backend : std::uint8_t { cpu, cuda };

enum class ValueType : std::uint8_t { f32, f64 };

/// Width of row offsets; column indices are always 32-bit.
enum class OffsetType : std::uint8_t { i32, i64 };

/// What a run of SpGEMM makes: the whole product, or its values alone, for changed values on the
/// pattern of the runs before (a multigrid hierarchy that is set up again).
enum class Repeat : std::uint8_t { whole, values };

/// Column (and row) index. Matrices with 2^31 or more rows or columns are refused on reading.
using Index = std::int32_t;

[[nodiscard]] std::string_view to_string(Backend backend) noexcept;
[[nodiscard]] std::string_view to_string(ValueType type) noexcept;
[[nodiscard]] std::string_view to_string(OffsetType type) noexcept;
[[nodiscard]] std::string_view to_string(Repeat repeat) noexcept;

[[nodiscard]] std::optional<Backend> parse_backend(std::string_view text) noexcept;
[[nodiscard]] std::optional<ValueType> parse_value_type(std::string_view text) noexcept;
[[nodiscard]] std::optional<Repeat> parse_repeat(std::string_view text) noexcept;

/// All of them, the usual one first.
inline constexpr std::array all_backends{Backend::cpu, Backend::cuda};
inline constexpr std::array all_value_types{ValueType::f64, ValueType::f32};
inline constexpr std::array all_repeats{Repeat::whole, Repeat::values};

[[nodiscard]] constexpr std::int64_t size_of(ValueType type) noexcept {
  switch (type) {
    case ValueType::f32:
      return 4;
    case ValueType::f64:
      return 8;
  }
  return 0;  // no such type
}
[[nodiscard]] constexpr std::int64_t size_of(OffsetType type) noexcept {
  switch (type) {
    case OffsetType::i32:
      return 4;
    case OffsetType::i64:
      return 8;
  }
  return 0;  // no such type
}

/// Names a C++ type; one that is not listed does not compile.
template <class V>
struct ValueTypeOf;
/// See the primary template.
template <>
struct ValueTypeOf<float> {
  static constexpr ValueType value = ValueType::f32;  ///< the type as a value of the enumeration
};
/// See the primary template.
template <>
struct ValueTypeOf<double> {
  static constexpr ValueType value = ValueType::f64;  ///< the type as a value of the enumeration
};
template <class V>
inline constexpr ValueType value_type_of = ValueTypeOf<V>::value;

template <class O>
struct OffsetTypeOf;
/// See the primary template.
template <>
struct OffsetTypeOf<std::int32_t> {
  static constexpr OffsetType value = OffsetType::i32;  ///< the type as a value of the enumeration
};
/// See the primary template.
template <>
struct OffsetTypeOf<std::int64_t> {
  static constexpr OffsetType value = OffsetType::i64;  ///< the type as a value of the enumeration
};
template <class O>
inline constexpr OffsetType offset_type_of = OffsetTypeOf<O>::value;

}  // namespace sptune
