// SPDX-License-Identifier: BSD-3-Clause
// The shipped csr_vector, and what goes wrong before or after it. Kernels that go wrong by
// themselves are PTX, which the driver compiles: no compiler of device code takes part.
#include "tests/fault/cuda_faults.hpp"

#include "kernels/api/catalogue.hpp"
#include "kernels/cuda/check.hpp"
#include "kernels/cuda/handles.hpp"
#include "kernels/spmv/spmv.hpp"
#include "sptune/device.hpp"

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <utility>

static_assert(CUDART_VERSION >= 12080, "cudaLibraryLoadData: the fault tests want CUDA 12.8");

namespace sptune::test {

enum class CudaFault : std::uint8_t {
  none,
  aborts,
  hangs,
  traps,
  traps_in_measure,
  strays,
  overrun,
  scribbles,
  wrong_element,
  allocates,
  fluctuates,
};

constexpr auto enum_names(CudaFault /*unused*/) {
  return std::to_array<std::pair<CudaFault, std::string_view>>({
      {CudaFault::none, "none"},
      {CudaFault::aborts, "aborts"},
      {CudaFault::hangs, "hangs"},
      {CudaFault::traps, "traps"},
      {CudaFault::traps_in_measure, "traps_in_measure"},
      {CudaFault::strays, "strays"},
      {CudaFault::overrun, "overrun"},
      {CudaFault::scribbles, "scribbles"},
      {CudaFault::wrong_element, "wrong_element"},
      {CudaFault::allocates, "allocates"},
      {CudaFault::fluctuates, "fluctuates"},
  });
}

namespace {

struct Config {
  CudaFault fault = CudaFault::none;
};

constexpr auto config_space = free_space<Config>(
    axis("fault", &Config::fault,
         {CudaFault::none, CudaFault::aborts, CudaFault::hangs, CudaFault::traps,
          CudaFault::traps_in_measure, CudaFault::strays, CudaFault::overrun, CudaFault::scribbles,
          CudaFault::wrong_element, CudaFault::allocates, CudaFault::fluctuates},
         "what goes wrong"));

/// One never ends, one ends its context, one writes where nothing is.
constexpr const char* kernels = R"ptx(
.version 7.0
.target sm_52
.address_size 64
.visible .entry hangs() {
again:
  bra.uni again;
}
.visible .entry traps() {
  trap;
  ret;
}
.visible .entry strays() {
  .reg .u64 %rd<2>;
  .reg .u32 %r<2>;
  mov.u64 %rd1, 4096;
  mov.u32 %r1, 7;
  st.global.u32 [%rd1], %r1;
  ret;
}
)ptx";

void launch(const char* name, cudaStream_t stream) {
  cudaLibrary_t library{};
  SPTUNE_CUDA(cudaLibraryLoadData(&library, kernels, nullptr, nullptr, 0, nullptr, nullptr, 0));
  cudaKernel_t kernel{};
  SPTUNE_CUDA(cudaLibraryGetKernel(&kernel, library, name));
  SPTUNE_CUDA(cudaLaunchKernel(kernel, dim3(1), dim3(1), nullptr, 0, stream));
}

/// All of the device's memory; what was had goes back, for it is the trial that fails.
void allocate_without_bound() {
  constexpr std::size_t bytes = std::size_t{1} << 30;
  std::vector<sptune::cuda::DeviceArray<std::byte>> held;
  for (;;) held.emplace_back(bytes);
}

class FaultyPlan final : public SpmvPlan {
 public:
  FaultyPlan(std::unique_ptr<SpmvPlan> plan, const AnyCsr& a, CudaFault fault)
      : plan_(std::move(plan)), a_(a), fault_(fault) {}
  [[nodiscard]] double bytes_per_run() const override { return plan_->bytes_per_run(); }
  [[nodiscard]] std::int64_t memory_bytes() const override { return plan_->memory_bytes(); }

  void run(double alpha, const void* x, double beta, void* y, Stream stream) override {
    ++runs_;
    const cudaStream_t native = sptune::cuda::native(stream);
    before(native);
    plan_->run(alpha, x, beta, y, stream);
    // The same result, up to twenty times as late.
    const int more = fault_ == CudaFault::fluctuates && beta == 0 ? runs_ * 7 % 20 : 0;
    for (int i = 0; i < more; ++i) plan_->run(alpha, x, beta, y, stream);
    after(static_cast<std::byte*>(y), native);
  }

 private:
  void before(cudaStream_t stream) const {
    constexpr int runs_before_measuring = 3;  // first run, repeated run, beta != 0
    switch (fault_) {
      case CudaFault::aborts:
        std::abort();
      case CudaFault::hangs:
        return launch("hangs", stream);
      case CudaFault::traps:
        return launch("traps", stream);
      case CudaFault::traps_in_measure:
        if (runs_ > runs_before_measuring + 1) launch("traps", stream);
        return;
      case CudaFault::strays:
        return launch("strays", stream);
      case CudaFault::allocates:
        return allocate_without_bound();
      default:
        return;
    }
  }

  void after(std::byte* y, cudaStream_t stream) const {
    const auto size = static_cast<std::size_t>(size_of(a_.value_type));
    const auto rows = static_cast<std::size_t>(a_.rows);
    std::byte* at = nullptr;
    if (fault_ == CudaFault::overrun) at = y + rows * size;
    if (fault_ == CudaFault::wrong_element) at = y + rows / 2 * size;
    // What a plan is given to read is not const in memory: this write is the fault.
    if (fault_ == CudaFault::scribbles) at = static_cast<std::byte*>(const_cast<void*>(a_.values));
    if (at != nullptr) SPTUNE_CUDA(cudaMemsetAsync(at, 0x11, size, stream));
  }

  std::unique_ptr<SpmvPlan> plan_;
  AnyCsr a_;
  CudaFault fault_;
  int runs_ = 0;
};

std::unique_ptr<SpmvPlan> right_plan(const SpmvProblem& problem) {
  const Variant* variant = shipped_catalogue().find(Operation::spmv, Backend::cuda, "csr_vector");
  return variant->default_configuration().dense_plan(problem);
}

}  // namespace

std::vector<Variant> cuda_fault_variants() {
  const auto fit = [](const Config& /*c*/, const SpmvProblem& /*p*/) { return Fit::yes(); };
  const auto plan = [](const Config& c, const SpmvProblem& p) -> std::unique_ptr<SpmvPlan> {
    return std::make_unique<FaultyPlan>(right_plan(p), p.a, c.fault);
  };
  VariantFacts facts;
  facts.backend = Backend::cuda;
  facts.summary = "for the fault tests";
  facts.name = "good";
  std::vector<Variant> out;
  out.push_back(make_variant<SpmvProblem>(facts, free_space<Config>(), fit, plan));
  facts.name = "faulty";
  out.push_back(make_variant<SpmvProblem>(facts, config_space, fit, plan));
  return out;
}

}  // namespace sptune::test
