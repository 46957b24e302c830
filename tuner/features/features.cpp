// SPDX-License-Identifier: BSD-3-Clause
// Tier 0 and the clock around the tiers.
#include "tuner/features/features.hpp"

#include "kernels/api/clock.hpp"
#include "kernels/api/operation.hpp"
#include "sptune/error.hpp"
#include "tuner/features/device_sample.hpp"
#include "tuner/features/glance.hpp"
#include "tuner/features/tiers.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

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

void header_tier(const Problem& problem, std::vector<double>& v) {
  const AnyCsr& a = problem.a;
  const auto set = [&](Feature id, double value) { v[index(id)] = value; };
  const auto rows = static_cast<double>(a.rows);
  const auto cols = static_cast<double>(a.cols);
  const auto nnz = static_cast<double>(a.nnz);
  const auto value_bytes = static_cast<double>(size_of(a.value_type));
  set(Feature::rows, rows);
  set(Feature::cols, cols);
  set(Feature::nnz, nnz);
  set(Feature::value_bytes, value_bytes);
  set(Feature::offset_bytes, static_cast<double>(size_of(a.offset_type)));
  set(Feature::threads, problem.resources.threads);
  set(Feature::x_cols, static_cast<double>(problem.dense_columns()));
  set(Feature::matrix_bytes, csr_bytes(a));
  set(Feature::matrix_per_l2, csr_bytes(a) / caches().l2);
  set(Feature::matrix_per_llc, csr_bytes(a) / caches().llc);
  set(Feature::x_per_l2, cols * value_bytes / caches().l2);
  set(Feature::mean_row, ratio(nnz, rows));
  set(Feature::density, ratio(nnz, rows * cols));
  set(Feature::aspect, ratio(rows, cols));
  if (const auto seen = glance(a)) {
    set(Feature::glance_row_cv, seen->row_cv);
    set(Feature::glance_sell8_fill, seen->sell8_fill);
    set(Feature::glance_run, seen->run);
    set(Feature::glance_dia_fill, seen->dia_fill);
    set(Feature::glance_bsr3_fill, seen->bsr3_fill);
  }
}

class Timer {
 public:
  double lap() {
    const double since = std::exchange(last_, now_s());
    return last_ - since;
  }

 private:
  double last_ = now_s();
};

Features tiers_of_a(const Problem& problem, const std::function<void()>& meanwhile) {
  const AnyCsr& a = problem.a;
  const bool on_device = a.space == MemorySpace::device;
  const std::int64_t parts = parts_for(problem.resources.threads);
  Features f;
  f.values.assign(feature_count, std::numeric_limits<double>::quiet_NaN());
  Timer timer;
  header_tier(problem, f.values);
  f.seconds_per_tier[0] = timer.lap();
  Tally here;
  if (!on_device) count_rows(a, parts, here);
  const Tally& seen =
      on_device ? count_on_device(a, parts, problem.resources.stream, meanwhile) : here;
  row_tier(a, parts, seen, f.values);
  f.seconds_per_tier[1] = timer.lap();
  if (!on_device) {
    count_columns(a, here);
    here.sums.print = sample_of(a);
    if (meanwhile) meanwhile();
  }
  f.rows_sorted = column_tier(a, seen, f.values);
  f.pattern = joined(seen.sums.print, a);
  f.seconds_per_tier[2] = timer.lap();
  return f;
}

}  // namespace

Features extract(const Problem& problem, const std::function<void()>& meanwhile) {
  const AnyCsr* b = problem.second();
  if (b != nullptr && b->space != problem.a.space) {
    throw UsageError("features of a product: A and B are not in the same memory");
  }
  Features f = tiers_of_a(problem, meanwhile);
  if (b == nullptr) return f;
  const Stream stream = problem.resources.stream;
  Timer timer;
  const auto set = [&](Feature id, double value) { f.values[index(id)] = value; };
  set(Feature::b_cols, static_cast<double>(b->cols));
  set(Feature::b_nnz, static_cast<double>(b->nnz));
  set(Feature::b_per_l2, csr_bytes(*b) / caches().l2);
  f.rows_sorted &= product_tier(problem.a, *b, problem.multiplications(), stream, f.values);
  f.pattern = print_of_both(f.pattern, problem.a, *b, stream);
  f.seconds_per_tier[3] = timer.lap();
  return f;
}

Features adapted(Features features, ValueType type, std::int64_t x_cols) {
  const auto get = [&](Feature id) -> double& { return features.values[index(id)]; };
  const double change = static_cast<double>(size_of(type)) - get(Feature::value_bytes);
  const double matrix = get(Feature::matrix_bytes) + change * get(Feature::nnz);
  get(Feature::matrix_per_l2) *= matrix / get(Feature::matrix_bytes);
  get(Feature::matrix_per_llc) *= matrix / get(Feature::matrix_bytes);
  get(Feature::matrix_bytes) = matrix;
  get(Feature::x_per_l2) *= static_cast<double>(size_of(type)) / get(Feature::value_bytes);
  get(Feature::x_cols) = static_cast<double>(x_cols);
  if (!std::isnan(get(Feature::b_nnz))) {
    // B has the value and offset types of A; its rows, of which there are as many as A has columns.
    const double rest =
        4 * get(Feature::b_nnz) + (get(Feature::cols) + 1) * get(Feature::offset_bytes);
    const double before = rest + get(Feature::b_nnz) * get(Feature::value_bytes);
    get(Feature::b_per_l2) *= 1 + change * get(Feature::b_nnz) / before;
  }
  get(Feature::value_bytes) = static_cast<double>(size_of(type));
  return features;
}

FeatureLookup lookup(const Features& features) {
  if (features.values.size() != feature_count) {
    throw std::out_of_range("there are not all features");
  }
  return FeatureLookup(std::span<const double, feature_count>(features.values));
}

double bound_bytes(const Features& features, Operation operation, ValueType type) {
  return record_of(operation).bound_bytes(lookup(features), type);
}

}  // namespace sptune::features
