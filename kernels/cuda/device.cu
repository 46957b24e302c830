// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/cuda/check.hpp"
#include "kernels/cuda/handles.hpp"
#include "kernels/cuda/launch.cuh"
#include "kernels/cuda/memory_pool.hpp"
#include "kernels/cuda/per_device.hpp"
#include "sptune/device.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>
#include <utility>
#include <vector>

static_assert(__cplusplus >= 202002L,
              "CUDA sources need -std=c++20; CMake 3.25 drops the property");

namespace sptune::cuda {
namespace {

std::string version_text(int v) {
  return std::to_string(v / 1000) + "." + std::to_string(v % 1000 / 10);
}

/// Empty, or why there is no device at all.
std::string find_none() {
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  if (status == cudaSuccess && count > 0) return {};
  (void)cudaGetLastError();
  return std::string("no CUDA device: ") +
         (status == cudaSuccess ? "none is installed" : cudaGetErrorString(status));
}

Result<DeviceInfo> query_device(int device) {
  cudaDeviceProp p{};
  SPTUNE_CUDA(cudaGetDeviceProperties(&p, device));
  int driver = 0;
  int runtime = 0;
  SPTUNE_CUDA(cudaDriverGetVersion(&driver));
  SPTUNE_CUDA(cudaRuntimeGetVersion(&runtime));
  DeviceInfo info;
  info.name = p.name;
  info.sm_count = p.multiProcessorCount;
  info.compute_major = p.major;
  info.compute_minor = p.minor;
  info.l2_bytes = p.l2CacheSize;
  info.memory_bytes = static_cast<std::int64_t>(p.totalGlobalMem);
  info.shared_per_block_bytes = static_cast<std::int64_t>(p.sharedMemPerBlockOptin);
  info.shared_per_sm_bytes = static_cast<std::int64_t>(p.sharedMemPerMultiprocessor);
  info.driver = version_text(driver);
  info.runtime = version_text(runtime);
  return {info};
}

__global__ void empty_kernel() {}

/// Spins until the host raises the flag, at most about two seconds: a host that failed between
/// begin and end must not hang the device.
__global__ void blocking_kernel(const volatile int* flag) {
  const long long begin = clock64();
  while (*flag == 0 && clock64() - begin < 4'000'000'000LL) {
  }
}

/// Reads all of it. It does not write: lines that were written stay in the cache until others take
/// their place, and it is the next kernel that would wait for them to go to memory.
__global__ void flush_kernel(double* data, std::size_t n) {
  double sum = 0;
  for (std::size_t i = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x; i < n;
       i += static_cast<std::size_t>(gridDim.x) * blockDim.x) {
    sum += data[i];
  }
  if (sum != 0) data[0] = sum;  // never: all are 0, which the compiler cannot know
}

}  // namespace

const Result<DeviceInfo>& device_info() {
  static const std::string none = find_none();
  if (!none.empty()) {
    static const auto failure = Result<DeviceInfo>::failure(none);
    return failure;
  }
  static auto* const devices = new PerDevice<Result<DeviceInfo>>;  // references are kept to the end
  return devices->get(query_device);
}

/// Of one device, to the end of the process: arrays that static objects hold go back to it.
struct DeviceMemory {
  cudaMemPool_t pool;
  cudaStream_t stream;  ///< for what must be done at once, whatever else goes on
  // By one thread at a time:
  int uses = 0;                  ///< that keep what is given back
  std::uint64_t kept = 0;        ///< … of so much, all together
  std::vector<void*> held = {};  ///< that nobody has, but somebody's work may still use
};

namespace {

using OwnedPool = Handle<cudaMemPool_t, cudaMemPoolDestroy>;

/// Of memory that nobody uses, beside what plans keep: what is beyond goes back to the device.
constexpr std::uint64_t kept_unused = std::uint64_t{1} << 30;

cudaError_t set_threshold(cudaMemPool_t pool, std::uint64_t bytes) {
  return cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &bytes);
}

DeviceMemory make_memory(int device) {
  cudaMemPoolProps properties{};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location = {cudaMemLocationTypeDevice, device};
  OwnedPool pool;
  SPTUNE_CUDA(cudaMemPoolCreate(pool.out(), &properties));
  SPTUNE_CUDA(set_threshold(pool.get(), kept_unused));
  OwnedStream stream = make_stream();
  return {pool.release(), stream.release()};
}

DeviceMemory& memory() {
  static auto* const all = new PerDevice<DeviceMemory>;
  return all->get([](int device) {
    const RelaxedCapture relaxed;
    return make_memory(device);
  });
}

/// What nobody uses is memory, too, however it lies: free_memory() has counted it. It can be given
/// back once the host has seen that whoever had it is done.
void* allocate_from(cudaMemPool_t pool, std::size_t bytes, cudaStream_t stream,
                    bool caller_captures = false) {
  const RelaxedCapture relaxed;
  void* pointer = nullptr;
  const auto get = [&] { return cudaMallocFromPoolAsync(&pointer, bytes, pool, stream); };
  cudaError_t got = get();
  // The host may have seen so already. To wait for the device comes last, as that breaks whatever
  // another thread captures.
  for (const bool waits : {false, true}) {
    if (got != cudaErrorMemoryAllocation || capture_of(stream) != 0) break;
    if (waits && caller_captures) break;
    if (waits) (void)cudaDeviceSynchronize();
    (void)cudaMemPoolTrimTo(pool, 0);
    (void)cudaGetLastError();
    got = get();
  }
  check(got, "cudaMallocFromPoolAsync");
  return pointer;
}

std::mutex& counting_memory() {
  static auto* const busy = new std::mutex;
  return *busy;
}

/// Gives what nobody uses back to the device, but for a gigabyte and what plans keep. While there
/// are such plans the pool does not do so by itself.
void trim(const DeviceMemory& own) {
  std::uint64_t got = 0;
  std::uint64_t used = 0;
  (void)cudaMemPoolGetAttribute(own.pool, cudaMemPoolAttrReservedMemCurrent, &got);
  (void)cudaMemPoolGetAttribute(own.pool, cudaMemPoolAttrUsedMemCurrent, &used);
  const std::uint64_t most = used + kept_unused + own.kept;
  if (got > most) (void)cudaMemPoolTrimTo(own.pool, most);
  (void)cudaGetLastError();
}

}  // namespace

