// SPDX-License-Identifier: BSD-3-Clause
// Tiles of equal entries (tiles_part.cuh) of the whole matrix.
#include "kernels/spmv/cuda/tiles_part.cuh"
#include "kernels/spmv/expected.hpp"

#include <cstdint>
#include <memory>

namespace sptune::spmv::tiles {
namespace {

using namespace spmv::cuda;  // NOLINT(google-build-using-namespace): what SpMV shares

struct Config {
  int items;
  int block;
  IndexWidth index;
  Load load;
};

constexpr auto config_space = free_space<Config>(
    axis("items", &Config::items, {6, 4, 8, 12, 16}, "entries per thread"),
    axis("block", &Config::block, {128, 64, 256, 512}, "threads per block"),
    axis("index", &Config::index, {IndexWidth::i32, IndexWidth::mixed16},
         "mixed16: 16-bit columns in tiles that span fewer than 65536"),
    axis("load", &Config::load, {Load::cached, Load::streaming}, "cache policy of the entries"));

template <class V, class O>
class Plan final : public TypedPlan<V> {
 public:
  Plan(CsrView<V, O> a, const AnyCsr& any, const Config& c) : any_(any), config_(c) {
    if (any.nnz == 0) return;
    part_ = TilesPart<V>(a.rows, any.nnz, a.row_offsets, a.col_indices, a.values, c.items, c.block,
                         c.index);
  }

  [[nodiscard]] double bytes_per_run() const override {
    return static_cast<double>(part_.read_bytes()) + vector_bytes<V>(any_);
  }
  [[nodiscard]] std::int64_t memory_bytes() const override { return part_.bytes(); }

 protected:
  void run_typed(V alpha, const V* x, V beta, V* y, Stream stream) override {
    if (any_.rows == 0) return;
    if (any_.nnz == 0) {
      launch(write_zeros<V>, blocks_for(any_.rows, tile_fill_threads), tile_fill_threads, 0,
             native(stream), any_.rows, alpha, beta, y);
      return;
    }
    select<config_space, &Config::items, &Config::block, &Config::index, &Config::load>(
        config_, [&](auto items, auto block, auto index, auto policy) {
          part_.template run<items(), block(), index(), policy()>(true, alpha, x, beta, y, stream);
        });
  }

 private:
  void take_values(const void* a, const void* /*b*/, Stream stream) override {
    any_.values = a;
    if (any_.nnz > 0) part_.scatter(ValuesInOrder<V>{static_cast<const V*>(a)}, stream);
  }

  AnyCsr any_;
  Config config_;
  TilesPart<V> part_;
};

Fit fit(const Config& c, const SpmvProblem& p) {
  return fit_memory(visit(p.a,
                          [&]<class V, class O>(CsrView<V, O>) {
                            return TilesPart<V>::bytes_for(p.a, p.a.nnz, c.items, c.block);
                          }),
                    p.resources);
}

Expected expected(const Config& c, ValueType type, const FeatureLookup& feature) {
  Expected e = expect::csr(
      type, c.index == IndexWidth::mixed16 ? expect::mixed_index_bytes(feature) : expect::index32,
      4, feature);
  e.launch = expect::tiles(c.items, c.block, 1.0 / most_padding, feature);
  return e;
}

}  // namespace

Variant cuda_variant() {
  return make_variant<SpmvProblem>(
      {.name = "tiles",
       .backend = Backend::cuda,
       .takes = ColumnOrder::any,
       .values = ValuesRead::copied,
       .summary = "transposed tiles of equal entries, rows by bit flags, 32- or 16-bit columns",
       .source = "Liu and Vinter, CSR5, ICS'15; Merrill and Garland, SC'16"},
      config_space, fit, make_plan<Plan, Config>, expected);
}

}  // namespace sptune::spmv::tiles
