// SPDX-License-Identifier: BSD-3-Clause
// `broadcast` and `needed_rows`: the same steps with other needs.
#include "distributed/rows_first.hpp"

#include "distributed/fetched_rows.hpp"
#include "distributed/needs.hpp"
#include "distributed/pieces.hpp"
#include "distributed/schemes.hpp"

#include <optional>
#include <utility>

namespace sptune::distributed {
namespace {

template <class V>
class RowsFirst final : public Steps<V> {
 public:
  RowsFirst(Work<V>& work, bool all)
      : work_(work),
        wanted_(distinct_columns(work)),
        fetched_(fetch(work, all ? std::nullopt : std::optional(wanted_))) {
    Work<V>& w = work_;
    w.ranks.together([&] {
      const Timed timed(w.report, Phase::plan);
      if (!all) renumber();
      const CsrView<V, std::int64_t> a = renumbered_ ? renumbered_->view() : w.a.local.view();
      count(a, all);
      product_.emplace(w.dispatcher.spgemm(a, fetched_.rows().view(), w.options.local));
    });
    w.ranks.together([&] { take([&] { return product_->multiply(); }); });
    if (w.options.keep) return;
    renumbered_.reset();  // the plan's C alone is looked at from now on
    fetched_.release();
  }

  void recompute(std::span<const V> a_values, std::span<const V> b_values) override {
    {
      const Timed timed(work_.report, Phase::exchange);
      fetched_.fetch_values(b_values);
    }
    work_.report.add(task_, sizeof(V));
    work_.ranks.together([&] {
      take([&] {
        // Renumbering leaves the entries of A in their order.
        product_->update_values(a_values, fetched_.rows().values);
        return product_->recompute();
      });
    });
  }

 private:
  static std::vector<Index> distinct_columns(Work<V>& work) {
    std::vector<Index> out;
    work.ranks.together([&] {
      const Timed timed(work.report, Phase::lists);
      out = distinct(work.a.local.col_indices, work.a.cols);
    });
    return out;
  }

  static FetchedRows<V> fetch(Work<V>& work, std::optional<std::vector<Index>> wanted) {
    Needs needs;
    {
      const Timed timed(work.report, Phase::lists);
      if (wanted) {
        needs = exchange_needs(work.ranks, work.b.rows, std::move(*wanted));
      } else {
        work.ranks.together([&] { needs = need_all(work.ranks, work.b.rows); });
      }
    }
    const Timed timed(work.report, Phase::exchange);
    return FetchedRows<V>(work.ranks, std::move(needs), work.b);
  }

  /// A with the columns that the fetched rows have.
  void renumber() {
    const DistributedCsr<V>& a = work_.a;
    const Positions position(wanted_, a.cols, a.local.nnz());
    renumbered_ = std::move(take_apart(a.view(), {fetched_.rows().rows},
                                       [&](Index column) { return std::pair(0, position(column)); })
                                .front()
                                .a);
  }

  void count(const CsrView<V, std::int64_t>& a, bool all) {
    const CsrView<V, std::int64_t> b = fetched_.rows().view();
    task_.products = count_products(a, b);
    const int me = work_.ranks.rank();
    for (std::size_t i = 0; i < wanted_.size(); ++i) {
      if (work_.b.rows.owner(wanted_[i]) == me) continue;
      const Index row = all ? wanted_[i] : static_cast<Index>(i);
      task_.least_entries += entries_of_rows(std::span(&row, 1), b);
    }
    work_.report.add(task_, sizeof(Index) + sizeof(V));
  }

  template <class Multiply>
  void take(const Multiply& multiply) {
    AnyCsr c;
    {
      const Timed timed(work_.report, Phase::multiply);
      c = multiply();
    }
    const Timed timed(work_.report, Phase::merge);
    work_.c = with_sorted_rows(c, work_.own);
  }

  Work<V>& work_;
  std::vector<Index> wanted_;
  FetchedRows<V> fetched_;
  RankTask task_;
  std::optional<Csr<V>> renumbered_;  ///< A, where the fetched rows are not all
  std::optional<Spgemm> product_;
};

}  // namespace

template <class V>
std::unique_ptr<Steps<V>> rows_first(Work<V>& work, bool all) {
  return std::make_unique<RowsFirst<V>>(work, all);
}
template std::unique_ptr<Steps<double>> rows_first(Work<double>&, bool);
template std::unique_ptr<Steps<float>> rows_first(Work<float>&, bool);

}  // namespace sptune::distributed
