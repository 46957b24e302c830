// SPDX-License-Identifier: BSD-3-Clause
// The model loader reads untrusted files in applications: whatever it is fed, it must say no or
// give a model that can be scored and explained.
#include "tuner/model/model.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sptune;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto parsed = model::data_from_json(text);
  if (!parsed) {
    if (parsed.error().empty()) __builtin_trap();
    return 0;
  }
  // What was accepted is written and read back as the same.
  const auto again = model::data_from_json(model::to_json(parsed.value()));
  if (!again || !(again.value() == parsed.value())) __builtin_trap();
  const auto loaded = model::Model::parse(text);
  if (!loaded) return 0;
  features::Features features;
  features.values.assign(feature_count, 3.0);
  const auto scores = loaded.value()->score(features);
  if (scores.size() != loaded.value()->candidates().size()) __builtin_trap();
  for (const model::Score& s : scores) {
    (void)loaded.value()->contributions(features, s.candidate);
  }
  const auto decision =
      model::decide(scores, loaded.value()->default_candidate(), 100,
                    loaded.value()->data().deciding_for(false).rule, [](std::size_t c) {
                      return Fit{c % 2 == 0, "odd"};
                    });
  if (decision.candidate >= scores.size()) __builtin_trap();
  for (const double runs : {1.0, 1e3, 1e18}) {
    const model::Deciding& deciding = loaded.value()->data().deciding_for(false);
    (void)deciding.glances({1000, 20000}, runs);
    for (const model::Header& header :
         {model::Header{1000, 20000}, model::Header{1000, 20000, 0, features::Glance{}}}) {
      const model::SizedAsking asking = deciding.asking_for(header);
      (void)asking.asks(runs);
      const auto taken = asking.choice(runs, loaded.value()->default_candidate(),
                                       [](std::size_t c) { return c % 2 == 0; });
      if (taken && *taken >= scores.size()) __builtin_trap();
    }
  }
  return 0;
}
