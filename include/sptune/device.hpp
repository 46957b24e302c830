// SPDX-License-Identifier: BSD-3-Clause
// The GPU as the host sees it: the current device of the calling thread (cudaSetDevice). What was
// made on a device is used and destroyed with that device current. No CUDA header is needed to
// include this; in a build without CUDA, or on a machine without a GPU, device_info() says so and
// nothing else may be called.
#pragma once

#include "sptune/error.hpp"
#include "sptune/matrix.hpp"
#include "sptune/plan.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace sptune::cuda {

/// What the current device is.
struct DeviceInfo {
  std::string name;                         ///< as the driver calls it
  int sm_count = 0;                         ///< multiprocessors
  int compute_major = 0;                    ///< compute capability, before the dot
  int compute_minor = 0;                    ///< after the dot
  std::int64_t l2_bytes = 0;                ///< of the L2 cache
  std::int64_t memory_bytes = 0;            ///< of all memory
  std::int64_t shared_per_block_bytes = 0;  ///< with opt-in
  std::int64_t shared_per_sm_bytes = 0;     ///< of all blocks of a multiprocessor
  std::string driver;                       ///< CUDA version of the driver, e.g. "13.0"
  std::string runtime;                      ///< CUDA version of the runtime that is linked
};

/// The current device, looked at once; the failure says why there is none.
[[nodiscard]] const Result<DeviceInfo>& device_info();

/// Bytes free on the device now, with what the pool holds in reserve.
[[nodiscard]] std::int64_t free_memory();

/// Raw memory and copies. Memory comes from the pool of allocate_scratch, ready for any stream,
/// also while streams are captured. Giving it back waits for the device, as cudaFree does: work
/// that the caller enqueued on streams of his own may still use it, streams that may be gone by
/// now. While a stream is captured nobody can wait: what is given back then is kept until the next
/// time. So nothing that owns memory should be destroyed while a stream is captured. Copies and
/// fills are finished on return, for every stream. Throw DeviceError; allocation failure throws
/// std::bad_alloc so that it is told from other failures.
[[nodiscard]] void* allocate(std::size_t bytes);
[[nodiscard]] void* allocate_zeroed(std::size_t bytes);
void release(void* pointer) noexcept;
void copy_to_device(void* device, const void* host, std::size_t bytes);
void copy_to_host(void* host, const void* device, std::size_t bytes);
void copy_on_device(void* to, const void* from, std::size_t bytes);
void fill_bytes(void* device, int byte, std::size_t bytes);
/// What is enqueued on the default stream from now on follows what is on `stream` now. Throws
/// UsageError for a stream that is being captured.
void default_stream_follows(Stream stream);
/// Waits for everything enqueued; throws the first error met, with the CUDA message.
void synchronize();

/// Memory from a pool of our own, beside the application's, that keeps a gigabyte of what is given
/// back, and what plans of products ask it to keep while they are there. For arrays that live
/// through a few kernels of one stream, the default one unless it is named: taking is ordered
/// there, giving back on the default stream, and neither waits, unless memory runs out.
[[nodiscard]] void* allocate_scratch(std::size_t bytes, Stream stream = {});
void release_scratch(void* pointer) noexcept;

