// SPDX-License-Identifier: BSD-3-Clause
// libsptune-cusparse-plans.so: what libsptune-cusparse.so opens when the first call comes.
#include "dropin/answers.hpp"

#include "dropin/settings.hpp"
#include "sptune/device.hpp"
#include "tuner/dispatch/known_models.hpp"

#include <exception>
#include <string>
#include <string_view>

namespace sptune::dropin {
namespace {

Answers* instance = nullptr;  // to the end of the process, as the caller's descriptors

}  // namespace

Answers::Answers(const Calls& own) : real(own) {}

Answers& answers() {
  return *instance;
}

std::int64_t kept_bytes() {
  constexpr std::int64_t share = 32;
  if (settings().kept_bytes >= 0) return settings().kept_bytes;
  const auto& device = cuda::device_info();
  return device ? device.value().memory_bytes / share : 0;
}

const Dispatcher& Answers::dispatcher() {
  std::call_once(dispatcher_made_, [&] {
    const auto note = [](std::string_view warning) { log_answer("warning", warning); };
    try {
      dispatcher_.emplace(std::vector<std::string>(), note);
    } catch (const Error& e) {  // of $SPTUNE_MODEL
      log_answer("warning", std::string(e.what()) + "; defaults run");
      dispatcher_.emplace(Dispatcher::with(dispatch::KnownModels(), note));
    }
  });
  return *dispatcher_;
}

const std::optional<EntriesField>& Answers::entries_field() {
  std::call_once(field_found_, [&] { field_ = EntriesField::find(real); });
  return field_;
}

}  // namespace sptune::dropin

/// See dropin/calls.hpp.
extern "C" const sptune::dropin::Calls* sptune_dropin_open_1(const sptune::dropin::Calls* real,
                                                             const char** why) {
  using namespace sptune;  // NOLINT(google-build-using-namespace): as below, in a function of C's
  static dropin::Calls calls;
  static std::string flaw;
  try {
    (void)dropin::settings();
    if (const auto& device = cuda::device_info(); !device) {
      flaw = device.error();
      *why = flaw.c_str();
      return nullptr;
    }
    calls = *real;
    dropin::set_spmv(calls);
    dropin::set_spgemm(calls);
    dropin::set_spgemm_reuse(calls);
    dropin::instance = new dropin::Answers(*real);
    return &calls;
  } catch (const std::exception& e) {
    flaw = e.what();
    *why = flaw.c_str();
  } catch (...) {
    *why = "something failed";
  }
  return nullptr;
}
