// SPDX-License-Identifier: BSD-3-Clause
// A tiny suite, and sweeps over it on several ranks.
#pragma once

#include "db/query.hpp"
#include "kernels/api/catalogue.hpp"
#include "tests/distributed/launch.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

namespace sptune::distributed::test {

class SweepWorld : public testing::Test {
 protected:
  /// One cache for all: the matrix that drift is timed on is not that tiny.
  static void SetUpTestSuite() {
    if (cache() == nullptr) cache() = new sptune::test::TemporaryFolder;
    setenv("SPTUNE_CACHE", cache()->string().c_str(), 1);
    setenv("SPTUNE_MPI_LOST", "0.7", 1);
  }
  static void TearDownTestSuite() {
    delete cache();
    cache() = nullptr;
  }

  SweepWorld() {
    std::ofstream out(suite());
    out << R"({"format":"sptune-suite","version":1,"name":"t","matrices":[)";
    for (int n = 10; n < 14; ++n) {
      out << (n > 10 ? "," : "")
          << fmt::format(R"({{"source":"generate:stencil2d{{points=5,n={}}}"}})", n);
    }
    out << "]}";
  }

  [[nodiscard]] std::string suite() const { return (folder / "suite.json").string(); }
  [[nodiscard]] std::string db(const std::string& name) const {
    return (folder / (name + ".sqlite")).string();
  }
  /// Words of `sptune`; trials of milliseconds.
  [[nodiscard]] std::string sweep(const std::string& name, const std::string& more = "") const {
    return sweep_with_finalists(name, "--no-finalists " + more);
  }
  [[nodiscard]] std::string sweep_with_finalists(const std::string& name,
                                                 const std::string& more) const {
    return "sweep run --suite " + suite() + " --variants csr --threads 1" +
           " --trial-budget 0.002s --min-samples 2 --max-samples 3 --db " + db(name) + " " + more;
  }

  /// Problems and configurations of a whole sweep.
  [[nodiscard]] static std::size_t all_trials() {
    constexpr std::size_t matrices = 4;
    const Variant* const csr = shipped_catalogue().find(Operation::spmv, Backend::cpu, "csr");
    return matrices * csr->full_grid().size();
  }
  /// Problems and configurations; without finalists each was measured once.
  static std::set<std::string> keys(const std::string& file, bool finalists = false) {
    const db::Table table = db::query(
        file,
        "SELECT problem_hash, configuration, count(*) AS n FROM trial_flat WHERE reaped = 0 "
        "AND outcome != 'running' GROUP BY 1, 2");
    std::set<std::string> out;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
      const std::string key = table.text(row, "problem_hash") + table.text(row, "configuration");
      EXPECT_TRUE(finalists || table.number(row, "n") == 1) << key;
      out.insert(key);
    }
    return out;
  }

  const sptune::test::TemporaryFolder folder;

 private:
  static sptune::test::TemporaryFolder*& cache() {
    static sptune::test::TemporaryFolder* one = nullptr;
    return one;
  }
};

}  // namespace sptune::distributed::test
