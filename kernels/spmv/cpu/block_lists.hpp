// SPDX-License-Identifier: BSD-3-Clause
// The distinct keys (diagonals, block columns) of every block of rows: what DIA and BSR store.
#pragma once

#include "kernels/host/preparing.hpp"
#include "kernels/spmv/cpu/conversion.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace sptune::spmv {

/// keys[starts[b]] … are the sorted distinct keys of the rows of block b.
struct BlockLists {
  std::vector<std::int64_t> starts;
  std::vector<Index> keys;
};

/// Collects the distinct keys of one block of rows after the other.
class KeyCollector {
 public:
  /// Keys lie in [0, key_count).
  explicit KeyCollector(std::int64_t key_count) : seen_(static_cast<std::size_t>(key_count), -1) {}

  /// The keys of rows [begin, end), unsorted, until the next call. `key(row, column)` gives a key.
  template <class V, class O, class Key>
  const std::vector<Index>& collect(CsrView<V, O> a, std::int64_t block, std::int64_t begin,
                                    std::int64_t end, Key&& key) {
    keys_.clear();
    for (std::int64_t row = begin; row < end; ++row) {
      for (O i = a.row_offsets[row]; i < a.row_offsets[row + 1]; ++i) {
        const std::int64_t k = key(row, a.col_indices[i]);
        std::int64_t& last = seen_[static_cast<std::size_t>(k)];
        if (last == block) continue;
        last = block;
        keys_.push_back(static_cast<Index>(k));
      }
    }
    return keys_;
  }

 private:
  std::vector<std::int64_t> seen_;  ///< last block in which a key was seen
  std::vector<Index> keys_;
};

/// Number of distinct keys summed over blocks of `block_rows` rows; stops counting beyond `most`.
template <class V, class O, class Key>
[[nodiscard]] std::int64_t count_block_keys(CsrView<V, O> a, std::int64_t block_rows,
                                            std::int64_t key_count, std::int64_t most, Key&& key) {
  KeyCollector collector(key_count);
  std::int64_t count = 0;
  for (std::int64_t row = 0; row < a.rows && count <= most; row += block_rows) {
    count += static_cast<std::int64_t>(
        collector.collect(a, row, row, std::min(a.rows, row + block_rows), key).size());
  }
  return count;
}

/// Whether one thread may list `keys` keys of `blocks` blocks: the lists, which grow, are there
/// three times at most.
[[nodiscard]] inline Fit fit_listing(std::int64_t key_count, std::int64_t blocks, std::int64_t keys,
                                     const Resources& granted) {
  const auto bytes = (key_count + blocks) * static_cast<std::int64_t>(sizeof(std::int64_t)) +
                     3 * keys * static_cast<std::int64_t>(sizeof(Index));
  if (bytes <= granted.memory_limit) return Fit::yes();
  return Fit::no("finding what its blocks hold takes " + std::to_string(bytes) +
                 " bytes, over the memory limit of " + std::to_string(granted.memory_limit));
}

/// Threads that may list at once, at least one. Their collectors take a third of what the limit
/// leaves beside the starts: a format stores 20 bytes and more of a key, its lists 12 at most.
[[nodiscard]] inline int listing_threads(std::int64_t key_count, std::int64_t blocks,
                                         const Resources& granted) {
  constexpr std::int64_t bytes = sizeof(std::int64_t);
  const std::int64_t left = (granted.memory_limit - blocks * bytes) / 3;
  return static_cast<int>(std::clamp<std::int64_t>(
      left / bytes / std::max<std::int64_t>(key_count, 1), 1, std::max(granted.threads, 1)));
}

/// The lists themselves, sorted; in parallel, every thread with its own range of blocks.
template <class V, class O, class Key>
[[nodiscard]] BlockLists list_block_keys(CsrView<V, O> a, std::int64_t block_rows,
                                         std::int64_t key_count, const Resources& granted,
                                         Key&& key) {
  const std::int64_t blocks = (a.rows + block_rows - 1) / block_rows;
  const int parts = useful_parts(listing_threads(key_count, blocks, granted), a.nnz() / 65536);
  std::vector<std::vector<Index>> keys(static_cast<std::size_t>(parts));
  BlockLists out;
  out.starts.assign(static_cast<std::size_t>(blocks) + 1, 0);
  host::prepare_parts(parts, [&](int part) {
    KeyCollector collector(key_count);
    std::vector<Index>& mine = keys[static_cast<std::size_t>(part)];
    for (std::int64_t b = blocks * part / parts; b < blocks * (part + 1) / parts; ++b) {
      const auto& found =
          collector.collect(a, b, b * block_rows, std::min(a.rows, (b + 1) * block_rows), key);
      const auto at = static_cast<std::ptrdiff_t>(mine.size());
      mine.insert(mine.end(), found.begin(), found.end());
      std::sort(mine.begin() + at, mine.end());
      out.starts[static_cast<std::size_t>(b) + 1] = static_cast<std::int64_t>(found.size());
    }
  });
  for (std::size_t b = 1; b < out.starts.size(); ++b) out.starts[b] += out.starts[b - 1];
  out.keys.reserve(static_cast<std::size_t>(out.starts.back()));
  for (const auto& part : keys) out.keys.insert(out.keys.end(), part.begin(), part.end());
  return out;
}

}  // namespace sptune::spmv
