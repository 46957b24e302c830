// SPDX-License-Identifier: BSD-3-Clause
// Tiles (tiles_part.cuh) of a matrix with hubs: columns that very many entries ask for. At the
// beginning of every run x of the hubs is copied side by side, fullest groups first, so that the
// caches near the multiprocessors hold more of what is asked for; of all other columns x is read
// where it is. For large matrices whose columns are used very unequally, as those of networks are.
// Sources: Zhang, Kiriansky, Mendis, Zaharia and Amarasinghe, "Making caches work for graph
// analytics", arXiv 1608.01362 (clustering by frequency); Faldu, Diamond and Grot, "A closer look
// at lightweight graph reordering", IISWC 2019 (groups by degree, which keep the order they have).
#include "kernels/cuda/scan_sort.hpp"
#include "kernels/cuda/stream_workspaces.hpp"
#include "kernels/spmv/cuda/tiles_part.cuh"
#include "kernels/spmv/expected.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace sptune::spmv::hub_columns {
namespace {

using namespace spmv::cuda;  // NOLINT(google-build-using-namespace): what SpMV shares

struct Config {
  int items;
  int block;
  int hub_kib;
};

// 256 KiB are the caches of one multiprocessor of an H100, and about what pays (docs/measurements/
// spmv-gpu.md, columns used unequally).
constexpr auto config_space = free_space<Config>(
    axis("items", &Config::items, {8, 12}, "entries per thread"),
    axis("block", &Config::block, {256, 512}, "threads per block"),
    axis("hub_kib", &Config::hub_kib, {512, 256, 1024}, "KiB of x that are copied, at most"));

constexpr int order_threads = 256;

// --- preparing: which columns are hubs -----------------------------------------------------------

__global__ void __launch_bounds__(order_threads)
    count_uses(std::int64_t nnz, const Index* __restrict__ col_indices, std::uint32_t* uses) {
  const std::int64_t all = static_cast<std::int64_t>(gridDim.x) * order_threads;
  for (std::int64_t i = thread_id(); i < nnz; i += all) atomicAdd(uses + col_indices[i], 1U);
}

/// Columns whose uses have the same number of digits are a group; those with most come first.
constexpr int group_bits = 6;

__global__ void __launch_bounds__(order_threads)
    group_columns(std::int64_t cols, const std::uint32_t* __restrict__ uses, std::uint32_t* groups,
                  std::int32_t* columns) {
  const std::int64_t column = thread_id();
  if (column >= cols) return;
  groups[column] = static_cast<std::uint32_t>(__clz(static_cast<int>(uses[column])));
  columns[column] = static_cast<std::int32_t>(column);
}

/// Columns in the order of their groups: the first `hubs` are named by ~(their place), the others
/// by their own number.
__global__ void __launch_bounds__(order_threads)
    name_columns(std::int64_t cols, std::int64_t hubs, const std::int32_t* __restrict__ columns,
                 std::int32_t* hub_columns, Index* names) {
  const std::int64_t i = thread_id();
  if (i >= cols) return;
  const std::int32_t column = columns[i];
  names[column] = i < hubs ? ~static_cast<Index>(i) : column;
  if (i < hubs) hub_columns[i] = column;
}

__global__ void __launch_bounds__(order_threads)
    rename(std::int64_t nnz, const Index* __restrict__ col_indices, const Index* __restrict__ names,
           Index* out) {
  const std::int64_t i = thread_id();
  if (i < nnz) out[i] = names[col_indices[i]];
}

// --- runs ----------------------------------------------------------------------------------------

template <class V>
__global__ void __launch_bounds__(order_threads)
    copy_hubs(std::int64_t hubs, const std::int32_t* __restrict__ columns, const V* __restrict__ x,
              V* __restrict__ out) {
  const std::int64_t i = thread_id();
  if (i < hubs) out[i] = x[columns[i]];
}

/// x of a column as name_columns names it. The tiles' blocks may begin before the copy is done,
/// which they wait for: so it is not read as what does not change while they run.
template <class V>
struct HubX {
  const V* hubs;
  const V* x;
  __device__ __forceinline__ void wait() const { sptune::cuda::wait_for_earlier(); }
  __device__ __forceinline__ V operator()(unsigned name) const {
    const auto column = static_cast<std::int32_t>(name);
    const V* const from = column < 0 ? hubs + ~column : x + column;
    return *from;
  }
};

/// How many columns of x are copied.
[[nodiscard]] std::int64_t hubs_of(const Config& c, std::int64_t cols, std::size_t value_bytes) {
  return std::min(cols, (std::int64_t{c.hub_kib} << 10) / static_cast<std::int64_t>(value_bytes));
}

template <class V, class O>
class Plan final : public TypedPlan<V> {
 public:
  Plan(CsrView<V, O> a, const AnyCsr& any, const Config& c) : any_(any), config_(c) {
    if (any.nnz == 0) return;
    const sptune::cuda::Scratch<Index> names = find_hubs(a);
    const sptune::cuda::Scratch<Index> renamed(static_cast<std::size_t>(any.nnz));
    launch(rename, blocks_for(any.nnz, order_threads), order_threads, 0, nullptr, any.nnz,
           a.col_indices, names.data(), renamed.data());
    part_ = TilesPart<V>(a.rows, any.nnz, a.row_offsets, renamed.data(), a.values, c.items, c.block,
                         IndexWidth::i32);
    copies_ = sptune::cuda::StreamWorkspaces::on_demand(hubs_.size() * sizeof(V));
  }

