// SPDX-License-Identifier: BSD-3-Clause
// A build without CUDA has no GPU ranks; enter_device, which all begin with, says so.
#include "sptune/device.hpp"

#include "distributed/device/memory.hpp"
#include "distributed/device/rows.hpp"
#include "distributed/device/sum.hpp"

namespace sptune::distributed {
namespace {
[[noreturn]] void no_device() {
  throw DeviceError(cuda::device_info().error());
}
}  // namespace

RankDevice enter_device(int /*rank_on_host*/) {
  no_device();
}
void enter_device(const RankDevice& /*device*/) {
  no_device();
}
void wait_for_default_stream() {
  no_device();
}
void* allocate_sendable(std::size_t /*bytes*/) {
  no_device();
}
void release_sendable(void* /*pointer*/) noexcept {}
std::unique_ptr<Stage> pinned_stage(std::size_t /*bytes*/) {
  no_device();
}
SideStream::SideStream() {
  no_device();
}
SideStream::~SideStream() {}  // the CUDA twin has work to do here, so the header cannot default it
void SideStream::wait() const {
  no_device();
}

namespace device {

Columns distinct(const Index* /*columns*/, std::int64_t /*entries*/, std::int64_t /*cols*/,
                 ColumnRange /*but*/) {
  no_device();
}
void renumber(const Index* /*columns*/, std::int64_t /*entries*/, const std::int64_t* /*positions*/,
              Index* /*renumbered*/) {
  no_device();
}
void lengths(const ListedRows& /*rows*/, std::int64_t* /*out*/) {
  no_device();
}
void add_up(const std::int64_t* /*lengths*/, std::int64_t /*count*/, std::int64_t* /*offsets*/) {
  no_device();
}
std::int64_t count_entries(const ListedRows& /*rows*/) {
  no_device();
}
template <class T>
void pack(const ListedRows& /*rows*/, const std::int64_t* /*to_offsets*/, std::int64_t /*entries*/,
          const T* /*from*/, T* /*to*/) {
  no_device();
}
template <class I, class T>
void take(const I* /*at*/, std::int64_t /*count*/, std::int64_t /*first*/, const T* /*from*/,
          T* /*to*/) {
  no_device();
}
Halves take_apart(std::int64_t /*rows*/, const std::int64_t* /*offsets*/, const Index* /*columns*/,
                  ColumnRange /*near*/, const std::int64_t* /*positions*/) {
  no_device();
}
PieceOfRows take_part(std::int64_t /*rows*/, const std::int64_t* /*offsets*/,
                      const Index* /*columns*/, ColumnRange /*range*/) {
  no_device();
}
template <class V>
SortedRows<V> sum_of(const AnyCsr& /*x*/, const AnyCsr& /*y*/) {
  no_device();
}
template <class V>
SortedRows<V> sorted_copy(const AnyCsr& /*m*/) {
  no_device();
}
template <class V>
void add_to(const AnyCsr& /*part*/, const SortedRows<V>& /*sum*/) {
  no_device();
}

#define SPTUNE_INSTANTIATE(T)                                                             \
  template void pack(const ListedRows&, const std::int64_t*, std::int64_t, const T*, T*); \
  template void take(const Index*, std::int64_t, std::int64_t, const T*, T*);             \
  template void take(const std::int64_t*, std::int64_t, std::int64_t, const T*, T*);
SPTUNE_INSTANTIATE(double)
SPTUNE_INSTANTIATE(float)
SPTUNE_INSTANTIATE(Index)
#undef SPTUNE_INSTANTIATE
#define SPTUNE_INSTANTIATE(V)                                  \
  template SortedRows<V> sum_of(const AnyCsr&, const AnyCsr&); \
  template SortedRows<V> sorted_copy(const AnyCsr&);           \
  template void add_to(const AnyCsr&, const SortedRows<V>&);
SPTUNE_INSTANTIATE(double)
SPTUNE_INSTANTIATE(float)
#undef SPTUNE_INSTANTIATE

}  // namespace device
}  // namespace sptune::distributed
