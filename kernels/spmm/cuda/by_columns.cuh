// SPDX-License-Identifier: BSD-3-Clause
// X and Y by columns for kernels that take them by rows: X is copied by rows, Y is made by rows and
// copied back. Both through tiles in shared memory, so that all reads and writes are coalesced.
// Only for sources that are built with CUDA.
#pragma once

#include "kernels/cuda/stream_workspaces.hpp"
#include "kernels/spmm/cuda/dense.cuh"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace sptune::spmm::cuda {

/// The problem that the kernels solve: by rows. With one column there is no difference; else
/// columns are added, which stay 0, until rows begin at multiples of 16 bytes.
[[nodiscard]] inline SpmmProblem by_rows(const SpmmProblem& p) {
  SpmmProblem out = p;
  if (p.layout == Layout::row_major) return out;
  out.layout = Layout::row_major;
  out.ldx = out.ldy = 0;
  const std::int64_t per_vector = 16 / size_of(p.a.value_type);
  if (p.columns > 1) out.columns = ceil_div(p.columns, per_vector) * per_vector;
  return out;
}

[[nodiscard]] inline bool needs_copies(const SpmmProblem& p) {
  return p.layout == Layout::col_major && p.columns > 1;
}

/// Bytes of the copies.
[[nodiscard]] inline std::int64_t copied_bytes(const SpmmProblem& p) {
  if (!needs_copies(p)) return 0;
  return (p.a.cols + p.a.rows) * by_rows(p).columns * size_of(p.a.value_type);
}

constexpr int transposed_tile = 32;
constexpr int transposed_rows = 8;  ///< of threads

/// `out` by rows of `columns` elements, `ld` apart, from `in` by columns.
template <class V>
__global__ void to_rows(std::int64_t rows, std::int64_t columns, const V* __restrict__ in,
                        std::int64_t ldi, V* __restrict__ out, std::int64_t ldo) {
  __shared__ V tile[transposed_tile][transposed_tile + 1];
  const std::int64_t first_row = static_cast<std::int64_t>(blockIdx.x) * transposed_tile;
  const auto lane = static_cast<std::int64_t>(threadIdx.x);
  for (std::int64_t first = static_cast<std::int64_t>(blockIdx.y) * transposed_tile;
       first < columns; first += static_cast<std::int64_t>(gridDim.y) * transposed_tile) {
    for (int j = static_cast<int>(threadIdx.y); j < transposed_tile; j += transposed_rows) {
      if (first_row + lane < rows && first + j < columns) {
        tile[j][lane] = in[first_row + lane + (first + j) * ldi];
      }
    }
    __syncthreads();
    for (int i = static_cast<int>(threadIdx.y); i < transposed_tile; i += transposed_rows) {
      if (first_row + i < rows && first + lane < columns) {
        out[(first_row + i) * ldo + first + lane] = tile[lane][i];
      }
    }
    __syncthreads();
  }
}

/// out = in + beta*out, `in` by rows, `out` by columns; `out` is not read when beta is 0.
template <class V>
__global__ void to_columns(std::int64_t rows, std::int64_t columns, const V* __restrict__ in,
                           std::int64_t ldi, V beta, V* __restrict__ out, std::int64_t ldo) {
  __shared__ V tile[transposed_tile][transposed_tile + 1];
  const std::int64_t first_row = static_cast<std::int64_t>(blockIdx.x) * transposed_tile;
  const auto lane = static_cast<std::int64_t>(threadIdx.x);
  for (std::int64_t first = static_cast<std::int64_t>(blockIdx.y) * transposed_tile;
       first < columns; first += static_cast<std::int64_t>(gridDim.y) * transposed_tile) {
    for (int i = static_cast<int>(threadIdx.y); i < transposed_tile; i += transposed_rows) {
      if (first_row + i < rows && first + lane < columns) {
        tile[i][lane] = in[(first_row + i) * ldi + first + lane];
      }
    }
    __syncthreads();
    for (int j = static_cast<int>(threadIdx.y); j < transposed_tile; j += transposed_rows) {
      if (first_row + lane < rows && first + j < columns) {
        V* const y = out + first_row + lane + (first + j) * ldo;
        *y = beta == V(0) ? tile[lane][j] : tile[lane][j] + beta * *y;
      }
    }
    __syncthreads();
  }
}

