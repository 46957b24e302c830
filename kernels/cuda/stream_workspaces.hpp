// SPDX-License-Identifier: BSD-3-Clause
// What the runs of one plan write beside y, apart for every stream: so a plan runs on several
// streams at once. Only a build with CUDA has it.
#pragma once

#include "sptune/device.hpp"
#include "sptune/plan.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>

namespace sptune::cuda {

/// Workspaces of one size, zero at first, one per stream: runs of one stream follow each other and
/// share theirs. A run that is captured into a graph gets one for that capture and stream, since
/// the graph may run beside anything: until the graph is destroyed with all that was made of it and
/// the last run is done, when others get it. Two graphs instantiated from one capture share it and
/// must not run at the same time.
class StreamWorkspaces {
  struct State;

 public:
  /// Streams remembered at once: the next one takes the workspace of one whose runs are done, or a
  /// new one where none is known to be. Nothing waits: another thread may capture a stream.
  static constexpr std::size_t most_streams = 64;
  /// From so many on, every run leaves an event that tells when it is done.
  static constexpr std::size_t unwatched_streams = most_streams / 2;

  /// Of 0 bytes: nothing to ask for.
  StreamWorkspaces();
  /// The first one is given, of as many bytes as all; zero before any stream may use it.
  explicit StreamWorkspaces(DeviceArray<std::byte> first);
  /// Of so many bytes, with nothing allocated before a stream asks: for plans that prepare nothing.
  [[nodiscard]] static StreamWorkspaces on_demand(std::size_t bytes);
  ~StreamWorkspaces();
  StreamWorkspaces(StreamWorkspaces&& other) noexcept;
  StreamWorkspaces& operator=(StreamWorkspaces&& other) noexcept;

  /// The workspace of a stream, to be held until the work that uses it is enqueued: meanwhile
  /// other threads wait. Allocates when the stream is new, also while it is captured; only that
  /// waits for the device.
  class Use {
   public:
    Use() = default;
    Use(Use&& other) noexcept;
    Use& operator=(Use&& other) = delete;
    ~Use();
    [[nodiscard]] std::byte* data() const noexcept { return data_; }

   private:
    friend class StreamWorkspaces;
    std::unique_lock<std::mutex> lock_;
    std::byte* data_ = nullptr;
    State* watched_ = nullptr;  ///< whose last workspace gets an event behind the run
    Stream stream_;
  };
  [[nodiscard]] Use on(Stream stream);

  /// Of all together.
  [[nodiscard]] std::int64_t bytes() const;

 private:
  std::unique_ptr<State> state_;
};

}  // namespace sptune::cuda
