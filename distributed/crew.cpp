// SPDX-License-Identifier: BSD-3-Clause
#include "distributed/crew.hpp"

#include "kernels/host/control_groups.hpp"

#include "distributed/matrix.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <numeric>
#include <optional>
#include <type_traits>
#include <utility>

namespace sptune::distributed {

/// As it travels.
struct Crew::Order {
  enum class Kind : std::int64_t { prepare, multiply, recompute, gather, report, drop, end };
  Kind kind = Kind::end;
  std::int64_t job = 0;
  Way way{};  ///< of `prepare`, and so is what follows
  ValueType value_type = ValueType::f64;
  bool same = false;  ///< B is A
};

namespace {

template <class V>
Csr<V> copy_of(const AnyCsr& any) {
  return visit(any, [&]<class W, class O>(const CsrView<W, O>& m) {
    Csr<V> out{m.rows, m.cols, {}, {}, {}};
    out.row_offsets.assign(m.row_offsets, m.row_offsets + m.rows + 1);
    out.col_indices.assign(m.col_indices, m.col_indices + m.nnz());
    out.values.assign(m.values, m.values + m.nnz());
    return out;
  });
}

template <class V>
class TypedJob final : public Job {
 public:
  /// `a`, `b`: whole, on rank 0; `b` null: it is A.
  TypedJob(Communicator& ranks, Workplace& workplace, int threads, const Way& way, const AnyCsr* a,
           const AnyCsr* b, bool same)
      : ranks_(ranks) {
    options_.scheme = way.scheme;
    options_.ring = way.ring;
    options_.local.threads = threads;
    Csr<V> whole_a;
    Csr<V> whole_b;
    Partition a_rows;
    Partition b_rows;
    ranks.together([&] {
      if (ranks.rank() != 0) return;
      whole_a = copy_of<V>(*a);
      if (!same) whole_b = copy_of<V>(*b);
      const Csr<V>& right = same ? whole_a : whole_b;
      a_rows = partition_rows(whole_a.view(), right.row_offsets, way.balance, ranks.size());
      if (!same) b_rows = partition_rows(whole_b.view(), {}, Balance::nnz, ranks.size());
    });
    DistributedCsr<V> left = scatter(ranks, whole_a, a_rows);
    std::optional<DistributedCsr<V>> right;
    if (!same) right = scatter(ranks, whole_b, b_rows);
    computation_ = workplace.take(way.transport, std::move(left), std::move(right));
  }

  std::int64_t multiply() override {
    compute(/*keep=*/false);
    const std::vector<std::int64_t> entries = ranks_.all_gather(last_.c_entries);
    return std::accumulate(entries.begin(), entries.end(), std::int64_t{0});
  }

  void recompute() override {
    if (!keeps_) {
      compute(/*keep=*/true);
    } else {
      const RankReport before = computation_->report();
      computation_->again();
      last_ = computation_->report();
      last_.products -= before.products;
      last_.traffic = last_.traffic - before.traffic;
      last_.least_received -= before.least_received;
      for (std::size_t p = 0; p < last_.seconds.size(); ++p) last_.seconds[p] -= before.seconds[p];
    }
    ranks_.barrier();
  }

  AnyCsr gather() override {
    whole_c_ = computation_->gather();
    if (ranks_.rank() != 0) return {};
    AnyCsr c(whole_c_.view());
    c.columns = ColumnOrder::sorted;
    return c;
  }

  std::vector<RankReport> reports() override { return collect(ranks_, last_); }

  [[nodiscard]] std::int64_t bytes() const noexcept override { return computation_->bytes(); }

 private:
  void compute(bool keep) {
    options_.keep = keep;
    keeps_ = false;
    computation_->multiply(options_);
    keeps_ = keep;
    last_ = computation_->report();
  }

