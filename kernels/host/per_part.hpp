// SPDX-License-Identifier: BSD-3-Clause
// What every part of a run leaves for its end (the sum of a row that another part finishes). Of the
// run and not of the plan, so that several threads may run one plan at once.
#pragma once

#include <array>
#include <cstddef>

namespace sptune::host {

/// One T per part, on the stack: a run takes no memory, or it might throw. Plans whose parts leave
/// something are cut into `most_parts` at most.
template <class T>
class PerPart {
 public:
  static constexpr int most_parts = 128;
  [[nodiscard]] T& operator[](int part) noexcept { return of_[static_cast<std::size_t>(part)]; }

 private:
  std::array<T, most_parts> of_;
};

}  // namespace sptune::host
