// SPDX-License-Identifier: BSD-3-Clause
#include "harness/cuda/target.hpp"

#include "harness/cuda/run_timer.hpp"
#include "harness/engine/dense_target.hpp"
#include "harness/engine/long_rows.hpp"
#include "harness/engine/sparse_target.hpp"
#include "kernels/api/clock.hpp"
#include "suites/io/limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace sptune::harness {
namespace {

/// Bytes of the device left alone for contexts and libraries.
constexpr std::int64_t device_reserve = std::int64_t{512} << 20;

/// Of what has to be there for any trial; a product's references may stay on the host.
std::string no_room_for(const ProblemData& data) {
  const bool dense = data.dense != nullptr;
  const std::int64_t second = data.b != nullptr && data.b != data.a ? data.b->bytes() : 0;
  return fmt::format(
      "expected {} MiB on the GPU for {}, found {} MiB free",
      (dense ? data.bytes() : data.a->bytes() + second) >> 20,
      dense ? "the matrix, the vectors and the references that results are checked against"
            : "the matrices",
      cuda::free_memory() >> 20);
}

const DeviceData& on_device(const ProblemData& data) {
  put_on_device(data);
  return *data.device;
}

/// y between two guard zones on the device; the memory goes back to the problem for the next trial.
class DeviceY {
 public:
  DeviceY(const DeviceData& home, std::int64_t bytes) : home_(home), bytes_(bytes) {
    if (!home_.idle_y.empty()) {
      memory_ = std::move(home_.idle_y.back());
      home_.idle_y.pop_back();
      return;
    }
    memory_ = cuda::DeviceArray<std::byte>(
        static_cast<std::size_t>(bytes + 2 * GuardedVector::guard_bytes));
    cuda::fill_bytes(memory_.data(), std::to_integer<int>(GuardedVector::guard_byte),
                     memory_.size());
  }
  ~DeviceY() {
    if (guards_intact()) home_.idle_y.push_back(std::move(memory_));
  }
  DeviceY(const DeviceY&) = delete;
  DeviceY& operator=(const DeviceY&) = delete;

  [[nodiscard]] std::byte* data() const noexcept {
    return memory_.data() + GuardedVector::guard_bytes;
  }
  [[nodiscard]] std::int64_t bytes() const noexcept { return bytes_; }
  /// False, too, when the device cannot be asked any more.
  [[nodiscard]] bool guards_intact() const noexcept {
    try {
      return untouched(memory_.data(), data() + bytes_, GuardedVector::guard_byte,
                       GuardedVector::guard_bytes);
    } catch (const std::exception&) {
      return false;
    }
  }

 private:
  const DeviceData& home_;
  std::int64_t bytes_;
  cuda::DeviceArray<std::byte> memory_;
};

class CudaDenseTarget final : public DenseTarget {
 public:
  CudaDenseTarget(const ResolvedConfiguration& configuration, const ProblemData& data,
                  const Problem& problem)
      : DenseTarget(data), device_(on_device(data)), y_(device_, data_.y0.bytes()) {
    cuda::synchronize();
    const double begin = now_s();
    plan_ = configuration.dense_plan(problem);
    cuda::synchronize();
    prepare_s_ = now_s() - begin;
  }

  PhaseTimes time(int runs) override { return run_timer_.one(runs); }
  [[nodiscard]] bool times_many() const noexcept override { return true; }
  std::vector<PhaseTimes> time_many(int runs, int samples, bool flushed) override {
    return run_timer_.many(runs, samples, flushed);
  }
  void launch_by_graph() override { run_timer_.use_graphs(); }

  bool flush_own_cache() override {
    timer().flush_cache();
    return true;
  }

  [[nodiscard]] bool memory_intact() const override { return y_.guards_intact(); }
  [[nodiscard]] std::string changed_input() const override { return device_.seal.broken(); }

 private:
  void enqueue(double alpha, double beta) {
    plan_->run(alpha, device_.x.data(), beta, y_.data(), timer().stream());
  }
  [[nodiscard]] std::size_t bytes() const { return static_cast<std::size_t>(y_.bytes()); }

