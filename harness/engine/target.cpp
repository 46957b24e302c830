// SPDX-License-Identifier: BSD-3-Clause
#include "harness/engine/target.hpp"

#include "harness/cuda/target.hpp"
#include "harness/engine/dense_target.hpp"
#include "harness/engine/long_rows.hpp"
#include "harness/engine/sparse_target.hpp"
#include "harness/engine/verify.hpp"
#include "harness/environment/awake.hpp"
#include "kernels/api/clock.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

namespace sptune::harness {

void DenseTarget::first_run() {
  poison_y();
  note_team([&] { run(1, 0); });
}

Verification DenseTarget::verify() {
  Verification v = so_far_right();
  compare_with_plain(v);
  keep_y();
  first_run();
  v.repeatable = same_as_kept();
  start_from_y0();
  run(verify_alpha, verify_beta);
  if (v.ok) {
    compare_with_scaled(v);
    if (!v.ok) v.first_bad += fmt::format(" (alpha={}, beta={})", verify_alpha, verify_beta);
  }
  return v;
}

void DenseTarget::check_closely(Verification& v, const std::function<void()>& before_run) {
  for (int part = 1; part < data_.long_rows.parts() && v.ok; ++part) {
    before_run();
    poison_y();
    run_part(part);
    compare_with_part(part, v);
  }
}

void DenseTarget::describe(Trial& trial) const {
  trial.bytes_per_run = plan_->bytes_per_run();
  trial.memory_bytes = plan_->memory_bytes();
}

Verification so_far_right() {
  Verification v;
  v.done = true;
  v.ok = true;
  return v;
}

namespace {

/// The bits of a product, and whether another has the same.
class Bits {
 public:
  explicit Bits(const AnyCsr& c) : columns_(columns_of(c)), bytes_(columns_ + values_of(c)) {
    if (columns_ > 0) std::memcpy(bytes_.data(), c.col_indices, columns_);
    if (bytes_.size() > columns_) {
      std::memcpy(bytes_.data() + columns_, c.values, bytes_.size() - columns_);
    }
  }
  [[nodiscard]] bool equal(const AnyCsr& c) const {
    if (columns_of(c) != columns_ || columns_ + values_of(c) != bytes_.size()) return false;
    return bytes_.empty() ||
           (std::memcmp(bytes_.data(), c.col_indices, columns_) == 0 &&
            std::memcmp(bytes_.data() + columns_, c.values, bytes_.size() - columns_) == 0);
  }

 private:
  static std::size_t columns_of(const AnyCsr& c) {
    return static_cast<std::size_t>(c.nnz) * sizeof(Index);
  }
  static std::size_t values_of(const AnyCsr& c) {
    return static_cast<std::size_t>(c.nnz * size_of(c.value_type));
  }
  std::size_t columns_;
  std::vector<std::byte> bytes_;
};

}  // namespace

void SparseTarget::first_run() {
  note_team([&] {
    claimed_nnz_ = plan_->symbolic(stream());
    plan_->allocate(stream());
    plan_->complete(stream());
  });
}

Verification SparseTarget::verify() {
  Verification v = so_far_right();
  if (claimed_nnz_ == data_.product.c.nnz() && right_in_place(v)) {
    keep_values();
    first_run();
    if (right_in_place(v)) {
      v.repeatable = values_as_kept();
    } else {
      v.repeatable = false;
      check_again(product_on_host(), "in the second run", v);
    }
    return v;
  }
  const AnyCsr c = product_on_host();
  if (claimed_nnz_ != data_.product.c.nnz()) {
    v.ok = false;
    v.nnz_mismatch = std::abs(claimed_nnz_ - data_.product.c.nnz());
    v.first_bad = fmt::format("symbolic counted {} entries, expected {}", claimed_nnz_,
                              data_.product.c.nnz());
  }
  compare_product(data_.product, c, plan_->sorted(), v);
  if (!v.ok) return v;  // its arrays may be of any size: nothing more to compare
  const Bits before(c);
  first_run();
  const AnyCsr second = product_on_host();
  v.repeatable = before.equal(second);
  if (!v.repeatable) check_again(second, "in the second run", v);
  return v;
}

double SparseTarget::seconds_to_values() {
  constexpr int noting = 3;  // first runs, in which a plan may write something down
  constexpr int steady = 3;  // runs after them
  const auto timed = [&](auto&& work) {
    wait();
    const double begin = now_s();
    work();
    wait();
    return now_s() - begin;
  };
  const double product = timed([&] { first_run(); });
  std::array<double, noting + steady> runs{};
  for (double& run : runs) run = timed([&] { plan_->numeric(stream()); });
  std::sort(runs.begin() + noting, runs.end());
  const double usual = runs[noting + steady / 2];
  double noted = 0;
  for (int i = 0; i < noting; ++i) noted += runs[static_cast<std::size_t>(i)] - usual;
  return product + std::max(noted, 0.0);
}

void SparseTarget::repeat_values(Verification& v) {
  values_alone_ = true;
  // Kernels are loaded when they run for the first time: not what another plan would pay.
  first_run();
  for (int i = 0; i < 2; ++i) plan_->numeric(stream());
  prepare_s_ += seconds_to_values();
  poison_values();
  note_team([&] { plan_->numeric(stream()); });
  if (!right_in_place(v)) check_again(product_on_host(), "when its values were made again", v);
}

void SparseTarget::check_last(Verification& v) {
  if (!right_in_place(v)) compare_product(data_.product, product_on_host(), plan_->sorted(), v);
}

void SparseTarget::check_again(const AnyCsr& c, const char* which, Verification& v) const {
  Verification again = so_far_right();
  compare_product(data_.product, c, plan_->sorted(), again);
  if (again.ok) return;
  v.ok = false;
  v.nnz_mismatch = again.nnz_mismatch;
  v.first_bad = fmt::format("{} ({})", again.first_bad, which);
}

void SparseTarget::describe(Trial& trial) const {
  trial.nnz_out = plan_->result().nnz;
  trial.memory_bytes = plan_->memory_bytes();
  trial.bytes_per_run = trial.compulsory_bytes;
  if (shared() != nullptr) trial.ranks = shared()->shares();
}

namespace {

/// The threads that a run takes, which are woken for it, and no others: until they sleep again
/// these would spin beside it, on what may be the other half of its core. Of a library's threads
/// nothing is known, and it may take all that it was granted.
class RunThreads {
 public:
  RunThreads(const ResolvedConfiguration& configuration, const Problem& problem)
      : foreign_(configuration.variant().facts.baseline), granted_(problem.resources.threads) {}
  /// `team`: of a run of this plan, as far as that is known.
  [[nodiscard]] int of(int team) const { return foreign_ && team == 1 ? granted_ : team; }

