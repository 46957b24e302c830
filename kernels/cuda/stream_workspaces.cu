// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/cuda/check.hpp"
#include "kernels/cuda/handles.hpp"
#include "kernels/cuda/memory_pool.hpp"
#include "kernels/cuda/stream_workspaces.hpp"
#include "sptune/device.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace sptune::cuda {
namespace {

/// Whose a workspace is. Within one capture a handle names one stream, but for that of a thread's
/// own; elsewhere handles come again, numbers do not, which cannot be asked for while a stream is
/// captured.
struct Owner {
  bool taken = false;
  unsigned long long capture = 0;  ///< 0: of runs that are not captured
  unsigned long long stream = 0;   ///< number, or the handle of one that is captured
  unsigned long long thread = 0;   ///< whose own stream is captured
  friend bool operator==(const Owner&, const Owner&) = default;
};

using Flag = std::shared_ptr<std::atomic<bool>>;

struct Workspace {
  Owner owner;
  std::byte* data;
  Handle<void*, release> memory = {};  ///< what is to be given back of it
  Flag graph_gone = {};                ///< of one that is captured: nothing of the graph runs again
  OwnedEvent last_run = {};
  bool watched = false;  ///< `last_run` is behind the owner's last run
};

/// Of the calling thread; no other one of the process ever gets it.
unsigned long long number_of_thread() {
  static std::atomic<unsigned long long> last{0};
  thread_local const unsigned long long own = ++last;
  return own;
}

Owner owner_on(cudaStream_t stream) {
  const unsigned long long capture = capture_of(stream);
  if (capture == 0) return {true, 0, number_of(stream), 0};
  return {true, capture, reinterpret_cast<std::uintptr_t>(stream),
          stream == cudaStreamPerThread ? number_of_thread() : 0};
}

/// A flag that the graph a stream is captured into raises when it is gone, and with it all that was
/// instantiated or cloned from it and has run to its end.
Flag raised_by_graph_of(cudaStream_t stream) {
  const Flag flag = std::make_shared<std::atomic<bool>>(false);
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  cudaGraph_t graph = nullptr;
  SPTUNE_CUDA(cudaStreamGetCaptureInfo(stream, &status, nullptr, &graph));
  // Perhaps on a thread of CUDA's own, behind the plan's end: nothing of CUDA may be called there.
  const auto raise = [](void* held) {
    const std::unique_ptr<Flag> own(static_cast<Flag*>(held));
    (*own)->store(true);
  };
  auto held = std::make_unique<Flag>(flag);
  cudaUserObject_t object = nullptr;
  SPTUNE_CUDA(cudaUserObjectCreate(&object, held.get(), raise, 1, cudaUserObjectNoDestructorSync));
  (void)held.release();  // the object's
  const cudaError_t given = cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove);
  if (given != cudaSuccess) (void)cudaUserObjectRelease(object);
  check(given, "cudaGraphRetainUserObject");
  return flag;
}

}  // namespace

struct StreamWorkspaces::State {
  std::mutex busy;
  std::size_t bytes = 0;
  DeviceArray<std::byte> first;  ///< of them, where it was given
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
    release_graphs();
    if (owner.capture == 0) release_streams();
    Flag gone;
    if (owner.capture != 0) gone = raised_by_graph_of(native(stream));
    at = place({});
    if (at == all.size()) add(owner.capture != 0, stream);
    all[at].owner = owner;
    all[at].graph_gone = std::move(gone);
    if (owner.capture == 0) ++streams;
    return at;
  }
  /// Whether the run that takes the last workspace now, behind any event, is to leave one.
  [[nodiscard]] bool watches() {
    all[last].watched = false;
    return all[last].owner.capture == 0 && streams > unwatched_streams;
  }
  /// Behind the run that took the last workspace; without an event nobody else will ever get it.
  void watch(Stream stream) noexcept {
    Workspace& w = all[last];
    const RelaxedCapture relaxed;  // of another stream
    if (w.last_run.get() == nullptr &&
        cudaEventCreateWithFlags(w.last_run.out(), cudaEventDisableTiming) != cudaSuccess) {
      (void)cudaGetLastError();
      return;
    }
    w.watched = cudaEventRecord(w.last_run.get(), native(stream)) == cudaSuccess;
    if (!w.watched) (void)cudaGetLastError();
  }

 private:
  /// What is captured runs later, on any stream; the rest runs where it is enqueued, after this.
  void add(bool captured, Stream stream) {
    Handle<void*, release> memory;
    if (captured) {
      *memory.out() = allocate_zeroed_in_capture(bytes);
    } else {
      *memory.out() = allocate_scratch(bytes, stream);
      SPTUNE_CUDA(cudaMemsetAsync(memory.get(), 0, bytes, native(stream)));
    }
    auto* const data = static_cast<std::byte*>(memory.get());
    all.push_back({{}, data, std::move(memory)});
  }
  /// The last runs of a graph that is gone are done, and have left zeros.
  void release_graphs() noexcept {
    for (Workspace& w : all) {
      if (w.graph_gone == nullptr || !w.graph_gone->load()) continue;
      w.owner = {};
      w.graph_gone = nullptr;
    }
  }
  /// Streams come and go: when too many are known, those whose runs are done are forgotten.
  void release_streams() {
    if (streams < most_streams) return;
    const RelaxedCapture relaxed;
    for (Workspace& w : all) {
      if (!w.watched || cudaEventQuery(w.last_run.get()) != cudaSuccess) continue;
      w.owner = {};
      w.watched = false;
      --streams;
    }
    (void)cudaGetLastError();  // what is not done is no error
  }

  std::size_t streams = 0;  ///< that own a workspace, captured ones apart
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
  if (state_ == nullptr) return;
  state_->first = std::move(first);
  state_->all.push_back({{}, state_->first.data()});
}

StreamWorkspaces::StreamWorkspaces() = default;
StreamWorkspaces::~StreamWorkspaces() = default;
StreamWorkspaces::StreamWorkspaces(StreamWorkspaces&& other) noexcept = default;
StreamWorkspaces& StreamWorkspaces::operator=(StreamWorkspaces&& other) noexcept = default;

StreamWorkspaces::Use StreamWorkspaces::on(Stream stream) {
  Use use;
  if (state_ == nullptr) return use;
  const Owner owner = owner_on(native(stream));
  use.lock_ = std::unique_lock(state_->busy);
  state_->last = state_->find(owner, stream);
  use.data_ = state_->all[state_->last].data;
  if (state_->watches()) use.watched_ = state_.get();
  use.stream_ = stream;
  return use;
}

StreamWorkspaces::Use::Use(Use&& other) noexcept
    : lock_(std::move(other.lock_)),
      data_(other.data_),
      watched_(std::exchange(other.watched_, nullptr)),
      stream_(other.stream_) {}

StreamWorkspaces::Use::~Use() {
  if (watched_ != nullptr) watched_->watch(stream_);
}

std::int64_t StreamWorkspaces::bytes() const {
  if (state_ == nullptr) return 0;
  const std::lock_guard lock(state_->busy);
  return static_cast<std::int64_t>(state_->bytes * state_->all.size());
}

}  // namespace sptune::cuda
