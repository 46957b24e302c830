// SPDX-License-Identifier: BSD-3-Clause
// How a choice reads.
#include "sptune/choice.hpp"

#include "tuner/dispatch/known_models.hpp"

#include <cmath>
#include <cstdio>

namespace sptune {

std::string_view to_string(Match match) noexcept {
  switch (match) {
    case Match::forced:
      return "forced";
    case Match::predicted:
      return "predicted";
    case Match::by_size:
      return "by_size";
    case Match::abstained:
      return "abstained";
    case Match::other_machine:
      return "other_machine";
    case Match::learned:
      return "learned";
    case Match::no_model:
      break;
  }
  return "no_model";
}

std::string Choice::explain() const {
  std::string out = configuration.text() + " (" + std::string(to_string(match)) + "): " + reason;
  if (predicted_seconds > 0 && (match == Match::predicted || match == Match::other_machine)) {
    char text[160];
    std::snprintf(text, sizeof text, "\n  gain %.2f [%.2f, %.2f]", expected_gain, gain_low,
                  gain_high);
    out += text;
    if (prepare_seconds > 0) {
      out += ", preparing takes about " + dispatch::duration_text(prepare_seconds);
      std::snprintf(text, sizeof text, " and pays after %.0f runs", std::ceil(break_even_runs));
      out += text;
    }
  }
  if (copies_values) {
    out += "\n  keeps a copy of the values: call update_values when they change";
  }
  if (match == Match::other_machine) {
    out +=
        "\n  the model was trained on another machine, or with other threads: train one here to be "
        "sure";
  }
  if (pending) return out + "\n  runs until the choice is there";
  out += "\n  decided in " + dispatch::duration_text(decide_seconds);
  if (remembered) out += ", by what was kept of an equal pattern";
  for (const std::string& line : considered) out += "\n    " + line;
  return out;
}

}  // namespace sptune
