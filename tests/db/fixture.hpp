// SPDX-License-Identifier: BSD-3-Clause
// A small world to store: one machine, three kernels of which one is a baseline, matrices, and
// trials with samples that are chosen so that answers can be worked out by hand.
#pragma once

#include "db/query.hpp"
#include "db/store.hpp"
#include "sptune/error.hpp"
#include "tests/temporary_folder.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace sptune::db::test {

/// In memory where there is such a place: most tests make a file or two, and making one waits for
/// the disk several times.
inline std::filesystem::path quick_place() {
  const std::filesystem::path shared = "/dev/shm";
  return access(shared.c_str(), W_OK) == 0 ? shared : std::filesystem::temp_directory_path();
}

/// A folder of its own for each test, gone afterwards.
struct Folder : sptune::test::TemporaryFolder {
  explicit Folder(const std::filesystem::path& parent = quick_place()) : TemporaryFolder(parent) {}
};

inline Variant variant(const char* name, bool baseline = false, const char* code_hash = "c0de") {
  Variant v;
  v.facts.name = name;
  v.facts.baseline = baseline;
  v.code_hash = code_hash;
  v.axes = {{"unroll", {Value(1), Value(2), Value(4)}, "steps"}};
  v.functions.typed = [](const Configuration&) { return nullptr; };
  v.functions.satisfies_constraint = [](const ResolvedConfiguration&) { return true; };
  return v;
}

inline Catalogue catalogue(const char* code_hash = "c0de") {
  return Catalogue(
      {variant("csr", false, code_hash), variant("ell"), variant("rival", true, "1.2.3")});
}

inline Configuration configuration(const std::string& name, int unroll = 1) {
  return {name, {{"unroll", Value(unroll)}}};
}

inline harness::Hardware hardware(const std::string& hash = "hw1") {
  harness::Hardware h;
  h.name = "Test CPU";
  h.kind = "cpu";
  h.arch = "x86-64-v3";
  h.cores = 2;
  h.hash = hash;
  h.info = {{"bios", "1.0"}};
  return h;
}

inline harness::Environment environment(const std::string& git_sha = "abc") {
  harness::Environment e;
  e.compiler = "g++ 12.2";
  e.flags = "-O3";
  e.library_version = "0.1.0";
  e.git_sha = git_sha;
  e.info = {{"host", "here"}};
  return e;
}

inline suites::MatrixInfo matrix(const std::string& name, const std::string& group = "g") {
  suites::MatrixInfo m;
  m.name = name;
  m.group = group;
  m.source = "generate:" + name;
  m.symmetry = "general";
  m.field = "real";
  m.rows = 100;
  m.cols = 100;
  m.nnz = 500;
  m.content_hash = "content-" + name;
  m.pattern_hash = "pattern-" + name;
  m.report.duplicates_summed = 3;
  return m;
}

inline harness::ProblemKey problem(const std::string& matrix_name) {
  harness::ProblemKey p;
  p.a_hash = "content-" + matrix_name;
  p.b_kind = "x";
  return p;
}

/// A verified trial whose samples are `median` and, evenly around it, steps of `step`.
inline harness::Trial measured(float median, float step = 0.01F, int n = 11) {
  harness::Trial t;
  t.outcome = harness::Outcome::ok;
  t.stage = "measure";
  t.stop_reason = "confidence";
  const int middle = n / 2;
  for (int i = 0; i < n; ++i) {
    t.samples["total"].push_back(median + step * static_cast<float>(i - middle));
  }
  t.flops = 1000;
  t.compulsory_bytes = 8000;
  t.bytes_per_run = 9000;
  t.floor_us = 1;
  t.wall_s = 0.25;
  t.verification.done = true;
  t.verification.ok = true;
  t.verification.max_bound_ratio = 0.1;
  return t;
}

/// The same, measured with others in repetitions.
inline harness::Trial repeated(float median, float step = 0.01F, int n = 11) {
  harness::Trial t = measured(median, step, n);
  t.stop_reason = harness::in_repetitions;
  return t;
}

/// The same beside something else that took its cores.
inline harness::Trial disturbed_trial(float median) {
  harness::Trial t = measured(median);
  t.load.window_s = 0.1;
  t.load.waiting_threads = 0.5;
  t.disturbed = harness::disturbed_by(t.load);
  return t;
}

