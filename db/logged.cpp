// SPDX-License-Identifier: BSD-3-Clause
#include "db/logged.hpp"

#include "db/impl.hpp"
#include "db/keys.hpp"
#include "sptune/error.hpp"

#include <charconv>

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

bool has_uuid(const Store& store, const std::string& uuid) {
  Store::Impl& d = store.impl();
  return guarded(d.file, [&] {
    return d.id_of("SELECT trial_id FROM trial WHERE uuid = ?",
                   Store::Impl::Blob{uuid.data(), uuid.size()}) != 0;
  });
}

std::int64_t put_logged(Store& store, const LoggedRun& run, const Catalogue& catalogue,
                        std::span<const LoggedTrial> trials) {
  std::vector<const LoggedTrial*> fresh;
  for (const LoggedTrial& t : trials) {
    if (!has_uuid(store, t.uuid)) fresh.push_back(&t);
  }
  if (fresh.empty()) return 0;
  Store::Impl& d = store.impl();
  const RunInfo info = store.begin_run(run.hardware, run.environment, run.protocol, catalogue,
                                       run.suite, run.plan_json);
  guarded(d.file, [&] {
    Transaction transaction(d);
    for (const LoggedTrial* t : fresh) put_told(d, info.run_id, t->uuid, t->started_at, t->trial);
    transaction.commit();
  });
  store.end_run(info.run_id, "finished");
  return static_cast<std::int64_t>(fresh.size());
}

}  // namespace sptune::db
