// SPDX-License-Identifier: BSD-3-Clause
// Trials that were measured elsewhere, in an application's own runs, with identities that are told:
// storing them twice adds nothing (docs/decisions/023).
#pragma once

#include "db/store.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sptune::db {

struct LoggedTrial {
  std::string uuid;        ///< 16 bytes
  std::string started_at;  ///< UTC
  harness::Trial trial;    ///< finished; its matrices have been put
};

/// What they have in common: one context, and one run.
struct LoggedRun {
  harness::Hardware hardware;
  harness::Environment environment;
  harness::Protocol protocol;
  std::string suite;
  std::string plan_json;
};

/// 16 bytes that belong to this text.
[[nodiscard]] std::string uuid_of(const std::string& text);

/// Of a stored matrix. None where it is not stored, or `store` is null: a file that is not there
/// yet.
[[nodiscard]] std::optional<std::string> group_of(const Store* store,
                                                  const std::string& content_hash);

/// How many of them put_logged would store. Null: a file that is not there yet.
[[nodiscard]] std::int64_t count_new(const Store* store, std::span<const LoggedTrial> trials);

/// Stores those that are not there yet, each identity once, as one finished run; without any, no
/// run, and none where it throws. Returns how many.
std::int64_t put_logged(Store& store, const LoggedRun& run, const Catalogue& catalogue,
                        std::span<const LoggedTrial> trials);

}  // namespace sptune::db
