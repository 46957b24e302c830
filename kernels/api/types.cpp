// SPDX-License-Identifier: BSD-3-Clause
#include "sptune/types.hpp"

namespace sptune {
namespace {

/// The one of them that is spelt so.
template <class List>
std::optional<typename List::value_type> named(const List& all, std::string_view text) noexcept {
  for (const auto one : all) {
    if (to_string(one) == text) return one;
  }
  return std::nullopt;
}

}  // namespace

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
  return named(all_backends, text);
}

std::optional<ValueType> parse_value_type(std::string_view text) noexcept {
  return named(all_value_types, text);
}

std::optional<Repeat> parse_repeat(std::string_view text) noexcept {
  return named(all_repeats, text);
}

}  // namespace sptune
