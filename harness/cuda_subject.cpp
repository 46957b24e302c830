// SPDX-License-Identifier: BSD-3-Clause
#include "sptune/harness/cuda_subject.hpp"

#include "sptune/harness/clock.hpp"
#include "sptune/harness/spmv_subject.hpp"

#include <algorithm>

namespace sptune::harness {
namespace {

/// Launches that fit the queue behind the blocking kernel, whatever a plan launches per run.
constexpr int most_runs_per_batch = 100;

/// Bytes of the device left alone for contexts and libraries.
constexpr std::int64_t device_reserve = std::int64_t{512} << 20;

/// Times `runs` calls of `enqueue`, in batches.
template <class F>
PhaseTimes time_batches(cuda::Timer& timer, int runs, F&& enqueue) {
  double sum = 0;
  for (int done = 0; done < runs;) {
    const int batch = std::min(runs - done, most_runs_per_batch);
    timer.begin();
    for (int i = 0; i < batch; ++i) enqueue();
    sum += timer.end_seconds();
    done += batch;
  }
  return {.total = sum / runs};
}

const DeviceData& on_device(const ProblemData& data) {
  if (!cuda::device_info()) throw DeviceError(cuda::device_info().error());
  if (data.device == nullptr) data.device = std::make_shared<DeviceData>(data);
  return *data.device;
}

class CudaSpmvSubject final : public SpmvSubject {
 public:
  CudaSpmvSubject(const Variant& variant, const Configuration& configuration,
                  const ProblemData& data, const Resources& resources)
      : SpmvSubject(data),
        device_(on_device(data)),
        device_y_(static_cast<std::size_t>(y_.bytes() + 2 * GuardedVector::guard_bytes)) {
    const SpmvProblem problem = spmv_problem(data, Backend::cuda, resources);
    cuda::synchronize();
    const double begin = now_s();
    plan_ = variant.plan_spmv(configuration, problem);
    cuda::synchronize();
    prepare_s_ = now_s() - begin;
  }

  PhaseTimes time(int runs) override {
    return time_batches(timer_, runs, [&] { enqueue(1, 0); });
  }

  bool flush_own_cache() override {
    timer_.flush_cache();
    return true;
  }

 private:
  void enqueue(double alpha, double beta) {
    plan_->run(alpha, device_.x.data(), beta, device_y_.data() + GuardedVector::guard_bytes,
               timer_.stream());
  }

  void run(double alpha, double beta) override {
    cuda::copy_to_device(device_y_.data(), y_.guarded(), device_y_.size());
    enqueue(alpha, beta);
    cuda::synchronize();
    cuda::copy_to_host(y_.guarded(), device_y_.data(), device_y_.size());
  }

  const DeviceData& device_;
  cuda::DeviceArray<std::byte> device_y_;
  cuda::Timer timer_;
};

class EmptyCudaSubject final : public Subject {
 public:
  void first_run() override {}
  Verification verify() override { return so_far_right(); }
  PhaseTimes time(int runs) override {
    return time_batches(timer_, runs, [&] { cuda::launch_empty(timer_.stream()); });
  }
  bool flush_own_cache() override {
    timer_.flush_cache();
    return true;
  }
  void describe(Trial& /*trial*/) const override {}

 private:
  cuda::Timer timer_;
};

}  // namespace

DeviceData::DeviceData(const ProblemData& data)
    : a(data.a->view()),
      x(static_cast<const std::byte*>(data.x->data()), static_cast<std::size_t>(data.x->bytes())) {}

SpmvProblem spmv_problem(const ProblemData& data, Backend backend, const Resources& resources) {
  if (backend == Backend::cpu) return {data.a->view(), resources};
  const AnyCsr a = on_device(data).a.view();
  return {a, {resources.threads, std::max<std::int64_t>(cuda::free_memory() - device_reserve, 0)}};
}

std::unique_ptr<Subject> prepare_cuda_subject(const Variant& variant,
                                              const Configuration& configuration,
                                              const ProblemData& data, const Resources& resources) {
  if (variant.operation != Operation::spmv) {
    throw UsageError("the CUDA backend has no spgemm variant that can be measured");
  }
  return std::make_unique<CudaSpmvSubject>(variant, configuration, data, resources);
}

std::unique_ptr<Subject> empty_cuda_subject() {
  return std::make_unique<EmptyCudaSubject>();
}

}  // namespace sptune::harness
