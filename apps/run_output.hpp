// SPDX-License-Identifier: BSD-3-Clause
// Trials as `sptune run` shows them.
#pragma once

#include "harness/records/trial.hpp"
#include "kernels/api/catalogue.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace sptune::apps {

/// Has it times?
[[nodiscard]] bool measured(const harness::Trial& t);
/// Of its times; of nothing where it has none.
[[nodiscard]] harness::Summary total_of(const harness::Trial& t);

/// All that is known of one.
void print_details(const harness::Trial& t);

/// A line for each of several.
class TrialTable {
 public:
  explicit TrialTable(const std::vector<ResolvedConfiguration>& configurations);
  /// `intervals`: there are samples enough for them, else what is shown is their range.
  void print_head(bool intervals) const;
  void print_row(const harness::Trial& t, const std::string& remark) const;

 private:
  std::size_t width_;  ///< of the first column
};

}  // namespace sptune::apps