  void poison_y() override {
    constexpr int nan_of_every_type = 0xff;
    if (bytes() > 0) cuda::fill_bytes(y_.data(), nan_of_every_type, bytes());
  }
  void start_from_y0() override {
    if (bytes() > 0) cuda::copy_on_device(y_.data(), device_.y0.data(), bytes());
  }
  void keep_y() override {
    if (device_.kept_y.size() == 0) device_.kept_y = cuda::DeviceArray<std::byte>(bytes());
    if (bytes() > 0) cuda::copy_on_device(device_.kept_y.data(), y_.data(), bytes());
  }
  [[nodiscard]] bool same_as_kept() override {
    return same_bytes(y_.data(), device_.kept_y.data(), y_.bytes());
  }
  void run(double alpha, double beta) override {
    enqueue(alpha, beta);
    cuda::synchronize();
  }
  void run_part(int part) override {
    if (x_of_part_.size() == 0) x_of_part_ = cuda::DeviceArray<std::byte>(device_.x.size());
    keep_class(device_.x, data_.long_rows, part - 1, x_of_part_);
    plan_->run(1, x_of_part_.data(), 0, y_.data(), timer().stream());
    cuda::synchronize();
  }
  void compare_with_part(int part, Verification& v) override {
    compare_long_rows(data_.long_rows, device_.long_rows, part, y_.data(), v);
  }
  void compare_with_plain(Verification& v) override {
    compare_dense(device_.a.view(), device_.plain, data_.y_shape, y_.data(), v);
    compare_with_part(0, v);
  }
  void compare_with_scaled(Verification& v) override {
    compare_dense(device_.a.view(), device_.scaled, data_.y_shape, y_.data(), v);
  }

  const DeviceData& device_;
  DeviceY y_;
  cuda::DeviceArray<std::byte> x_of_part_;
  RunTimer run_timer_{[this] { enqueue(1, 0); }};
};

/// By events that hold nothing back: a plan waits for the device between its phases, as it does in
/// use, and what the host takes to go on counts.
class CudaSparseTarget final : public SparseTarget {
 public:
  CudaSparseTarget(const ResolvedConfiguration& configuration, const ProblemData& data,
                   const Problem& problem)
      : SparseTarget(data), device_(on_device(data)) {
    cuda::synchronize();
    const double begin = now_s();
    plan_ = configuration.sparse_plan(problem);
    cuda::synchronize();
    prepare_s_ = now_s() - begin;
  }

  PhaseTimes time(int runs) override {
    if (values_alone_) {
      marks_.set(0, stream());
      for (int i = 0; i < runs; ++i) plan_->numeric(stream());
      marks_.set(1, stream());
      return {.total = marks_.seconds(0, 1) / runs};
    }
    PhaseTimes sum;
    for (int i = 0; i < runs; ++i) {
      marks_.set(0, stream());
      plan_->symbolic(stream());
      marks_.set(1, stream());
      plan_->allocate(stream());
      marks_.set(2, stream());
      plan_->complete(stream());
      marks_.set(3, stream());
      sum.total += marks_.seconds(0, 3);
      sum.symbolic += marks_.seconds(0, 1);
      sum.allocate += marks_.seconds(1, 2);
      sum.numeric += marks_.seconds(2, 3);
    }
    return {sum.symbolic / runs, sum.allocate / runs, sum.numeric / runs, sum.total / runs};
  }

  [[nodiscard]] std::string changed_input() const override { return device_.seal.broken(); }

  bool flush_own_cache() override {
    timer().flush_cache();
    return true;
  }

 private:
  [[nodiscard]] Stream stream() const override { return timer().stream(); }
  void wait() const override { cuda::synchronize(); }

  void poison_values() override {
    constexpr int nan_of_every_type = 0xff;
    cuda::synchronize();
    const AnyCsr c = plan_->result();
    // The plan's own memory, which it hands out to be read.
    if (c.nnz > 0) {
      cuda::fill_bytes(const_cast<void*>(c.values), nan_of_every_type,
                       static_cast<std::size_t>(c.nnz * size_of(c.value_type)));
    }
  }

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

