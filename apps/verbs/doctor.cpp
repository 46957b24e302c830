// SPDX-License-Identifier: BSD-3-Clause
// `sptune doctor`: what this machine can do, and what would spoil measurements on it.
#include "harness/environment/doctor.hpp"

#include "apps/option_values.hpp"
#include "apps/output.hpp"
#include "apps/verbs.hpp"
#include "harness/environment/environment.hpp"
#include "sptune/device.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sptune::apps {
namespace {

using Json = nlohmann::ordered_json;

struct DoctorOptions {
  double seconds = 1;
  bool strict = false;
  bool json = false;
};

/// A processor or a GPU, and what was found of it.
struct Part {
  harness::Hardware hardware;
  std::vector<harness::Finding> findings;
};

std::string text_of(const harness::Hardware& h) {
  return fmt::format("{} ({}, {} {}, {:.0f} GiB)", h.name.empty() ? h.kind : h.name, h.arch,
                     h.cores, h.kind == "gpu" ? "multiprocessors" : "cores",
                     static_cast<double>(h.memory_bytes) / (1 << 30));
}

bool spoils(const Part& part) {
  return std::any_of(part.findings.begin(), part.findings.end(), [](const harness::Finding& f) {
    return f.concern == harness::Concern::spoils;
  });
}

void print(const Part& part) {
  print_out("{}\n", text_of(part.hardware));
  for (const harness::Finding& f : part.findings) {
    print_out("  {:<7}{:<17}{}\n", to_string(f.concern), f.subject, f.found);
    if (!f.remedy.empty()) print_out("  {:<24}mend: {}\n", "", f.remedy);
  }
}

Json to_json(const Part& part) {
  Json json{{"kind", part.hardware.kind},
            {"name", part.hardware.name},
            {"arch", part.hardware.arch},
            {"cores", part.hardware.cores},
            {"memory_bytes", part.hardware.memory_bytes},
            {"spoilt", spoils(part)},
            {"findings", Json::array()}};
  for (const harness::Finding& f : part.findings) {
    json["findings"].push_back({{"concern", to_string(f.concern)},
                                {"subject", f.subject},
                                {"found", f.found},
                                {"remedy", f.remedy}});
  }
  return json;
}

void run(const DoctorOptions& o) {
  std::vector<Part> parts;
  parts.push_back({harness::capture_hardware(Backend::cpu), harness::examine_host(o.seconds)});
  if (cuda::device_info()) {
    parts.push_back(
        {harness::capture_hardware(Backend::cuda), harness::examine_gpu(harness::gpu_state())});
  }
  if (o.json) {
    Json json = Json::array();
    for (const Part& part : parts) json.push_back(to_json(part));
    print_out("{}\n", json.dump(2, ' ', false, Json::error_handler_t::replace));
  } else {
    for (const Part& part : parts) print(part);
    if (parts.size() == 1) print_out("no GPU: {}\n", cuda::device_info().error());
  }
  if (o.strict && std::any_of(parts.begin(), parts.end(), spoils)) throw Exit{ExitCode::gate};
}

}  // namespace

void add_doctor(CLI::App& app) {
  auto* sub = app.add_subcommand("doctor", "Tell what would spoil measurements on this machine");
  auto options = std::make_shared<DoctorOptions>();
  sub->add_option("--seconds", options->seconds, "How long to look at the load")
      ->check(in_range(0.01, 600.0))
      ->capture_default_str();
  sub->add_flag("--strict", options->strict, "Exit code 6 when something would spoil them");
  sub->add_flag("--json", options->json, "Machine-readable output");
  sub->footer(
      "\ngood; note: has to be known beside the numbers; spoils: they would not come out the same\n"
      "again. The load is that of this moment: look before a night's sweep, and after it.");
  sub->callback([options] { run(*options); });
}

}  // namespace sptune::apps
