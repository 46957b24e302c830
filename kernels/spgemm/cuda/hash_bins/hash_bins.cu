// SPDX-License-Identifier: BSD-3-Clause
// Two-phase row-wise SpGEMM on the GPU: every row goes to the kernel that suits its products, its
// entries and its span of columns. README.md says how a product flows.
#include "kernels/api/variant.hpp"
#include "kernels/spgemm/cuda/fit.cuh"
#include "kernels/spgemm/cuda/hash_bins/numeric.cuh"
#include "kernels/spgemm/cuda/hash_bins/symbolic.cuh"

#include <memory>

namespace sptune::spgemm::hash_bins {

namespace {

Fit fit(const Config& c, const SpgemmProblem& p) {
  if (c.policy == PolicyChoice::file) {
    try {
      (void)chosen_policy(c.policy);
    } catch (const UsageError& e) {
      return Fit::no(e.what());
    }
  }
  return fit_device(p, layout_of(c, p, false).bytes);
}

std::unique_ptr<SpgemmPlan> plan(const Config& c, const SpgemmProblem& p) {
  if (p.a.value_type == ValueType::f32) return std::make_unique<Plan<float>>(p, c);
  return std::make_unique<Plan<double>>(p, c);
}

}  // namespace

Variant cuda_variant() {
  return make_variant<SpgemmProblem>(
      {.name = "hash_bins",
       .backend = Backend::cuda,
       .takes = ColumnOrder::sorted,
       .values = ValuesRead::callers,
       .summary = "rows binned by work; hash tables and dense windows in shared memory",
       .source = "Nagasaka, Nukada and Matsuoka, ICPP 2017, section 3 (bins, two phases)",
       .deterministic = false},
      config_space, fit, plan, [](const Config& c) { return c.adding == Adding::stable; });
}

}  // namespace sptune::spgemm::hash_bins
