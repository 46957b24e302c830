// SPDX-License-Identifier: BSD-3-Clause
// What one race of configurations in an application's own runs found, and its line in a log
// (docs/decisions/023). Times are of real runs: nothing was verified, and caches are as the
// application leaves them.
#pragma once

#include "kernels/api/problem.hpp"
#include "sptune/configuration.hpp"
#include "sptune/error.hpp"
#include "tuner/features/features.hpp"
#include "tuner/model/machine.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sptune::learned {

/// Version of the lines; a reader skips any other.
inline constexpr int format_version = 1;
/// Longest line, its end included: one write of a file opened for appending.
inline constexpr std::size_t longest_line = 4096;

/// A configuration that ran.
struct Measured {
  Configuration configuration;
  std::string code_hash;  ///< of its variant
  /// NaN: not known, as it was prepared beside the runs, by one thread instead of Record::threads.
  double prepare_s = 0;
  std::vector<float> us;  ///< of timed runs, in order

  [[nodiscard]] double median_s() const;
  friend bool operator==(const Measured&, const Measured&) = default;
};

struct Record {
  std::string at;  ///< UTC
  std::string library_version;
  model::Machine machine;
  Operation operation{};
  ValueType value_type = ValueType::f64;
  OffsetType offset_type{};
  Backend backend = Backend::cpu;
  std::int64_t rows = 0, cols = 0, nnz = 0;
  std::int64_t dense_columns = 0;
  Layout layout = Layout::row_major;
  int threads = 1;
  std::uint64_t sizes = 0;  ///< PatternKey::sizes of the dispatcher
  features::Fingerprint pattern;
  double expected_runs = 0;  ///< infinite: not known (Probe::as_paid)
  /// Options::constant_values: without it nothing that keeps a copy of the values was tried.
  bool constant_values = false;
  int feature_version = features::version;
  features::Features features;
  std::vector<Measured> measured;
  std::size_t winner = 0;  ///< index in `measured`
};

/// One line with its end, of at most longest_line bytes: where it would be longer, of later samples
/// some are left out. Times keep four digits, features nine. Empty when nothing helps.
[[nodiscard]] std::string to_line(const Record& record);

/// Never throws. Fails for what is cut, altered, of another format, or says what cannot be.
[[nodiscard]] Result<Record> from_line(std::string_view line);

/// A record of a problem with all that it says itself, the time and this machine filled in.
[[nodiscard]] Record describe(const Problem& problem, std::uint64_t sizes,
                              const features::Features& features);

}  // namespace sptune::learned