PoolUse::PoolUse() : memory_(memory()) {
  const RelaxedCapture relaxed;
  const std::lock_guard lock(counting_memory());
  if (memory_.uses == 0) {
    SPTUNE_CUDA(set_threshold(memory_.pool, std::numeric_limits<std::uint64_t>::max()));
  }
  ++memory_.uses;
}

PoolUse::~PoolUse() {
  const RelaxedCapture relaxed;
  const std::lock_guard lock(counting_memory());
  memory_.kept -= kept_;
  if (--memory_.uses == 0) (void)set_threshold(memory_.pool, kept_unused);
  trim(memory_);
}

void PoolUse::keep(std::uint64_t bytes) {
  if (bytes <= kept_) return;
  const std::lock_guard lock(counting_memory());
  memory_.kept += bytes - kept_;
  kept_ = bytes;
}

void* PoolUse::allocate(std::size_t bytes, cudaStream_t stream) const {
  return allocate_from(memory_.pool, bytes, stream);
}

std::int64_t free_memory() {
  const RelaxedCapture relaxed;
  std::size_t free_bytes = 0;
  std::size_t total = 0;
  SPTUNE_CUDA(cudaMemGetInfo(&free_bytes, &total));
  std::uint64_t held = 0;
  std::uint64_t used = 0;
  SPTUNE_CUDA(cudaMemPoolGetAttribute(memory().pool, cudaMemPoolAttrReservedMemCurrent, &held));
  SPTUNE_CUDA(cudaMemPoolGetAttribute(memory().pool, cudaMemPoolAttrUsedMemCurrent, &used));
  return static_cast<std::int64_t>(free_bytes + held - used);
}

void* allocate_scratch(std::size_t bytes, Stream stream) {
  return allocate_from(memory().pool, bytes, native(stream));
}

void release_scratch(void* pointer) noexcept {
  if (pointer == nullptr) return;
  const RelaxedCapture relaxed;
  if (cudaFreeAsync(pointer, nullptr) != cudaSuccess) {
    (void)cudaGetLastError();
  }
}

namespace {

/// Memory that any stream may use on return; `prepare` may enqueue work on it.
template <class F>
void* allocate_now(std::size_t bytes, F&& prepare, bool caller_captures = false) {
  const DeviceMemory& own = memory();
  Handle<void*, release_scratch> made;
  *made.out() = allocate_from(own.pool, bytes, own.stream, caller_captures);
  prepare(made.get(), own.stream);
  wait_for(own.stream);
  return made.release();
}

}  // namespace

