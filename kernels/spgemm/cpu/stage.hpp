// SPDX-License-Identifier: BSD-3-Clause
// Where the symbolic phase of a row-wise product puts the columns that it finds.
#pragma once

#include "kernels/spgemm/cpu/buffer.hpp"
#include "kernels/spgemm/spgemm.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sptune::spgemm {

/// Columns beyond the ones asked for that `bitmap_row` may write.
inline constexpr std::int64_t bitmap_slack = 64;

/// Columns found by one thread in one symbolic phase, row after row, kept until C has its memory.
/// Written for every row: two of them in one pair of cache lines, as chance would have it, would
/// take the gain of the second thread.
class alignas(128) Stage {
 public:
  /// Rows [begin, end) whose columns stand one behind the other from `data` on.
  struct Segment {
    std::int64_t begin;
    std::int64_t end;
    const Index* data;
    std::int64_t count;
  };

  /// Columns that a thread begins with room for, where it has its share of so many products.
  [[nodiscard]] static std::int64_t first_slab(std::int64_t products, int threads) {
    return std::min<std::int64_t>(products / threads + bitmap_slack, 1 << 18);
  }

  /// `first`: columns that the first row makes room for.
  void clear(std::int64_t first) {
    first_slab_ = first;
    segments_.clear();
    slab_ = 0;
    used_ = 0;
  }
  /// Room for `count` columns of the row that comes next, valid until the next call.
  [[nodiscard]] Index* reserve(std::int64_t count) {
    if (slab_ < slabs_.size() && used_ + count <= slabs_[slab_].size()) {
      return slabs_[slab_].data() + used_;
    }
    return reserve_in_next_slab(count);
  }
  /// Keeps the first `count` of the columns reserved last as those of `row`.
  void commit(std::int64_t row, std::int64_t count) {
    const Index* at = slabs_[slab_].data() + used_;
    if (segments_.empty() || segments_.back().end != row ||
        segments_.back().data + segments_.back().count != at) {
      segments_.push_back({row, row, at, 0});
    }
    segments_.back().end = row + 1;
    segments_.back().count += count;
    used_ += count;
  }
  [[nodiscard]] const std::vector<Segment>& segments() const noexcept { return segments_; }
  [[nodiscard]] std::int64_t bytes() const {
    std::int64_t sum = 0;
    for (const auto& slab : slabs_) sum += slab.bytes();
    return sum;
  }

 private:
  Index* reserve_in_next_slab(std::int64_t count) {
    if (slab_ < slabs_.size()) ++slab_;
    used_ = 0;
    if (slab_ == slabs_.size()) {
      const std::int64_t usual =
          slab_ == 0 ? first_slab_ : std::min<std::int64_t>(2 * slabs_[slab_ - 1].size(), 1 << 25);
      slabs_.emplace_back().reserve(std::max(count, usual));
    } else {
      slabs_[slab_].reserve(count);
    }
    return slabs_[slab_].data();
  }

  std::vector<Buffer<Index>> slabs_;
  std::vector<Segment> segments_;
  std::size_t slab_ = 0;
  std::int64_t first_slab_ = 0;
  std::int64_t used_ = 0;
};

}  // namespace sptune::spgemm
