// SPDX-License-Identifier: BSD-3-Clause
// ELLPACK on the GPU: every row padded to the longest, stored by columns, a thread per row. For
// rows of one length.
#include "kernels/cuda/operands.hpp"
#include "kernels/spmv/cuda/device_ops.cuh"
#include "kernels/spmv/cuda/ell_part.cuh"
#include "kernels/spmv/expected.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace sptune::spmv::ell {
namespace {

using namespace spmv::cuda;  // NOLINT(google-build-using-namespace): what SpMV shares

struct Config {
  int unroll;
  int block;
};

constexpr auto config_space = free_space<Config>(
    axis("unroll", &Config::unroll, {4, 1, 8}, "entries in flight per thread"),
    axis("block", &Config::block, {256, 128, most_ell_threads}, "threads per block"));

std::int64_t longest_row(const SpmvProblem& p) {
  if (p.longest_row >= 0) return p.longest_row;
  return sptune::cuda::longest_row(p.a);
}

template <class V, class O>
class Plan final : public TypedPlan<V> {
 public:
  Plan(CsrView<V, O> a, const SpmvProblem& p, const Config& c)
      : any_(p.a), config_(c), ell_(a, width(p)) {
    wait_for(nullptr);
  }

  [[nodiscard]] double bytes_per_run() const override {
    return static_cast<double>(ell_.bytes()) + vector_bytes<V>(any_);
  }
  [[nodiscard]] std::int64_t memory_bytes() const override { return ell_.bytes(); }

 protected:
  void run_typed(V alpha, const V* x, V beta, V* y, Stream stream) override {
    if (any_.rows == 0) return;
    select<config_space, &Config::unroll>(config_, [&](auto unroll) {
      ell_.template run<unroll()>(config_.block, alpha, x, beta, y, stream);
    });
  }

 private:
  static std::int64_t width(const SpmvProblem& p) {
    const auto* const found = found_by_fit<std::int64_t>(p);
    return found == nullptr ? longest_row(p) : *found;
  }

  void take_values(const void* a, const void* /*b*/, Stream stream) override {
    any_.values = a;
    ell_.scatter(any_.as<V, O>(), stream);
  }

  AnyCsr any_;
  Config config_;
  EllPart<V> ell_;
};

std::unique_ptr<SpmvPlan> plan(const Config& c, const SpmvProblem& p) {
  return visit(p.a, [&]<class V, class O>(CsrView<V, O> a) -> std::unique_ptr<SpmvPlan> {
    return std::make_unique<Plan<V, O>>(a, p, c);
  });
}

Fit fit(const Config& /*c*/, const SpmvProblem& p) {
  const std::int64_t width = longest_row(p);
  Fit out = visit(p.a, [&]<class V, class O>(CsrView<V, O> a) -> Fit {
    return fit_format(EllPart<V>::bytes_for(a.rows, width),
                      "rows padded to " + std::to_string(width), p);
  });
  out.found = width;
  return out;
}

Expected expected(const Config& c, ValueType type, const FeatureLookup& feature) {
  Expected e = expect::ell(type, feature);
  e.launch.blocks = expect::blocks(feature(Feature::rows), c.block);
  e.launch.threads = c.block;
  e.launch.registers = expect::registers(c.unroll);
  e.launch.in_flight = c.unroll;
  e.launch.steps = e.launch.longest = expect::walk(feature(Feature::row_max), c.unroll);
  return e;
}

}  // namespace

Variant cuda_variant() {
  return make_variant<SpmvProblem>(
      {.name = "ell",
       .backend = Backend::cuda,
       .takes = ColumnOrder::any,
       .values = ValuesRead::copied,
       .summary = "every row padded to the longest, a thread per row",
       .source = "Bell and Garland, NVR-2008-004, sections 3.2 and 4.2"},
      config_space, fit, plan, expected);
}

}  // namespace sptune::spmv::ell
