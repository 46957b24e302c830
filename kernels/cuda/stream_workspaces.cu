// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/cuda/handles.hpp"
#include "kernels/cuda/stream_workspaces.hpp"
#include "sptune/device.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace sptune::cuda {
namespace {

/// Whose a workspace is. Within one capture a handle names one stream; elsewhere handles come
/// again, numbers do not, which cannot be asked for while a stream is captured.
struct Owner {
  bool taken = false;
  unsigned long long capture = 0;  ///< 0: of runs that are not captured
  unsigned long long stream = 0;   ///< number, or the handle of one that is captured
  friend bool operator==(const Owner&, const Owner&) = default;
};

struct Workspace {
  Owner owner;
  DeviceArray<std::byte> memory;
};

}  // namespace

struct StreamWorkspaces::State {
  std::mutex busy;
  std::size_t bytes = 0;
  std::vector<Workspace> all;
  std::size_t last = 0;  ///< asked for

  /// The place of the owner's workspace, who runs on `stream`.
  std::size_t find(const Owner& owner, Stream stream) {
    if (last < all.size() && all[last].owner == owner) return last;
    const auto place = [&](const Owner& wanted) {
      return static_cast<std::size_t>(
          std::find_if(all.begin(), all.end(),
                       [&](const Workspace& w) { return w.owner == wanted; }) -
          all.begin());
    };
    std::size_t at = place(owner);
    if (at < all.size()) return at;
    if (owner.capture == 0) release_streams();
    at = place({});
    if (at == all.size()) all.push_back({{}, make(owner.capture != 0, stream)});
    all[at].owner = owner;
    return at;
  }

 private:
  /// What is captured runs later, on any stream; the rest runs where it is enqueued, after this.
  [[nodiscard]] DeviceArray<std::byte> make(bool captured, Stream stream) const {
    if (captured) return DeviceArray<std::byte>::zeroed(bytes);
    const RelaxedCapture relaxed;  // of another stream
    auto memory = DeviceArray<std::byte>::ordered(bytes, stream);
    SPTUNE_CUDA(cudaMemsetAsync(memory.data(), 0, bytes, native(stream)));
    return memory;
  }
  /// Streams come and go: when too many are known, whatever runs is waited for.
  void release_streams() {
    const auto of_stream = [](const Workspace& w) { return w.owner.taken && w.owner.capture == 0; };
    const auto known = std::count_if(all.begin(), all.end(), of_stream);
    if (static_cast<std::size_t>(known) < most_streams) return;
    const RelaxedCapture relaxed;
    SPTUNE_CUDA(cudaDeviceSynchronize());
    for (Workspace& w : all) {
      if (of_stream(w)) w.owner = {};
    }
  }
};

StreamWorkspaces StreamWorkspaces::on_demand(std::size_t bytes) {
  StreamWorkspaces out;
  if (bytes == 0) return out;
  out.state_ = std::make_unique<State>();
  out.state_->bytes = bytes;
  return out;
}

StreamWorkspaces::StreamWorkspaces(DeviceArray<std::byte> first)
    : StreamWorkspaces(on_demand(first.size())) {
  if (state_ != nullptr) state_->all.push_back({{}, std::move(first)});
}

StreamWorkspaces::StreamWorkspaces() = default;
StreamWorkspaces::~StreamWorkspaces() = default;
StreamWorkspaces::StreamWorkspaces(StreamWorkspaces&& other) noexcept = default;
StreamWorkspaces& StreamWorkspaces::operator=(StreamWorkspaces&& other) noexcept = default;

StreamWorkspaces::Use StreamWorkspaces::on(Stream stream) {
  Use use;
  if (state_ == nullptr) return use;
  const cudaStream_t handle = native(stream);
  const unsigned long long capture = capture_of(handle);
  const Owner owner{true, capture,
                    capture == 0 ? number_of(handle) : reinterpret_cast<std::uintptr_t>(handle)};
  use.lock_ = std::unique_lock(state_->busy);
  state_->last = state_->find(owner, stream);
  use.data_ = state_->all[state_->last].memory.data();
  return use;
}

std::int64_t StreamWorkspaces::bytes() const {
  if (state_ == nullptr) return 0;
  const std::lock_guard lock(state_->busy);
  return static_cast<std::int64_t>(state_->bytes * state_->all.size());
}

}  // namespace sptune::cuda
