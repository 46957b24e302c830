// SPDX-License-Identifier: BSD-3-Clause
// One launch in which blocks of threads have different work: a block for each row that is
// multiplied out, then warps, or blocks where rows are long, for the rows whose products are
// counted. Each writes its rows into host memory; whoever comes last says that all are there.
#include "kernels/cuda/launch.cuh"
#include "tuner/features/device_desk.cuh"
#include "tuner/features/device_products.cuh"
#include "tuner/features/device_sample.hpp"

#include <cuda_runtime.h>

#include <array>
#include <type_traits>

namespace sptune::features {
namespace {

static_assert(std::is_trivially_copyable_v<CountedRow> &&
              std::is_trivially_copyable_v<ExpandedRow>);

/// In host memory.
struct ProductAnswers {
  std::array<CountedRow, counted_rows> counted;
  std::array<ExpandedRow, expanded_rows> expanded;
  std::uint32_t number;  ///< of the question that these answer
};

/// How the blocks of a launch share the work.
struct ProductShares {
  CountedSample counted;
  RowBlocks expanded;
  int team;  ///< threads of a row that is counted: 32, or all of a block

  [[nodiscard]] unsigned blocks() const {
    return static_cast<unsigned>(expanded.count +
                                 cuda::ceil_div(counted.rows.count, device::threads / team));
  }
};

template <class O, class P>
__global__ void __launch_bounds__(device::threads)
    count_products(Pattern<O> a, Pattern<P> b, ProductShares shares, unsigned* tickets,
                   ProductAnswers* answers, std::uint32_t number) {
  const int block = static_cast<int>(blockIdx.x);
  const auto expanded = static_cast<int>(shares.expanded.count);
  if (block < expanded) {
    device::expand_row(a, b, shares.expanded.first(block), answers->expanded.data()[block]);
  } else {
    device::count_rows(a, b, shares.counted, block - expanded, shares.team,
                       answers->counted.data());
  }
  __threadfence_system();  // the host is to see the rows of every block
  if (!device::comes_last(*tickets)) return;
  if (threadIdx.x == 0) *tickets = 0;
  device::announce(answers->number, number);
}

}  // namespace

DeviceProducts count_products_on_device(const AnyCsr& any_a, const AnyCsr& any_b,
                                        const CountedSample& counted, const RowBlocks& expanded,
                                        Stream stream) {
  // Of rows so few that fewer are in the sample than there are warps for, most are long.
  constexpr std::int64_t rows_for_warps = 192;
  auto& desk = device::own_desk<ProductAnswers, unsigned>();
  ProductAnswers& answers = *desk.answers.get();
  const cudaStream_t native = device::usable(stream);
  const std::uint32_t number = ++desk.number;
  const int team = counted.rows.count > rows_for_warps ? cuda::warp_size : device::threads;
  const ProductShares shares{counted, expanded, team};
  if (shares.blocks() == 0) return {};
  visit_pattern(any_a, [&]<class O>(const Pattern<O>& a) {
    visit_pattern(any_b, [&]<class P>(const Pattern<P>& b) {
      cuda::launch(count_products<O, P>, shares.blocks(), device::threads, 0, native, a, b, shares,
                   desk.workspace.data(), &answers, number);
    });
  });
  cuda::wait_for_answer(answers.number, number, native);
  return {{answers.counted.data(), static_cast<std::size_t>(counted.rows.count)},
          {answers.expanded.data(), static_cast<std::size_t>(expanded.count)}};
}

}  // namespace sptune::features
