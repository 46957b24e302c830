// SPDX-License-Identifier: BSD-3-Clause
#include "sptune/tuner/sweep/survey.hpp"

#include "sptune/kernels/api/error.hpp"
#include "sptune/tuner/sweep/selection.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace sptune::sweep {

Survey survey_suite(const Plan& plan, suites::Library& library, const Sink& sink,
                    const std::function<bool()>& stop) {
  Survey out;
  const suites::Suite suite = suites::open_suite(plan.suite);
  const auto tell = [&](EventKind kind, const std::string& matrix, const std::string& text,
                        std::size_t done) {
    if (sink) sink({kind, matrix, text, nullptr, {done, suite.entries.size(), 0, 0, 0, 0}});
  };
  std::size_t looked_at = 0;
  for (suites::SuiteEntry& entry : order_matrices(suite.entries, plan.seed)) {
    if (stop && stop()) break;
    const auto most = static_cast<std::size_t>(plan.limits.max_matrices);
    if (most > 0 && out.entries.size() >= most) break;
    tell(EventKind::reading, entry.name, "", looked_at++);
    suites::MatrixInfo info;
    try {
      info = library.info(entry);
    } catch (const InputError& e) {
      out.unreadable.push_back({entry.name, e.what()});
      tell(EventKind::left_out, entry.name, e.what(), looked_at);
      continue;
    }
    if (plan.limits.max_nnz > 0 && info.nnz > plan.limits.max_nnz) {
      out.excluded.push_back({entry.name, fmt::format("{} entries, the limit is {} (--max-nnz)",
                                                      info.nnz, plan.limits.max_nnz)});
      continue;
    }
    out.entries.push_back(std::move(entry));
    out.infos.push_back(std::move(info));
  }
  return out;
}

Ledger::Work expected_work(const suites::MatrixInfo& info, const Plan& plan,
                           const Catalogue& catalogue) {
  Ledger::Work work;
  for (const Operation operation : plan.operations) {
    auto count = select_configurations(plan, operation, catalogue).size();
    if (plan.search == SearchKind::random) count = std::min(count, plan.random_budget);
    for (const ValueType type : plan.value_types) {
      ProblemSize size{operation, type, info.rows, info.nnz, 0};
      if (operation == Operation::spgemm) {
        // Rows of B are used in proportion to their length: about twice the mean in many
        // collections.
        const auto nnz = static_cast<double>(info.nnz);
        size.products = 2 * nnz * nnz / static_cast<double>(std::max<std::int64_t>(info.rows, 1));
        const auto most = static_cast<double>(plan.limits.max_products);
        if (most > 0 && size.products > most) continue;
      }
      const auto trials = static_cast<double>(count * plan.caches.size());
      work.trials += static_cast<std::int64_t>(trials);
      work.seconds[operation] +=
          trials * model_trial_s(size, plan.protocol) + model_problem_s(size);
    }
  }
  return work;
}

}  // namespace sptune::sweep