 private:
  bool foreign_;
  int granted_;
};

class CpuDenseTarget final : public DenseTarget {
 public:
  CpuDenseTarget(const ResolvedConfiguration& configuration, const ProblemData& data,
                 const Problem& problem)
      : DenseTarget(data),
        a_(problem.a),
        threads_(configuration, problem),
        seal_(data.seal),
        y_(data_.y_shape.size(), a_.value_type) {
    const double begin = now_s();
    plan_ = configuration.dense_plan(problem);
    prepare_s_ = now_s() - begin;
  }

  PhaseTimes time(int runs) override {
    awaken(threads());
    const double begin = now_s();
    for (int i = 0; i < runs; ++i) run(1, 0);
    return {.total = (now_s() - begin) / runs};
  }

  [[nodiscard]] int threads() const override { return threads_.of(team_); }
  [[nodiscard]] bool memory_intact() const override { return y_.guards_intact(); }
  [[nodiscard]] std::string changed_input() const override { return seal_.broken(); }

 private:
  void poison_y() override { y_.fill_nan(); }
  void start_from_y0() override { y_.copy_from(data_.y0); }
  void keep_y() override {
    kept_ = std::make_unique<GuardedVector>(data_.y_shape.size(), a_.value_type);
    kept_->copy_from(y_);
  }
  [[nodiscard]] bool same_as_kept() override { return y_.same_bits(*kept_); }
  void run(double alpha, double beta) override {
    plan_->run(alpha, data_.x.data(), beta, y_.data(), Stream{});
  }
  void run_part(int part) override {
    if (x_of_part_ == nullptr) {
      x_of_part_ = std::make_unique<GuardedVector>(data_.x_shape.size(), a_.value_type);
    }
    keep_class(data_.x, data_.long_rows, part - 1, *x_of_part_);
    plan_->run(1, x_of_part_->data(), 0, y_.data(), Stream{});
  }
  void compare_with_part(int part, Verification& v) override {
    compare_long_rows(data_.long_rows, part, y_, v);
  }
  void compare_with_plain(Verification& v) override {
    compare_dense(a_, data_.plain, data_.y_shape, y_, v);
    compare_with_part(0, v);
  }
  void compare_with_scaled(Verification& v) override {
    compare_dense(a_, data_.scaled, data_.y_shape, y_, v);
  }