  [[nodiscard]] bool right_in_place(Verification& v) override {
    cuda::synchronize();
    return device_.product && device_.product->check(plan_->result(), v);
  }
  void keep_values() override { device_.product->keep_values(plan_->result()); }
  [[nodiscard]] bool values_as_kept() override {
    return device_.product->same_values(plan_->result());
  }

  const DeviceData& device_;
  cuda::Marks marks_;
  std::vector<std::byte> row_offsets_;
  std::vector<Index> columns_;
  std::vector<std::byte> values_;
};

class EmptyCudaTarget final : public Target {
 public:
  void first_run() override {}
  Verification verify() override { return so_far_right(); }
  PhaseTimes time(int runs) override { return run_timer_.one(runs); }
  [[nodiscard]] bool times_many() const noexcept override { return true; }
  std::vector<PhaseTimes> time_many(int runs, int samples, bool flushed) override {
    return run_timer_.many(runs, samples, flushed);
  }
  void launch_by_graph() override { run_timer_.use_graphs(); }
  bool flush_own_cache() override {
    timer().flush_cache();
    return true;
  }
  void describe(Trial& /*trial*/) const override {}

 private:
  RunTimer run_timer_{[] { cuda::launch_empty(timer().stream()); }};
};

cuda::DeviceArray<std::byte> copy_of(const GuardedVector& v) {
  return {static_cast<const std::byte*>(v.data()), static_cast<std::size_t>(v.bytes())};
}

}  // namespace

DeviceData::DeviceData(const ProblemData& data) : a(data.a->view()) {
  std::vector<SealedArray> arrays = arrays_of(a.view(), "A");
  if (data.b != nullptr && data.b != data.a) {
    b.emplace(data.b->view());
    for (SealedArray& array : arrays_of(b->view(), "B")) arrays.push_back(std::move(array));
  }
  if (data.dense != nullptr) {
    x = copy_of(data.dense->x);
    y0 = copy_of(data.dense->y0);
    arrays.push_back({"x", x.data(), x.bytes()});
    arrays.push_back({"y before beta*y is added", y0.data(), y0.bytes()});
  }
  seal = Seal(std::move(arrays), device_checksum);
  if (data.dense == nullptr) {
    // Most of the device is for the plans: a larger product is checked on the host.
    const ValueType type = a.view().value_type;
    if (DeviceProduct::bytes(data.product, type) <= cuda::free_memory() / 3) {
      product.emplace(data.product, type);
    }
    return;
  }
  plain = DeviceReference(data.dense->plain);
  scaled = DeviceReference(data.dense->scaled);
  long_rows = DeviceLongRows(data.dense->long_rows);
}

void put_on_device(const ProblemData& data) {
  if (!cuda::device_info()) throw DeviceError(cuda::device_info().error());
  if (data.device != nullptr) return;
  try {
    data.device = std::make_shared<DeviceData>(data);
  } catch (const std::bad_alloc&) {
    throw suites::LimitError(no_room_for(data));
  }
}

std::unique_ptr<Problem> cuda_problem(const ProblemData& data, const Resources& resources) {
  const DeviceData& device = on_device(data);
  const std::int64_t left = std::max<std::int64_t>(cuda::free_memory() - device_reserve, 0);
  Resources granted = resources;
  granted.memory_limit = left;
  auto problem = data.with(granted);
  problem->a = device.a.view();
  if (AnyCsr* b = problem->second()) *b = device.b ? device.b->view() : device.a.view();
  return problem;
}

std::unique_ptr<Target> prepare_cuda_target(const ResolvedConfiguration& configuration,
                                            const ProblemData& data, const Problem& problem) {
  if (data.dense != nullptr) return std::make_unique<CudaDenseTarget>(configuration, data, problem);
  return std::make_unique<CudaSparseTarget>(configuration, data, problem);
}

std::unique_ptr<Target> empty_cuda_target() {
  return std::make_unique<EmptyCudaTarget>();
}

}  // namespace sptune::harness
