// SPDX-License-Identifier: BSD-3-Clause
// Operands in device memory, looked at where they are: each array is read once.
#include "kernels/cuda/check.hpp"
#include "kernels/cuda/launch.cuh"
#include "kernels/cuda/operands.hpp"
#include "kernels/cuda/per_device.hpp"
#include "kernels/cuda/tally.cuh"
#include "kernels/cuda/warp.cuh"
#include "sptune/device.hpp"

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <string>

namespace sptune::cuda {
namespace {

constexpr int threads = 256;
using Word = unsigned long long;

/// What a pass over the arrays of a matrix finds: words of a Tally.
struct Findings {
  Word unsorted = 0;  ///< how often a column within a row does not increase
  /// ~row: the largest is the first that is broken; ~rows: the offsets do not begin with 0 or end
  /// with nnz.
  Word inverse_of_first_row = 0;
  Word inverse_of_first_entry = 0;
  Word products = 0;  ///< with the rows of B that the columns name
};
constexpr int findings_words = 4;
static_assert(sizeof(Findings) == findings_words * sizeof(Word) && findings_words <= tally_size);

/// The row offsets of the second operand of a product; null: there is none.
template <class O>
struct RowsOfB {
  std::int64_t rows;
  const O* offsets;
};

/// Called by whole warps.
__device__ __forceinline__ void add_warp_sum(Word* sum, Word mine) {
  mine = group_sum(mine);
  if (lane_id() == 0 && mine > 0) atomicAdd(sum, mine);
}

__device__ __forceinline__ void record_first(Word* inverse_of_first, std::int64_t index) {
  atomicMax(inverse_of_first, ~static_cast<Word>(index));
}

__device__ __forceinline__ std::int64_t all_threads() {
  return static_cast<std::int64_t>(gridDim.x) * blockDim.x;
}

/// Every row's borders, and the columns on both sides of its first one, which need not increase.
template <class O>
__device__ __forceinline__ void inspect_rows(const CsrView<char, O>& a, std::int64_t nnz,
                                             Findings* findings) {
  Word mine = 0;
  for (std::int64_t row = thread_id(); row < a.rows; row += all_threads()) {
    const std::int64_t first = a.row_offsets[row];
    const std::int64_t last = a.row_offsets[row + 1];
    if (first < 0 || first > last || last > nnz) {
      record_first(&findings->inverse_of_first_row, row);
    } else if (first > 0 && first < last) {
      mine -= a.col_indices[first] <= a.col_indices[first - 1] ? 1 : 0;
    }
    if ((row == 0 && first != 0) || (row == a.rows - 1 && last != nnz)) {
      record_first(&findings->inverse_of_first_row, a.rows);
    }
  }
  add_warp_sum(&findings->unsorted, mine);
}

/// Every column, how often one does not increase, between rows too, and its row of B.
template <class OB>
__device__ __forceinline__ void inspect_columns(std::int64_t nnz, std::int64_t cols,
                                                const Index* col_indices, const RowsOfB<OB>& b,
                                                Findings* findings) {
  Word decreases = 0;
  Word products = 0;
  for (std::int64_t i = thread_id(); i < nnz; i += all_threads()) {
    const Index column = col_indices[i];
    if (column < 0 || column >= cols) {
      record_first(&findings->inverse_of_first_entry, i);
    } else if (b.offsets != nullptr && column < b.rows) {
      products += static_cast<Word>(b.offsets[column + 1] - b.offsets[column]);
    }
    decreases += i > 0 && column <= col_indices[i - 1] ? 1 : 0;
  }
  add_warp_sum(&findings->unsorted, decreases);
  add_warp_sum(&findings->products, products);
}

template <class O, class OB>
__global__ void __launch_bounds__(threads)
    inspect_matrix(CsrView<char, O> a, std::int64_t nnz, RowsOfB<OB> b, TallyWords tally) {
  auto* const findings = reinterpret_cast<Findings*>(tally.sums);
  inspect_rows(a, nnz, findings);
  inspect_columns(nnz, a.cols, a.col_indices, b, findings);
  publish<findings_words>(tally);
}

/// Products of every entry of A; those of columns that are no row of B are recorded.
template <class O>
__global__ void __launch_bounds__(threads)
    add_products(std::int64_t nnz, const Index* columns, RowsOfB<O> b, TallyWords tally) {
  auto* const findings = reinterpret_cast<Findings*>(tally.sums);
  Word mine = 0;
  for (std::int64_t i = thread_id(); i < nnz; i += all_threads()) {
    const Index k = columns[i];
    if (k < 0 || k >= b.rows) {
      record_first(&findings->inverse_of_first_entry, i);
    } else {
      mine += static_cast<Word>(b.offsets[k + 1] - b.offsets[k]);
    }
  }
  add_warp_sum(&findings->products, mine);
  publish<findings_words>(tally);
}

[[nodiscard]] unsigned grid_for(std::int64_t items) {
  constexpr std::int64_t blocks_per_sm = 16;
  const std::int64_t most = blocks_per_sm * this_device().sm_count;
  return static_cast<unsigned>(std::clamp<std::int64_t>(ceil_div(items, threads), 1, most));
}

/// Waits for the default stream.
[[nodiscard]] Findings read(Tally& tally) {
  const auto words = tally.read();
  const auto word = [&](std::size_t i) { return static_cast<Word>(words[i]); };
  return {word(0), word(1), word(2), word(3)};
}

template <class T>
[[nodiscard]] std::int64_t element(const T* array, std::int64_t i) {
  T out{};
  copy_to_host(&out, array + i, sizeof(out));
  return static_cast<std::int64_t>(out);
}

std::string text(std::int64_t number) {
  return std::to_string(number);
}

template <class O>
std::string broken(const CsrView<char, O>& a, std::int64_t nnz, const Findings& findings) {
  const auto row = static_cast<std::int64_t>(~findings.inverse_of_first_row);
  if (findings.inverse_of_first_row != 0 && row < a.rows) {
    return "row " + text(row) + " is said to hold the entries from " +
           text(element(a.row_offsets, row)) + " to " + text(element(a.row_offsets, row + 1)) +
           " of " + text(nnz) + ": row offsets must not decrease, from 0 to the number of entries";
  }
  if (findings.inverse_of_first_row != 0) {
    return "row offsets from " + text(element(a.row_offsets, 0)) + " to " +
           text(element(a.row_offsets, a.rows)) + " for " + text(nnz) +
           " entries: they must begin with 0 and end with the number of entries";
  }
  if (findings.inverse_of_first_entry == 0) return {};
  const auto entry = static_cast<std::int64_t>(~findings.inverse_of_first_entry);
  std::int64_t within = 0;  // the last that begins at the entry or before
  for (std::int64_t end = a.rows; end - within > 1;) {
    const std::int64_t middle = within + (end - within) / 2;
    (element(a.row_offsets, middle) <= entry ? within : end) = middle;
  }
  return "row " + text(within) + " has an entry in column " + text(element(a.col_indices, entry)) +
         ", the columns are 0 to " + text(a.cols - 1);
}

template <class V, class O>
[[nodiscard]] CsrView<char, O> without_values(const CsrView<V, O>& a) {
  return {a.rows, a.cols, a.row_offsets, a.col_indices};
}

template <class O>
__global__ void __launch_bounds__(threads)
    find_longest_row(std::int64_t rows, const O* __restrict__ offsets, TallyWords tally) {
  std::int64_t longest = 0;
  for (std::int64_t row = thread_id(); row < rows; row += all_threads()) {
    longest = max(longest, static_cast<std::int64_t>(offsets[row + 1] - offsets[row]));
  }
  longest = warp_max(longest);
  if (lane_id() == 0 && longest > 0) atomicMax(tally.sums, static_cast<Word>(longest));
  publish<1>(tally);
}

/// A matrix that is being looked at, with the products of its columns where there is a B.
class Look {
 public:
  explicit Look(const AnyCsr& any, const AnyCsr* b = nullptr) : any_(any) {
    if (any.rows == 0) return;
    visit(any, [&]<class V, class O>(CsrView<V, O> a) {
      visit(b == nullptr ? any : *b, [&]<class VB, class OB>(CsrView<VB, OB> rows) {
        const std::int64_t items = std::max(any.nnz, any.rows);
        launch(inspect_matrix<O, OB>, grid_for(items), threads, 0, nullptr, without_values(a),
               any.nnz, RowsOfB<OB>{rows.rows, b == nullptr ? nullptr : rows.row_offsets},
               tally_.words());
      });
    });
  }
  /// Waits for the default stream.
  [[nodiscard]] Inspection inspection() {
    if (any_.rows == 0) return {ColumnOrder::sorted, {}};
    findings_ = read(tally_);
    return visit(any_, [&]<class V, class O>(CsrView<V, O> a) -> Inspection {
      return {findings_.unsorted == 0 ? ColumnOrder::sorted : ColumnOrder::any,
              broken(without_values(a), any_.nnz, findings_)};
    });
  }
  /// Afterwards.
  [[nodiscard]] std::int64_t products() const {
    return static_cast<std::int64_t>(findings_.products);
  }

