// SPDX-License-Identifier: BSD-3-Clause
#include "dropin/spgemm_work.hpp"

#include "dropin/answers.hpp"
#include "dropin/spmv_plans.hpp"
#include "kernels/cuda/check.hpp"
#include "kernels/cuda/handles.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace sptune::dropin {

bool ProductKey::serves(const ProductKey& other) const noexcept {
  return device == other.device && products == other.products && same_arrays(a, other.a, false) &&
         same_arrays(b, other.b, false) && a.columns == other.a.columns &&
         b.columns == other.b.columns;
}

SpgemmPlanOnDevice::~SpgemmPlanOnDevice() {
  try {
    const OnDevice here(key.device);
    const cuda::RelaxedCapture relaxed;  // another thread may be capturing
    const Spgemm ends_here = std::move(product);
  } catch (...) {  // the device has failed, which the next call reports
  }
}

void SpgemmWork::let_go() noexcept {
  if (plan == nullptr) return;
  try {
    answers().works.keep(std::move(plan), kept_bytes());
  } catch (...) {  // no memory to keep it in
    plan.reset();
  }
}

void LateMemory::drop() noexcept {
  try {
    const cuda::RelaxedCapture relaxed;
    for (Block& block : blocks_) (void)cudaFree(std::exchange(block, {}).memory);
  } catch (...) {  // the device has failed, which the next call reports
  }
}

void* LateMemory::take(int buffer, std::size_t bytes) {
  Block& block = blocks_.at(static_cast<std::size_t>(buffer - 1));
  if (block.memory != nullptr && block.bytes >= bytes) return block.memory;
  const cuda::RelaxedCapture relaxed;
  (void)cudaFree(std::exchange(block, {}).memory);
  const std::size_t size = std::max<std::size_t>(bytes, 16);
  void* memory = nullptr;
  SPTUNE_CUDA(cudaMalloc(&memory, size));
  block = {memory, size};
  return memory;
}

std::shared_ptr<SpgemmWork> SpgemmWorks::find(cusparseSpGEMMDescr_t descriptor) {
  const std::lock_guard lock(mutex_);
  const auto at = all_.find(descriptor);
  return at == all_.end() ? nullptr : at->second;
}

std::shared_ptr<SpgemmWork> SpgemmWorks::find_or_add(cusparseSpGEMMDescr_t descriptor) {
  const std::lock_guard lock(mutex_);
  std::shared_ptr<SpgemmWork>& work = all_[descriptor];
  if (work == nullptr) work = std::make_shared<SpgemmWork>();
  return work;
}

void SpgemmWorks::drop(cusparseSpGEMMDescr_t descriptor) {
  std::shared_ptr<SpgemmWork> gone;  // ends after the lock
  const std::lock_guard lock(mutex_);
  const auto at = all_.find(descriptor);
  if (at == all_.end()) return;
  gone = std::move(at->second);
  all_.erase(at);
}

SpgemmPlanOwner SpgemmWorks::take(const ProductKey& key) {
  const std::lock_guard lock(mutex_);
  const auto at = std::find_if(kept_.begin(), kept_.end(),
                               [&](const SpgemmPlanOwner& p) { return p->key.serves(key); });
  if (at == kept_.end()) return nullptr;
  SpgemmPlanOwner out = std::move(*at);
  kept_.erase(at);
  return out;
}

void SpgemmWorks::keep(SpgemmPlanOwner plan, std::int64_t most_bytes) {
  std::vector<SpgemmPlanOwner> gone;
  if (plan == nullptr) return;
  const std::lock_guard lock(mutex_);
  plan->used = ++used_;
  kept_.push_back(std::move(plan));
  const int device = kept_.back()->key.device;
  const auto here = [&](const SpgemmPlanOwner& p) { return p->key.device == device; };
  std::int64_t bytes = 0;
  for (const SpgemmPlanOwner& p : kept_) bytes += here(p) ? p->product.memory_bytes() : 0;
  while (bytes > most_bytes || kept_.size() > most_kept) {
    // The one that was used longest ago; what is larger than all may be goes at once.
    const auto turn = [&](const SpgemmPlanOwner& p) {
      const bool huge = here(p) && p->product.memory_bytes() > most_bytes;
      return std::tuple(!huge, bytes > most_bytes && !here(p), p->used);
    };
    const auto first = std::min_element(
        kept_.begin(), kept_.end(),
        [&](const SpgemmPlanOwner& a, const SpgemmPlanOwner& b) { return turn(a) < turn(b); });
    if (here(*first)) bytes -= (*first)->product.memory_bytes();
    gone.push_back(std::move(*first));
    kept_.erase(first);
  }
}

bool SpgemmWorks::drop_kept() {
  std::vector<SpgemmPlanOwner> gone;  // end after the lock
  const std::lock_guard lock(mutex_);
  gone.swap(kept_);
  return !gone.empty();
}

}  // namespace sptune::dropin