  /// x of hubs is read, written elsewhere and read again.
  [[nodiscard]] double bytes_per_run() const override {
    return static_cast<double>(part_.read_bytes()) +
           static_cast<double>(hubs_.size() * (2 * sizeof(V) + sizeof(std::int32_t))) +
           vector_bytes<V>(any_);
  }
  [[nodiscard]] std::int64_t memory_bytes() const override {
    return part_.bytes() + hubs_.bytes() + copies_.bytes();
  }

 protected:
  void run_typed(V alpha, const V* x, V beta, V* y, Stream stream) override {
    if (any_.rows == 0) return;
    if (any_.nnz == 0) {
      launch(write_zeros<V>, blocks_for(any_.rows, tile_fill_threads), tile_fill_threads, 0,
             native(stream), any_.rows, alpha, beta, y);
      return;
    }
    const auto copy = copies_.on(stream);
    auto* const of_hubs = reinterpret_cast<V*>(copy.data());
    const auto hubs = static_cast<std::int64_t>(hubs_.size());
    launch(copy_hubs<V>, blocks_for(hubs, order_threads), order_threads, 0, native(stream), hubs,
           hubs_.data(), x, of_hubs);
    // Saves what lies between two launches, a microsecond. To let the tiles begin before all of the
    // copy has begun (by a trigger in its kernel) is 1.5 % slower on large matrices
    // (docs/decisions/047-hub-columns.md).
    std::array<cudaLaunchAttribute, 1> beside{};
    beside[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    beside[0].val.programmaticStreamSerializationAllowed = ahead_ ? 1 : 0;
    using How = TileMultiply<HubX<V>, SumsKept::none>;
    select<config_space, &Config::items, &Config::block>(config_, [&](auto items, auto block) {
      part_.template run_as<items(), block(), IndexWidth::i32, Load::streaming, How>(
          beside, true, alpha, {of_hubs, x}, beta, y, stream);
    });
  }

 private:
  /// The names of all columns.
  [[nodiscard]] sptune::cuda::Scratch<Index> find_hubs(CsrView<V, O> a) {
    using sptune::cuda::Scratch;
    const auto cols = static_cast<std::size_t>(a.cols);
    const unsigned grid = blocks_for(a.cols, order_threads);
    const Scratch<std::uint32_t> uses = sptune::cuda::zeroed_scratch<std::uint32_t>(cols);
    launch(count_uses, blocks_up_to(ceil_div(any_.nnz, std::int64_t{order_threads})), order_threads,
           0, nullptr, any_.nnz, a.col_indices, uses.data());
    const Scratch<std::uint32_t> groups(cols);
    const Scratch<std::uint32_t> sorted_groups(cols);
    const Scratch<std::int32_t> columns(cols);
    const Scratch<std::int32_t> sorted_columns(cols);
    launch(group_columns, grid, order_threads, 0, nullptr, a.cols, uses.data(), groups.data(),
           columns.data());
    sptune::cuda::sort_pairs(groups.data(), sorted_groups.data(), columns.data(),
                             sorted_columns.data(), a.cols, group_bits);
    const std::int64_t hubs = hubs_of(config_, a.cols, sizeof(V));
    hubs_ = sptune::cuda::DeviceArray<std::int32_t>::ordered(static_cast<std::size_t>(hubs));
    Scratch<Index> names(cols);
    launch(name_columns, grid, order_threads, 0, nullptr, a.cols, hubs, sorted_columns.data(),
           hubs_.data(), names.data());
    return names;
  }

  void take_values(const void* a, const void* /*b*/, Stream stream) override {
    any_.values = a;
    if (any_.nnz > 0) part_.scatter(ValuesInOrder<V>{static_cast<const V*>(a)}, stream);
  }

  AnyCsr any_;
  Config config_;
  TilesPart<V> part_;
  sptune::cuda::DeviceArray<std::int32_t> hubs_;  ///< columns, in the order of their copy
  sptune::cuda::StreamWorkspaces copies_;         ///< of x of the hubs
  const bool ahead_ = sptune::cuda::can_begin_ahead();
};

/// With the renamed columns, and what finding hubs takes, while the plan is made.
Fit fit(const Config& c, const SpmvProblem& p) {
  return fit_memory(
      visit(p.a,
            [&]<class V, class O>(CsrView<V, O>) {
              const std::int64_t hubs = hubs_of(c, p.a.cols, sizeof(V));
              constexpr std::int64_t of_columns = 8 * sizeof(Index);  // six arrays, sorting's own
              return TilesPart<V>::bytes_for(p.a, p.a.nnz, c.items, c.block) +
                     p.a.nnz * static_cast<std::int64_t>(sizeof(Index)) + p.a.cols * of_columns +
                     hubs * static_cast<std::int64_t>(sizeof(V) + sizeof(Index));
            }),
      p.resources);
}

Expected expected(const Config& c, ValueType type, const FeatureLookup& feature) {
  const auto value = static_cast<double>(size_of(type));
  const auto cols = static_cast<std::int64_t>(feature(Feature::cols));
  const auto hubs = static_cast<double>(hubs_of(c, cols, static_cast<std::size_t>(size_of(type))));
  Expected e = expect::csr(type, expect::index32, 4, feature);
  e.bytes += hubs * (2 * value + expect::index32) / std::max(1.0, feature(Feature::nnz));
  e.launch = expect::tiles(c.items, c.block, 1.0 / most_padding, feature);
  e.launch.shared_bytes = 0;
  e.launch.launches = 2;
  return e;
}

}  // namespace

Variant cuda_variant() {
  return make_variant<SpmvProblem>(
      {.name = "hub_columns",
       .backend = Backend::cuda,
       .takes = ColumnOrder::any,
       .values = ValuesRead::copied,
       .summary = "tiles; x of the columns used most is copied side by side on every run",
       .source = "Zhang et al., arXiv 1608.01362; Faldu, Diamond and Grot, IISWC 2019"},
      config_space, fit, make_plan<Plan, Config>, expected);
}

}  // namespace sptune::spmv::hub_columns
