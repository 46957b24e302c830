// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/model/expectations.hpp"

#include "kernels/api/catalogue.hpp"
#include "tuner/model/model.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

namespace sptune::model {
namespace {

constexpr std::size_t stored_inputs = 2;  ///< of what is stored; the others are of the launch
constexpr std::array<std::string_view, expected_count> all_inputs{
    "expected.fill",              // stored over needed entries
    "expected.bytes",             // of the format, per needed entry
    "expected.blocks",            // per multiprocessor
    "expected.fullest",           // blocks of the fullest multiprocessor over their mean
    "expected.waves",             // blocks over those that the device holds at once
    "expected.tail",              // whole waves over waves: what the last one leaves idle
    "expected.bytes_of_fullest",  // bytes that the fullest multiprocessor reads
    "expected.warps",             // resident on a multiprocessor
    "expected.in_flight",         // entries asked for at once by a multiprocessor
    "expected.steps",             // loads that wait for one another, in a usual thread
    "expected.longest",           // the same, in the thread that has most
    "expected.launches",          //
    "expected.shared_rows"};      // that several blocks finish together

// What a multiprocessor of compute capability 8.0, 9.0 and 10.0 holds at once (CUDA C++ programming
// guide, technical specifications). Smaller chips hold less; models are of one chip, and trees find
// the scale.
constexpr double most_threads = 2048;
constexpr double most_blocks = 32;
constexpr double most_registers = 65536;
constexpr double most_shared_bytes = 228 * 1024;
constexpr double shared_bytes_taken = 1024;  ///< by the system, per block
constexpr double warp = 32;

double resident_blocks(const ExpectedLaunch& launch, double threads) {
  const double most =
      std::min({most_threads / threads, most_blocks, most_registers / (threads * launch.registers),
                most_shared_bytes / (launch.shared_bytes + shared_bytes_taken)});
  return std::max(1.0, std::floor(most));
}

void add_launch(const Expected& e, double processors, double bytes,
                std::array<double, expected_count>& out) {
  const ExpectedLaunch& launch = e.launch;
  const double threads = std::ceil(launch.threads / warp) * warp;
  const double held = processors * resident_blocks(launch, threads);
  const double mean = launch.blocks / processors;
  const double waves = launch.blocks / held;
  const double warps = std::min(launch.blocks, held) * threads / warp / processors;
  auto* next = out.begin() + stored_inputs;
  for (const double value :
       {mean, std::ceil(mean) / mean, waves, waves > 1 ? std::ceil(waves) / waves : 1,
        std::ceil(mean) * bytes / launch.blocks, warps, warps * warp * launch.in_flight,
        launch.steps, launch.longest, launch.launches, launch.shared_rows}) {
    *next++ = value;
  }
}

}  // namespace

std::array<double, expected_count> expected_values(const Expected& expected,
                                                   const ExpectedContext& context,
                                                   const FeatureLookup& feature) {
  std::array<double, expected_count> out{};
  out.fill(std::numeric_limits<double>::quiet_NaN());
  out[0] = expected.fill;
  out[1] = expected.bytes;
  if (context.processors > 0 && expected.launch.blocks > 0) {
    const double nnz = feature(Feature::nnz);
    const double vectors = feature(Feature::rows) + std::min(feature(Feature::cols), nnz);
    const double bytes =
        expected.bytes * nnz + vectors * static_cast<double>(size_of(context.value_type));
    add_launch(expected, context.processors, bytes, out);
  }
  return out;
}

std::span<const std::string_view> expected_inputs(Backend backend) noexcept {
  return std::span(all_inputs).first(backend == Backend::cuda ? all_inputs.size() : stored_inputs);
}

std::size_t count_expected(const std::vector<std::string>& inputs) noexcept {
  const auto other = std::find_if(inputs.rbegin(), inputs.rend(), [](const std::string& name) {
    return !name.starts_with(expected_prefix);
  });
  return static_cast<std::size_t>(other - inputs.rbegin());
}

std::string unknown_expected(const std::vector<std::string>& inputs) {
  for (const std::string& name : inputs) {
    const bool known = std::find(all_inputs.begin(), all_inputs.end(), name) != all_inputs.end();
    if (name.starts_with(expected_prefix) && !known) return name;
  }
  return {};
}

Expectations::Expectations(const std::vector<Configuration>& configurations,
                           const ExpectedContext& context, const std::vector<std::string>& inputs)
    : context_(context) {
  for (const std::string& name : inputs) {
    const auto* const it = std::find(all_inputs.begin(), all_inputs.end(), name);
    if (it != all_inputs.end())
      inputs_.push_back(static_cast<std::size_t>(it - all_inputs.begin()));
  }
  for (const Configuration& c : configurations) {
    // A model of another version may name values that this variant does not declare.
    auto resolved = shipped_catalogue().resolve(context.operation, context.backend, c);
    const bool known = resolved && resolved.value().variant().functions.expected;
    of_.push_back(known ? std::optional(resolved.value()) : std::nullopt);
  }
}

bool Expectations::any() const {
  return std::any_of(of_.begin(), of_.end(), [](const auto& c) { return c.has_value(); });
}

ExpectedTable Expectations::of(const features::Features& features) const {
  const FeatureLookup feature = features::lookup(features);
  const double nnz = features.at(Feature::nnz);
  ExpectedTable out;
  out.inputs.reserve(of_.size() * inputs_.size());
  out.stored_bytes.reserve(of_.size());
  for (const std::optional<ResolvedConfiguration>& c : of_) {
    const Expected e =
        c ? c->variant().functions.expected(*c, context_.value_type, feature) : Expected{};
    out.stored_bytes.push_back(e.bytes * nnz);
    if (inputs_.empty()) continue;
    const auto all = expected_values(e, context_, feature);
    for (const std::size_t input : inputs_) out.inputs.push_back(to_input(all[input]));
  }
  return out;
}

}  // namespace sptune::model
