// SPDX-License-Identifier: BSD-3-Clause
#include "distributed/sweep/wire.hpp"

#include "harness/worker/wire.hpp"
#include "sptune/error.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <utility>

namespace sptune::distributed {
namespace {

using Json = nlohmann::ordered_json;

template <class H, class Visit>
void each_field_of_hardware(H& h, Visit&& visit) {
  visit("name", h.name);
  visit("kind", h.kind);
  visit("arch", h.arch);
  visit("cores", h.cores);
  visit("l2_bytes", h.l2_bytes);
  visit("l3_bytes", h.l3_bytes);
  visit("memory_bytes", h.memory_bytes);
  visit("info", h.info);
  visit("hash", h.hash);
}

template <class E, class Visit>
void each_field_of_environment(E& e, Visit&& visit) {
  visit("compiler", e.compiler);
  visit("flags", e.flags);
  visit("os", e.os);
  visit("libc", e.libc);
  visit("library_version", e.library_version);
  visit("git_sha", e.git_sha);
  visit("git_dirty", e.git_dirty);
  visit("driver", e.driver);
  visit("cuda_runtime", e.cuda_runtime);
  visit("cusparse", e.cusparse);
  visit("isa", e.isa);
  visit("info", e.info);
  visit("hash", e.hash);
}

template <class M, class Visit>
void each_field_of_machine(M& m, Visit&& visit) {
  visit("rank", m.rank);
  visit("host", m.host);
  visit("place", m.place);
  visit("cores", m.cores);
  visit("touched", m.touched);
  visit("memory", m.memory);
}

auto writer(Json& json) {
  return [&json](const char* name, const auto& value) { json[name] = value; };
}

auto reader(const Json& json) {
  return [&json](const char* name, auto& value) { json.at(name).get_to(value); };
}

/// Both ends are of one build: what does not fit is a bug of ours.
template <class F>
auto decoded(const char* what, F&& decode) {
  try {
    return decode();
  } catch (const nlohmann::json::exception& e) {
    throw Error(ExitCode::internal, fmt::format("messages of ranks: bad {}: {}", what, e.what()));
  }
}

}  // namespace

Json to_json(const MachineOfRank& machine) {
  Json json;
  each_field_of_machine(machine, writer(json));
  each_field_of_hardware(machine.hardware, writer(json["hardware"]));
  each_field_of_environment(machine.environment, writer(json["environment"]));
  return json;
}

MachineOfRank machine_from_json(const Json& json) {
  return decoded("machine", [&] {
    MachineOfRank machine;
    each_field_of_machine(machine, reader(json));
    each_field_of_hardware(machine.hardware, reader(json.at("hardware")));
    each_field_of_environment(machine.environment, reader(json.at("environment")));
    return machine;
  });
}

Json to_json(const std::vector<harness::Trial>& trials) {
  Json out = Json::array();
  for (const harness::Trial& trial : trials) {
    out.push_back({{"trial", harness::to_json(trial)},
                   {"from_outside", trial.from_outside},
                   {"pass_samples", trial.pass_samples}});
  }
  return out;
}

std::vector<harness::Trial> trials_from_json(const Json& json) {
  return decoded("trials", [&] {
    std::vector<harness::Trial> out;
    for (const Json& item : json) {
      harness::Trial trial = harness::trial_from_json(item.at("trial"));
      item.at("from_outside").get_to(trial.from_outside);
      item.at("pass_samples").get_to(trial.pass_samples);
      out.push_back(std::move(trial));
    }
    return out;
  });
}

}  // namespace sptune::distributed