/// Owning array on the device; elements are not constructed. Pooled: see allocate_scratch.
template <class T, bool Pooled = false>
class DeviceArray {
 public:
  DeviceArray() = default;
  /// Elements as they come.
  explicit DeviceArray(std::size_t size) : size_(size) {
    if (size == 0) return;
    const std::size_t bytes = size * sizeof(T);
    data_ = static_cast<T*>(Pooled ? allocate_scratch(bytes) : allocate(bytes));
  }
  /// A copy of an array in host memory.
  DeviceArray(const T* host, std::size_t size) : DeviceArray(size) {
    if (size > 0) copy_to_device(data_, host, size * sizeof(T));
  }
  /// All bytes 0, on every stream.
  [[nodiscard]] static DeviceArray zeroed(std::size_t size) {
    static_assert(!Pooled, "scratch is zeroed on the stream that uses it");
    DeviceArray out;
    if (size == 0) return out;
    out.data_ = static_cast<T*>(allocate_zeroed(size * sizeof(T)));
    out.size_ = size;
    return out;
  }
  /// Elements as they come, for what is enqueued on `stream` from now on; other streams may use
  /// the array once that stream was waited for. Takes no time to wait, and gives back as others do.
  [[nodiscard]] static DeviceArray ordered(std::size_t size, Stream stream = {}) {
    DeviceArray out;
    if (size == 0) return out;
    out.data_ = static_cast<T*>(allocate_scratch(size * sizeof(T), stream));
    out.size_ = size;
    return out;
  }
  /// Gives the memory back as scratch does, without waiting: nothing but what is enqueued on the
  /// default stream may have used it.
  void drop() noexcept {
    release_scratch(std::exchange(data_, nullptr));
    size_ = 0;
  }
  ~DeviceArray() {
    if constexpr (Pooled) {
      release_scratch(data_);
    } else {
      release(data_);
    }
  }
  /// The array changes hands.
  ///@{
  DeviceArray(DeviceArray&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  DeviceArray& operator=(DeviceArray&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ///@}
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;

  [[nodiscard]] T* data() const noexcept { return data_; }  ///< On the device; null when empty.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }  ///< Number of elements.
  /// Bytes of all elements.
  [[nodiscard]] std::int64_t bytes() const noexcept {
    return static_cast<std::int64_t>(size_ * sizeof(T));
  }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

template <class T>
using Scratch = DeviceArray<T, true>;

/// A CSR matrix copied to the device.
class DeviceCsr {
 public:
  explicit DeviceCsr(const AnyCsr& host);                       ///< Copies all three arrays.
  [[nodiscard]] AnyCsr view() const noexcept { return view_; }  ///< The copy without owning it.

 private:
  DeviceArray<std::byte> row_offsets_;
  DeviceArray<Index> col_indices_;
  DeviceArray<std::byte> values_;
  AnyCsr view_;
};

/// Launches an empty kernel: the floor of every measurement.
void launch_empty(Stream stream);

/// Times work enqueued on a stream by events placed behind a blocking kernel, so that the host's
/// launch latency stays out of the figure.
class Timer {
 public:
  Timer();
  ~Timer();
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;

  /// Where the work to be timed is enqueued.
  [[nodiscard]] Stream stream() const noexcept { return stream_; }
  /// Holds the stream, so that what is enqueued until release() begins together. It must fit the
  /// launch queue (fewer than 1000 launches and marks).
  void hold();
  /// Notes event `i`, 0 and up, after what is enqueued so far.
  void mark(int i);
  /// Lets the stream go.
  void release();
  /// Waits for event `to`; seconds from event `from`.
  [[nodiscard]] double seconds(int from, int to) const;
  /// Has the device come as far as event `i`? Does not wait.
  [[nodiscard]] bool reached(int i) const;
  /// Reads a buffer of at least twice the L2 on the stream, so that the next run starts cold.
  void flush_cache();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
  Stream stream_;
};

/// Events on a stream at the borders of phases. Unlike Timer it holds nothing back, so that the
/// work between two marks may wait for the host, and what the host takes counts.
class Marks {
 public:
  Marks();
  ~Marks();
  Marks(const Marks&) = delete;
  Marks& operator=(const Marks&) = delete;

  void set(int mark, Stream stream);  ///< Notes a mark after what is enqueued on the stream so far.
  /// Waits for `to`; seconds between the two marks.
  [[nodiscard]] double seconds(int from, int to) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Enqueued work captured once into a CUDA graph and replayed: a launch costs a fraction of a host
/// launch.
class Graph {
 public:
  /// Captures what `enqueue()` enqueues on the stream.
  template <class F>
  Graph(Stream stream, F&& enqueue) : stream_(stream) {
    begin_capture();
    try {
      enqueue();
    } catch (...) {
      drop_capture();
      throw;
    }
    end_capture();
  }
  ~Graph();
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;
  void launch();  ///< Replays it on the same stream; only enqueues.

 private:
  void begin_capture();
  void end_capture();
  void drop_capture() noexcept;
  Stream stream_;
  void* executable_ = nullptr;
};

}  // namespace sptune::cuda
