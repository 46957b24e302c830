// SPDX-License-Identifier: BSD-3-Clause
// Tier 0 and the clock around the tiers.
#include "tuner/features/features.hpp"

#include "sptune/error.hpp"
#include "tuner/features/table.hpp"
#include "tuner/features/tiers.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

namespace sptune::features {
namespace {

struct Caches {
  double l2 = 1 << 20;
  double llc = 8 << 20;
};

/// Sizes of this machine's caches, read once; usual sizes where the system does not tell.
const Caches& caches() {
  static const Caches found = [] {
    Caches c;
#ifdef _SC_LEVEL2_CACHE_SIZE
    const long l2 = sysconf(_SC_LEVEL2_CACHE_SIZE);
    const long l3 = sysconf(_SC_LEVEL3_CACHE_SIZE);
    if (l2 > 0) c.l2 = static_cast<double>(l2);
    c.llc = l3 > 0 ? static_cast<double>(l3) : std::max(c.l2, c.llc);
#endif
    return c;
  }();
  return found;
}

double csr_bytes(const AnyCsr& a) {
  return static_cast<double>(a.nnz) * static_cast<double>(size_of(a.value_type) + 4) +
         static_cast<double>(a.rows + 1) * static_cast<double>(size_of(a.offset_type));
}

void header_tier(const AnyCsr& a, int threads, std::vector<double>& v) {
  const auto set = [&](Id id, double value) { v[index(id)] = value; };
  const auto rows = static_cast<double>(a.rows);
  const auto cols = static_cast<double>(a.cols);
  const auto nnz = static_cast<double>(a.nnz);
  const auto value_bytes = static_cast<double>(size_of(a.value_type));
  set(Id::rows, rows);
  set(Id::cols, cols);
  set(Id::nnz, nnz);
  set(Id::value_bytes, value_bytes);
  set(Id::offset_bytes, static_cast<double>(size_of(a.offset_type)));
  set(Id::threads, threads);
  set(Id::matrix_bytes, csr_bytes(a));
  set(Id::matrix_per_l2, csr_bytes(a) / caches().l2);
  set(Id::matrix_per_llc, csr_bytes(a) / caches().llc);
  set(Id::x_per_l2, cols * value_bytes / caches().l2);
  set(Id::mean_row, ratio(nnz, rows));
  set(Id::density, ratio(nnz, rows * cols));
  set(Id::aspect, ratio(rows, cols));
}

void require_host(const AnyCsr& a) {
  if (a.space != MemorySpace::host) {
    throw UsageError("features of a product are read in host memory; this matrix is on a device");
  }
}

class Timer {
 public:
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    const double seconds = std::chrono::duration<double>(now - last_).count();
    last_ = now;
    return seconds;
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

Features tiers_of_a(const AnyCsr& a, int threads) {
  Features f;
  f.values.assign(feature_count, std::numeric_limits<double>::quiet_NaN());
  Timer timer;
  header_tier(a, threads, f.values);
  f.seconds_per_tier[0] = timer.lap();
  row_tier(a, threads, f.values);
  f.seconds_per_tier[1] = timer.lap();
  f.rows_sorted = column_tier(a, f.values);
  f.seconds_per_tier[2] = timer.lap();
  return f;
}

}  // namespace

Features extract(const SpmvProblem& problem) {
  return tiers_of_a(problem.a, problem.resources.threads);
}

Features extract(const SpgemmProblem& problem) {
  require_host(problem.a);
  require_host(problem.b);
  Features f = tiers_of_a(problem.a, problem.resources.threads);
  Timer timer;
  const auto set = [&](Id id, double value) { f.values[index(id)] = value; };
  set(Id::b_cols, static_cast<double>(problem.b.cols));
  set(Id::b_nnz, static_cast<double>(problem.b.nnz));
  set(Id::b_per_l2, csr_bytes(problem.b) / caches().l2);
  f.rows_sorted &= product_tier(problem.a, problem.b, problem.products, f.values);
  f.seconds_per_tier[3] = timer.lap();
  return f;
}

Features with_value_type(Features features, ValueType type) {
  const auto get = [&](Id id) -> double& { return features.values[index(id)]; };
  const double change = static_cast<double>(size_of(type)) - get(Id::value_bytes);
  const double matrix = get(Id::matrix_bytes) + change * get(Id::nnz);
  get(Id::matrix_per_l2) *= matrix / get(Id::matrix_bytes);
  get(Id::matrix_per_llc) *= matrix / get(Id::matrix_bytes);
  get(Id::matrix_bytes) = matrix;
  get(Id::x_per_l2) *= static_cast<double>(size_of(type)) / get(Id::value_bytes);
  if (!std::isnan(get(Id::b_nnz))) {
    // B has the value and offset types of A; its rows, of which there are as many as A has columns.
    const double rest = 4 * get(Id::b_nnz) + (get(Id::cols) + 1) * get(Id::offset_bytes);
    const double before = rest + get(Id::b_nnz) * get(Id::value_bytes);
    get(Id::b_per_l2) *= 1 + change * get(Id::b_nnz) / before;
  }
  get(Id::value_bytes) = static_cast<double>(size_of(type));
  return features;
}

double bound_bytes(const Features& features, Operation operation, ValueType type) {
  const auto get = [&](Id id) { return features.values[index(id)]; };
  const double entry = static_cast<double>(size_of(type)) + sizeof(Index);
  if (operation == Operation::spgemm) {
    return std::max(entry * (get(Id::nnz) + get(Id::b_nnz) + get(Id::products)), 1.0);
  }
  const auto value = static_cast<double>(size_of(type));
  return get(Id::nnz) * entry + (get(Id::rows) + 1) * get(Id::offset_bytes) +
         std::min(get(Id::cols), get(Id::nnz)) * value + get(Id::rows) * value;
}

}  // namespace sptune::features
