// SPDX-License-Identifier: BSD-3-Clause
#include "distributed/crew_plan.hpp"

#include "kernels/api/rank_share.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace sptune::distributed {
namespace {

RankShare share_of(const RankReport& r) {
  const auto seconds = [&](Phase phase) { return r.seconds[static_cast<std::size_t>(phase)]; };
  return {.rows = r.rows,
          .a_entries = r.a_entries,
          .b_entries = r.b_entries,
          .c_entries = r.c_entries,
          .products = r.products,
          .bytes_sent = r.traffic.sent,
          .bytes_received = r.traffic.received,
          .bytes_received_least = r.least_received,
          .messages_sent = r.traffic.messages,
          .lists_s = seconds(Phase::lists),
          .exchange_s = seconds(Phase::exchange),
          .plan_s = seconds(Phase::plan),
          .multiply_s = seconds(Phase::multiply),
          .merge_s = seconds(Phase::merge)};
}

class CrewPlan final : public SparsePlan, public SharedAmongRanks {
 public:
  CrewPlan(Crew& crew, const Way& way, const DistributedSpgemmProblem& problem)
      : crew_(crew), job_(crew.prepare(way, problem.a, problem.b)) {}
  ~CrewPlan() override { crew_.drop(job_); }
  CrewPlan(const CrewPlan&) = delete;
  CrewPlan& operator=(const CrewPlan&) = delete;

  std::int64_t symbolic(Stream /*stream*/) override {
    c_.reset();
    fresh_ = false;
    const std::int64_t entries = crew_.multiply(job_);
    fresh_ = true;
    return entries;
  }
  void allocate(Stream /*stream*/) override {}
  void numeric(Stream /*stream*/) override {
    if (!fresh_) {
      c_.reset();
      crew_.recompute(job_);
    }
    fresh_ = false;
  }
  [[nodiscard]] AnyCsr result() const override {
    if (!c_) c_ = crew_.gather(job_);
    return *c_;
  }
  [[nodiscard]] std::int64_t memory_bytes() const override { return crew_.bytes(job_); }
  [[nodiscard]] std::vector<RankShare> shares() const override {
    std::vector<RankShare> out;
    for (const RankReport& report : crew_.reports(job_)) out.push_back(share_of(report));
    return out;
  }

 private:
  Crew& crew_;
  std::int64_t job_;
  bool fresh_ = false;               ///< `symbolic` has just made values, too
  mutable std::optional<AnyCsr> c_;  ///< gathered when it is asked for
};

}  // namespace

double bytes_of_b(const DistributedSpgemmProblem& problem) {
  return static_cast<double>(problem.b.nnz) *
         static_cast<double>(size_of(problem.b.value_type) + std::int64_t{sizeof(Index)});
}

Fit fit_crew(const Crew& crew, const DistributedSpgemmProblem& problem, double b_bytes) {
  if (problem.ranks != crew.size()) {
    return Fit::no("is to be shared by " + std::to_string(problem.ranks) +
                   " ranks, this program runs on " + std::to_string(crew.size()));
  }
  const auto limit = static_cast<double>(problem.resources.memory_limit);
  if (b_bytes > limit) {
    return Fit::no("each rank needs about " + std::to_string(static_cast<std::int64_t>(b_bytes)) +
                   " bytes for B, the limit is " + std::to_string(problem.resources.memory_limit));
  }
  return Fit::yes();
}

std::unique_ptr<SparsePlan> plan_crew(Crew& crew, const Way& way,
                                      const DistributedSpgemmProblem& problem) {
  return std::make_unique<CrewPlan>(crew, way, problem);
}

}  // namespace sptune::distributed