inline harness::Trial failed(harness::Outcome outcome, const std::string& message,
                             const std::string& stage = "measure") {
  harness::Trial t;
  t.outcome = outcome;
  t.stage = stage;
  t.message = message;
  return t;
}

/// A store with a run and two matrices in it.
struct World {
  /// Reckons with a noise of its own, so that ties do not change with what is learned of machines.
  explicit World(const std::filesystem::path& parent = quick_place()) : folder(parent) {
    SQLite::Database(file.string(), SQLite::OPEN_READWRITE)
        .exec(
            "UPDATE noise SET pass_sd = 0.03, lap_sd = 0.04, change_sd = 0, common_sd = 0.03, "
            "time_factor = 2, tie_factor = 2 WHERE backend = 'cpu'");
  }
  Folder folder;
  std::filesystem::path file = folder / "trials.sqlite";
  Store store{file, OpenMode::create};
  RunInfo run = start();

  RunInfo start(const harness::Protocol& protocol = {}) {
    RunInfo info =
        store.begin_run(hardware(), environment(), protocol, catalogue(), "quick", "{\"a\":1}");
    store.put_matrix(matrix("m1"), "train");
    store.put_matrix(matrix("m2", "h"), "test");
    return info;
  }
  std::int64_t add(const std::string& on, const Configuration& c, const harness::Trial& trial) {
    const std::int64_t id = store.begin_trial(run.run_id, Backend::cpu, problem(on), c);
    store.finish_trial(id, trial);
    return id;
  }
  [[nodiscard]] Table ask(const std::string& sql) const { return query(store, sql); }
  [[nodiscard]] std::int64_t count(const std::string& sql) const {
    return std::get<std::int64_t>(ask("SELECT count(*) FROM " + sql).rows.at(0).at(0));
  }
};

/// Finalists of `problems` matrices in three passes; `common`: ln of what the occasion does to all
/// of them.
inline void add_finalists(World& w, int problems, double common) {
  for (int p = 0; p < problems; ++p) {
    const std::string name = "n" + std::to_string(p);
    w.store.put_matrix(matrix(name), "train");
    for (const int unroll : {1, 2, 4}) {
      harness::Trial t;
      for (int pass = 0; pass < 3; ++pass) {
        const double us = 10 * std::exp(common + 0.004 * (p * 7 % 5 - 2) + 0.01 * unroll +
                                        0.005 * ((pass + p + unroll) % 3 - 1));
        const harness::Trial one = repeated(static_cast<float>(us), 0.001F, 5);
        if (pass == 0) {
          t = one;
        } else {
          harness::append(t.samples, one.samples);
        }
        t.pass_samples.push_back(5);
      }
      w.add(name, configuration("csr", unroll), t);
    }
  }
}

/// Runs SQL on a closed file as another program might, without any of our checks.
inline void vandalise(const std::filesystem::path& file, const std::string& sql) {
  SQLite::Database db(file.string(), SQLite::OPEN_READWRITE);
  db.exec("PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF");
  db.exec(sql);
}

/// As on a disk that is full: no file may grow beyond `bytes`.
class NoRoom {
 public:
  explicit NoRoom(rlim_t bytes) : before_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &limit_);
    const rlimit small{bytes, limit_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
  }
  ~NoRoom() {
    setrlimit(RLIMIT_FSIZE, &limit_);
    std::signal(SIGXFSZ, before_);
  }
  NoRoom(const NoRoom&) = delete;
  NoRoom& operator=(const NoRoom&) = delete;

 private:
  rlimit limit_{};
  void (*before_)(int);
};

/// The first number that `sql` gives.
inline double number(const std::filesystem::path& file, const std::string& sql) {
  const Table t = query(file, sql);
  return t.number(0, t.columns.at(0));
}

/// Rows of a table, or of `table WHERE condition`.
inline double count(const std::filesystem::path& file, const std::string& from) {
  return number(file, "SELECT count(*) FROM " + from);
}

/// The message of the DatabaseError (or Error) that `f` throws; a failure when it throws none.
template <class E = DatabaseError, class F>
std::string error_of(F&& f) {
  try {
    f();
  } catch (const E& error) {
    std::string line = error.what();
    EXPECT_EQ(line.find('\n'), std::string::npos) << "not one line: " << line;
    return line;
  }
  ADD_FAILURE() << "nothing was thrown";
  return {};
}

}  // namespace sptune::db::test
