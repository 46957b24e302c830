// SPDX-License-Identifier: BSD-3-Clause
#include "distributed/crew_plan.hpp"

#include "kernels/api/rank_share.hpp"

#include <algorithm>
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
  void numeric(Stream stream) override {
    fresh_ = false;
    complete(stream);
  }
  void complete(Stream /*stream*/) override {
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

double bytes_for_b(const Way& way, const DistributedSpgemmProblem& problem) {
  const double all =
      static_cast<double>(problem.b.nnz) *
      static_cast<double>(size_of(problem.b.value_type) + std::int64_t{sizeof(Index)});
  switch (way.scheme) {
    case Scheme::needed_rows:
      return 0;  // who knows
    case Scheme::broadcast:
      return all;
    case Scheme::ring:
      if (problem.resources.recomputes > 0) return all;  // blocks stay for the next values
      return (1 + 1.0 / way.ring.blocks) * all / static_cast<double>(problem.ranks);
  }
  return 0;  // no such scheme
}

Fit fit_ranks(const Crew& crew, const DistributedSpgemmProblem& problem) {
  if (problem.ranks == crew.size()) return Fit::yes();
  return Fit::no("is to be shared by " + std::to_string(problem.ranks) +
                 " ranks, this program runs on " + std::to_string(crew.size()));
}

Fit fit_memory(double b_bytes, std::int64_t memory, const std::string& device) {
  if (b_bytes <= static_cast<double>(memory)) return Fit::yes();
  return Fit::no("each rank needs about " + std::to_string(static_cast<std::int64_t>(b_bytes)) +
                 " bytes for B, the limit" + device + " is " + std::to_string(memory));
}

Fit fit_crew(const Crew& crew, const Way& way, const DistributedSpgemmProblem& problem) {
  Fit fit = fit_ranks(crew, problem);
  if (!fit) return fit;
  return fit_memory(bytes_for_b(way, problem),
                    std::min(problem.resources.memory_limit, crew.memory_of_rank()),
                    " of its share of the host's memory");
}

VariantFacts facts_of_variant(Scheme scheme) {
  VariantFacts out;
  out.name = facts_of(scheme).name;
  out.takes = ColumnOrder::sorted;
  out.values = ValuesRead::copied;
  switch (scheme) {
    case Scheme::needed_rows:
      out.summary = "lists of rows of B go to their owners, those rows come back: least traffic";
      out.source = "Ballard, Druinsky, Knight, Schwartz, ACM TOPC 3(3), 2016: row-wise SpGEMM";
      break;
    case Scheme::broadcast:
      out.summary = "every rank gets all of B: no lists, most traffic and memory";
      out.source =
          "all-gather of B, as in the row-wise algorithm of Buluc and Gilbert, SISC 34(4), 2012";
      break;
    case Scheme::ring:
      out.summary =
          "blocks of B go round, partial results are added up: most traffic, least memory for B";
      out.source =
          "ring all-gather of B in the row-wise algorithm of Buluc and Gilbert, SISC 34(4), 2012";
      break;
  }
  return out;
}

std::unique_ptr<SparsePlan> plan_crew(Crew& crew, const Way& way,
                                      const DistributedSpgemmProblem& problem) {
  return std::make_unique<CrewPlan>(crew, way, problem);
}

}  // namespace sptune::distributed
