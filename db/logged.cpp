// SPDX-License-Identifier: BSD-3-Clause
#include "db/logged.hpp"

#include "db/impl.hpp"
#include "db/keys.hpp"
#include "sptune/error.hpp"

#include <charconv>
#include <set>
#include <string_view>
#include <utility>

namespace sptune::db {

std::string uuid_of(const std::string& text) {
  const std::string hex = hash_text(text);
  std::string out;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    unsigned byte = 0;
    std::from_chars(hex.data() + i, hex.data() + i + 2, byte, 16);
    out += static_cast<char>(byte);
  }
  return out;
}

namespace {

bool has_uuid(const Store& store, const std::string& uuid) {
  Store::Impl& d = store.impl();
  return guarded(d.file, [&] {
    return d.id_of("SELECT trial_id FROM trial WHERE uuid = ?",
                   Store::Impl::Blob{uuid.data(), uuid.size()}) != 0;
  });
}

/// Each identity once, and none that `store` has.
std::vector<const LoggedTrial*> new_ones(const Store* store, std::span<const LoggedTrial> trials) {
  std::vector<const LoggedTrial*> out;
  std::set<std::string_view> seen;
  for (const LoggedTrial& t : trials) {
    if (!seen.insert(t.uuid).second) continue;
    if (store == nullptr || !has_uuid(*store, t.uuid)) out.push_back(&t);
  }
  return out;
}

void put_run(Store::Impl& d, const LoggedRun& run, const std::vector<const LoggedTrial*>& trials) {
  const std::int64_t id = d.begin_run(new_uuid_text(), run.hardware, run.environment, run.protocol,
                                      run.suite, run.plan_json);
  for (const LoggedTrial* t : trials) put_told(d, id, t->uuid, t->started_at, t->trial);
  d.end_run(id, "finished");
}

}  // namespace

std::optional<std::string> group_of(const Store* store, const std::string& content_hash) {
  if (store == nullptr) return std::nullopt;
  Store::Impl& d = store->impl();
  return guarded(d.file, [&]() -> std::optional<std::string> {
    SQLite::Statement s(*d.db, "SELECT grp FROM matrix WHERE content_hash = ?");
    s.bind(1, content_hash);
    if (!s.executeStep()) return std::nullopt;
    return s.getColumn(0).getString();
  });
}

std::int64_t count_new(const Store* store, std::span<const LoggedTrial> trials) {
  return static_cast<std::int64_t>(new_ones(store, trials).size());
}

std::int64_t put_logged(Store& store, const LoggedRun& run, const Catalogue& catalogue,
                        std::span<const LoggedTrial> trials) {
  const std::vector<const LoggedTrial*> fresh = new_ones(&store, trials);
  if (fresh.empty()) return 0;
  Store::Impl& d = store.impl();
  d.require_writable();
  guarded(d.file, [&] {
    Transaction transaction(d);
    const VariantMap before = std::exchange(d.variants, d.register_variants(catalogue));
    try {
      put_run(d, run, fresh);
      transaction.commit();
    } catch (...) {
      d.variants = before;  // the rows of the others are gone
      throw;
    }
  });
  return static_cast<std::int64_t>(fresh.size());
}

}  // namespace sptune::db