 private:
  const AnyCsr& any_;
  Tally tally_;
  Findings findings_;
};

}  // namespace

Inspection inspect(const AnyCsr& any) {
  return Look(any).inspection();
}

ProductInspection inspect_product(const AnyCsr& a, const AnyCsr& b) {
  Look left(a, &b);
  if (&a == &b) {
    const Inspection seen = left.inspection();
    return {seen, seen, left.products()};
  }
  Look right(b);
  ProductInspection out{left.inspection(), right.inspection(), 0};
  out.products = left.products();
  return out;
}

std::int64_t count_products(const AnyCsr& any_a, const AnyCsr& any_b) {
  if (any_a.nnz == 0) return 0;
  return visit(any_b, [&]<class V, class O>(CsrView<V, O> b) {
    Tally tally;
    launch(add_products<O>, grid_for(any_a.nnz), threads, 0, nullptr, any_a.nnz, any_a.col_indices,
           RowsOfB<O>{b.rows, b.row_offsets}, tally.words());
    const Findings findings = read(tally);
    if (findings.inverse_of_first_entry != 0) {
      const auto entry = static_cast<std::int64_t>(~findings.inverse_of_first_entry);
      throw UsageError("A: an entry in column " + text(element(any_a.col_indices, entry)) +
                       ", the columns are 0 to " + text(any_a.cols - 1));
    }
    return static_cast<std::int64_t>(findings.products);
  });
}

std::int64_t longest_row(const AnyCsr& any) {
  if (any.rows == 0) return 0;
  Tally tally;
  visit(any, [&]<class V, class O>(CsrView<V, O> a) {
    launch(find_longest_row<O>, grid_for(a.rows), threads, 0, nullptr, a.rows, a.row_offsets,
           tally.words());
  });
  return tally.look()[0];
}

Place place_of(const void* pointer) {
  if (!device_info()) return Place::unknown;
  cudaPointerAttributes attributes{};
  SPTUNE_CUDA(cudaPointerGetAttributes(&attributes, pointer));
  int current = 0;
  SPTUNE_CUDA(cudaGetDevice(&current));
  switch (attributes.type) {
    case cudaMemoryTypeUnregistered:
      return Place::host;
    case cudaMemoryTypeDevice:
      return attributes.device == current ? Place::this_device : Place::another_device;
    default:
      return Place::either;
  }
}

const void* no_offsets() {
  // Never given back: plans may outlive whatever static object would hold it.
  static auto* const zeros = new PerDevice<const void*>;
  return zeros->get([](int) { return allocate_zeroed(sizeof(std::int64_t)); });
}

}  // namespace sptune::cuda