  AnyCsr a_;
  RunThreads threads_;
  const Seal& seal_;
  GuardedVector y_;
  std::unique_ptr<GuardedVector> kept_;
  std::unique_ptr<GuardedVector> x_of_part_;
};

/// The most seconds of a rank in each phase.
std::map<std::string, double> slowest(const std::vector<RankShare>& shares) {
  std::map<std::string, double> out;
  for (const RankShare& share : shares) {
    for (const auto& [phase, seconds] :
         {std::pair("lists", share.lists_s), std::pair("exchange", share.exchange_s),
          std::pair("plan", share.plan_s), std::pair("multiply", share.multiply_s),
          std::pair("merge", share.merge_s)}) {
      double& most = out[phase];
      most = std::max(most, seconds);
    }
  }
  return out;
}

class CpuSparseTarget final : public SparseTarget {
 public:
  CpuSparseTarget(const ResolvedConfiguration& configuration, const ProblemData& data,
                  const Problem& problem)
      : SparseTarget(data), threads_(configuration, problem) {
    const double begin = now_s();
    plan_ = configuration.sparse_plan(problem);
    prepare_s_ = now_s() - begin;
  }

  PhaseTimes time(int runs) override {
    if (shared() != nullptr) return time_shared(runs);
    awaken(threads());
    if (values_alone_) {
      const double begin = now_s();
      for (int i = 0; i < runs; ++i) plan_->numeric(Stream{});
      return {.total = (now_s() - begin) / runs};
    }
    PhaseTimes sum;
    for (int i = 0; i < runs; ++i) {
      const double t0 = now_s();
      plan_->symbolic(Stream{});
      const double t1 = now_s();
      plan_->allocate(Stream{});
      const double t2 = now_s();
      plan_->complete(Stream{});
      const double t3 = now_s();
      sum.symbolic += t1 - t0;
      sum.allocate += t2 - t1;
      sum.numeric += t3 - t2;
      sum.total += t3 - t0;
    }
    return {sum.symbolic / runs, sum.allocate / runs, sum.numeric / runs, sum.total / runs};
  }

  [[nodiscard]] int threads() const override { return threads_.of(team_); }
  [[nodiscard]] std::string changed_input() const override { return data_.seal.broken(); }

 private:
  /// Ranks are asked for their phases between runs.
  PhaseTimes time_shared(int runs) {
    PhaseTimes sum;
    for (int i = 0; i < runs; ++i) {
      const double begin = now_s();
      if (values_alone_) {
        plan_->numeric(Stream{});
      } else {
        plan_->symbolic(Stream{});
        plan_->allocate(Stream{});
        plan_->complete(Stream{});
      }
      sum.total += (now_s() - begin) / runs;
      for (const auto& [phase, seconds] : slowest(shared()->shares())) {
        sum.of_ranks[phase] += seconds / runs;
      }
    }
    return sum;
  }

  void poison_values() override {
    constexpr int nan_of_every_type = 0xff;
    const AnyCsr c = plan_->result();
    // The plan's own memory, which it hands out to be read.
    if (c.nnz > 0) {
      std::memset(const_cast<void*>(c.values), nan_of_every_type,
                  static_cast<std::size_t>(c.nnz * size_of(c.value_type)));
    }
  }

  RunThreads threads_;
};

class EmptyTarget final : public Target {
 public:
  explicit EmptyTarget(int threads) : threads_(threads) {}
  void first_run() override { run(); }
  Verification verify() override { return so_far_right(); }
  PhaseTimes time(int runs) override {
    awaken(threads_);
    const double begin = now_s();
    for (int i = 0; i < runs; ++i) run();
    return {.total = (now_s() - begin) / runs};
  }
  [[nodiscard]] int threads() const override { return threads_; }
  void describe(Trial& /*trial*/) const override {}

 private:
  void run() const {
    if (threads_ == 1) {
      __asm__ volatile("" ::: "memory");
      return;
    }
#pragma omp parallel num_threads(threads_)
    __asm__ volatile("" ::: "memory");
  }

  int threads_;
};

}  // namespace

Backend place_of(Backend backend, const ProblemData& data) {
  const bool from_host = dynamic_cast<const CalledFromHost*>(data.problem.get()) != nullptr;
  return from_host ? Backend::cpu : backend;
}

std::unique_ptr<Problem> problem_for(Backend backend, const ProblemData& data,
                                     const Resources& resources) {
  switch (place_of(backend, data)) {
    case Backend::cpu:
      return data.with(resources);
    case Backend::cuda:
      return cuda_problem(data, resources);
  }
  throw UsageError("no such backend");
}

std::unique_ptr<Target> prepare_target(const ResolvedConfiguration& configuration,
                                       const ProblemData& data, const Problem& problem) {
  const bool dense = data.dense != nullptr;
  switch (place_of(configuration.variant().facts.backend, data)) {
    case Backend::cpu:
      if (dense) return std::make_unique<CpuDenseTarget>(configuration, data, problem);
      return std::make_unique<CpuSparseTarget>(configuration, data, problem);
    case Backend::cuda:
      return prepare_cuda_target(configuration, data, problem);
  }
  throw UsageError("no such backend");
}

std::unique_ptr<Target> empty_target(Backend backend, int threads) {
  if (backend == Backend::cuda) return empty_cuda_target();
  return std::make_unique<EmptyTarget>(threads);
}

}  // namespace sptune::harness
