// SPDX-License-Identifier: BSD-3-Clause
// Of blocks under way (ring_order.hpp) no rank has more than its own are, and one.
#include "distributed/ring.hpp"

#include "distributed/messages.hpp"
#include "distributed/needs.hpp"
#include "distributed/partials.hpp"
#include "distributed/ring_order.hpp"
#include "distributed/schemes.hpp"

#include <cstddef>
#include <exception>
#include <numeric>
#include <optional>
#include <utility>

namespace sptune::distributed {
namespace {

/// Partial results in the host's memory.
template <class V>
struct OnHost {
  using Rows = Csr<V>;
  static constexpr bool freeing_waits = false;
  static Rows sorted_copy(const AnyCsr& c) {
    if (c.nnz > 0) return distributed::sorted_copy<V>(c);
    return {
        c.rows, c.cols, std::vector<std::int64_t>(static_cast<std::size_t>(c.rows) + 1), {}, {}};
  }
  static Rows sum_of(const AnyCsr& x, const AnyCsr& y) {
    return distributed::sum_of(x.as<V, std::int64_t>(), y.as<V, std::int64_t>());
  }
  static AnyCsr view(const Rows& rows) {
    AnyCsr out(rows.view());
    out.columns = ColumnOrder::sorted;
    return out;
  }
};

/// What a step multiplies, as long as it is needed.
template <class V>
struct LocalProduct {
  Csr<V> a;
  std::optional<Spgemm> plan;  ///< none: no entries meet
};

/// Arrays of a block of B, at least as long as the block.
template <class V>
struct Block {
  std::vector<std::int64_t> offsets;
  std::vector<Index> columns;
  std::vector<V> values;
};

template <class V>
class Ring final : public Steps<V> {
 public:
  explicit Ring(Work<V>& work)
      : work_(work),
        order_(work.ranks, work.b.rows, work.options.ring.blocks, work.options.keep),
        partials_(work.a.local.rows, work.b.cols) {
    find_sizes();
    work_.ranks.together([&] { prepare(); });
    values_ = work_.b.local.values;
    go_round([&](int step) { send(step, offsets_of(step), columns_of(step), values_of(step)); },
             [&](int step) { multiply(step); });
  }

  void recompute(std::span<const V> a_values, std::span<const V> b_values) override {
    values_ = b_values;
    partials_ = {work_.a.local.rows, work_.b.cols};  // the last sum's memory before the next
    go_round([&](int step) { send(step, values_of(step)); },
             [&](int step) { multiply_again(step, a_values); });
  }

 private:
  [[nodiscard]] static std::size_t at(std::int64_t i) noexcept {
    return static_cast<std::size_t>(i);
  }
  [[nodiscard]] std::size_t rows_of(int step) const { return at(order_.rows_of(step)); }
  [[nodiscard]] std::size_t entries_of(int step) const { return at(order_.entries_of(step)); }
  /// Where this rank's own block of a step begins among its entries.
  [[nodiscard]] std::size_t first_entry(int step) const {
    return at(work_.b.local.row_offsets[at(order_.first_row(step))]);
  }
  /// Where the block of a step comes to.
  [[nodiscard]] Block<V>& block(int step) { return blocks_[at(order_.place_of(step))]; }

  [[nodiscard]] std::span<const std::int64_t> offsets_of(int step) {
    return std::span<const std::int64_t>(order_.is_own(step) ? own_offsets_[at(step)]
                                                             : block(step).offsets)
        .first(rows_of(step) + 1);
  }
  [[nodiscard]] std::span<const Index> columns_of(int step) {
    if (!order_.is_own(step))
      return std::span<const Index>(block(step).columns).first(entries_of(step));
    return std::span<const Index>(work_.b.local.col_indices)
        .subspan(first_entry(step), entries_of(step));
  }
  [[nodiscard]] std::span<const V> values_of(int step) {
    if (!order_.is_own(step)) return std::span<const V>(block(step).values).first(entries_of(step));
    return values_.subspan(first_entry(step), entries_of(step));
  }
  [[nodiscard]] CsrView<V, std::int64_t> b_of(int step) {
    return {static_cast<std::int64_t>(rows_of(step)), work_.b.cols, offsets_of(step).data(),
            columns_of(step).data(), values_of(step).data()};
  }

