// SPDX-License-Identifier: BSD-3-Clause
// What makes two numbers comparable, as hashes; and identities that survive merging.
#pragma once

#include "harness/records/environment.hpp"
#include "harness/records/trial.hpp"
#include "sptune/types.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace sptune::db {

/// 32 hex digits of XXH3-128.
[[nodiscard]] std::string hash_text(std::string_view text);

/// Key of a machine: `hardware.hash`, or a hash of its properties when that is empty.
[[nodiscard]] std::string hardware_key(const harness::Hardware& hardware);
/// Key of an environment: compiler, flags (with all that was added to them), system, libraries and
/// drivers, but not the commit, since each kernel carries a hash of its own code
/// (docs/decisions/003).
[[nodiscard]] std::string environment_key(const harness::Environment& environment);
/// The fields of a protocol that are part of its key, as JSON; cache and threads are left out.
[[nodiscard]] std::string policy_params(const harness::Protocol& protocol);
[[nodiscard]] std::string policy_key(const harness::Protocol& protocol);
/// The limits of a protocol, as JSON; not part of the key.
[[nodiscard]] std::string protocol_limits(const harness::Protocol& protocol);
[[nodiscard]] std::string config_key(Operation operation, Backend backend, std::string_view variant,
                                     std::string_view code_hash, std::string_view text);

/// 16 bytes of a version 7 UUID: they begin with the time, so that indexes grow at their end.
[[nodiscard]] std::string new_uuid_bytes();
/// The same as 8-4-4-4-12 hex digits.
[[nodiscard]] std::string new_uuid_text();

/// 2026-01-31T12:00:00.123Z
[[nodiscard]] std::string utc_now();

}  // namespace sptune::db
