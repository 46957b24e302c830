// SPDX-License-Identifier: BSD-3-Clause
// What the parent and its worker say to each other: frames of a 32-bit little-endian length and a
// JSON text. The same JSON form of a trial is what `sptune run --json` prints.
#pragma once

#include "harness/records/trial.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace sptune::harness {

/// A number that is not finite becomes null and comes back as NaN. What only the parent's side says
/// of a trial (from_outside, pass_samples), and the ranks of what several processes share, stay
/// out.
[[nodiscard]] nlohmann::ordered_json to_json(const Trial& trial);
[[nodiscard]] nlohmann::ordered_json to_json(const Protocol& protocol);
[[nodiscard]] nlohmann::ordered_json to_json(const ProblemKey& problem);

/// Throw Error (internal) when a field is missing or of another type: both ends are of one build.
[[nodiscard]] Trial trial_from_json(const nlohmann::ordered_json& json);
[[nodiscard]] Protocol protocol_from_json(const nlohmann::ordered_json& json);
[[nodiscard]] ProblemKey problem_from_json(const nlohmann::ordered_json& json);

/// The JSON of a frame. Throws Error (internal) when it is none.
[[nodiscard]] nlohmann::ordered_json parse_message(std::string_view text);

/// Largest frame that is read; a length beyond it means that the two ends are out of step.
inline constexpr std::size_t largest_frame = std::size_t{64} << 20;

/// Writes a whole frame; false when the other end is gone.
[[nodiscard]] bool write_frame(int fd, const std::string& payload);
/// Blocks for a whole frame; none when the other end is gone or out of step.
[[nodiscard]] std::optional<std::string> read_frame(int fd);
/// Takes one whole frame off the front of `buffer`; none when it is not complete yet.
/// Throws Error (internal) on a length beyond largest_frame.
[[nodiscard]] std::optional<std::string> take_frame(std::string& buffer);

}  // namespace sptune::harness
