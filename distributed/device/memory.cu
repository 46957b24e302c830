// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/api/mix64.hpp"
#include "kernels/cuda/check.hpp"
#include "kernels/cuda/handles.hpp"

#include "distributed/device/memory.hpp"
#include <cuda_runtime_api.h>

namespace sptune::distributed {
namespace {

using cuda::native;

std::int64_t hash_of(const cudaUUID_t& uuid) {
  std::uint64_t hash = 0;
  for (const char byte : uuid.bytes) hash = mix64(hash ^ static_cast<unsigned char>(byte));
  return static_cast<std::int64_t>(hash);
}

class PinnedStage final : public Stage {
 public:
  explicit PinnedStage(std::size_t bytes) : stream_(cuda::make_stream()) {
    SPTUNE_CUDA(cudaHostAlloc(data_.out(), bytes, cudaHostAllocDefault));
  }
  [[nodiscard]] std::byte* data() noexcept override { return static_cast<std::byte*>(data_.get()); }
  void from_device(const std::byte* device, std::size_t bytes) override {
    SPTUNE_CUDA(cudaMemcpyAsync(data_.get(), device, bytes, cudaMemcpyDeviceToHost, stream_.get()));
  }
  void to_device(std::byte* device, std::size_t bytes) override {
    SPTUNE_CUDA(cudaMemcpyAsync(device, data_.get(), bytes, cudaMemcpyHostToDevice, stream_.get()));
  }
  [[nodiscard]] bool done() override {
    const cudaError_t status = cudaStreamQuery(stream_.get());
    if (status == cudaErrorNotReady) {
      (void)cudaGetLastError();  // an answer, not an error
      return false;
    }
    SPTUNE_CUDA(status);
    return true;
  }

 private:
  cuda::Handle<void*, cudaFreeHost> data_;
  cuda::OwnedStream stream_;
};

}  // namespace

RankDevice enter_device(int rank_on_host) {
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  if (status != cudaSuccess || count == 0) {
    (void)cudaGetLastError();
    throw DeviceError(std::string("no CUDA device: ") +
                      (status == cudaSuccess ? "none is installed" : cudaGetErrorString(status)));
  }
  RankDevice out;
  out.number = rank_on_host % count;
  SPTUNE_CUDA(cudaSetDevice(out.number));
  cudaDeviceProp properties{};
  SPTUNE_CUDA(cudaGetDeviceProperties(&properties, out.number));
  out.name = properties.name;
  out.identity = hash_of(properties.uuid);
  return out;
}

void enter_device(const RankDevice& device) {
  SPTUNE_CUDA(cudaSetDevice(device.number));
}

void wait_for_default_stream() {
  SPTUNE_CUDA(cudaStreamSynchronize(nullptr));
}

void* allocate_sendable(std::size_t bytes) {
  void* pointer = nullptr;
  SPTUNE_CUDA(cudaMalloc(&pointer, bytes));
  return pointer;
}

void release_sendable(void* pointer) noexcept {
  if (pointer != nullptr && cudaFree(pointer) != cudaSuccess) (void)cudaGetLastError();
}

std::unique_ptr<Stage> pinned_stage(std::size_t bytes) {
  return std::make_unique<PinnedStage>(bytes);
}

SideStream::SideStream() : stream_{cuda::make_stream().release()} {}
SideStream::~SideStream() {
  if (cudaStreamDestroy(native(stream_)) != cudaSuccess) (void)cudaGetLastError();
}
void SideStream::wait() const {
  SPTUNE_CUDA(cudaStreamSynchronize(native(stream_)));
}

}  // namespace sptune::distributed
