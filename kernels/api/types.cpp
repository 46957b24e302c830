// SPDX-License-Identifier: BSD-3-Clause
#include "sptune/types.hpp"

namespace sptune {

std::string_view to_string(Backend backend) noexcept {
  return backend == Backend::cpu ? "cpu" : "cuda";
}
std::string_view to_string(ValueType type) noexcept {
  return type == ValueType::f32 ? "f32" : "f64";
}
std::string_view to_string(OffsetType type) noexcept {
  return type == OffsetType::i32 ? "i32" : "i64";
}

std::optional<Backend> parse_backend(std::string_view text) noexcept {
  if (text == "cpu") return Backend::cpu;
  if (text == "cuda") return Backend::cuda;
  return std::nullopt;
}
std::optional<ValueType> parse_value_type(std::string_view text) noexcept {
  if (text == "f32") return ValueType::f32;
  if (text == "f64") return ValueType::f64;
  return std::nullopt;
}

}  // namespace sptune