/// A plan for operands by columns around one for operands by rows.
template <class V>
class ByColumns final : public TypedPlan<V> {
 public:
  ByColumns(const SpmmProblem& p, std::unique_ptr<SpmmPlan> plan)
      : problem_(p),
        columns_(by_rows(p).columns),
        plan_(std::move(plan)),
        copies_(sptune::cuda::DeviceArray<std::byte>::zeroed(
            static_cast<std::size_t>(copied_bytes(p)))) {
    plan_->made_for(AnyValues(p.a), {});
  }

  [[nodiscard]] double bytes_per_run() const override {
    return plan_->bytes_per_run() + 2 * static_cast<double>(copied_bytes(problem_));
  }
  [[nodiscard]] std::int64_t memory_bytes() const override {
    return plan_->memory_bytes() + copies_.bytes();
  }

 protected:
  void run_typed(V alpha, const V* x, V beta, V* y, Stream stream) override {
    if (problem_.a.rows == 0) return;
    const auto use = copies_.on(stream);
    V* const x_rows = reinterpret_cast<V*>(use.data());
    V* const y_rows = x_rows + problem_.a.cols * columns_;
    if (problem_.a.cols > 0) {
      launch(to_rows<V>, grid(problem_.a.cols), block(), 0, native(stream), problem_.a.cols,
             problem_.columns, x, problem_.leading_x(), x_rows, columns_);
    }
    plan_->run(static_cast<double>(alpha), x_rows, 0.0, y_rows, stream);
    launch(to_columns<V>, grid(problem_.a.rows), block(), 0, native(stream), problem_.a.rows,
           problem_.columns, y_rows, columns_, beta, y, problem_.leading_y());
  }

 private:
  void take_values(const void* a, const void* /*b*/, Stream stream) override {
    problem_.a.values = a;
    plan_->update_values(AnyValues(problem_.a), stream);
  }

  [[nodiscard]] dim3 grid(std::int64_t rows) const {
    constexpr std::int64_t most = 65535;
    return {blocks_for(rows, transposed_tile),
            static_cast<unsigned>(std::min(most, ceil_div(problem_.columns, transposed_tile)))};
  }
  [[nodiscard]] static dim3 block() { return {transposed_tile, transposed_rows}; }

  SpmmProblem problem_;
  std::int64_t columns_;
  std::unique_ptr<SpmmPlan> plan_;
  sptune::cuda::StreamWorkspaces copies_;
};

/// The plan of a variant whose kernels take operands by rows, for either layout and the types that
/// the matrix holds: Plan<V, O>(view, problem, config).
template <template <class, class> class Plan, class Config>
[[nodiscard]] std::unique_ptr<SpmmPlan> make_plan(const Config& c, const SpmmProblem& p) {
  const SpmmProblem inner = by_rows(p);
  return visit(p.a, [&]<class V, class O>(CsrView<V, O> a) -> std::unique_ptr<SpmmPlan> {
    auto plan = std::make_unique<Plan<V, O>>(a, inner, c);
    if (!needs_copies(p)) return plan;
    return std::make_unique<ByColumns<V>>(p, std::move(plan));
  });
}

/// Refuses what would not fit the memory limit, with the bytes: the plan's own, and the copies.
[[nodiscard]] inline Fit fit_memory(std::int64_t own_bytes, const SpmmProblem& p) {
  const std::int64_t bytes = own_bytes + copied_bytes(p);
  if (bytes <= p.resources.memory_limit) return Fit::yes();
  return Fit::no("needs " + std::to_string(bytes) + " bytes on the device, the limit is " +
                 std::to_string(p.resources.memory_limit));
}

}  // namespace sptune::spmm::cuda
