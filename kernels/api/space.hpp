// SPDX-License-Identifier: BSD-3-Clause
// The typed space: a variant declares its configuration as a plain aggregate and its axes once,
// beside the kernel. Everything else (search points, command line, SQL text, model inputs) is
// derived from that table through the type-erased forms below.
#pragma once

#include "sptune/configuration.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace sptune {

/// A list field of a typed configuration: up to N elements, usable in constant expressions.
template <class T, std::size_t N>
struct FixedList {
  std::array<T, N> items{};
  std::size_t count = 0;

  constexpr FixedList() = default;
  constexpr FixedList(std::initializer_list<T> init) : count(init.size()) {
    std::size_t i = 0;
    for (const T& item : init) items[i++] = item;
  }
  [[nodiscard]] constexpr const T* begin() const { return items.data(); }
  [[nodiscard]] constexpr const T* end() const { return items.data() + count; }
  [[nodiscard]] constexpr std::size_t size() const { return count; }
  [[nodiscard]] constexpr const T& operator[](std::size_t i) const { return items[i]; }
  friend constexpr bool operator==(const FixedList& a, const FixedList& b) {
    if (a.count != b.count) return false;
    for (std::size_t i = 0; i < a.count; ++i) {
      if (!(a.items[i] == b.items[i])) return false;
    }
    return true;
  }
};

/// One axis of a typed space. The first value is the default.
template <class C, class T, std::size_t N>
struct Axis {
  std::string_view name;
  T C::*member;
  std::array<T, N> values;
  std::string_view doc;
};

/// `axis("unroll", &Config::unroll, {1, 2, 4}, "independent partial sums")`
template <class C, class T, std::size_t N>
[[nodiscard]] constexpr auto axis(std::string_view name, T C::*member, const T (&values)[N],
                                  std::string_view doc) {
  return Axis<C, T, N>{name, member, std::to_array(values), doc};
}

/// A field of a record inside a list axis; declare `constexpr auto record_fields(const Bin*)`
/// returning `std::tuple{field("slots", &Bin::slots), …}` in the record's namespace.
template <class C, class T>
struct Field {
  std::string_view name;
  T C::*member;
};
template <class C, class T>
[[nodiscard]] constexpr auto field(std::string_view name, T C::*member) {
  return Field<C, T>{name, member};
}

namespace detail {

template <class T>
struct IsFixedList : std::false_type {};
template <class T, std::size_t N>
struct IsFixedList<FixedList<T, N>> : std::true_type {};

}  // namespace detail

/// Typed field → Value. Enumerations need `constexpr auto enum_names(E)` in their namespace,
/// returning an array of pairs (enumerator, name).
template <class T>
[[nodiscard]] Value to_value(const T& v) {
  if constexpr (std::is_same_v<T, bool>) {
    return Value(v);
  } else if constexpr (std::is_enum_v<T>) {
    for (const auto& [e, name] : enum_names(v)) {
      if (e == v) return Value(std::string(name));
    }
    return Value(std::string("?"));
  } else if constexpr (std::is_integral_v<T>) {
    return Value(static_cast<std::int64_t>(v));
  } else if constexpr (std::is_floating_point_v<T>) {
    return Value(static_cast<double>(v));
  } else if constexpr (detail::IsFixedList<T>::value) {
    Value::List list;
    for (const auto& item : v) list.push_back(to_value(item));
    return Value(std::move(list));
  } else {
    Value::Record record;
    std::apply(
        [&](const auto&... f) {
          (record.emplace_back(std::string(f.name), to_value(v.*(f.member))), ...);
        },
        record_fields(static_cast<const T*>(nullptr)));
    return Value(std::move(record));
  }
}

/// One axis as the rest of the program sees it.
struct AxisInfo {
  std::string name;
  std::vector<Value> values;  ///< first is the default
  std::string doc;
};

