// SPDX-License-Identifier: BSD-3-Clause
#include "sptune/harness/cuda_subject.hpp"

#include "sptune/harness/clock.hpp"
#include "sptune/harness/spgemm_subject.hpp"
#include "sptune/harness/spmv_subject.hpp"

#include <algorithm>
#include <vector>

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

/// Phases by events that hold nothing back: a plan waits for the device between them, as it does in
/// use, and what the host takes to go on counts.
class CudaSpgemmSubject final : public SpgemmSubject {
 public:
  CudaSpgemmSubject(const Variant& variant, const Configuration& configuration,
                    const ProblemData& data, const Resources& resources)
      : SpgemmSubject(data) {
    const SpgemmProblem problem = spgemm_problem(data, Backend::cuda, resources);
    cuda::synchronize();
    const double begin = now_s();
    plan_ = variant.plan_spgemm(configuration, problem);
    cuda::synchronize();
    prepare_s_ = now_s() - begin;
  }

  PhaseTimes time(int runs) override {
    PhaseTimes sum;
    for (int i = 0; i < runs; ++i) {
      marks_.set(0, stream());
      plan_->symbolic(stream());
      marks_.set(1, stream());
      plan_->allocate(stream());
      marks_.set(2, stream());
      plan_->numeric(stream());
      marks_.set(3, stream());
      sum.total += marks_.seconds(0, 3);
      sum.symbolic += marks_.seconds(0, 1);
      sum.allocate += marks_.seconds(1, 2);
      sum.numeric += marks_.seconds(2, 3);
    }
    return {sum.symbolic / runs, sum.allocate / runs, sum.numeric / runs, sum.total / runs};
  }

  bool flush_own_cache() override {
    timer_.flush_cache();
    return true;
  }

 private:
  [[nodiscard]] Stream stream() const override { return timer_.stream(); }

  [[nodiscard]] AnyCsr product_on_host() override {
    cuda::synchronize();
    AnyCsr c = plan_->result();
    row_offsets_.resize(static_cast<std::size_t>((c.rows + 1) * size_of(c.offset_type)));
    columns_.resize(static_cast<std::size_t>(c.nnz));
    values_.resize(static_cast<std::size_t>(c.nnz * size_of(c.value_type)));
    cuda::copy_to_host(row_offsets_.data(), c.row_offsets, row_offsets_.size());
    if (c.nnz > 0) {
      cuda::copy_to_host(columns_.data(), c.col_indices, columns_.size() * sizeof(Index));
      cuda::copy_to_host(values_.data(), c.values, values_.size());
    }
    c.space = MemorySpace::host;
    c.row_offsets = row_offsets_.data();
    c.col_indices = columns_.data();
    c.values = values_.data();
    return c;
  }

  cuda::Timer timer_;
  cuda::Marks marks_{4};
  std::vector<std::byte> row_offsets_;
  std::vector<Index> columns_;
  std::vector<std::byte> values_;
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

DeviceData::DeviceData(const ProblemData& data) : a(data.a->view()) {
  if (data.b != nullptr && data.b != data.a) b.emplace(data.b->view());
  if (data.x == nullptr) return;
  x = cuda::DeviceArray<std::byte>(static_cast<const std::byte*>(data.x->data()),
                                   static_cast<std::size_t>(data.x->bytes()));
}

namespace {
Resources device_resources(const Resources& host) {
  return {host.threads, std::max<std::int64_t>(cuda::free_memory() - device_reserve, 0)};
}
}  // namespace

SpmvProblem spmv_problem(const ProblemData& data, Backend backend, const Resources& resources) {
  if (backend == Backend::cpu) return {data.a->view(), resources};
  const AnyCsr a = on_device(data).a.view();
  return {a, device_resources(resources)};
}

SpgemmProblem spgemm_problem(const ProblemData& data, Backend backend, const Resources& resources) {
  if (backend == Backend::cpu) return {data.a->view(), data.b->view(), resources, data.products};
  const DeviceData& device = on_device(data);
  const AnyCsr a = device.a.view();
  return {a, device.b ? device.b->view() : a, device_resources(resources), data.products};
}

std::unique_ptr<Subject> prepare_cuda_subject(const Variant& variant,
                                              const Configuration& configuration,
                                              const ProblemData& data, const Resources& resources) {
  if (variant.operation == Operation::spgemm) {
    return std::make_unique<CudaSpgemmSubject>(variant, configuration, data, resources);
  }
  return std::make_unique<CudaSpmvSubject>(variant, configuration, data, resources);
}

std::unique_ptr<Subject> empty_cuda_subject() {
  return std::make_unique<EmptyCudaSubject>();
}

}  // namespace sptune::harness
