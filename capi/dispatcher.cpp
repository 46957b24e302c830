// SPDX-License-Identifier: BSD-3-Clause
#include "sptune/dispatcher.hpp"

#include "capi/objects.hpp"
#include "tuner/dispatch/known_models.hpp"
#include "tuner/dispatch/shipped_models.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sptune::capi {
namespace {

Dispatcher::Sink sink_of(sptune_listener warn, void* user) {
  if (warn == nullptr) return dispatch::Warnings::print_to_stderr;
  return [warn, user](std::string_view line) { warn(std::string(line).c_str(), user); };
}

/// The models that the caller names: one that cannot be used is an error, and not a warning as in
/// a Dispatcher, since a function that returns a status has where to say it.
dispatch::KnownModels load(const char* const* paths, std::size_t count,
                           const Dispatcher::Sink& sink) {
  std::vector<std::string> named;
  for (std::size_t i = 0; i < count; ++i) named.emplace_back(&required(paths[i], "a path"));
  dispatch::Warnings warnings;
  warnings.sink = sink;
  return dispatch::named_models(named, warnings, dispatch::Unusable::refused);
}

}  // namespace
}  // namespace sptune::capi

using namespace sptune::capi;

sptune_status sptune_dispatcher_create(sptune_dispatcher** dispatcher, const char* const* paths,
                                       size_t count, sptune_listener warn, void* user) {
  return guarded([&] {
    sptune_dispatcher*& out = required(dispatcher, "dispatcher");
    const auto sink = sink_of(warn, user);
    if (count > 0) (void)required(paths, "paths");
    out = make_handle<sptune_dispatcher>(
        {count == 0 ? sptune::Dispatcher({}, sink)
                    : sptune::Dispatcher::with(load(paths, count, sink), sink)});
  });
}

sptune_status sptune_dispatcher_models(const sptune_dispatcher* dispatcher, size_t* models) {
  return guarded([&] {
    required(models, "models") = object_of(dispatcher, "dispatcher").dispatcher.models();
  });
}

sptune_status sptune_dispatcher_destroy(sptune_dispatcher* dispatcher) {
  return guarded([&] { destroy_handle(dispatcher, "dispatcher"); });
}
