// SPDX-License-Identifier: BSD-3-Clause
// What the handles hold.
#pragma once

#include "capi/handles.hpp"
#include "sptune/sptune.h"
#include "sptune/sptune.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>

namespace sptune::capi {

struct KnownDispatcher {
  static constexpr std::uint64_t mark = 0x7370'7475'6e65'0001;
  Dispatcher dispatcher;
};

struct Matrix {
  static constexpr std::uint64_t mark = 0x7370'7475'6e65'0002;
  AnyCsr view;
  bool of_plan = false;  ///< its result, which the plan destroys
};

struct Wishes {
  static constexpr std::uint64_t mark = 0x7370'7475'6e65'0003;
  Options options{};
};

/// How a dense matrix stands in memory: its rows, or its columns, and the elements from the first
/// of one to the first of the next.
struct Lines {
  std::int64_t count = 0;
  std::int64_t length = 0;
  std::int64_t leading = 0;
  [[nodiscard]] bool empty() const noexcept { return count == 0 || length == 0; }
};

struct Product {
  static constexpr std::uint64_t mark = 0x7370'7475'6e65'0004;
  static constexpr std::size_t texts_count = SPTUNE_TEXT_CONSIDERED + 1;

  std::variant<Dense<float>, Dense<double>, Spgemm> plan;
  AnyCsr a;  ///< what it was made of: where x and y are
  Lines x{};
  Lines y{};
  bool look = false;           ///< Validate::full: at x and y
  sptune_matrix* c = nullptr;  ///< made by the first multiplication
  bool multiplied = false;     ///< there is a C; not after a product that failed
  std::array<std::string, texts_count> texts{};
};

}  // namespace sptune::capi

// NOLINTBEGIN(readability-identifier-naming): the interface's names
struct sptune_dispatcher : sptune::capi::Slot<sptune::capi::KnownDispatcher> {};
struct sptune_matrix : sptune::capi::Slot<sptune::capi::Matrix> {};
struct sptune_options : sptune::capi::Slot<sptune::capi::Wishes> {};
struct sptune_plan : sptune::capi::Slot<sptune::capi::Product> {};
// NOLINTEND(readability-identifier-naming)
