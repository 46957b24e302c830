// SPDX-License-Identifier: BSD-3-Clause
// Who answers: cuSPARSE's functions with sptune's plans in them. One object for the process, since
// plans and descriptors are; for any number of threads.
#pragma once

#include "dropin/entries_field.hpp"
#include "dropin/operands.hpp"
#include "dropin/spgemm_work.hpp"
#include "dropin/spmv_plans.hpp"
#include "dropin/spmv_race.hpp"
#include "sptune/dispatcher.hpp"

#include <mutex>
#include <optional>

namespace sptune::dropin {

struct Answers {
  explicit Answers(const Calls& own);

  const Calls& real;  ///< cuSPARSE's
  /// Asks the shipped models, or those of SPTUNE_MODEL. Made when the first plan is.
  [[nodiscard]] const Dispatcher& dispatcher();
  /// Where the descriptor of C has its number of entries; none: SpGEMM is cuSPARSE's.
  [[nodiscard]] const std::optional<EntriesField>& entries_field();

  PlansByArrays by_arrays;
  SpmvRaces races;
  PlansByDescriptor preprocessed;
  SpgemmWorks works;

 private:
  std::once_flag dispatcher_made_;
  std::optional<Dispatcher> dispatcher_;
  std::once_flag field_found_;
  std::optional<EntriesField> field_;
};

/// Most bytes on the current device of plans that are kept between calls.
[[nodiscard]] std::int64_t kept_bytes();

/// Of this process; there once sptune_dropin_open has run.
[[nodiscard]] Answers& answers();

/// The functions that answer, as cuSPARSE's own are called.
///@{
void set_spmv(Calls& calls);
void set_spgemm(Calls& calls);
void set_spgemm_reuse(Calls& calls);
///@}

}  // namespace sptune::dropin
