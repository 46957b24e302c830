// SPDX-License-Identifier: BSD-3-Clause
// Inside of Store, private to the module.
#pragma once

#include "db/connection.hpp"
#include "db/lock.hpp"
#include "db/store.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>

namespace sptune::db {

/// A variant in the state of source that this process was built with (or, without a catalogue, the
/// one that the file saw last).
struct KnownVariant {
  std::int64_t id = 0;
  std::string code_hash;
  std::string default_configuration;
};

using VariantMap = std::map<std::tuple<Operation, Backend, std::string>, KnownVariant>;

/// What reap() says of a trial; by it a merge knows those that a file was copied in the middle of.
inline constexpr const char* died_while_measuring =
    "the process that measured this trial died before it ended";

struct Store::Impl {
  Impl() = default;
  /// Leaves a file at rest without a write-ahead log, unless somebody still reads.
  ~Impl();
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  std::filesystem::path file;
  OpenMode mode = OpenMode::read_only;
  // Destroyed from below: statements before their connection, the connection before the lock.
  WriterLock lock;
  StoreOptions options;
  std::unique_ptr<SQLite::Database> db;
  /// By address of the SQL literal: each call site compiles its statement once.
  std::unordered_map<const char*, std::unique_ptr<SQLite::Statement>> statements;

  VariantMap variants;
  /// Ids of committed rows, by hash. Filled after the commit only.
  std::unordered_map<std::string, std::int64_t> problems, configs;
  std::set<std::int64_t> own_runs, own_trials;
  std::optional<std::int64_t> ended;  ///< trials, once somebody asked
  std::string misplaced;              ///< what require_in_place found, once it has

  /// The compiled statement, reset and without bindings.
  SQLite::Statement& statement(const char* sql);
  /// Warns where the stored matrix of that content was measured and is of another side.
  void tell_of_another_side(const suites::MatrixInfo& matrix, const std::string& split);
  /// Throws DatabaseError when the Store was opened for reading.
  void require_writable() const;
  /// Throws DatabaseError when the file's name does not stand any more for the file that is
  /// written, which says where the rows went.
  void require_in_place();

  /// Runs an INSERT … ON CONFLICT … RETURNING id, or any SELECT of one integer.
  template <class... Args>
  std::int64_t id_of(const char* sql, const Args&... args) {
    SQLite::Statement& s = statement(sql);
    int i = 0;
    (bind(s, ++i, args), ...);
    const std::int64_t id = s.executeStep() ? s.getColumn(0).getInt64() : 0;
    s.reset();
    return id;
  }
  /// Runs a statement that returns nothing; gives the number of rows it changed.
  template <class... Args>
  int run(const char* sql, const Args&... args) {
    SQLite::Statement& s = statement(sql);
    int i = 0;
    (bind(s, ++i, args), ...);
    const int changed = s.exec();
    s.reset();
    return changed;
  }

  // Rows that trials refer to; call inside a transaction. Each returns the row's id.
  std::int64_t hardware(const harness::Hardware& hardware);
  std::int64_t environment(const harness::Environment& environment);
  std::int64_t environment_but_cusparse(const harness::Environment& environment);
  std::int64_t policy(const harness::Protocol& protocol);
  std::int64_t context(const harness::Hardware& hardware, const harness::Environment& environment,
                       const harness::Protocol& protocol);
  std::string difference(const std::string& run_uuid, const harness::Hardware& hardware,
                         const harness::Environment& environment);
  [[nodiscard]] VariantMap register_variants(const Catalogue& catalogue);
  std::int64_t problem(const harness::ProblemKey& problem);
  std::int64_t config(Operation operation, Backend backend, const Configuration& configuration);

  [[nodiscard]] const KnownVariant* variant(Operation operation, Backend backend,
                                            const std::string& name);
  [[nodiscard]] std::optional<RunInfo> run_where(const char* sql, const std::string& value);
  [[nodiscard]] std::int64_t context_of_run(std::int64_t run_id);
  [[nodiscard]] std::int64_t ended_trials();
  [[nodiscard]] std::int64_t find_problem(const std::string& hash);
  [[nodiscard]] std::int64_t find_config(Operation operation, Backend backend,
                                         const Configuration& configuration);
  /// `run_id` 0: every run. Call inside a transaction.
  int reap(std::int64_t run_id);
  /// A run that is under way, with all that it refers to but variants; returns its id. Call inside
  /// a transaction, as end_run.
  std::int64_t begin_run(const std::string& uuid, const harness::Hardware& hardware,
                         const harness::Environment& environment, const harness::Protocol& protocol,
                         const std::string& suite, const std::string& plan_json);
  void end_run(std::int64_t run_id, const std::string& state);

  /// Text is bound without a copy: it lives until the statement has run.
  static void bind(SQLite::Statement& s, int i, const std::string& v) { s.bindNoCopy(i, v); }
  static void bind(SQLite::Statement& s, int i, std::string_view v) { s.bind(i, std::string(v)); }
  static void bind(SQLite::Statement& s, int i, const char* v) { s.bind(i, v); }
  static void bind(SQLite::Statement& s, int i, std::int64_t v) { s.bind(i, v); }
  static void bind(SQLite::Statement& s, int i, int v) { s.bind(i, v); }
  static void bind(SQLite::Statement& s, int i, bool v) { s.bind(i, v ? 1 : 0); }
  static void bind(SQLite::Statement& s, int i, double v) { s.bind(i, v); }
  static void bind(SQLite::Statement& s, int i, std::nullptr_t) { s.bind(i); }
  template <class T>
  static void bind(SQLite::Statement& s, int i, const std::optional<T>& v) {
    if (v) {
      bind(s, i, *v);
    } else {
      s.bind(i);
    }
  }
  struct Blob {
    const void* data = nullptr;
    std::size_t size = 0;
  };
  static void bind(SQLite::Statement& s, int i, const Blob& v) {
    s.bindNoCopy(i, v.data, static_cast<int>(v.size));
  }
};

/// What is worth knowing of a run beside its key, as JSON.
[[nodiscard]] std::string info_json(const harness::Environment& environment);

/// A finished trial of a run, with an identity of the caller's; call inside a transaction.
void put_told(Store::Impl& d, std::int64_t run_id, const std::string& uuid,
              const std::string& started_at, const harness::Trial& trial);

/// Outermost transaction: rolled back unless committed, whatever is thrown.
class Transaction {
 public:
  explicit Transaction(Store::Impl& d)
      : impl_(d), transaction_(*d.db, SQLite::TransactionBehavior::IMMEDIATE) {}
  /// Throws DatabaseError when the commit went into a file that is no longer where it was.
  void commit() {
    transaction_.commit();
    impl_.require_in_place();
  }

 private:
  Store::Impl& impl_;
  SQLite::Transaction transaction_;
};

}  // namespace sptune::db