  void find_sizes() {
    const Timed timed(work_.report, Phase::lists);
    const std::vector<std::int64_t>& offsets = work_.b.local.row_offsets;
    std::vector<std::int64_t> own;
    for (int step = 0; step < order_.blocks(); ++step) {
      const std::int64_t first = order_.first_row(step);
      own.push_back(offsets[at(first + order_.rows_of(step))] - offsets[at(first)]);
    }
    order_.share_sizes(work_.ranks, own);
  }

  /// Which entries of A are of which step, and memory for blocks.
  void prepare() {
    const Timed timed(work_.report, Phase::plan);
    sort_entries();
    for (int step = 0; step < order_.blocks(); ++step) {
      const auto from = work_.b.local.row_offsets.begin() + order_.first_row(step);
      own_offsets_.emplace_back(from, from + order_.rows_of(step) + 1);
      for (std::int64_t& offset : own_offsets_.back()) offset -= *from;
    }
    if (work_.options.keep) {
      products_.resize(at(order_.steps()));
      tasks_.resize(products_.size());
    }
    blocks_.resize(at(order_.places()));
    const auto rows = order_.most([&](int step) { return order_.rows_of(step) + 1; });
    const auto entries = order_.most([&](int step) { return order_.entries_of(step); });
    for (std::size_t place = 0; place < blocks_.size(); ++place) {
      blocks_[place].offsets.resize(at(rows[place]));
      blocks_[place].columns.resize(at(entries[place]));
      blocks_[place].values.resize(at(entries[place]));
    }
  }

  void sort_entries() {
    const int steps = order_.steps();
    const int blocks = order_.blocks();
    Partition borders{{0}};  // of all blocks
    for (int block = 0; block < steps; ++block) {
      borders.begins.push_back(block_of(work_.b.rows, block / blocks, block % blocks, blocks).end);
    }
    const int first = work_.ranks.rank() * blocks;  // of the own among all
    const std::vector<Index>& columns = work_.a.local.col_indices;
    std::vector<int> step_of(columns.size());
    step_begins_.assign(at(steps) + 1, 0);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      step_of[i] = (borders.owner(columns[i]) - first + steps) % steps;
      ++step_begins_[at(step_of[i]) + 1];
    }
    std::partial_sum(step_begins_.begin(), step_begins_.end(), step_begins_.begin());
    std::vector<std::int64_t> next(step_begins_.begin(), step_begins_.end() - 1);
    entries_.resize(columns.size());
    for (std::size_t i = 0; i < columns.size(); ++i) {
      entries_[at(next[at(step_of[i])]++)] = static_cast<std::int64_t>(i);
    }
  }
  [[nodiscard]] std::span<const std::int64_t> entries_at(int step) const {
    const std::size_t begin = at(step_begins_[at(step)]);
    return std::span(entries_).subspan(begin, at(step_begins_[at(step) + 1]) - begin);
  }

  /// The entries of A that meet the block, as a matrix.
  [[nodiscard]] Csr<V> cut_a(int step) const {
    const Csr<V>& whole = work_.a.local;
    const BlockRows rows = order_.rows_at(step);
    const std::span<const std::int64_t> taken = entries_at(step);
    Csr<V> out{whole.rows, rows.end - rows.begin, {0}, {}, {}};
    out.row_offsets.reserve(at(whole.rows) + 1);
    out.col_indices.reserve(taken.size());
    out.values.reserve(taken.size());
    for (const std::int64_t entry : taken) {
      while (whole.row_offsets[out.row_offsets.size()] <= entry) {
        out.row_offsets.push_back(out.nnz());
      }
      out.col_indices.push_back(static_cast<Index>(whole.col_indices[at(entry)] - rows.begin));
      out.values.push_back(whole.values[at(entry)]);
    }
    out.row_offsets.resize(at(whole.rows) + 1, out.nnz());
    return out;
  }

  /// Begins to hand a step's arrays on, and to receive those of a round later.
  template <class... T>
  void send(int step, std::span<const T>... arrays) {
    const int later = step + order_.blocks();
    const int after = order_.from();
    (messages_.send(order_.to(), arrays), ...);
    Block<V>& next = block(later);
    if constexpr (sizeof...(T) > 1) {
      messages_.receive(after, std::span(next.offsets).first(rows_of(later) + 1));
      messages_.receive(after, std::span(next.columns).first(entries_of(later)));
    }
    messages_.receive(after, std::span(next.values).first(entries_of(later)));
  }

