// SPDX-License-Identifier: BSD-3-Clause
// The distinct keys (diagonals, block columns) of every block of rows: what DIA and BSR store.
#pragma once

#include "kernels/api/variant.hpp"
#include "kernels/host/preparing.hpp"
#include "kernels/spmv/cpu/conversion.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace sptune::spmv {

/// keys[starts[b]] … are the sorted distinct keys of the rows of block b.
struct BlockLists {
  std::vector<std::int64_t> starts;
  std::vector<Index> keys;
};

/// Keys of DIA: column minus row, plus rows - 1. Like every key it says by how much a row's columns
/// are to the right of those of the row before where both have the same keys.
struct DiagonalOf {
  static constexpr Index shift = 1;
  std::int64_t rows;
  [[nodiscard]] std::int64_t operator()(std::int64_t row, Index column) const {
    return column - row + rows - 1;
  }
};

/// Keys of BSR.
template <int R>
struct BlockColumnOf {
  static constexpr Index shift = 0;
  [[nodiscard]] std::int64_t operator()(std::int64_t /*row*/, Index column) const {
    return static_cast<std::uint32_t>(column) / R;
  }
};

/// Whether rows [begin, end) have the columns of the row before each, `shift` to the right: mostly
/// so or not at all, and without a branch per entry.
template <class V, class O>
[[nodiscard]] bool rows_repeat(CsrView<V, O> a, std::int64_t begin, std::int64_t end, Index shift) {
  const std::int64_t length = row_length(a.row_offsets, begin);
  for (std::int64_t row = begin + 1; row < end; ++row) {
    if (row_length(a.row_offsets, row) != length) return false;
  }
  const Index* const columns = a.col_indices + a.row_offsets[begin];
  Index differ = 0;
  for (std::int64_t i = length; i < length * (end - begin); ++i) {
    differ |= columns[i] ^ (columns[i - length] + shift);
  }
  return differ == 0;
}

/// Collects the distinct keys of one block of rows after the other. Which of them a block has is
/// marked by a bit each: a word each would leave the caches, and be gone through when it is made.
class KeyCollector {
 public:
  /// Keys lie in [0, key_count).
  explicit KeyCollector(std::int64_t key_count)
      : seen_(static_cast<std::size_t>(key_count + word_bits - 1) / word_bits) {}

  [[nodiscard]] static std::int64_t bytes(std::int64_t key_count) {
    return (key_count + word_bits - 1) / word_bits * static_cast<std::int64_t>(sizeof(Word));
  }

  /// The keys of rows [begin, end), unsorted, until the next call. `key(row, column)` gives a key.
  template <class V, class O, class Key>
  std::span<const Index> collect(CsrView<V, O> a, std::int64_t begin, std::int64_t end,
                                 const Key& key) {
    Word* const seen = seen_.data();
    for (std::size_t k = 0; k < count_; ++k) seen[word_of(keys_[k])] = 0;
    std::size_t count = 0;
    if (rows_repeat(a, begin, end, Key::shift)) end = begin + 1;
    for (std::int64_t row = begin; row < end; ++row) {
      const auto length = static_cast<std::size_t>(row_length(a.row_offsets, row));
      if (keys_.size() < count + length) {
        keys_.resize(std::max(count + length, keys_.size() + keys_.size() / 2));
      }
      Index* const keys = keys_.data();
      const O last = a.row_offsets[row + 1];
      for (O i = a.row_offsets[row]; i < last; ++i) {
        const auto k = static_cast<Index>(key(row, a.col_indices[i]));
        Word& word = seen[word_of(k)];
        const Word bit = Word{1} << (static_cast<std::uint32_t>(k) % word_bits);
        if ((word & bit) != 0) continue;
        word |= bit;
        keys[count++] = k;
      }
    }
    count_ = count;
    return {keys_.data(), count};
  }

