// SPDX-License-Identifier: BSD-3-Clause
// What several benchmarks work on. Each is made once and the same on every machine.
#pragma once

#include "db/store.hpp"
#include "harness/records/trial.hpp"
#include "kernels/api/problem.hpp"
#include "kernels/api/variant.hpp"
#include "suites/io/matrix.hpp"
#include "tuner/model/model.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace sptune::bench {

/// A folder of its own, removed at the end.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  [[nodiscard]] std::filesystem::path operator/(const std::string& name) const {
    return path_ / name;
  }

 private:
  std::filesystem::path path_;
};

/// A generated matrix by its id.
[[nodiscard]] const suites::Matrix& matrix(const std::string& id);

/// The problem of the registry's first operation on it.
[[nodiscard]] std::unique_ptr<Problem> problem_on(const suites::Matrix& matrix);

/// A model of the size that training makes (docs/measurements/model.md): 200 trees of depth 6 in
/// each forest, 40 candidates, all features. What it says is arbitrary.
[[nodiscard]] const model::ModelData& trained_size_model(Backend backend = Backend::cpu);

/// Of the registry's first operation: the points that a smoke sweep measures.
[[nodiscard]] std::vector<ResolvedConfiguration> smoke_points(Backend backend = Backend::cpu);

/// Benchmarks that need a device; none where there is none (device.cpp).
void register_device_benchmarks();

/// A database as a sweep fills it: one run, made-up matrices, trials that say 40 samples each.
class SweptDatabase {
 public:
  SweptDatabase(const std::filesystem::path& file, int matrices);
  [[nodiscard]] db::Store& store() { return store_; }
  [[nodiscard]] std::int64_t run_id() const { return run_.run_id; }
  /// One on each matrix.
  [[nodiscard]] const std::vector<harness::ProblemKey>& problems() const { return problems_; }
  void add(const harness::ProblemKey& problem, const ResolvedConfiguration& configuration);
  /// Every smoke point on every matrix; returns how many trials that is.
  std::int64_t add_all();

 private:
  db::Store store_;
  db::RunInfo run_;
  std::vector<harness::ProblemKey> problems_;
  harness::Trial trial_;
};

/// One that is complete and closed, of 50 matrices.
struct FinishedDatabase {
  std::filesystem::path file;
  std::int64_t trials = 0;
};
[[nodiscard]] const FinishedDatabase& finished_database();

}  // namespace sptune::bench
