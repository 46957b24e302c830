// SPDX-License-Identifier: BSD-3-Clause
#include "dropin/spmv_plans.hpp"

#include "kernels/api/mix64.hpp"
#include "kernels/cuda/handles.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

namespace sptune::dropin {
namespace {

std::uint64_t key_of(const AnyCsr& a) {
  std::uint64_t sum = 0;
  const auto note = [&](std::uint64_t value) { sum = mix64(sum ^ value); };
  note(reinterpret_cast<std::uintptr_t>(a.row_offsets));
  note(reinterpret_cast<std::uintptr_t>(a.col_indices));
  note(reinterpret_cast<std::uintptr_t>(a.values));
  for (const std::int64_t size : {a.rows, a.cols, a.nnz}) note(static_cast<std::uint64_t>(size));
  return sum;
}

}  // namespace

SpmvPlanOnDevice::SpmvPlanOnDevice(std::shared_ptr<DensePlan> plan, const AnyCsr& a, int device,
                                   std::string text)
    : plan_(std::move(plan)), a_(a), device_(device), text_(std::move(text)) {}

SpmvPlanOnDevice::~SpmvPlanOnDevice() {
  try {
    const OnDevice here(device_);
    const cuda::RelaxedCapture relaxed;  // another thread may be capturing
    plan_.reset();
  } catch (...) {  // the device has failed, which the next call reports
  }
}

void SpmvPlanOnDevice::run(const AnyCsr& a, double alpha, const void* x, double beta, void* y,
                           cudaStream_t stream) {
  const std::lock_guard lock(busy_);
  if (a.values != a_.values) {
    plan_->update_values(AnyValues(a), {stream});
    a_.values = a.values;
  }
  plan_->run(alpha, x, beta, y, {stream});
}

bool same_arrays(const AnyCsr& a, const AnyCsr& b, bool with_values) noexcept {
  return a.row_offsets == b.row_offsets && a.col_indices == b.col_indices && a.rows == b.rows &&
         a.cols == b.cols && a.nnz == b.nnz && a.value_type == b.value_type &&
         a.offset_type == b.offset_type && (!with_values || a.values == b.values);
}

SharedSpmvPlan PlansByArrays::find(const AnyCsr& a, int device) {
  const std::lock_guard lock(mutex_);
  ++questions_;
  for (Entry& e : entries_) {
    if (e.plan->device() == device && same_arrays(e.plan->matrix(), a, true)) {
      e.asked = questions_;
      return e.plan;
    }
  }
  return nullptr;
}

const std::int64_t* PlansByArrays::Ring::find(std::uint64_t key) const {
  const auto at =
      std::find_if(known_.begin(), known_.end(), [&](const Known& k) { return k.key == key; });
  return at == known_.end() ? nullptr : &at->bytes;
}

void PlansByArrays::Ring::put(std::uint64_t key, std::int64_t bytes) {
  const auto at =
      std::find_if(known_.begin(), known_.end(), [&](const Known& k) { return k.key == key; });
  if (at != known_.end()) {
    at->bytes = bytes;
  } else if (known_.size() < most_keys) {
    known_.push_back({key, bytes});
  } else {
    known_[next_++ % most_keys] = {key, bytes};
  }
}

bool PlansByArrays::seen(const AnyCsr& a) {
  const std::uint64_t key = key_of(a);
  const std::lock_guard lock(mutex_);
  if (seen_.find(key) != nullptr) return true;
  seen_.put(key, 0);
  return false;
}

std::int64_t PlansByArrays::bytes_on(int device, bool all) const {
  std::int64_t sum = 0;
  for (const Entry& e : entries_) {
    if (e.plan->device() == device && (all || is_recent(e))) sum += e.plan->bytes();
  }
  return sum;
}

bool PlansByArrays::has_room(int device, std::int64_t bytes, std::int64_t most_bytes) const {
  const auto plans =
      std::count_if(entries_.begin(), entries_.end(), [&](const Entry& e) { return is_recent(e); });
  return plans < static_cast<std::ptrdiff_t>(most) && bytes <= most_bytes - bytes_on(device, false);
}

std::int64_t PlansByArrays::room(int device, std::int64_t most_bytes) {
  const std::lock_guard lock(mutex_);
  return std::max<std::int64_t>(0, most_bytes - bytes_on(device, false));
}

bool PlansByArrays::refused(const AnyCsr& a, int device, std::int64_t most_bytes) {
  const std::uint64_t key = key_of(a);
  const std::lock_guard lock(mutex_);
  const std::int64_t* const bytes = refused_.find(key);
  return bytes != nullptr && (*bytes == no_plan || !has_room(device, *bytes, most_bytes));
}

void PlansByArrays::refuse(const AnyCsr& a) {
  const std::uint64_t key = key_of(a);
  const std::lock_guard lock(mutex_);
  refused_.put(key, no_plan);
}

bool PlansByArrays::add(const SharedSpmvPlan& plan, std::int64_t most_bytes) {
  std::vector<Entry> gone;  // destroyed when nobody waits for the lock
  const std::lock_guard lock(mutex_);
  const std::int64_t bytes = plan->bytes();
  const int device = plan->device();
  if (!has_room(device, bytes, most_bytes)) {
    refused_.put(key_of(plan->matrix()), bytes);
    return false;
  }
  if (entries_.size() >= most || bytes > most_bytes - bytes_on(device, true)) {
    const auto stay = std::partition(entries_.begin(), entries_.end(),
                                     [&](const Entry& e) { return is_recent(e); });
    std::move(stay, entries_.end(), std::back_inserter(gone));
    entries_.erase(stay, entries_.end());
  }
  entries_.push_back({plan, questions_});
  return true;
}

Preprocessed PlansByDescriptor::find(cusparseConstSpMatDescr_t matrix) {
  const std::lock_guard lock(mutex_);
  const auto at = all_.find(matrix);
  return at == all_.end() ? Preprocessed() : at->second;
}

bool PlansByDescriptor::has(cusparseConstSpMatDescr_t matrix) {
  const std::lock_guard lock(mutex_);
  return all_.contains(matrix);
}

void PlansByDescriptor::put(cusparseConstSpMatDescr_t matrix, Preprocessed what) {
  const std::lock_guard lock(mutex_);
  std::swap(all_[matrix], what);  // the former one ends with `what`, after the lock
}

void PlansByDescriptor::drop(cusparseConstSpMatDescr_t matrix) {
  Preprocessed gone;
  const std::lock_guard lock(mutex_);
  const auto at = all_.find(matrix);
  if (at == all_.end()) return;
  gone = std::move(at->second);
  all_.erase(at);
}

}  // namespace sptune::dropin
