// SPDX-License-Identifier: BSD-3-Clause
// Where sptune has begun a product that it cannot end, cuSPARSE does all of it: what it has missed
// runs now, with the arguments of the call that finds it out. Where that one has no scalars, those
// that were read before serve, since nobody knows how long they stay where they were.
#include "dropin/spgemm_flow.hpp"
#include "kernels/cuda/handles.hpp"

#include <array>

namespace sptune::dropin {
namespace {

/// cuSPARSE's calls for a product, with everything but buffers filled in.
class Rerun {
 public:
  Rerun(SpgemmWork& work, cusparseSpGEMMDescr_t descriptor, const Product* call)
      : real_(answers().real),
        work_(work),
        p_(call == nullptr ? work.asked : *call),
        descriptor_(descriptor),
        f32_{static_cast<float>(work.alpha), 0.0F},
        f64_{work.alpha, 0.0} {
    if (call != nullptr) return;
    const bool narrow = p_.compute_type == CUDA_R_32F;
    p_.alpha = narrow ? static_cast<const void*>(f32_.data()) : f64_.data();
    p_.beta = narrow ? static_cast<const void*>(&f32_[1]) : &f64_[1];
  }
  Rerun(const Rerun&) = delete;
  Rerun& operator=(const Rerun&) = delete;

  [[nodiscard]] cusparseStatus_t run(Until until) {
    cusparseStatus_t status = estimate();
    if (work_.reuse) {
      if (status == CUSPARSE_STATUS_SUCCESS && until >= Until::counted) status = count();
      if (status == CUSPARSE_STATUS_SUCCESS && until == Until::computed) status = copy_pattern();
    } else if (status == CUSPARSE_STATUS_SUCCESS && until >= Until::counted) {
      status = compute();
    }
    return status;
  }
  [[nodiscard]] cusparseStatus_t compute() {
    std::size_t bytes = 0;
    const auto call = [&](void* buffer) {
      return real_.SpGEMM_compute(p_.handle, p_.left, p_.right, p_.alpha, p_.a, p_.b, p_.beta, p_.c,
                                  p_.compute_type, p_.algorithm, descriptor_, &bytes, buffer);
    };
    const cusparseStatus_t status = call(nullptr);
    return status == CUSPARSE_STATUS_SUCCESS ? call(work_.late.take(2, bytes)) : status;
  }

 private:
  cusparseStatus_t estimate_with(std::size_t* bytes, void* buffer) {
    if (work_.reuse) {
      return real_.SpGEMMreuse_workEstimation(p_.handle, p_.left, p_.right, p_.a, p_.b, p_.c,
                                              p_.algorithm, descriptor_, bytes, buffer);
    }
    return real_.SpGEMM_workEstimation(p_.handle, p_.left, p_.right, p_.alpha, p_.a, p_.b, p_.beta,
                                       p_.c, p_.compute_type, p_.algorithm, descriptor_, bytes,
                                       buffer);
  }
  cusparseStatus_t estimate() {
    if (work_.stage == Stage::estimated) {  // the caller's buffer is there
      std::size_t bytes = work_.first_bytes;
      return estimate_with(&bytes, work_.first_buffer);
    }
    std::size_t bytes = 0;
    const cusparseStatus_t status = estimate_with(&bytes, nullptr);
    if (status != CUSPARSE_STATUS_SUCCESS) return status;
    return estimate_with(&bytes, work_.late.take(1, bytes));
  }
  cusparseStatus_t count() {
    std::array<std::size_t, 3> bytes{};
    const auto call = [&](void* x, void* y, void* z) {
      return real_.SpGEMMreuse_nnz(p_.handle, p_.left, p_.right, p_.a, p_.b, p_.c, p_.algorithm,
                                   descriptor_, &bytes[0], x, &bytes[1], y, &bytes[2], z);
    };
    const cusparseStatus_t status = call(nullptr, nullptr, nullptr);
    if (status != CUSPARSE_STATUS_SUCCESS) return status;
    void* const x = work_.late.take(2, bytes[0]);
    void* const y = work_.late.take(3, bytes[1]);
    void* const z = work_.late.take(4, bytes[2]);
    return call(x, y, z);
  }
  cusparseStatus_t copy_pattern() {
    std::size_t bytes = 0;
    const auto call = [&](void* buffer) {
      return real_.SpGEMMreuse_copy(p_.handle, p_.left, p_.right, p_.a, p_.b, p_.c, p_.algorithm,
                                    descriptor_, &bytes, buffer);
    };
    const cusparseStatus_t status = call(nullptr);
    return status == CUSPARSE_STATUS_SUCCESS ? call(work_.late.take(5, bytes)) : status;
  }