 private:
  using Word = std::uint64_t;
  static constexpr std::int64_t word_bits = 64;
  [[nodiscard]] static std::size_t word_of(Index key) {
    return static_cast<std::uint32_t>(key) / word_bits;
  }

  std::vector<Word> seen_;
  std::vector<Index> keys_;  ///< of the last block, as far as `count_`
  std::size_t count_ = 0;
};

/// Whether one thread may list `keys` keys of `blocks` blocks: the lists, which grow, are there
/// three times at most.
[[nodiscard]] inline Fit fit_listing(std::int64_t key_count, std::int64_t blocks, std::int64_t keys,
                                     const Resources& granted) {
  const auto bytes = KeyCollector::bytes(key_count) +
                     blocks * static_cast<std::int64_t>(sizeof(std::int64_t)) +
                     3 * keys * static_cast<std::int64_t>(sizeof(Index));
  if (bytes <= granted.memory_limit) return Fit::yes();
  return Fit::no("finding what its blocks hold takes " + std::to_string(bytes) +
                 " bytes, over the memory limit of " + std::to_string(granted.memory_limit));
}

/// Threads that may list at once, at least one. Their collectors take a third of what the limit
/// leaves beside the starts: a format stores 20 bytes and more of a key, its lists 12 at most. And
/// no more than the matrix: of very many keys that few rows have, each thread marks all.
[[nodiscard]] inline int listing_threads(std::int64_t key_count, std::int64_t blocks,
                                         std::int64_t matrix_bytes, const Resources& granted) {
  const std::int64_t left =
      (granted.memory_limit - blocks * static_cast<std::int64_t>(sizeof(std::int64_t))) / 3;
  const std::int64_t collector = std::max<std::int64_t>(KeyCollector::bytes(key_count), 1);
  return static_cast<int>(std::clamp<std::int64_t>(std::min(left, matrix_bytes) / collector, 1,
                                                   std::max(granted.threads, 1)));
}

/// Parts of the blocks that are gone through at once.
[[nodiscard]] inline int listing_parts(std::int64_t key_count, std::int64_t blocks, const AnyCsr& a,
                                       const Resources& granted) {
  constexpr std::int64_t worth_a_thread = 65536;
  const auto bytes = static_cast<std::int64_t>(csr_bytes(a));
  return useful_parts(listing_threads(key_count, blocks, bytes, granted), a.nnz / worth_a_thread);
}

/// Keys that may be listed within the memory limit before it is known whether they fit: what does
/// is kept then, as listing_threads says.
[[nodiscard]] inline std::int64_t most_listed(std::int64_t key_count, std::int64_t blocks,
                                              const Resources& granted) {
  const std::int64_t left =
      granted.memory_limit - blocks * static_cast<std::int64_t>(sizeof(std::int64_t));
  const std::int64_t collectors = std::max(left / 3, KeyCollector::bytes(key_count));
  return std::max<std::int64_t>(left - collectors, 0) /
         (3 * static_cast<std::int64_t>(sizeof(Index)));
}

