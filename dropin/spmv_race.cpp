// SPDX-License-Identifier: BSD-3-Clause
#include "dropin/spmv_race.hpp"

#include "kernels/api/catalogue.hpp"
#include "kernels/spmv/spmv.hpp"
#include "tuner/dispatch/fitting.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <iterator>
#include <utility>

namespace sptune::dropin {
namespace {

constexpr int runs_each = 5;              // the first of which warms up
constexpr float worth_it = 0.95F;         // of cuSPARSE's times, or cuSPARSE stays
constexpr float hopeless = 2;             // times cuSPARSE's
constexpr std::int64_t most_steps = 512;  // of a thread in the longest row

/// Lanes per row that suit rows of so many entries on average, on an H200 (docs/dropin.md).
int lanes_for_mean(double mean) {
  const double steps = std::clamp(std::round(std::log2(std::max(1.0, mean / 4))), 0.0, 5.0);
  return 1 << static_cast<int>(steps);
}

bool done(cudaEvent_t event) {
  const cudaError_t status = cudaEventQuery(event);
  if (status != cudaSuccess) (void)cudaGetLastError();
  return status == cudaSuccess;
}

SpmvProblem problem_of(const AnyCsr& a, cudaStream_t stream) {
  SpmvProblem problem(a, {1, std::int64_t{1} << 62, {stream}});
  problem.a.columns = ColumnOrder::any;  // nobody looks
  return problem;
}

SharedSpmvPlan plan_of(const ResolvedConfiguration& c, const AnyCsr& a, int device,
                       cudaStream_t stream) {
  return std::make_shared<SpmvPlanOnDevice>(c.dense_plan(problem_of(a, stream)), a, device,
                                            c.text());
}

/// Null: it does not take the matrix.
SharedSpmvPlan lanes_plan(int lanes, const AnyCsr& a, int device, cudaStream_t stream) {
  const auto c = shipped_catalogue().resolve(
      Operation::spmv, Backend::cuda,
      {"csr_vector", {{"threads_per_row", Value(lanes)}, {"unroll", Value(8)}}});
  if (!c || !c.value().fit(problem_of(a, stream))) return nullptr;
  return plan_of(c.value(), a, device, stream);
}

/// Where a kernel writes for the host: taken in turn, since it is read soon, and what another race
/// would read instead costs no more than time.
LongestRows* next_place() {
  constexpr std::size_t places = 64;
  using Places = std::array<LongestRows, places>;
  static auto* const pinned = new cuda::Pinned<Places>;  // to the end of the process
  static std::atomic<std::size_t> taken = 0;
  return &(*pinned->get())[taken++ % places];
}

}  // namespace

SharedSpmvPlan unprepared_plan(const AnyCsr& a, int device, cudaStream_t stream) {
  SpmvProblem problem = problem_of(a, stream);
  return plan_of(dispatch::unprepared(problem).configuration, a, device, stream);
}

SpmvRace::SpmvRace(const AnyCsr& a, int device, cudaStream_t stream) : a_(a), device_(device) {
  LongestRows* const place = next_place();
  longest_ = place;
  find_longest_rows(a, *place, stream);
  SPTUNE_CUDA(cudaEventRecord(measured_.get(), stream));
}

void SpmvRace::line_up(cudaStream_t stream) {
  const double mean = static_cast<double>(a_.nnz) / static_cast<double>(a_.rows);
  const int lanes = lanes_for_mean(mean);
  const std::int64_t longest = *std::max_element(longest_->begin(), longest_->end());
  runners_.push_back({nullptr});
  runners_.push_back({unprepared_plan(a_, device_, stream)});
  for (const int l : {lanes, lanes < 32 ? 2 * lanes : lanes / 2}) {
    if (longest > most_steps * l) continue;
    if (auto plan = lanes_plan(l, a_, device_, stream)) runners_.push_back({std::move(plan)});
  }
}

void SpmvRace::take_time() {
  float ms = 0;
  waits_ = false;
  if (cudaEventElapsedTime(&ms, border_[0].get(), border_[1].get()) != cudaSuccess) {
    (void)cudaGetLastError();
    at_ = 0;  // without a clock there is no race
    over_ = lost_ = true;
    return;
  }
  Runner& runner = runners_[at_];
  if (runner.runs > 0) {
    runner.best = std::min(runner.best, ms);
    runner.call = std::min(runner.call, call_);
  }
  ++runner.runs;
  const float cusparse = runners_.front().best;
  runner.out = runner.runs >= 2 && runner.best > hopeless * cusparse;
  next();
}

/// Everyone has a turn, round after round.
void SpmvRace::next() {
  for (std::size_t tries = 0; tries < runners_.size(); ++tries) {
    at_ = (at_ + 1) % runners_.size();
    const Runner& r = runners_[at_];
    if (!r.out && r.runs < runs_each) return;
  }
  decide();
}

/// Of those that take no longer on the device than cuSPARSE, the one that takes least with its
/// call: a product of ten microseconds is over before the next one is asked for.
void SpmvRace::decide() {
  const Runner& cusparse = runners_.front();
  at_ = 0;
  float least = worth_it * cusparse.both();
  for (std::size_t i = 1; i < runners_.size(); ++i) {
    const Runner& r = runners_[i];
    if (r.out || r.best > cusparse.best || r.both() >= least) continue;
    at_ = i;
    least = r.both();
  }
  over_ = true;
  lost_ = at_ == 0;
}

SpmvRace::Turn SpmvRace::begin(cudaStream_t stream) {
  if (over_) return {runners_[at_].plan, false};
  const cuda::RelaxedCapture relaxed;  // another thread's capture goes on while events are asked
  if (runners_.empty()) {
    if (!done(measured_.get())) return {};
    line_up(stream);
  }
  if (waits_) {
    if (!done(border_[1].get())) return {};  // untimed: nobody waits
    take_time();
    if (over_) return {runners_[at_].plan, false};
  }
  SPTUNE_CUDA(cudaEventRecord(border_[0].get(), stream));
  begun_ = std::chrono::steady_clock::now();
  return {runners_[at_].plan, true};
}

void SpmvRace::end(cudaStream_t stream) noexcept {
  call_ =
      std::chrono::duration<float, std::milli>(std::chrono::steady_clock::now() - begun_).count();
  waits_ = cudaEventRecord(border_[1].get(), stream) == cudaSuccess;
  if (!waits_) (void)cudaGetLastError();  // the run counts for nothing
}

void SpmvRace::fail() {
  runners_[at_].out = true;
  next();
}

std::string SpmvRace::told() const {
  const Runner& winner = runners_[at_];
  const std::string rest =
      ", the fastest of " + std::to_string(runners_.size()) + " that were tried";
  return (winner.plan == nullptr ? std::string("cuSPARSE") : "sptune, " + winner.plan->text()) +
         rest;
}

std::shared_ptr<SpmvRace> SpmvRaces::find(const AnyCsr& a, int device) {
  const std::lock_guard lock(mutex_);
  const auto at = std::find_if(all_.begin(), all_.end(), [&](const auto& race) {
    return race->device() == device && same_arrays(race->matrix(), a, true);
  });
  if (at == all_.end()) return nullptr;
  std::rotate(all_.begin(), at, at + 1);
  return all_.front();
}

bool SpmvRaces::lost(const AnyCsr& a) {
  const std::lock_guard lock(mutex_);
  return std::any_of(all_.begin(), all_.end(), [&](const auto& race) {
    return race->lost() && same_arrays(race->matrix(), a, true);
  });
}

void SpmvRaces::add(const std::shared_ptr<SpmvRace>& race) {
  std::vector<std::shared_ptr<SpmvRace>> gone;  // end after the lock
  const std::lock_guard lock(mutex_);
  if (all_.size() >= most) {
    const auto keep = all_.begin() + static_cast<std::ptrdiff_t>(most / 2);
    std::move(keep, all_.end(), std::back_inserter(gone));
    all_.erase(keep, all_.end());
  }
  all_.insert(all_.begin(), race);
}

}  // namespace sptune::dropin