void* allocate(std::size_t bytes) {
  return allocate_now(bytes, [](void*, cudaStream_t) {});
}

namespace {

void* allocate_zeros(std::size_t bytes, bool caller_captures) {
  return allocate_now(
      bytes,
      [&](void* pointer, cudaStream_t stream) {
        SPTUNE_CUDA(cudaMemsetAsync(pointer, 0, bytes, stream));
      },
      caller_captures);
}

}  // namespace

void* allocate_zeroed(std::size_t bytes) {
  return allocate_zeros(bytes, false);
}

void* allocate_zeroed_in_capture(std::size_t bytes) {
  return allocate_zeros(bytes, true);
}

namespace {

/// Whatever still works on it, on any stream, goes first. While a stream is captured nobody can
/// wait for that: then it is held until the next one is released.
void release_when_done(DeviceMemory& own, void* pointer) {
  std::vector<void*> released{pointer};
  {
    const std::lock_guard lock(counting_memory());
    released.insert(released.end(), own.held.begin(), own.held.end());
    own.held.clear();
  }
  const bool done = cudaDeviceSynchronize() == cudaSuccess;
  if (done) {
    for (void* const each : released) release_scratch(each);
    (void)cudaStreamSynchronize(nullptr);
  }
  (void)cudaGetLastError();
  const std::lock_guard lock(counting_memory());
  if (!done) own.held.insert(own.held.end(), released.begin(), released.end());
  if (own.uses > 0) trim(own);
}

}  // namespace

void release(void* pointer) noexcept {
  if (pointer == nullptr) return;
  try {
    release_when_done(memory(), pointer);
  } catch (...) {  // the process ends
    release_scratch(pointer);
  }
}

void copy_to_device(void* device, const void* host, std::size_t bytes) {
  const RelaxedCapture relaxed;
  SPTUNE_CUDA(cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice));
  // From pageable memory the call returns once the data is staged; a non-blocking stream does not
  // wait for the rest by itself.
  wait_for(nullptr);
}

void copy_to_host(void* host, const void* device, std::size_t bytes) {
  const RelaxedCapture relaxed;
  SPTUNE_CUDA(cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost));
}

void copy_on_device(void* to, const void* from, std::size_t bytes) {
  const RelaxedCapture relaxed;
  SPTUNE_CUDA(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToDevice));
  wait_for(nullptr);  // as in copy_to_device
}

void fill_bytes(void* device, int byte, std::size_t bytes) {
  const RelaxedCapture relaxed;
  SPTUNE_CUDA(cudaMemset(device, byte, bytes));
  wait_for(nullptr);  // as in copy_to_device
}

void default_stream_follows(Stream stream) {
  const cudaStream_t leader = native(stream);
  if (leader == nullptr) return;
  if (capture_of(leader) != 0) {
    throw UsageError("Options::stream is being captured: nothing can be chosen or planned on it");
  }
  // A thread's own, which is cheaper than a new one; it may be recorded again at once.
  thread_local PerDevice<OwnedEvent> events;
  const cudaEvent_t reached =
      events.get([](int) { return make_event(cudaEventDisableTiming); }).get();
  SPTUNE_CUDA(cudaEventRecord(reached, leader));
  SPTUNE_CUDA(cudaStreamWaitEvent(nullptr, reached));
}

void synchronize() {
  SPTUNE_CUDA(cudaDeviceSynchronize());
}

namespace {

/// A matrix without rows may have none; on the device there is the one that ends them.
[[nodiscard]] DeviceArray<std::byte> offsets_of(const AnyCsr& host) {
  const auto size = static_cast<std::size_t>(size_of(host.offset_type));
  if (host.rows == 0 && host.row_offsets == nullptr) return DeviceArray<std::byte>::zeroed(size);
  return {static_cast<const std::byte*>(host.row_offsets),
          static_cast<std::size_t>(host.rows + 1) * size};
}

}  // namespace

DeviceCsr::DeviceCsr(const AnyCsr& host)
    : row_offsets_(offsets_of(host)),
      col_indices_(host.col_indices, static_cast<std::size_t>(host.nnz)),
      values_(static_cast<const std::byte*>(host.values),
              static_cast<std::size_t>(host.nnz * size_of(host.value_type))),
      view_(host) {
  view_.space = MemorySpace::device;
  view_.row_offsets = row_offsets_.data();
  view_.col_indices = col_indices_.data();
  view_.values = values_.data();
}

