// SPDX-License-Identifier: BSD-3-Clause
// CSR in place on the GPU, rows cut into pieces so that none keeps a group of lanes busy for long,
// and pieces of like length side by side, so that the groups of a warp end together. Sources: Gale,
// Zaharia, Young and Elsen, "Sparse GPU kernels for deep learning" (Sputnik: rows ordered by
// length), SC'20; Pang et al., "RoDe: row decomposition for SpMM and SDDMM", PPoPP'24.
#include "kernels/api/select.hpp"
#include "kernels/api/variant.hpp"
#include "kernels/cuda/stream_workspaces.hpp"
#include "kernels/spmm/cuda/by_columns.cuh"
#include "kernels/spmm/cuda/entries.cuh"
#include "kernels/spmm/cuda/parts.cuh"
#include "kernels/spmv/cuda/offsets.cuh"
#include "kernels/spmv/expected.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>

namespace sptune::spmm::csr_pieces {
namespace {

using namespace spmm::cuda;  // NOLINT(google-build-using-namespace): the module's own vocabulary

struct Config {
  int piece = 128;
  Order order = Order::length;
  int lanes = 32;
  int tiles = 1;
  int split = 1;
  Load store = Load::cached;
  friend constexpr bool operator==(const Config&, const Config&) = default;
  [[nodiscard]] MappingAxes mapping() const { return {lanes, tiles, split}; }
};

constexpr int block = 128;
/// Entries in flight per group: as many vectors of X with one tile as with two.
constexpr int vectors_in_flight = 4;
template <int Tiles>
constexpr int unroll = vectors_in_flight / Tiles;

constexpr auto config_space = free_space<Config>(
    axis("piece", &Config::piece, {128, 32, 512}, "entries of a piece, at most"),
    axis("order", &Config::order, {Order::length, Order::mixed, Order::rows},
         "long pieces first, the same but short ones in the order of rows, or all in that order"),
    axis("lanes", &Config::lanes, {32, 8}, "lanes side by side on a row of X, at most"),
    axis("tiles", &Config::tiles, {1, 2}, "vectors of a row of X per lane"),
    axis("split", &Config::split, {1, 2, 4, 8, 16, 32}, "groups of lanes that share a piece"),
    axis("store", &Config::store, {Load::cached, Load::streaming}, "cache policy of Y"));

template <class V, class O, int W, int Tiles>
__global__ void __launch_bounds__(block, (blocks_in_flight<V, W, Tiles>(unroll<Tiles>, block)))
    multiply(std::int64_t count, const Piece* __restrict__ pieces, const Cut* __restrict__ cuts,
             const Index* __restrict__ col_indices, const V* __restrict__ values, Dense<V> d,
             Mapping m, PartScratch<V> scratch) {
  const Place<W, Tiles> place(m);
  V sums[Tiles][W] = {};
  Piece piece{0, 0, 0};
  const bool there = place.item < count;
  if (there) {
    piece = pieces[place.item];
    const auto begin = static_cast<O>(piece.begin);
    add_entries<unroll<Tiles>>(sums, begin, static_cast<O>(begin + piece.length), col_indices,
                               values, place, d);
  }
  sum_over_slots(sums, m);
  const bool cut = piece.row < 0;
  if (there && !cut && place.slot == 0) store_row(sums, piece.row, place, d);
  if (!__any_sync(0xffffffffU, cut)) return;
  const Cut mine = cut ? cuts[-1 - piece.row] : Cut{0, 0, 0, 0};
  finish_cut_row(cut, mine, sums, scratch, place, m, d);
}

/// Bytes of the parts of cut rows, and of their counters.
std::int64_t part_bytes(const Config& c, const SpmmProblem& p, std::int64_t cuts) {
  // The narrowest vectors, for operands at odd addresses, take the most passes.
  const std::int64_t passes = map_columns(c.mapping(), p.columns, 1).passes;
  return cuts * (p.columns * size_of(p.a.value_type) + passes * std::int64_t{sizeof(unsigned)});
}

template <class V, class O>
class Plan final : public TypedPlan<V> {
 public:
  Plan(CsrView<V, O> a, const SpmmProblem& p, const Config& c)
      : a_(a),
        problem_(p),
        config_(c),
        lists_(cut_rows(p.a, c.piece, c.order)),
        parts_(sptune::cuda::DeviceArray<std::byte>::zeroed(static_cast<std::size_t>(
            part_bytes(c, p, static_cast<std::int64_t>(lists_.cuts.size()))))) {
    wait_for(nullptr);  // runs may be on streams that do not wait for the default one
  }