/// The axes of a typed configuration, and which points of their product are valid.
template <class C, class Constraint, class... Axes>
struct Space {
  Constraint constraint;
  std::string_view constraint_text;  ///< shown to users; empty when every point is valid
  std::tuple<Axes...> axes;
  /// Most axes of a valid point that differ from their defaults.
  std::size_t reach = sizeof...(Axes);

  /// The same with points near the default alone: where the product of all axes is too large to be
  /// gone through.
  [[nodiscard]] constexpr Space within(std::size_t axes_from_default) const {
    Space out = *this;
    out.reach = axes_from_default;
    return out;
  }
  /// Axes that differ from their defaults.
  [[nodiscard]] constexpr std::size_t distance(const C& c) const {
    return std::apply(
        [&](const auto&... a) {
          return (std::size_t{0} + ... + (c.*(a.member) == a.values[0] ? 0U : 1U));
        },
        axes);
  }
  [[nodiscard]] constexpr bool valid(const C& c) const {
    const std::size_t away = distance(c);
    return away <= reach && accepts(c, away);
  }

  [[nodiscard]] std::vector<AxisInfo> info() const {
    std::vector<AxisInfo> out;
    std::apply(
        [&](const auto&... a) {
          (
              [&] {
                AxisInfo axis_info{std::string(a.name), {}, std::string(a.doc)};
                for (const auto& v : a.values) axis_info.values.push_back(to_value(v));
                out.push_back(std::move(axis_info));
              }(),
              ...);
        },
        axes);
    return out;
  }

  /// Erased → typed. `configuration` must be complete (see Variant::complete): every axis present
  /// with a declared value; that is checked there, once, with a message for people.
  [[nodiscard]] C typed(const Configuration& configuration) const {
    C c{};
    std::apply(
        [&](const auto&... a) {
          (
              [&] {
                const Value* wanted = configuration.find(a.name);
                c.*(a.member) = a.values[0];
                if (wanted == nullptr) return;
                for (const auto& v : a.values) {
                  if (to_value(v) == *wanted) c.*(a.member) = v;
                }
              }(),
              ...);
        },
        axes);
    return c;
  }

  /// The valid points as positions of their values on each axis, the last axis first to change.
  [[nodiscard]] std::vector<std::vector<std::size_t>> valid_points() const {
    std::vector<std::vector<std::size_t>> out;
    std::vector<std::size_t> at(sizeof...(Axes), 0);
    C c{};
    visit_points<0>(c, 0, at, out);
    return out;
  }

 private:
  [[nodiscard]] constexpr bool accepts(const C& c, [[maybe_unused]] std::size_t away) const {
    if constexpr (std::is_invocable_v<Constraint, const C&, std::size_t>) {
      return constraint(c, away);
    } else {
      return constraint(c);
    }
  }
  /// `away`: axes before I that differ from their defaults.
  template <std::size_t I>
  void visit_points(C& c, std::size_t away, std::vector<std::size_t>& at,
                    std::vector<std::vector<std::size_t>>& out) const {
    if (away > reach) return;
    if constexpr (I == sizeof...(Axes)) {
      if (accepts(c, away)) out.push_back(at);
    } else {
      const auto& a = std::get<I>(axes);
      for (at[I] = 0; at[I] < a.values.size(); ++at[I]) {
        c.*(a.member) = a.values[at[I]];
        visit_points<I + 1>(c, away + (at[I] > 0 ? 1 : 0), at, out);
      }
    }
  }
};

/// `space<Config>(constraint, "text of the constraint", axis(…), axis(…))`. The constraint is
/// called with a point, or with a point and the number of axes on which it differs from the
/// default.
template <class C, class Constraint, class... Axes>
[[nodiscard]] constexpr auto space(Constraint constraint, std::string_view constraint_text,
                                   Axes... axes) {
  return Space<C, Constraint, Axes...>{
      .constraint = constraint, .constraint_text = constraint_text, .axes = {axes...}};
}

/// A space in which every point is valid.
template <class C, class... Axes>
[[nodiscard]] constexpr auto free_space(Axes... axes) {
  return space<C>([](const C&) { return true; }, std::string_view{}, axes...);
}

}  // namespace sptune
