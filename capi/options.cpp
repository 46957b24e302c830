// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/dispatch/options.hpp"

#include "capi/objects.hpp"
#include "sptune/choice.hpp"

#include <string>
#include <utility>

namespace sptune::capi {
namespace {

static_assert(static_cast<int>(Validate::none) == SPTUNE_VALIDATE_NONE);
static_assert(static_cast<int>(Validate::cheap) == SPTUNE_VALIDATE_CHEAP);
static_assert(static_cast<int>(Validate::full) == SPTUNE_VALIDATE_FULL);
static_assert(static_cast<int>(Repeat::whole) == SPTUNE_REPEAT_WHOLE);
static_assert(static_cast<int>(Repeat::values) == SPTUNE_REPEAT_VALUES);
static_assert(static_cast<int>(Probe::none) == SPTUNE_PROBE_NONE);
static_assert(static_cast<int>(Probe::at_once) == SPTUNE_PROBE_AT_ONCE);
static_assert(static_cast<int>(Probe::as_paid) == SPTUNE_PROBE_AS_PAID);

/// What means nothing leaves the options as they were.
template <class Change>
sptune_status change(sptune_options* options, Change&& by) noexcept {
  return guarded([&] {
    Options& present = object_of(options, "options").options;
    Options changed = present;
    by(changed);
    dispatch::require_meaning(changed);
    present = std::move(changed);
  });
}

}  // namespace
}  // namespace sptune::capi

using namespace sptune::capi;
using sptune::Options;

sptune_status sptune_options_create(sptune_options** options) {
  return guarded([&] {
    sptune_options*& out = required(options, "options");  // before there is a handle to lose
    out = make_handle<sptune_options>({});
  });
}

sptune_status sptune_options_set_expected_runs(sptune_options* options, double runs) {
  return change(options, [&](Options& o) { o.expected_runs = runs; });
}

sptune_status sptune_options_set_repeat(sptune_options* options, sptune_repeat repeat) {
  return change(options, [&](Options& o) {
    o.repeat = enumerator(repeat, sptune::Repeat::values, "repeat");
  });
}

sptune_status sptune_options_set_threads(sptune_options* options, int threads) {
  return change(options, [&](Options& o) { o.threads = threads; });
}

sptune_status sptune_options_set_memory_limit(sptune_options* options, int64_t bytes) {
  return change(options, [&](Options& o) { o.memory_limit = bytes; });
}

sptune_status sptune_options_set_force(sptune_options* options, const char* configuration) {
  return change(options,
                [&](Options& o) { o.force = configuration == nullptr ? "" : configuration; });
}

sptune_status sptune_options_set_explain(sptune_options* options, int explain) {
  return change(options, [&](Options& o) { o.explain = explain != 0; });
}

sptune_status sptune_options_set_constant_values(sptune_options* options, int constant) {
  return change(options, [&](Options& o) { o.constant_values = constant != 0; });
}

sptune_status sptune_options_set_validate(sptune_options* options, sptune_validate validate) {
  return change(options, [&](Options& o) {
    o.validate = enumerator(validate, sptune::Validate::full, "validate");
  });
}

sptune_status sptune_options_set_stream(sptune_options* options, void* stream) {
  return change(options, [&](Options& o) { o.stream = {stream}; });
}

sptune_status sptune_options_set_pattern_id(sptune_options* options, uint64_t pattern_id) {
  return change(options, [&](Options& o) { o.pattern_id = pattern_id; });
}

sptune_status sptune_options_set_probe(sptune_options* options, sptune_probe probe) {
  return change(options,
                [&](Options& o) { o.probe = enumerator(probe, sptune::Probe::as_paid, "probe"); });
}

sptune_status sptune_options_set_settled(sptune_options* options, sptune_listener settled,
                                         void* user) {
  return change(options, [&](Options& o) {
    if (settled == nullptr) {
      o.settled = {};
      return;
    }
    o.settled = [settled, user](const sptune::Configuration& winner) {
      settled(winner.text().c_str(), user);
    };
  });
}

sptune_status sptune_options_destroy(sptune_options* options) {
  return guarded([&] { destroy_handle(options, "options"); });
}
