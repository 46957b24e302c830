// SPDX-License-Identifier: BSD-3-Clause
#include "sptune/kernels/cuda/check.hpp"
#include "sptune/kernels/cuda/device.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <vector>

static_assert(__cplusplus >= 202002L,
              "CUDA sources need -std=c++20; CMake 3.25 drops the property");

namespace sptune::cuda {
namespace {

std::string version_text(int v) {
  return std::to_string(v / 1000) + "." + std::to_string(v % 1000 / 10);
}

Result<DeviceInfo> find_device() {
  int count = 0;
  if (const cudaError_t status = cudaGetDeviceCount(&count); status != cudaSuccess || count == 0) {
    (void)cudaGetLastError();
    return Result<DeviceInfo>::failure(
        std::string("no CUDA device: ") +
        (status == cudaSuccess ? "none is installed" : cudaGetErrorString(status)));
  }
  cudaDeviceProp p{};
  SPTUNE_CUDA(cudaGetDeviceProperties(&p, 0));
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
  info.driver = version_text(driver);
  info.runtime = version_text(runtime);
  return {info};
}

cudaStream_t native(Stream stream) {
  return static_cast<cudaStream_t>(stream.handle);
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
  static const Result<DeviceInfo> info = find_device();
  return info;
}

namespace {

/// Keeps memory between uses; what is beyond goes back to the device when it is given back.
cudaMemPool_t pool() {
  constexpr std::uint64_t kept = std::uint64_t{1} << 30;
  static const cudaMemPool_t one = [] {
    cudaMemPool_t made = nullptr;
    SPTUNE_CUDA(cudaDeviceGetDefaultMemPool(&made, 0));
    std::uint64_t threshold = kept;
    SPTUNE_CUDA(cudaMemPoolSetAttribute(made, cudaMemPoolAttrReleaseThreshold, &threshold));
    return made;
  }();
  return one;
}

}  // namespace

std::int64_t free_memory() {
  std::size_t free_bytes = 0;
  std::size_t total = 0;
  SPTUNE_CUDA(cudaMemGetInfo(&free_bytes, &total));
  std::uint64_t held = 0;
  std::uint64_t used = 0;
  SPTUNE_CUDA(cudaMemPoolGetAttribute(pool(), cudaMemPoolAttrReservedMemCurrent, &held));
  SPTUNE_CUDA(cudaMemPoolGetAttribute(pool(), cudaMemPoolAttrUsedMemCurrent, &used));
  return static_cast<std::int64_t>(free_bytes + held - used);
}

void* allocate_scratch(std::size_t bytes) {
  void* pointer = nullptr;
  SPTUNE_CUDA(cudaMallocFromPoolAsync(&pointer, bytes, pool(), nullptr));
  return pointer;
}

void release_scratch(void* pointer) noexcept {
  if (pointer != nullptr && cudaFreeAsync(pointer, nullptr) != cudaSuccess) {
    (void)cudaGetLastError();
  }
}

void* allocate(std::size_t bytes) {
  void* const pointer = allocate_scratch(bytes);
  SPTUNE_CUDA(cudaStreamSynchronize(nullptr));  // from now on any stream may use it
  return pointer;
}

void release(void* pointer) noexcept {
  if (pointer == nullptr) return;
  // Whatever still works on it, on any stream, goes first.
  if (cudaDeviceSynchronize() != cudaSuccess) (void)cudaGetLastError();
  release_scratch(pointer);
}

void copy_to_device(void* device, const void* host, std::size_t bytes) {
  SPTUNE_CUDA(cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice));
  // From pageable memory the call returns once the data is staged; a non-blocking stream does not
  // wait for the rest by itself.
  SPTUNE_CUDA(cudaStreamSynchronize(nullptr));
}

void copy_to_host(void* host, const void* device, std::size_t bytes) {
  SPTUNE_CUDA(cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost));
}

void copy_on_device(void* to, const void* from, std::size_t bytes) {
  SPTUNE_CUDA(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToDevice));
  SPTUNE_CUDA(cudaStreamSynchronize(nullptr));  // as in copy_to_device
}

void fill_bytes(void* device, int byte, std::size_t bytes) {
  SPTUNE_CUDA(cudaMemset(device, byte, bytes));
  SPTUNE_CUDA(cudaStreamSynchronize(nullptr));  // as in copy_to_device
}