  const Calls& real_;
  SpgemmWork& work_;
  Product p_;
  cusparseSpGEMMDescr_t descriptor_;
  std::array<float, 2> f32_{};
  std::array<double, 2> f64_{};
};

/// A handle whose stream is not being captured, while it lives; `host_scalars`: and whose scalars
/// are on the host.
class HandleForNow {
 public:
  HandleForNow(cusparseHandle_t handle, bool host_scalars) : handle_(handle) {
    const Calls& real = answers().real;
    (void)real.GetPointerMode(handle_, &mode_);
    if (host_scalars) (void)real.SetPointerMode(handle_, CUSPARSE_POINTER_MODE_HOST);
    (void)real.GetStream(handle_, &stream_);
    if (!captured(stream_)) return;
    own_ = cuda::make_stream();
    (void)real.SetStream(handle_, own_.get());
  }
  ~HandleForNow() {
    const Calls& real = answers().real;
    if (own_.get() != nullptr) {
      (void)cudaStreamSynchronize(own_.get());
      (void)real.SetStream(handle_, stream_);
    }
    (void)real.SetPointerMode(handle_, mode_);
  }
  [[nodiscard]] bool in_capture() const noexcept { return own_.get() != nullptr; }
  HandleForNow(const HandleForNow&) = delete;
  HandleForNow& operator=(const HandleForNow&) = delete;

 private:
  cusparseHandle_t handle_;
  cusparsePointerMode_t mode_ = CUSPARSE_POINTER_MODE_HOST;
  cudaStream_t stream_ = nullptr;
  cuda::OwnedStream own_;
};

/// `calls` of cuSPARSE, which take a Rerun; once more without what plans keep, where memory is
/// missing.
template <class Body>
cusparseStatus_t run_late(SpgemmWork& work, cusparseSpGEMMDescr_t descriptor, const Product* call,
                          const Body& calls) noexcept {
  try {
    const cuda::RelaxedCapture relaxed;
    const HandleForNow handle(call == nullptr ? work.asked.handle : call->handle, call == nullptr);
    // Memory is given back by waiting for the device, which ends a capture: then the plan goes with
    // the descriptor, or with its next product.
    if (!handle.in_capture()) work.let_go();
    Rerun rerun(work, descriptor, call);
    try {
      return calls(rerun);
    } catch (const std::bad_alloc&) {
      if (handle.in_capture() || !answers().works.drop_kept()) throw;
      return calls(rerun);
    }
  } catch (const std::bad_alloc&) {
    return CUSPARSE_STATUS_INSUFFICIENT_RESOURCES;
  } catch (...) {  // the device has failed
    return CUSPARSE_STATUS_EXECUTION_FAILED;
  }
}

}  // namespace

cusparseStatus_t hand_over(SpgemmWork& work, cusparseSpGEMMDescr_t descriptor, Until until,
                           const Product* call) noexcept {
  if (work.stage == Stage::cusparse) return CUSPARSE_STATUS_SUCCESS;
  const cusparseStatus_t status =
      run_late(work, descriptor, call, [&](Rerun& rerun) { return rerun.run(until); });
  work.stage = Stage::cusparse;
  return status;
}

cusparseStatus_t compute_late(SpgemmWork& work, cusparseSpGEMMDescr_t descriptor,
                              const Product& call) noexcept {
  return run_late(work, descriptor, &call, [](Rerun& rerun) { return rerun.compute(); });
}

}  // namespace sptune::dropin
