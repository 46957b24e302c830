// SPDX-License-Identifier: BSD-3-Clause
// Opening and closing, and the life of a run.
#include "db/store.hpp"

#include "db/impl.hpp"
#include "db/keys.hpp"
#include "db/migrate.hpp"
#include "db/noise.hpp"
#include "sptune/error.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>

namespace sptune::db {
namespace {

constexpr const char* run_columns_where_suite =
    "SELECT run_id, uuid, suite, plan, state, hw_hash, env_hash, policy_hash, started_at, "
    "coalesce(ended_at, '') FROM run JOIN context USING (context_id) JOIN hardware USING (hw_id) "
    "JOIN environment USING (env_id) JOIN policy USING (policy_id) WHERE suite = ? "
    "ORDER BY started_at DESC, run_id DESC LIMIT 1";
constexpr const char* run_columns_where_uuid =
    "SELECT run_id, uuid, suite, plan, state, hw_hash, env_hash, policy_hash, started_at, "
    "coalesce(ended_at, '') FROM run JOIN context USING (context_id) JOIN hardware USING (hw_id) "
    "JOIN environment USING (env_id) JOIN policy USING (policy_id) WHERE uuid = ?";

void require_version(SQLite::Database& db, const std::filesystem::path& file,
                     const StoreOptions& options) {
  const int wanted =
      latest_version(options.migrations == nullptr ? builtin_migrations() : *options.migrations);
  const int found = schema_version(db);
  require_sound_version(db, file);
  if (found >= wanted) return;
  throw DatabaseError(
      fmt::format("{}: schema {}, this sptune reads {}: run `sptune db migrate {}` (it keeps a "
                  "backup)",
                  file.string(), found, wanted, file.string()));
}

/// What was committed to a file that has no name any more, under a name that is free.
std::string rescued(SQLite::Database& db, const std::filesystem::path& file) {
  std::filesystem::path name = file.string() + ".rescued";
  for (int i = 2; std::filesystem::exists(name); ++i) {
    name = fmt::format("{}.rescued.{}", file.string(), i);
  }
  try {
    SQLite::Database copy(name.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    copy_whole(copy, db);
    copy.exec("PRAGMA journal_mode = DELETE");
  } catch (const SQLite::Exception& error) {
    remove_database(name);
    return fmt::format("what was measured is lost, and could not be saved as {}: {}", name.string(),
                       error.what());
  }
  return fmt::format("all that was measured is saved as {0}: `sptune sweep resume {0}` goes on",
                     name.string());
}

}  // namespace

Store::Store(const std::filesystem::path& file, OpenMode mode, const StoreOptions& options)
    : impl_(std::make_unique<Impl>()) {
  impl_->file = std::filesystem::absolute(file);
  impl_->mode = mode;
  impl_->options = options;
  if (mode == OpenMode::read_only) {
    impl_->db = open_for_reading(impl_->file, options);
    guarded(impl_->file, [&] { require_version(*impl_->db, impl_->file, options); });
    return;
  }
  const bool may_create = mode == OpenMode::create;
  require_sqlite_file(impl_->file, may_create);
  impl_->lock = WriterLock(impl_->file, may_create);
  try {
    impl_->db = open_for_writing(impl_->file, may_create, options);
  } catch (...) {
    // Not even a schema is in it: the same command is to find what it found.
    std::error_code ignored;
    const auto real = std::filesystem::weakly_canonical(impl_->file, ignored);
    if (impl_->lock.created()) remove_database(real);
    throw;
  }
}

// At rest a database is one plain file: it can be copied, put on read-only media, and read without
// leaving a log and shared memory behind, which a reader of a file in WAL mode cannot remove.
Store::Impl::~Impl() {
  statements.clear();
  if (db == nullptr || mode == OpenMode::read_only) return;
  sqlite3_busy_timeout(db->getHandle(), 0);
  db->tryExec("PRAGMA journal_mode = DELETE");
}

Store::~Store() = default;
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;

SQLite::Statement& Store::Impl::statement(const char* sql) {
  auto& slot = statements[sql];
  if (slot == nullptr) {
    slot = std::make_unique<SQLite::Statement>(*db, sql);
  } else {
    slot->tryReset();
    slot->clearBindings();
  }
  return *slot;
}

void Store::Impl::require_writable() const {
  if (mode == OpenMode::read_only) {
    throw DatabaseError(
        fmt::format("{}: opened for reading, asked to write: open it for writing", file.string()));
  }
}

void Store::Impl::require_in_place() {
  if (misplaced.empty() && !lock.is_at(file)) {
    const std::filesystem::path now = lock.present_name();
    const bool other = std::filesystem::exists(file);
    const std::string where =
        now.empty()
            ? rescued(*db, file)
            : fmt::format("all that was measured is there: `sptune sweep resume {}` goes on",
                          now.string());
    const std::string what = !now.empty() ? "renamed to " + now.string()
                             : other      ? std::string("replaced by another file")
                                          : std::string("removed");
    misplaced = fmt::format("{}: {} while it was being written; {}", file.string(), what, where);
  }
  if (!misplaced.empty()) throw DatabaseError(misplaced);
}

std::int64_t Store::Impl::begin_run(const std::string& uuid, const harness::Hardware& hardware,
                                    const harness::Environment& environment,
                                    const harness::Protocol& protocol, const std::string& suite,
                                    const std::string& plan_json) {
  reap(0);
  // Not before the latest run of the context, which seems to be to come when the clock was set
  // back: who asks for the latest one means this.
  return id_of(
      "INSERT INTO run (uuid, context_id, suite, plan, state, git_sha, git_dirty, limits, info, "
      "started_at) SELECT ?1, ?2, ?3, ?4, 'running', ?5, ?6, ?7, ?8, "
      "max(?9, coalesce(max(started_at), '')) FROM run WHERE context_id = ?2 RETURNING run_id",
      uuid, context(hardware, environment, protocol), suite, plan_json, environment.git_sha,
      environment.git_dirty, protocol_limits(protocol), info_json(environment), utc_now());
}

void Store::Impl::end_run(std::int64_t run_id, const std::string& state) {
  const int changed =
      run("UPDATE run SET state = ?, ended_at = ? WHERE run_id = ?", state, utc_now(), run_id);
  if (changed != 1) {
    throw DatabaseError(fmt::format("{}: no run with id {}", file.string(), run_id));
  }
  refresh_noise(*db);
}

RunInfo Store::begin_run(const harness::Hardware& hardware, const harness::Environment& environment,
                         const harness::Protocol& protocol, const Catalogue& catalogue,
                         const std::string& suite, const std::string& plan_json) {
  Impl& d = *impl_;
  d.require_writable();
  return guarded(d.file, [&] {
    const std::string uuid = new_uuid_text();
    Transaction transaction(d);
    VariantMap variants = d.register_variants(catalogue);
    const std::int64_t id = d.begin_run(uuid, hardware, environment, protocol, suite, plan_json);
    transaction.commit();
    d.variants = std::move(variants);
    d.own_runs.insert(id);
    return *run(uuid);
  });
}

RunInfo Store::continue_run(const std::string& uuid, const harness::Hardware& hardware,
                            const harness::Environment& environment,
                            const harness::Protocol& protocol, const Catalogue& catalogue) {
  Impl& d = *impl_;
  d.require_writable();
  return guarded(d.file, [&] {
    const auto info = run(uuid);
    if (!info) {
      throw DatabaseError(
          fmt::format("{}: no run {}: see `sptune db info`", d.file.string(), uuid));
    }
    Transaction transaction(d);
    if (d.context(hardware, environment, protocol) != d.context_of_run(info->run_id)) {
      throw DatabaseError(fmt::format(
          "{}: run {} was measured with other hardware, software or policy (here and there: {}): "
          "go "
          "on with the same --devices or ranks, or start a new run; what is comparable is not "
          "measured twice",
          d.file.string(), uuid, d.difference(uuid, hardware, environment)));
    }
    VariantMap variants = d.register_variants(catalogue);
    d.reap(info->run_id);
    d.run("UPDATE run SET state = 'running', ended_at = NULL WHERE run_id = ?", info->run_id);
    transaction.commit();
    d.variants = std::move(variants);
    d.own_runs.insert(info->run_id);
    return *run(uuid);
  });
}

void Store::end_run(std::int64_t run_id, const std::string& state) {
  Impl& d = *impl_;
  d.require_writable();
  guarded(d.file, [&] {
    Transaction transaction(d);
    d.end_run(run_id, state);
    transaction.commit();
  });
}

std::optional<RunInfo> Store::last_run(const std::string& suite) const {
  return guarded(impl_->file, [&] { return impl_->run_where(run_columns_where_suite, suite); });
}

std::optional<RunInfo> Store::run(const std::string& uuid) const {
  return guarded(impl_->file, [&] { return impl_->run_where(run_columns_where_uuid, uuid); });
}

std::optional<RunInfo> Store::Impl::run_where(const char* sql, const std::string& value) {
  SQLite::Statement& s = statement(sql);
  s.bindNoCopy(1, value);
  if (!s.executeStep()) {
    s.reset();
    return std::nullopt;
  }
  RunInfo info;
  info.run_id = s.getColumn(0).getInt64();
  int i = 0;
  for (std::string* field :
       {&info.uuid, &info.suite, &info.plan_json, &info.state, &info.hardware_hash,
        &info.environment_hash, &info.policy_hash, &info.started_at, &info.ended_at}) {
    *field = s.getColumn(++i).getString();
  }
  s.reset();
  return info;
}

int Store::reap_running(std::int64_t run_id) {
  Impl& d = *impl_;
  d.require_writable();
  return guarded(d.file, [&] {
    Transaction transaction(d);
    const int reaped = d.reap(run_id);
    transaction.commit();
    return reaped;
  });
}

// Whoever holds the writer's lock knows that no other writer lives, so a running row that it did
// not begin itself belongs to a dead process.
int Store::Impl::reap(std::int64_t run_id) {
  std::vector<std::int64_t> dead;
  {
    SQLite::Statement s(
        *db, "SELECT trial_id FROM trial WHERE outcome = 'running' AND (? = 0 OR run_id = ?)");
    s.bind(1, run_id);
    s.bind(2, run_id);
    while (s.executeStep()) {
      const std::int64_t id = s.getColumn(0).getInt64();
      if (!own_trials.contains(id)) dead.push_back(id);
    }
  }
  for (const std::int64_t id : dead) {
    run("UPDATE trial SET outcome = 'crashed', reaped = 1 WHERE trial_id = ?", id);
    run("INSERT INTO failure (trial_id, stage, message) VALUES (?, 'sweep', ?)", id,
        died_while_measuring);
  }
  std::vector<std::int64_t> interrupted;
  {
    SQLite::Statement s(*db,
                        "SELECT run_id FROM run WHERE state = 'running' AND (? = 0 OR run_id = ?)");
    s.bind(1, run_id);
    s.bind(2, run_id);
    while (s.executeStep()) {
      const std::int64_t id = s.getColumn(0).getInt64();
      if (!own_runs.contains(id)) interrupted.push_back(id);
    }
  }
  for (const std::int64_t id : interrupted) {
    run("UPDATE run SET state = 'interrupted' WHERE run_id = ?", id);
  }
  return static_cast<int>(dead.size());
}

}  // namespace sptune::db