  Communicator& ranks_;
  ProductOptions options_;
  ComputationPtr<V> computation_;
  bool keeps_ = false;
  RankReport last_;
  Csr<V> whole_c_;
};

}  // namespace

Crew::Crew(Communicator& ranks, Workplace& workplace, int threads)
    : ranks_(ranks), workplace_(workplace), threads_(threads) {
  const auto all = ranks.all_gather(host::available_memory() / ranks.ranks_on_host());
  memory_ = *std::min_element(all.begin(), all.end());
}

void Crew::work(const std::function<void()>& lead) {
  std::exception_ptr failed;
  if (ranks_.rank() == 0) {
    try {
      const std::jthread life([this](const std::stop_token& over) { show_life(over); });
      lead();
    } catch (...) {
      if (broken_) throw;
      failed = std::current_exception();
    }
    if (broken_) throw MpiError("MPI failed while ranks worked together");
    Order end;
    ranks_.await(&end, sizeof end, 0);
  } else {
    follow();
  }
  ranks_.end_signs(0);
  jobs_.clear();
  ranks_.together([&] {
    if (failed) std::rethrow_exception(failed);
  });
}

/// Beside `lead`, between its orders: the others do not wait for a rank that is gone. MPI that
/// fails here fails for the next order, too.
void Crew::show_life(const std::stop_token& over) {
  std::unique_lock lock(mpi_);
  const std::chrono::duration<double> pause(ranks_.between_signs_s());
  while (ranks_.gives_signs() &&
         !ended_.wait_for(lock, over, pause, [&] { return over.stop_requested(); })) {
    try {
      ranks_.give_sign();
    } catch (const MpiError&) {
      return;
    }
  }
}

/// What fails is said by rank 0, where the same is thrown.
void Crew::follow() {
  for (;;) {
    Order given;
    ranks_.await(&given, sizeof given, 0);
    try {
      switch (given.kind) {
        case Order::Kind::prepare:
          make(given, {}, {});
          break;
        case Order::Kind::multiply:
          jobs_.at(given.job)->multiply();
          break;
        case Order::Kind::recompute:
          jobs_.at(given.job)->recompute();
          break;
        case Order::Kind::gather:
          static_cast<void>(jobs_.at(given.job)->gather());
          break;
        case Order::Kind::report:
          static_cast<void>(jobs_.at(given.job)->reports());
          break;
        case Order::Kind::drop:
          jobs_.erase(given.job);
          break;
        case Order::Kind::end:
          return;
      }
    } catch (const AgreedError&) {
      continue;
    }
  }
}

template <class Do>
auto Crew::order(const Order& given, const Do& part) {
  if (broken_) throw MpiError("an earlier failure of MPI left the ranks apart");
  const std::scoped_lock lock(mpi_);
  try {
    Order travelling = given;
    ranks_.await(&travelling, sizeof travelling, 0);
    return part();
  } catch (const AgreedError&) {
    throw;
  } catch (...) {
    broken_ = true;
    throw;
  }
}

void Crew::make(const Order& given, const AnyCsr& a, const AnyCsr& b) {
  const auto made = [&]<class V>(V /*type*/) -> std::unique_ptr<Job> {
    return std::make_unique<TypedJob<V>>(ranks_, workplace_, threads_, given.way, &a, &b,
                                         given.same);
  };
  jobs_[given.job] = given.value_type == ValueType::f32 ? made(float{}) : made(double{});
}

std::int64_t Crew::prepare(const Way& way, const AnyCsr& a, const AnyCsr& b) {
  forget_dropped();
  // All of it: without entries the arrays of two matrices are none, and so in one place.
  const bool same = a.values == b.values && a.col_indices == b.col_indices &&
                    a.row_offsets == b.row_offsets && a.rows == b.rows && a.cols == b.cols &&
                    a.nnz == b.nnz;
  const Order given{Order::Kind::prepare, next_job_++, way, a.value_type, same};
  order(given, [&] { make(given, a, b); });
  return given.job;
}

std::int64_t Crew::multiply(std::int64_t job) {
  return order({Order::Kind::multiply, job}, [&] { return jobs_.at(job)->multiply(); });
}

void Crew::recompute(std::int64_t job) {
  order({Order::Kind::recompute, job}, [&] { jobs_.at(job)->recompute(); });
}

AnyCsr Crew::gather(std::int64_t job) {
  return order({Order::Kind::gather, job}, [&] { return jobs_.at(job)->gather(); });
}

std::vector<RankReport> Crew::reports(std::int64_t job) {
  return order({Order::Kind::report, job}, [&] { return jobs_.at(job)->reports(); });
}

void Crew::drop(std::int64_t job) noexcept {
  if (const auto it = jobs_.find(job); it != jobs_.end()) it->second->dropped = true;
}

void Crew::forget_dropped() {
  for (auto it = jobs_.begin(); it != jobs_.end();) {
    const std::int64_t job = it->first;
    const bool dropped = it->second->dropped;
    ++it;
    if (dropped) order({Order::Kind::drop, job}, [&] { jobs_.erase(job); });
  }
}

}  // namespace sptune::distributed
