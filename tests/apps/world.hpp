// SPDX-License-Identifier: BSD-3-Clause
// One of everything that verbs read, made once: a database of trials, a model, matrices, a
// manifest.
#pragma once

#include "harness/environment/sanitizers.hpp"
#include "tests/apps/program.hpp"
#include "tests/tuner/learned_fixture.hpp"
#include "tests/tuner/model_fixture.hpp"
#include "tests/tuner/train_store_fixture.hpp"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace sptune::apps::test {

using Words = std::vector<std::string>;

/// Verbs of apps/verbs.def.
inline Words verbs() {
  std::ifstream in(std::string(std::getenv("SPTUNE_SOURCE_DIR")) + "/apps/verbs.def");
  Words out;
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line.front() != '#') out.push_back(line);
  }
  return out;
}

/// What a verb is asked in these tests; each prints something and ends with 0. A new verb needs a
/// line here.
inline std::multimap<std::string, Words> questions() {
  const std::string matrix = "stencil2d{points=5,n=12}";
  const Words sweep{"--suite", matrix,  "--operations",   "spmv",   "--variants", "csr",
                    "--grid",  "smoke", "--trial-budget", "0.001s", "--threads",  "1"};
  const auto with = [](Words words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  return {
      {"list", {"list"}},
      {"list", {"list", "--json"}},
      {"list", {"list", "csr", "--matrix", matrix}},
      {"suite", {"suite", "list"}},
      {"suite", {"suite", "show", "a.mtx"}},
      {"suite", {"suite", "show", matrix, "--json"}},
      {"suite", {"suite", "make", matrix, "-o", "made.mtx"}},
      {"suite", {"suite", "import", "matrices"}},
      {"features", {"features", matrix, "--threads", "1"}},
      {"features", {"features", "a.mtx", "--json", "--threads", "1"}},
      {"sweep", with({"sweep", "plan"}, sweep)},
      {"sweep", with({"sweep", "run", "--db", "swept.sqlite"}, sweep)},
      {"simulate", {"simulate", "db.sqlite", "--seeds", "2"}},
      {"sweep", {"sweep", "status", "db.sqlite"}},
      {"sweep", {"sweep", "status", "db.sqlite", "--json"}},
      {"run", {"run", matrix, "csr", "--threads", "1", "--time-budget", "0.01"}},
      {"run", {"run", matrix, "csr", "--json", "--threads", "1", "--time-budget", "0.01"}},
      {"train",
       {"train", "--db", "db.sqlite", "-o", "trained.json", "--no-record", "--candidates", "2"}},
      {"evaluate", {"evaluate", "--db", "db.sqlite", "--folds", "4", "--candidates", "2"}},
      {"calibrate", {"calibrate", "--help"}},
      {"predict", {"predict", matrix, "--model", "model.json"}},
      {"predict", {"predict", matrix, "--model", "model.json", "--json"}},
      {"models", {"models"}},
      {"models", {"models", "model.json"}},
      {"models", {"models", "model.json", "--json"}},
      {"doctor", {"doctor", "--seconds", "0.05"}},
      {"doctor", {"doctor", "--seconds", "0.05", "--json"}},
      {"run-with", {"run-with", "--help"}},
      {"mpi", {"mpi", "--help"}},
      {"compare", {"compare", "db.sqlite", "again.sqlite"}},
      {"compare", {"compare", "db.sqlite", "again.sqlite@1", "--json"}},
      {"compare",
       {"compare", "1", "again.sqlite", "--db", "db.sqlite", "--csv", "--configurations"}},
      {"report", {"report", "report.html", "--db", "db.sqlite"}},
      {"query", {"query", "--list"}},
      {"query", {"query", "--db", "db.sqlite", "SELECT * FROM trial_flat"}},
      {"query", {"query", "--db", "db.sqlite", "SELECT 1", "--json"}},
      {"db", {"db", "info", "db.sqlite"}},
      {"db", {"db", "check", "db.sqlite"}},
      {"db", {"db", "merge", "db.sqlite", "-o", "merged.sqlite"}},
      {"db", {"db", "import-log", "learned.sqlite", "learned.jsonl"}},
      {"db", {"db", "import-log", "learned.sqlite", "learned.jsonl", "--json"}},
      {"db", {"db", "export", "db.sqlite", "--csv"}},
      {"db", {"db", "export", "db.sqlite", "--t4", "t4"}},
      {"db", {"db", "migrate", "db.sqlite"}},
      {"db", {"db", "schema"}},
      {"db", {"db", "noise", "db.sqlite", "again.sqlite"}},
  };
}

/// Whether it takes seconds under sanitizers: tests/tuner trains under them, too.
inline bool is_slow(const Words& words) {
  return harness::sanitized && (words.front() == "train" || words.front() == "evaluate");
}

/// Fills a database as StoredDataset does for the tests of training.
struct Filled : testing::StoredDataset {
  void TestBody() override {}
  static void into(const fs::path& file) {
    Filled filled;
    filled.fill(testing::synthetic(8, 2, 0.01, 3), {});
    fs::copy_file(filled.file(), file, fs::copy_options::overwrite_existing);
  }
};

struct World : ::testing::Test {
  static void SetUpTestSuite() {
    if (std::getenv("SPTUNE_BIN_DIR") == nullptr) return;
    program = std::make_unique<Program>();
    std::ofstream(*program / "model.json")
        << model::to_json(testing::small_model("csr{}", "sell{}"));
    std::ofstream(*program / "learned.jsonl") << learned::to_line(testing::some_record());
    fs::create_directory(*program / "matrices");
    constexpr const char* matrix =
        "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1\n2 2 3\n";
    std::ofstream(*program / "a.mtx") << matrix;
    std::ofstream(*program / "matrices/b.mtx") << matrix;
  }
  static void TearDownTestSuite() { program.reset(); }
  void SetUp() override {
    if (program == nullptr) GTEST_SKIP() << "SPTUNE_BIN_DIR is not set";
    // The second one for what compares two measurements.
    for (const char* const name : {"db.sqlite", "again.sqlite"}) {
      if (!fs::exists(*program / name)) Filled::into(*program / name);
    }
  }
  static Ran run(const Words& words, const Surroundings& setup = {}) {
    return program->run(words, setup);
  }

  static inline std::unique_ptr<Program> program;
};

inline std::string joined(const Words& words) {
  std::string out = "sptune";
  for (const std::string& word : words) out += " " + word;
  return out;
}

}  // namespace sptune::apps::test
