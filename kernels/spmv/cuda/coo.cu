// SPDX-License-Identifier: BSD-3-Clause
// Coordinates summed by warps, equal shares of the entries each: coo_part.cuh.
#include "kernels/spmv/cuda/coo_part.cuh"
#include "kernels/spmv/cuda/device_ops.cuh"
#include "kernels/spmv/expected.hpp"

#include <cstdint>
#include <string>
#include <utility>

namespace sptune::spmv::coo {
namespace {

using namespace spmv::cuda;  // NOLINT(google-build-using-namespace): what SpMV shares

struct Config {
  int items;
  int block;
  Rows rows;
  Load load;
};

constexpr auto config_space = free_space<Config>(
    axis("items", &Config::items, {4, 8}, "entries per thread"),
    axis("block", &Config::block, {128, 256}, "threads per block"),
    axis("rows", &Config::rows, {Rows::bits, Rows::i32},
         "bits: one per entry says that a row begins; i32: the row of every entry"),
    axis("load", &Config::load, {Load::streaming, Load::cached}, "cache policy of the entries"));

/// Quads are read at once, which arrays inside of others may not allow.
constexpr std::uintptr_t alignment = 16;
[[nodiscard]] bool aligned(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer) % alignment == 0;
}

/// `from`, or a copy of it that is aligned and kept in `copy`.
[[nodiscard]] const Index* aligned_columns(const Index* from, std::int64_t size,
                                           sptune::cuda::DeviceArray<Index>& copy) {
  if (aligned(from)) return from;
  copy = sptune::cuda::DeviceArray<Index>(static_cast<std::size_t>(size));
  sptune::cuda::copy_on_device(copy.data(), from, static_cast<std::size_t>(copy.bytes()));
  return copy.data();
}

template <class V, class O>
class Plan final : public TypedPlan<V> {
 public:
  Plan(CsrView<V, O> a, const AnyCsr& any, const Config& c) : a_(a), any_(any), config_(c) {
    if (any.nnz == 0) return;
    a_.col_indices = aligned_columns(a.col_indices, any.nnz, columns_);
    part_ = CooPart<V>(a.rows, any.nnz, a.row_offsets, c.items, c.rows);
  }

  [[nodiscard]] double bytes_per_run() const override {
    const auto entries = static_cast<double>(any_.nnz) * (sizeof(V) + sizeof(Index));
    return entries + vector_bytes<V>(any_) + static_cast<double>(part_.row_bytes());
  }
  [[nodiscard]] std::int64_t memory_bytes() const override {
    return columns_.bytes() + part_.bytes();
  }

 protected:
  void run_typed(V alpha, const V* x, V beta, V* y, Stream stream) override {
    if (a_.rows == 0) return;
    if (any_.nnz == 0) {
      launch(write_zeros<V>, blocks_for(a_.rows, coo_threads), coo_threads, 0, native(stream),
             a_.rows, alpha, beta, y);
      return;
    }
    select<config_space, &Config::items, &Config::rows, &Config::load>(
        config_, [&](auto items, auto rows, auto policy) {
          part_.template run<items(), rows(), policy()>(config_.block, a_.col_indices, a_.values,
                                                        true, alpha, x, beta, y, stream);
        });
  }

 private:
  void take_values(const void* a, const void* /*b*/, Stream /*stream*/) override {
    if (!aligned(a)) {
      throw UsageError("update_values: the values do not begin at a multiple of " +
                       std::to_string(alignment) + " bytes, as this plan needs them: plan anew");
    }
    a_.values = static_cast<const V*>(a);
  }

  CsrView<V, O> a_;
  AnyCsr any_;
  Config config_;
  sptune::cuda::DeviceArray<Index> columns_;  ///< only where the matrix's own are not aligned
  CooPart<V> part_;
};

Fit fit(const Config& c, const SpmvProblem& p) {
  if (!aligned(p.a.values)) {  // a copy would not see changed values
    return Fit::no("the values do not begin at a multiple of " + std::to_string(alignment) +
                   " bytes");
  }
  const std::int64_t copy = aligned(p.a.col_indices) ? 0 : p.a.nnz * 4;
  return fit_memory(copy + CooPart<double>::bytes_for(p.a, p.a.nnz, c.items, c.rows), p.resources);
}

Expected expected(const Config& c, ValueType type, const FeatureLookup& feature) {
  constexpr double bit = 1.0 / 8;
  const auto value = static_cast<double>(size_of(type));
  Expected e = c.rows == Rows::i32 ? expect::coo(type) : Expected{1, value + expect::index32 + bit};
  const double chunk = static_cast<double>(c.items) * warp_size;
  const double longest = feature(Feature::row_max) / chunk;  // chunks that the longest row takes
  e.launch.blocks = expect::blocks(feature(Feature::nnz) / c.items, c.block);
  e.launch.threads = c.block;
  e.launch.registers = expect::registers(c.items);
  e.launch.in_flight = c.items;
  constexpr double scan = 6;  // of the lanes, once a step
  e.launch.steps = 4 + scan * c.items / quad;
  e.launch.shared_rows = expect::borders_inside_rows(feature(Feature::nnz) / chunk, feature);
  e.launch.longest = e.launch.steps + (longest > 1 ? 2 + longest / warp_size : 0);
  return e;
}

}  // namespace

Variant cuda_variant() {
  return make_variant<SpmvProblem>(
      {.name = "coo",
       .backend = Backend::cuda,
       .takes = ColumnOrder::any,
       .values = ValuesRead::callers,
       .summary = "entries in order, equal shares per warp, rows by a segmented scan of its lanes",
       .source = "Bell and Garland 2008, section 4.3; Liu and Vinter, ICS'15"},
      config_space, fit, make_plan<Plan, Config>, expected);
}

}  // namespace sptune::spmv::coo
