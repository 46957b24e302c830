// SPDX-License-Identifier: BSD-3-Clause
// Where sptune has begun a product that it cannot end, cuSPARSE does all of it: what it has missed
// runs now. Scalars are the caller's of the last call, as numbers, since nobody knows how long they
// stay where they were.
#include "dropin/spgemm_flow.hpp"
#include "kernels/cuda/handles.hpp"

#include <array>

namespace sptune::dropin {
namespace {

/// cuSPARSE's calls for a product, with everything but buffers filled in.
class Rerun {
 public:
  Rerun(SpgemmWork& work, cusparseSpGEMMDescr_t descriptor)
      : real_(answers().real), work_(work), p_(work.asked), descriptor_(descriptor) {
    if (data_type_of(work.a.value_type) == CUDA_R_32F) {
      f32_ = {static_cast<float>(work.alpha), 0.0F};
    }
    f64_ = {work.alpha, 0.0};
  }

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

 private:
  [[nodiscard]] const void* scalar_at(std::size_t i) const {
    if (work_.a.value_type == ValueType::f32) return &f32_[i];
    return &f64_[i];
  }
  cusparseStatus_t estimate_with(std::size_t* bytes, void* buffer) {
    if (work_.reuse) {
      return real_.SpGEMMreuse_workEstimation(p_.handle, p_.left, p_.right, p_.a, p_.b, p_.c,
                                              p_.algorithm, descriptor_, bytes, buffer);
    }
    return real_.SpGEMM_workEstimation(p_.handle, p_.left, p_.right, scalar_at(0), p_.a, p_.b,
                                       scalar_at(1), p_.c, data_type_of(work_.a.value_type),
                                       p_.algorithm, descriptor_, bytes, buffer);
  }
  cusparseStatus_t estimate() {
    if (work_.stage == Stage::estimated) {  // the caller's buffer is there
      std::size_t bytes = work_.first_bytes;
      return estimate_with(&bytes, work_.first_buffer);
    }
    std::size_t bytes = 0;
    const cusparseStatus_t status = estimate_with(&bytes, nullptr);
    if (status != CUSPARSE_STATUS_SUCCESS) return status;
    return estimate_with(&bytes, work_.late.take(bytes));
  }
  cusparseStatus_t compute() {
    std::size_t bytes = 0;
    const auto call = [&](void* buffer) {
      return real_.SpGEMM_compute(p_.handle, p_.left, p_.right, scalar_at(0), p_.a, p_.b,
                                  scalar_at(1), p_.c, data_type_of(work_.a.value_type),
                                  p_.algorithm, descriptor_, &bytes, buffer);
    };
    const cusparseStatus_t status = call(nullptr);
    return status == CUSPARSE_STATUS_SUCCESS ? call(work_.late.take(bytes)) : status;
  }
  cusparseStatus_t count() {
    std::array<std::size_t, 3> bytes{};
    const auto call = [&](void* x, void* y, void* z) {
      return real_.SpGEMMreuse_nnz(p_.handle, p_.left, p_.right, p_.a, p_.b, p_.c, p_.algorithm,
                                   descriptor_, &bytes[0], x, &bytes[1], y, &bytes[2], z);
    };
    const cusparseStatus_t status = call(nullptr, nullptr, nullptr);
    if (status != CUSPARSE_STATUS_SUCCESS) return status;
    void* const x = work_.late.take(bytes[0]);
    void* const y = work_.late.take(bytes[1]);
    void* const z = work_.late.take(bytes[2]);
    return call(x, y, z);
  }
  cusparseStatus_t copy_pattern() {
    std::size_t bytes = 0;
    const auto call = [&](void* buffer) {
      return real_.SpGEMMreuse_copy(p_.handle, p_.left, p_.right, p_.a, p_.b, p_.c, p_.algorithm,
                                    descriptor_, &bytes, buffer);
    };
    const cusparseStatus_t status = call(nullptr);
    return status == CUSPARSE_STATUS_SUCCESS ? call(work_.late.take(bytes)) : status;
  }

  const Calls& real_;
  SpgemmWork& work_;
  Product p_;
  cusparseSpGEMMDescr_t descriptor_;
  std::array<float, 2> f32_{};
  std::array<double, 2> f64_{};
};

/// A handle whose scalars are on the host and whose stream is not being captured, while it lives.
class HandleForNow {
 public:
  explicit HandleForNow(cusparseHandle_t handle) : handle_(handle) {
    const Calls& real = answers().real;
    (void)real.GetPointerMode(handle_, &mode_);
    (void)real.SetPointerMode(handle_, CUSPARSE_POINTER_MODE_HOST);
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
  HandleForNow(const HandleForNow&) = delete;
  HandleForNow& operator=(const HandleForNow&) = delete;

 private:
  cusparseHandle_t handle_;
  cusparsePointerMode_t mode_ = CUSPARSE_POINTER_MODE_HOST;
  cudaStream_t stream_ = nullptr;
  cuda::OwnedStream own_;
};

}  // namespace

cusparseStatus_t hand_over(SpgemmWork& work, cusparseSpGEMMDescr_t descriptor,
                           Until until) noexcept {
  if (work.stage == Stage::cusparse) return CUSPARSE_STATUS_SUCCESS;
  cusparseStatus_t status = CUSPARSE_STATUS_EXECUTION_FAILED;
  try {
    const cuda::RelaxedCapture relaxed;
    const HandleForNow handle(work.asked.handle);
    status = Rerun(work, descriptor).run(until);
  } catch (const std::bad_alloc&) {
    status = CUSPARSE_STATUS_INSUFFICIENT_RESOURCES;
  } catch (...) {  // the device has failed
  }
  work.let_go();
  work.stage = Stage::cusparse;
  return status;
}

}  // namespace sptune::dropin
