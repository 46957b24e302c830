// SPDX-License-Identifier: BSD-3-Clause
#include "sptune/types.hpp"

namespace sptune {

std::string_view to_string(Backend backend) noexcept {
  switch (backend) {
    case Backend::cpu:
      return "cpu";
    case Backend::cuda:
      return "cuda";
  }
  return "?";
}

std::string_view to_string(ValueType type) noexcept {
  switch (type) {
    case ValueType::f32:
      return "f32";
    case ValueType::f64:
      return "f64";
  }
  return "?";
}

std::string_view to_string(OffsetType type) noexcept {
  switch (type) {
    case OffsetType::i32:
      return "i32";
    case OffsetType::i64:
      return "i64";
  }
  return "?";
}

std::string_view to_string(Repeat repeat) noexcept {
  switch (repeat) {
    case Repeat::whole:
      return "whole";
    case Repeat::values:
      return "values";
  }
  return "?";
}

std::optional<Backend> parse_backend(std::string_view text) noexcept {
  for (const Backend backend : all_backends) {
    if (to_string(backend) == text) return backend;
  }
  return std::nullopt;
}

std::optional<ValueType> parse_value_type(std::string_view text) noexcept {
  for (const ValueType type : all_value_types) {
    if (to_string(type) == text) return type;
  }
  return std::nullopt;
}

std::optional<Repeat> parse_repeat(std::string_view text) noexcept {
  for (const Repeat repeat : all_repeats) {
    if (to_string(repeat) == text) return repeat;
  }
  return std::nullopt;
}

}  // namespace sptune