void synchronize() {
  SPTUNE_CUDA(cudaDeviceSynchronize());
  SPTUNE_CUDA(cudaGetLastError());
}

DeviceCsr::DeviceCsr(const AnyCsr& host)
    : row_offsets_(static_cast<const std::byte*>(host.row_offsets),
                   static_cast<std::size_t>((host.rows + 1) * size_of(host.offset_type))),
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
  empty_kernel<<<1, 32, 0, native(stream)>>>();
}

namespace {

/// Events, made when they are first noted.
class Events {
 public:
  ~Events() {
    for (cudaEvent_t event : events_) (void)cudaEventDestroy(event);
  }
  void note(int i, cudaStream_t stream) {
    while (static_cast<int>(events_.size()) <= i) {
      cudaEvent_t event = nullptr;
      SPTUNE_CUDA(cudaEventCreate(&event));
      events_.push_back(event);
    }
    SPTUNE_CUDA(cudaEventRecord(events_[static_cast<std::size_t>(i)], stream));
  }
  [[nodiscard]] double seconds(int from, int to) const {
    const cudaEvent_t end = events_[static_cast<std::size_t>(to)];
    SPTUNE_CUDA(cudaEventSynchronize(end));
    float milliseconds = 0;
    SPTUNE_CUDA(cudaEventElapsedTime(&milliseconds, events_[static_cast<std::size_t>(from)], end));
    return static_cast<double>(milliseconds) * 1e-3;
  }
  [[nodiscard]] bool reached(int i) const {
    const cudaError_t status = cudaEventQuery(events_[static_cast<std::size_t>(i)]);
    if (status == cudaErrorNotReady) {
      (void)cudaGetLastError();  // an answer, not an error
      return false;
    }
    SPTUNE_CUDA(status);
    return true;
  }

 private:
  std::vector<cudaEvent_t> events_;
};

}  // namespace

struct Timer::Impl {
  cudaStream_t stream = nullptr;
  Events events;
  int* flag = nullptr;  // pinned, mapped
  DeviceArray<double> flush;
};

Timer::Timer() : impl_(new Impl) {
  SPTUNE_CUDA(cudaStreamCreateWithFlags(&impl_->stream, cudaStreamNonBlocking));
  SPTUNE_CUDA(cudaHostAlloc(&impl_->flag, sizeof(int), cudaHostAllocMapped));
  stream_ = {impl_->stream};
}

Timer::~Timer() {
  (void)cudaFreeHost(impl_->flag);
  (void)cudaStreamDestroy(impl_->stream);
  delete impl_;
}

void Timer::hold() {
  std::atomic_ref<int>(*impl_->flag).store(0);
  blocking_kernel<<<1, 1, 0, impl_->stream>>>(impl_->flag);
  SPTUNE_CUDA(cudaGetLastError());
}

void Timer::mark(int i) {
  impl_->events.note(i, impl_->stream);
}

void Timer::release() {
  std::atomic_ref<int>(*impl_->flag).store(1);
}

double Timer::seconds(int from, int to) const {
  const double seconds = impl_->events.seconds(from, to);
  SPTUNE_CUDA(cudaGetLastError());
  return seconds;
}

bool Timer::reached(int i) const {
  return impl_->events.reached(i);
}

void Timer::flush_cache() {
  if (impl_->flush.size() == 0) {
    const std::int64_t bytes = std::max<std::int64_t>(2 * device_info().value().l2_bytes, 1 << 20);
    impl_->flush = DeviceArray<double>(static_cast<std::size_t>(bytes) / sizeof(double));
    fill_bytes(impl_->flush.data(), 0, impl_->flush.size() * sizeof(double));
  }
  flush_kernel<<<1056, 256, 0, impl_->stream>>>(impl_->flush.data(), impl_->flush.size());
  SPTUNE_CUDA(cudaGetLastError());
}

struct Marks::Impl {
  Events events;
};

Marks::Marks() : impl_(new Impl) {}

Marks::~Marks() {
  delete impl_;
}

void Marks::set(int mark, Stream stream) {
  impl_->events.note(mark, native(stream));
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

Graph::~Graph() {
  if (executable_ != nullptr) (void)cudaGraphExecDestroy(static_cast<cudaGraphExec_t>(executable_));
}

void Graph::launch() {
  SPTUNE_CUDA(cudaGraphLaunch(static_cast<cudaGraphExec_t>(executable_), native(stream_)));
}

}  // namespace sptune::cuda
