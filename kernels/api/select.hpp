// SPDX-License-Identifier: BSD-3-Clause
// From the values of a typed configuration to template arguments, by the axes that its space
// declares: the values of an axis are written once. With `config_space` a constexpr space
// (space.hpp) and `config` a typed configuration of it,
//
//   select<config_space, &Config::lanes, &Config::unroll>(config, [&](auto lanes, auto unroll) {
//     multiply<lanes(), unroll()><<<grid, block>>>(...);
//   });
//
// calls the function once, with a std::integral_constant per axis. It is compiled for every
// declared value, so that one without a kernel does not compile (points outside the space's
// constraint are the function's own to leave out, by `if constexpr`); a value that is not declared
// throws.
#pragma once

#include "kernels/api/space.hpp"

#include <cstddef>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

namespace sptune {
namespace detail {

template <const auto& Space>
inline constexpr std::size_t axis_count =
    std::tuple_size_v<std::remove_cvref_t<decltype(Space.axes)>>;

/// Whether axis I of the space is that of the member.
template <const auto& Space, auto Member, std::size_t I>
[[nodiscard]] consteval bool is_axis_of() {
  constexpr auto member = std::get<I>(Space.axes).member;
  if constexpr (std::is_same_v<decltype(member), const decltype(Member)>) {
    return member == Member;
  } else {
    return false;
  }
}

/// Which axis is that of the member; axis_count: none.
template <const auto& Space, auto Member, std::size_t... I>
[[nodiscard]] consteval std::size_t axis_of(std::index_sequence<I...> /*all*/) {
  std::size_t which = sizeof...(I);
  static_cast<void>(((is_axis_of<Space, Member, I>() && (which = I, true)) || ...));
  return which;
}

template <const auto& Space, std::size_t Axis, std::size_t... At, class T, class F>
[[nodiscard]] bool call_with_equal(const T& value, F& f, std::index_sequence<At...>) {
  constexpr const auto& axis = std::get<Axis>(Space.axes);
  return ((value == axis.values[At] && (f(std::integral_constant<T, axis.values[At]>{}), true)) ||
          ...);
}

}  // namespace detail

/// One axis.
template <const auto& Space, auto Member, class Config, class F>
void select(const Config& config, F&& f) {
  constexpr auto axes = std::make_index_sequence<detail::axis_count<Space>>{};
  constexpr std::size_t which = detail::axis_of<Space, Member>(axes);
  static_assert(which < axes.size(), "the space has no axis of this member");
  constexpr const auto& axis = std::get<which>(Space.axes);
  constexpr auto all = std::make_index_sequence<std::tuple_size_v<decltype(axis.values)>>{};
  if (detail::call_with_equal<Space, which>(config.*Member, f, all)) return;
  throw std::logic_error("axis " + std::string(axis.name) + " does not declare the value " +
                         to_value(config.*Member).text());
}

/// Several axes, in this order.
template <const auto& Space, auto First, auto Second, auto... Others, class Config, class F>
void select(const Config& config, F&& f) {
  select<Space, First>(config, [&](auto first) {
    select<Space, Second, Others...>(config, [&](auto... others) { f(first, others...); });
  });
}

}  // namespace sptune