/// What was found going through blocks once, in parallel, every thread with its own range of them:
/// first it is told how many keys there are, and then mostly they are wanted.
class BlockKeys {
 public:
  /// Distinct keys summed over blocks of `block_rows` rows, in any case; a thread stops beyond
  /// `most`. They are kept where there are no more than `most_kept`, and so many per thread.
  template <class V, class O, class Key>
  BlockKeys(CsrView<V, O> a, std::int64_t block_rows, std::int64_t key_count, std::int64_t most,
            std::int64_t most_kept, const Resources& granted, const Key& key) {
    const std::int64_t blocks = (a.rows + block_rows - 1) / block_rows;
    const int parts = listing_parts(key_count, blocks, a, granted);
    threads_ = granted.threads;
    starts_.assign(static_cast<std::size_t>(blocks) + 1, 0);
    parts_.resize(static_cast<std::size_t>(parts));
    host::prepare_parts(parts, [&](int part) {
      KeyCollector collector(key_count);
      Part mine;
      std::int64_t b = blocks * part / parts;
      const std::int64_t end = blocks * (part + 1) / parts;
      for (; b < end && mine.count <= most; ++b) {
        const auto found =
            collector.collect(a, b * block_rows, std::min(a.rows, (b + 1) * block_rows), key);
        mine.count += std::ssize(found);
        if (mine.count > most_kept / parts) {
          mine.keys = std::vector<Index>();  // {} would keep its memory
          mine.kept = false;
          continue;
        }
        mine.keys.insert(mine.keys.end(), found.begin(), found.end());
        // Rows are sorted, so that keys come in order where a block's rows have the same.
        mine.sorted = mine.sorted && std::is_sorted(found.begin(), found.end());
        starts_[static_cast<std::size_t>(b) + 1] = std::ssize(found);
      }
      mine.kept = mine.kept && b == end;
      parts_[static_cast<std::size_t>(part)] = std::move(mine);
    });
  }

  [[nodiscard]] std::int64_t count() const {
    return std::accumulate(parts_.begin(), parts_.end(), std::int64_t{0},
                           [](std::int64_t sum, const Part& part) { return sum + part.count; });
  }
  /// Null where a thread stopped, or had more than could be kept. Once.
  [[nodiscard]] std::shared_ptr<const BlockLists> take() {
    if (!std::ranges::all_of(parts_, &Part::kept)) return nullptr;
    auto out = std::make_shared<BlockLists>();
    out->keys.reserve(static_cast<std::size_t>(count()));
    bool sorted = true;
    for (const Part& part : parts_) {
      out->keys.insert(out->keys.end(), part.keys.begin(), part.keys.end());
      sorted = sorted && part.sorted;
    }
    parts_.clear();
    for (std::size_t b = 1; b < starts_.size(); ++b) starts_[b] += starts_[b - 1];
    out->starts = std::move(starts_);
    if (!sorted) sort(*out);
    return out;
  }

 private:
  struct Part {
    std::vector<Index> keys;  ///< of a block as they were met
    std::int64_t count = 0;
    bool sorted = true;
    bool kept = true;  ///< all of them
  };

  void sort(BlockLists& lists) const {
    for_ranges(threads_, std::ssize(lists.starts) - 1, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t b = begin; b < end; ++b) {
        const auto first = lists.keys.begin() + lists.starts[static_cast<std::size_t>(b)];
        const auto last = lists.keys.begin() + lists.starts[static_cast<std::size_t>(b) + 1];
        if (!std::is_sorted(first, last)) std::sort(first, last);
      }
    });
  }

  std::vector<std::int64_t> starts_;  ///< keys of each block, behind a 0, until they are taken
  std::vector<Part> parts_;
  int threads_ = 1;
};

/// The lists themselves, sorted.
template <class V, class O, class Key>
[[nodiscard]] std::shared_ptr<const BlockLists> list_block_keys(CsrView<V, O> a,
                                                                std::int64_t block_rows,
                                                                std::int64_t key_count,
                                                                const Resources& granted,
                                                                const Key& key) {
  constexpr std::int64_t all = std::numeric_limits<std::int64_t>::max();
  return BlockKeys(a, block_rows, key_count, all, all, granted, key).take();
}

/// For the plan, where they are kept.
inline void leave_lists(BlockKeys& found, Fit& fit) {
  if (auto lists = found.take(); lists != nullptr) fit.found = std::move(lists);
}

/// What fit has left, or what `list` makes now.
template <class List>
[[nodiscard]] std::shared_ptr<const BlockLists> lists_for_plan(const Problem& p, List&& list) {
  const auto* const found = found_by_fit<std::shared_ptr<const BlockLists>>(p);
  return found == nullptr ? list() : *found;
}

}  // namespace sptune::spmv