void launch_empty(Stream stream) {
  launch(empty_kernel, 1, 32, 0, native(stream));
}

namespace {

/// Events, made when they are first recorded.
class Events {
 public:
  void record(int i, cudaStream_t stream) {
    while (static_cast<int>(events_.size()) <= i) events_.push_back(make_event());
    SPTUNE_CUDA(cudaEventRecord(at(i), stream));
  }
  [[nodiscard]] double seconds(int from, int to) const {
    SPTUNE_CUDA(cudaEventSynchronize(at(to)));
    float milliseconds = 0;
    SPTUNE_CUDA(cudaEventElapsedTime(&milliseconds, at(from), at(to)));
    return static_cast<double>(milliseconds) * 1e-3;
  }
  [[nodiscard]] bool reached(int i) const {
    const cudaError_t status = cudaEventQuery(at(i));
    if (status == cudaErrorNotReady) {
      (void)cudaGetLastError();  // an answer, not an error
      return false;
    }
    SPTUNE_CUDA(status);
    return true;
  }

 private:
  [[nodiscard]] cudaEvent_t at(int i) const { return events_[static_cast<std::size_t>(i)].get(); }
  std::vector<OwnedEvent> events_;
};

}  // namespace

struct Timer::Impl {
  OwnedStream stream = make_stream();
  Events events;
  Pinned<int> flag;
  DeviceArray<double> flush;
};

Timer::Timer() : impl_(std::make_unique<Impl>()), stream_{impl_->stream.get()} {}

Timer::~Timer() = default;

void Timer::hold() {
  std::atomic_ref<int>(*impl_->flag.get()).store(0);
  launch(blocking_kernel, 1, 1, 0, impl_->stream.get(), impl_->flag.get());
}

void Timer::mark(int i) {
  impl_->events.record(i, impl_->stream.get());
}

void Timer::release() {
  std::atomic_ref<int>(*impl_->flag.get()).store(1);
}

double Timer::seconds(int from, int to) const {
  const double seconds = impl_->events.seconds(from, to);
  // Of what was timed: its kernels may have been launched without a look at the status.
  SPTUNE_CUDA(cudaGetLastError());
  return seconds;
}

bool Timer::reached(int i) const {
  return impl_->events.reached(i);
}

void Timer::flush_cache() {
  const DeviceInfo& device = device_info().value();
  if (impl_->flush.size() == 0) {
    const std::int64_t bytes = std::max<std::int64_t>(2 * device.l2_bytes, 1 << 20);
    impl_->flush = DeviceArray<double>::zeroed(static_cast<std::size_t>(bytes) / sizeof(double));
  }
  constexpr int blocks_per_sm = 8;
  launch(flush_kernel, static_cast<unsigned>(blocks_per_sm * device.sm_count), 256, 0,
         impl_->stream.get(), impl_->flush.data(), impl_->flush.size());
}

struct Marks::Impl {
  Events events;
};

Marks::Marks() : impl_(std::make_unique<Impl>()) {}

Marks::~Marks() = default;

void Marks::set(int mark, Stream stream) {
  impl_->events.record(mark, native(stream));
}

double Marks::seconds(int from, int to) const {
  return impl_->events.seconds(from, to);
}

void Graph::begin_capture() {
  SPTUNE_CUDA(cudaStreamBeginCapture(native(stream_), cudaStreamCaptureModeThreadLocal));
}

void Graph::end_capture() {
  cudaGraph_t graph = nullptr;
  SPTUNE_CUDA(cudaStreamEndCapture(native(stream_), &graph));
  cudaGraphExec_t executable = nullptr;
  const cudaError_t status = cudaGraphInstantiate(&executable, graph, 0);
  (void)cudaGraphDestroy(graph);
  SPTUNE_CUDA(status);
  executable_ = executable;
}

void Graph::drop_capture() noexcept {
  cudaGraph_t graph = nullptr;
  (void)cudaStreamEndCapture(native(stream_), &graph);
  if (graph != nullptr) (void)cudaGraphDestroy(graph);
  (void)cudaGetLastError();  // the capture is broken, which is why it is dropped
}

Graph::~Graph() {
  if (executable_ != nullptr) (void)cudaGraphExecDestroy(static_cast<cudaGraphExec_t>(executable_));
}

void Graph::launch() {
  SPTUNE_CUDA(cudaGraphLaunch(static_cast<cudaGraphExec_t>(executable_), native(stream_)));
}

}  // namespace sptune::cuda
