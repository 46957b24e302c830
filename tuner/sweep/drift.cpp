// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/sweep/drift.hpp"

#include "harness/engine/not_here.hpp"
#include "kernels/api/clock.hpp"
#include "kernels/api/operation.hpp"
#include "sptune/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>

namespace sptune::sweep {
namespace {

constexpr double interval_s = 30;

harness::ProblemKey reference_problem(const Context& context, Operation operation, Turn& turn) {
  const Aside aside(turn);
  const suites::MatrixInfo info =
      context.library.load(suites::open_suite(context.drift_matrix).entries.front()).info;
  const OperandChoice choice = record_of(operation).choices(info.rows, info.cols).front();
  harness::ProblemKey problem;
  problem.operation = operation;
  problem.a_hash = info.content_hash;
  problem.b_kind = choice.b_kind;
  problem.parameters = choice.parameters;
  return problem;
}

}  // namespace

std::optional<std::string> DriftReference::time(const Session& session, const Context& context,
                                                const std::string& device, Turn& turn) {
  if (context.drift_matrix.empty() || given_up_) return std::nullopt;
  const auto [last, first] = timed_s_.try_emplace(device, now_s());
  if (!first && now_s() - last->second < interval_s) return std::nullopt;
  last->second = now_s();
  const Operation operation = all_operations().front();
  const auto& variants = context.catalogue.variants();
  const auto of_ours = std::find_if(variants.begin(), variants.end(), [&](const Variant& v) {
    return v.operation == operation && !v.facts.baseline &&
           v.facts.backend == session.plan().backend;
  });
  if (of_ours == variants.end()) return std::nullopt;
  std::optional<harness::ProblemKey> problem;
  std::string why;
  try {
    problem = reference_problem(context, operation, turn);
  } catch (const InputError& e) {
    why = e.what();
  } catch (const std::bad_alloc&) {
    why = "memory ran out";
  }
  if (!problem) {
    given_up_ = true;
    return fmt::format("the drift of the machine is not watched: {}: {}", context.drift_matrix,
                       why);
  }
  const harness::CachePolicy cache = session.plan().caches.front();
  try {
    const harness::Trial reference = context.runner.run(
        {of_ours->default_configuration(), *problem, session.protocol(cache)}, 0);
    context.store.put_drift(session.run_id(cache), device, reference);
  } catch (const harness::NotHere& e) {
    if (!deaf_.insert(device).second) return std::nullopt;
    return fmt::format("the drift of {} is not watched: {}", device, e.what());
  }
  return std::nullopt;
}

}  // namespace sptune::sweep
