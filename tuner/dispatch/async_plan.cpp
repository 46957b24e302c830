// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/dispatch/async_plan.hpp"

#include "sptune/device.hpp"
#include "sptune/error.hpp"
#include "tuner/dispatch/device_thread.hpp"
#include "tuner/dispatch/known_models.hpp"

#include <exception>
#include <string>
#include <system_error>
#include <utility>

namespace sptune::dispatch {

AsyncPlan::AsyncPlan(const AnyCsr& a, std::unique_ptr<DensePlan> first, Choice choice,
                     std::unique_ptr<Successor> successor, Settled settled)
    : values_(a),
      first_(std::move(first)),
      first_choice_(std::move(choice)),
      on_settled_(std::move(settled)),
      later_(new Later{std::move(successor), nullptr, first_choice_}),
      current_(first_.get()) {
  made_for(values_, {});
  later_->choice.pending = false;
  if (values_.space == MemorySpace::device) {
    constexpr double bytes_per_s = 1e12;  // a third of what is usual: an upper end of the time
    device_ = current_device();
    ahead_ = make_runs_ahead(first_->bytes_per_run() / bytes_per_s);
  }
  try {
    thread_.emplace([this](const OwnThread::Stop& stop) { work(stop); },
                    [this] { tell_settled(); });
  } catch (const std::system_error& e) {
    stay(e.what());
    done_ = true;
    tell_settled();
  }
}

/// The thread first: it works on all else. In a child, what it was working on may be half done.
AsyncPlan::~AsyncPlan() {
  if (left_behind() && !done_) (void)later_.release();
  thread_.reset();
}

double AsyncPlan::bytes_per_run() const {
  return current_.load()->bytes_per_run();
}

std::int64_t AsyncPlan::memory_bytes() const {
  const DensePlan* const now = current_.load();
  return first_->memory_bytes() + (now == first_.get() ? 0 : now->memory_bytes());
}

const Choice& AsyncPlan::choice() const noexcept {
  return done_.load(std::memory_order_acquire) ? later_->choice : first_choice_;
}

void AsyncPlan::wait() noexcept {
  if (thread_) thread_->wait();
}

bool AsyncPlan::left_behind() const noexcept {
  return thread_ && thread_->left_behind();
}

void AsyncPlan::work(const OwnThread::Stop& stop) noexcept {
  try {
    if (values_.space == MemorySpace::device) work_on_device(device_);
    choose_and_prepare(stop);
  } catch (const std::exception& e) {
    stay(e.what());
  } catch (...) {
    stay("an exception of unknown type");
  }
  later_->successor = nullptr;
  if (later_->plan != nullptr) current_.store(later_->plan.get(), std::memory_order_release);
  done_.store(true, std::memory_order_release);
}

void AsyncPlan::choose_and_prepare(const OwnThread::Stop& stop) {
  later_->successor->choose();
  const std::lock_guard lock(mutex_);
  if (stop) {
    later_->cut_short = true;
    return;
  }
  if (abandoned_) return stay("values were updated inside a capture");
  Successor::Made made = later_->successor->prepare(values_.data);
  later_->choice = std::move(made.choice);
  later_->probes = made.probes;
  later_->plan = std::move(made.plan);
}

/// With the first plan, whose choice the second one is a copy of so far.
void AsyncPlan::stay(const char* why) noexcept {
  try {
    later_->choice.reason = std::string("nothing better could be prepared: ") + why;
  } catch (const std::exception&) {
    later_->choice.reason.clear();  // no memory for the words
  }
}

void AsyncPlan::tell_settled() noexcept {
  if (!on_settled_ || later_->probes || later_->cut_short) return;
  try {
    on_settled_(later_->choice.configuration);
  } catch (const std::exception& e) {
    // The application's own function failed; there is nobody who could catch it.
    Warnings::print_to_stderr(e.what());
  } catch (...) {
    Warnings::print_to_stderr("Options::settled failed");
  }
}

void AsyncPlan::take_values(const void* a, const void* /*b*/, Stream stream) {
  AnyValues given = values_;
  given.data = a;
  // In a child there is no thread, and a mutex that may have been taken by one.
  if (done_.load(std::memory_order_acquire) || left_behind()) {
    return current_.load()->update_values(given, stream);
  }
  const std::lock_guard lock(mutex_);
  first_->update_values(given, stream);
  try {
    if (later_->plan != nullptr) later_->plan->update_values(given, stream);
  } catch (...) {
    first_->update_values(values_, stream);
    throw;
  }
  values_.data = a;
  if (later_->plan != nullptr) return;
  if (given.space == MemorySpace::host) return;
  try {
    cuda::default_stream_follows(stream);  // which may still be writing them
  } catch (const UsageError&) {
    abandoned_ = true;  // it is being captured
  }
}

}  // namespace sptune::dispatch
