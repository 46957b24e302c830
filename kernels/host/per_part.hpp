// SPDX-License-Identifier: BSD-3-Clause
// What every part of a run leaves for its end (the sum of a row that another part finishes). Of the
// run and not of the plan, so that several threads may run one plan at once.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace sptune::host {

/// One T per part, on the stack up to 128 of them: a run of a small matrix takes no memory.
template <class T>
class PerPart {
 public:
  explicit PerPart(int parts)
      : many_(parts > few ? static_cast<std::size_t>(parts) : 0),
        data_(parts > few ? many_.data() : few_.data()) {}
  PerPart(const PerPart&) = delete;
  PerPart& operator=(const PerPart&) = delete;

  [[nodiscard]] T& operator[](int part) noexcept { return data_[part]; }

 private:
  static constexpr int few = 128;
  std::array<T, few> few_;
  std::vector<T> many_;
  T* data_;
};

}  // namespace sptune::host