  [[nodiscard]] double bytes_per_run() const override {
    return compulsory_bytes(problem_) + static_cast<double>(lists_.pieces.bytes());
  }
  [[nodiscard]] std::int64_t memory_bytes() const override {
    return lists_.pieces.bytes() + lists_.cuts.bytes() + parts_.bytes();
  }

 protected:
  void run_typed(V alpha, const V* x, V beta, V* y, Stream stream) override {
    if (a_.rows == 0) return;
    const Dense<V> d = dense_of(problem_, alpha, x, beta, y, config_.store);
    const auto count = static_cast<std::int64_t>(lists_.pieces.size());
    const auto use = parts_.on(stream);
    auto* const parts = reinterpret_cast<V*>(use.data());
    const std::size_t elements = lists_.cuts.size() * static_cast<std::size_t>(d.columns);
    const PartScratch<V> scratch{parts, reinterpret_cast<unsigned*>(parts + elements)};
    with_width(d, [&](auto w) {
      const Mapping m = map_columns(config_.mapping(), d.columns, w());
      select<config_space, &Config::tiles>(config_, [&](auto tiles) {
        launch(multiply<V, O, w(), tiles()>, grid_for(count, block, m), block, 0, native(stream),
               count, lists_.pieces.data(), lists_.cuts.data(), a_.col_indices, a_.values, d, m,
               scratch);
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
  PieceLists lists_;
  sptune::cuda::StreamWorkspaces parts_;
};

Fit fit(const Config& c, const SpmmProblem& p) {
  const SpmmProblem inner = by_rows(p);
  Fit out = fit_mapping(c.mapping(), inner);
  if (out) out = spmv::cuda::fit_steps(p.a);
  if (!out) return out;
  const PieceCounts counts = count_pieces(p.a, c.piece);
  if (counts.pieces > std::numeric_limits<std::int32_t>::max()) {
    return Fit::no(std::to_string(counts.pieces) + " pieces are more than 2^31-1");
  }
  if (counts.cuts == 0 && c.order == Order::rows) {
    return Fit::no("no row has more than " + std::to_string(c.piece) +
                   " entries: order=rows is csr_rows");
  }
  constexpr std::int64_t per_piece = sizeof(Piece);
  const std::int64_t held =
      (counts.pieces + counts.cuts) * per_piece + part_bytes(c, inner, counts.cuts);
  return fit_memory(std::max(held, cutting_bytes(p.a.rows, counts, c.order)), p);
}

}  // namespace

Variant cuda_variant() {
  return make_variant<SpmmProblem>(
      {.name = "csr_pieces",
       .backend = Backend::cuda,
       .takes = ColumnOrder::any,
       .values = ValuesRead::callers,
       .summary = "CSR, rows cut into pieces, pieces of like length side by side",
       .source = "Gale et al., SC'20 (row order); Pang et al., RoDe, PPoPP'24 (cut rows)"},
      config_space, fit, make_plan<Plan, Config>,
      [](const Config& c, ValueType type, const FeatureLookup& feature) {
        Expected e = spmv::expect::csr(type, spmv::expect::index32, sizeof(Piece), feature);
        const double per_step = static_cast<double>(vectors_in_flight / c.tiles) * c.split;
        e.launch.steps = e.launch.longest = spmv::expect::walk(c.piece, per_step);
        return e;
      });
}

}  // namespace sptune::spmm::csr_pieces
