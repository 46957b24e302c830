// SPDX-License-Identifier: BSD-3-Clause
// CSR in place on the GPU, a group of lanes per row: they have the columns of X side by side, in
// vectors of up to 16 bytes, and where a row of X is narrower than a warp several such groups may
// share the entries of a row. Sources: Huang, Dai, Wang and Yang, "GE-SpMM", SC'20 (lanes over
// columns, several columns per lane); Dai et al., "Heuristic adaptability to input dynamics for
// SpMM on GPUs", DAC'22 (one choice does not suit all inputs).
#include "kernels/api/select.hpp"
#include "kernels/api/variant.hpp"
#include "kernels/spmm/cuda/by_columns.cuh"
#include "kernels/spmm/cuda/entries.cuh"
#include "kernels/spmv/cuda/offsets.cuh"
#include "kernels/spmv/expected.hpp"

#include <cstdint>
#include <memory>

namespace sptune::spmm::csr_rows {
namespace {

using namespace spmm::cuda;  // NOLINT(google-build-using-namespace): the module's own vocabulary

struct Config {
  int lanes = 32;
  int tiles = 1;
  int split = 1;
  Load store = Load::cached;
  int unroll = 4;
  int block = 128;
  friend constexpr bool operator==(const Config&, const Config&) = default;
  [[nodiscard]] MappingAxes mapping() const { return {lanes, tiles, split}; }
};

constexpr int most_threads = 256;

constexpr auto config_space = free_space<Config>(
    axis("lanes", &Config::lanes, {32, 8}, "lanes side by side on a row of X, at most"),
    axis("tiles", &Config::tiles, {1, 2}, "vectors of a row of X per lane"),
    axis("split", &Config::split, {1, 2, 4, 8, 16, 32}, "groups of lanes that share a row of A"),
    axis("store", &Config::store, {Load::cached, Load::streaming}, "cache policy of Y"),
    axis("unroll", &Config::unroll, {4, 2}, "entries in flight per group"),
    axis("block", &Config::block, {128, most_threads}, "threads per block"));

template <class V, class O, int W, int Tiles, int Unroll>
__global__ void __launch_bounds__(most_threads,
                                  (blocks_in_flight<V, W, Tiles>(Unroll, most_threads)))
    multiply(std::int64_t rows, const O* __restrict__ row_offsets,
             const Index* __restrict__ col_indices, const V* __restrict__ values, Dense<V> d,
             Mapping m) {
  const Place<W, Tiles> place(m);
  V sums[Tiles][W] = {};
  if (place.item < rows) {
    add_entries<Unroll>(sums, row_offsets[place.item], row_offsets[place.item + 1], col_indices,
                        values, place, d);
  }
  sum_over_slots(sums, m);
  if (place.item < rows && place.slot == 0) store_row(sums, place.item, place, d);
}

template <class V, class O>
class Plan final : public TypedPlan<V> {
 public:
  Plan(CsrView<V, O> a, const SpmmProblem& p, const Config& c) : a_(a), problem_(p), config_(c) {}

  [[nodiscard]] double bytes_per_run() const override { return compulsory_bytes(problem_); }
  [[nodiscard]] std::int64_t memory_bytes() const override { return 0; }

 protected:
  void run_typed(V alpha, const V* x, V beta, V* y, Stream stream) override {
    if (a_.rows == 0) return;
    const Dense<V> d = dense_of(problem_, alpha, x, beta, y, config_.store);
    with_width(d, [&](auto w) {
      const Mapping m = map_columns(config_.mapping(), d.columns, w());
      select<config_space, &Config::tiles, &Config::unroll>(config_, [&](auto tiles, auto unroll) {
        launch(multiply<V, O, w(), tiles(), unroll()>, grid_for(a_.rows, config_.block, m),
               config_.block, 0, native(stream), a_.rows, a_.row_offsets, a_.col_indices, a_.values,
               d, m);
      });
    });
  }

 private:
  void take_values(const void* a, const void* /*b*/, Stream /*stream*/) override {
    a_.values = static_cast<const V*>(a);
  }

  CsrView<V, O> a_;
  SpmmProblem problem_;
  Config config_;
};

Fit fit(const Config& c, const SpmmProblem& p) {
  Fit out = fit_mapping(c.mapping(), by_rows(p));
  if (out) out = spmv::cuda::fit_steps(p.a);
  return out ? fit_memory(0, p) : out;
}

}  // namespace

Variant cuda_variant() {
  return make_variant<SpmmProblem>(
      {.name = "csr_rows",
       .backend = Backend::cuda,
       .takes = ColumnOrder::any,
       .values = ValuesRead::callers,
       .summary = "CSR, a group of lanes per row, each with some columns of X",
       .source = "Huang, Dai, Wang and Yang, GE-SpMM, SC'20; Dai et al., DAC'22"},
      config_space, fit, make_plan<Plan, Config>,
      [](const Config& c, ValueType type, const FeatureLookup& feature) {
        Expected e = spmv::expect::csr(type, spmv::expect::index32, 4, feature);
        const double per_step = static_cast<double>(c.unroll) * c.split;
        e.launch.steps = spmv::expect::walk(feature(Feature::mean_row), per_step);
        e.launch.longest = spmv::expect::walk(feature(Feature::row_max), per_step);
        return e;
      });
}

}  // namespace sptune::spmm::csr_rows
