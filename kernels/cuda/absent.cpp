// SPDX-License-Identifier: BSD-3-Clause
// The CUDA backend of a program without one: there is no device, and callers ask before they use
// one.
#include "kernels/cuda/operands.hpp"
#include "sptune/device.hpp"

namespace sptune::cuda {

const Result<DeviceInfo>& device_info() {
  static const auto* const none = new Result<DeviceInfo>(Result<DeviceInfo>::failure(
      "this program is linked without the CUDA backend: build sptune where CUDA is installed "
      "(-DSPTUNE_CUDA=ON) and take the sptune, the libsptune.so or the component cuda of that "
      "build"));  // to the end of the process
  return *none;
}

namespace {
[[noreturn]] void absent() {
  throw DeviceError(device_info().error());
}
}  // namespace

std::int64_t free_memory() {
  absent();
}
void* allocate(std::size_t /*bytes*/) {
  absent();
}
void* allocate_zeroed(std::size_t /*bytes*/) {
  absent();
}
void release(void* /*pointer*/) noexcept {}
void* allocate_scratch(std::size_t /*bytes*/, Stream /*stream*/) {
  absent();
}
void release_scratch(void* /*pointer*/) noexcept {}
void copy_to_device(void* /*device*/, const void* /*host*/, std::size_t /*bytes*/) {
  absent();
}
void copy_to_host(void* /*host*/, const void* /*device*/, std::size_t /*bytes*/) {
  absent();
}
void copy_on_device(void* /*to*/, const void* /*from*/, std::size_t /*bytes*/) {
  absent();
}
void fill_bytes(void* /*device*/, int /*byte*/, std::size_t /*bytes*/) {
  absent();
}
void default_stream_follows(Stream stream) {
  if (stream.handle != nullptr) absent();
}
void synchronize() {
  absent();
}
Inspection inspect(const AnyCsr& /*a*/) {
  absent();
}
ProductInspection inspect_product(const AnyCsr& /*a*/, const AnyCsr& /*b*/) {
  absent();
}
std::int64_t longest_row(const AnyCsr& /*a*/) {
  absent();
}
std::int64_t count_products(const AnyCsr& /*a*/, const AnyCsr& /*b*/) {
  absent();
}
Place place_of(const void* /*pointer*/) {
  return Place::unknown;
}
const void* no_offsets() {
  absent();
}
DeviceCsr::DeviceCsr(const AnyCsr& /*host*/) {
  absent();
}
void launch_empty(Stream /*stream*/) {
  absent();
}
struct Timer::Impl {};
Timer::Timer() {
  absent();
}
Timer::~Timer() {}  // the CUDA twin has work to do here, so the header cannot default it
void Timer::hold() {
  absent();
}
void Timer::mark(int /*i*/) {
  absent();
}
void Timer::release() {
  absent();
}
double Timer::seconds(int /*from*/, int /*to*/) const {
  absent();
}
bool Timer::reached(int /*i*/) const {
  absent();
}
void Timer::flush_cache() {
  absent();
}
struct Marks::Impl {};
Marks::Marks() {
  absent();
}
Marks::~Marks() {}
void Marks::set(int /*mark*/, Stream /*stream*/) {
  absent();
}
double Marks::seconds(int /*from*/, int /*to*/) const {
  absent();
}
Graph::~Graph() {}
void Graph::launch() {
  absent();
}
void Graph::begin_capture() {
  absent();
}
void Graph::end_capture() {
  absent();
}
void Graph::drop_capture() noexcept {}

}  // namespace sptune::cuda