  /// A rank whose product fails goes on handing blocks on: the others need them.
  template <class Send, class Multiply>
  void go_round(const Send& send_step, const Multiply& multiply_step) {
    std::exception_ptr failed;
    for (int step = 0; step < order_.steps(); ++step) {
      if (order_.goes_on(step)) send_step(step);
      if (!work_.options.ring.overlap) wait();
      try {
        if (!failed) multiply_step(step);
      } catch (...) {
        failed = std::current_exception();
      }
      if (work_.options.ring.overlap) wait();
    }
    work_.ranks.together([&] {
      if (failed) std::rethrow_exception(failed);
      const Timed timed(work_.report, Phase::merge);
      if (!work_.options.keep) {  // before memory for the last sums
        entries_ = {};
        own_offsets_.clear();
        blocks_.clear();
      }
      work_.c = partials_.finish().template as<V, std::int64_t>();
    });
  }

  void wait() {
    const Timed timed(work_.report, Phase::exchange);
    messages_.wait("a block of B from the rank after this one");
  }

  void multiply(int step) {
    const CsrView<V, std::int64_t> b = b_of(step);
    if (entries_at(step).empty() || b.nnz() == 0) return;
    LocalProduct<V> product;
    {
      const Timed timed(work_.report, Phase::plan);
      product.a = cut_a(step);
      count(step, product.a, b);
      product.plan.emplace(work_.dispatcher.spgemm(product.a.view(), b, work_.options.local));
    }
    const AnyCsr c = take([&] { return product.plan->multiply(); });
    const Timed timed(work_.report, Phase::merge);
    if (work_.options.keep) {
      products_[at(step)] = std::move(product);
      partials_.add(c, std::nullopt);
    } else {
      partials_.add(c, std::move(product.plan));
    }
  }

  void count(int step, const Csr<V>& a, const CsrView<V, std::int64_t>& b) {
    RankTask task{count_products(a.view(), b), 0};
    if (!order_.is_own(step)) {
      task.least_entries = entries_of_rows<V>(distinct(a.col_indices, a.cols), b);
    }
    work_.report.add(task, sizeof(Index) + sizeof(V));
    if (work_.options.keep) tasks_[at(step)] = task;
  }

  void multiply_again(int step, std::span<const V> a_values) {
    LocalProduct<V>& product = products_[at(step)];
    if (!product.plan) return;
    work_.report.add(tasks_[at(step)], sizeof(V));
    const AnyCsr c = take([&] {
      const std::span<const std::int64_t> taken = entries_at(step);
      for (std::size_t i = 0; i < taken.size(); ++i) product.a.values[i] = a_values[at(taken[i])];
      product.plan->update_values(product.a.values, values_of(step));
      return product.plan->recompute();
    });
    const Timed timed(work_.report, Phase::merge);
    partials_.add(c, std::nullopt);
  }

  template <class Multiply>
  AnyCsr take(const Multiply& multiply_now) {
    const Timed timed(work_.report, Phase::multiply);
    return multiply_now();
  }

  Work<V>& work_;
  RingOrder order_;
  std::span<const V> values_;                           ///< of this rank's own
  std::vector<std::vector<std::int64_t>> own_offsets_;  ///< by own block
  std::vector<std::int64_t> entries_;                   ///< of A, by step and in their order
  std::vector<std::int64_t> step_begins_;               ///< those of a step begin here
  std::vector<Block<V>> blocks_;
  std::vector<LocalProduct<V>> products_;  ///< by step, where they are kept
  std::vector<RankTask> tasks_;            ///< by step, where they are kept
  Partials<OnHost<V>> partials_;           ///< after the plans whose C it refers to
  Messages messages_{work_.ranks};         ///< last: it waits for what uses the blocks
};

}  // namespace

template <class V>
std::unique_ptr<Steps<V>> ring(Work<V>& work) {
  return std::make_unique<Ring<V>>(work);
}
template std::unique_ptr<Steps<double>> ring(Work<double>&);
template std::unique_ptr<Steps<float>> ring(Work<float>&);

}  // namespace sptune::distributed
