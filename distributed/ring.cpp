// SPDX-License-Identifier: BSD-3-Clause
// Of blocks under way (ring_order.hpp) no rank has more than its own are, and one.
#include "distributed/ring.hpp"

#include "distributed/messages.hpp"
#include "distributed/needs.hpp"
#include "distributed/pieces.hpp"
#include "distributed/ring_order.hpp"
#include "distributed/schemes.hpp"

#include <cstddef>
#include <exception>
#include <optional>
#include <utility>

namespace sptune::distributed {
namespace {

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
      : work_(work), order_(work.ranks, work.b.rows, work.options.ring.blocks, work.options.keep) {
    find_sizes();
    work_.ranks.together([&] { prepare(); });
    values_ = work_.b.local.values;
    go_round([&](int step) { send(step, offsets_of(step), columns_of(step), values_of(step)); },
             [&](int step) { multiply(step); });
  }

  void recompute(std::span<const V> a_values, std::span<const V> b_values) override {
    values_ = b_values;
    for (Piece<V>& piece : pieces_) piece.take_values(a_values);
    go_round([&](int step) { send(step, values_of(step)); },
             [&](int step) { multiply_again(step); });
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

  /// A by the blocks that its columns meet, in the order of the steps, and memory for blocks.
  void prepare() {
    const Timed timed(work_.report, Phase::plan);
    take_a_apart();
    for (int step = 0; step < order_.blocks(); ++step) {
      const auto from = work_.b.local.row_offsets.begin() + order_.first_row(step);
      own_offsets_.emplace_back(from, from + order_.rows_of(step) + 1);
      for (std::int64_t& offset : own_offsets_.back()) offset -= *from;
    }
    products_.resize(at(order_.steps()));
    tasks_.resize(products_.size());
    partial_.resize(at(order_.steps()));
    blocks_.resize(at(order_.places()));
    const auto rows = order_.most([&](int step) { return order_.rows_of(step) + 1; });
    const auto entries = order_.most([&](int step) { return order_.entries_of(step); });
    for (std::size_t place = 0; place < blocks_.size(); ++place) {
      blocks_[place].offsets.resize(at(rows[place]));
      blocks_[place].columns.resize(at(entries[place]));
      blocks_[place].values.resize(at(entries[place]));
    }
  }

  void take_a_apart() {
    const int steps = order_.steps();
    std::vector<std::int64_t> cols;
    Partition borders{{0}};  // of all blocks
    const int blocks = order_.blocks();
    for (int step = 0; step < steps; ++step) {
      cols.push_back(order_.rows_of(step));
      borders.begins.push_back(block_of(work_.b.rows, step / blocks, step % blocks, blocks).end);
    }
    const int first = work_.ranks.rank() * blocks;  // of the own among all
    pieces_ = take_apart(work_.a.view(), cols, [&](Index column) {
      const int which = borders.owner(column);
      return std::pair((which - first + steps) % steps, column - borders.begin(which));
    });
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
      work_.own = sum_of<V>(partial_);
      work_.c = work_.own.view();
      if (work_.options.keep) return;
      partial_.clear();
      blocks_.clear();
    });
  }

  void wait() {
    const Timed timed(work_.report, Phase::exchange);
    messages_.wait("a block of B from the rank after this one");
  }

  void multiply(int step) {
    const Csr<V>& a = pieces_[at(step)].a;
    const CsrView<V, std::int64_t> b = b_of(step);
    RankTask task{count_products(a.view(), b), 0};
    if (!order_.is_own(step)) {
      task.least_entries = entries_of_rows<V>(distinct(a.col_indices, a.cols), b);
    }
    work_.report.add(task, sizeof(Index) + sizeof(V));
    tasks_[at(step)] = task;
    std::optional<Spgemm>& product = products_[at(step)];
    {
      const Timed timed(work_.report, Phase::plan);
      product.emplace(work_.dispatcher.spgemm(a.view(), b, work_.options.local));
    }
    take(step, [&] { return product->multiply(); });
    if (work_.options.keep) return;
    product.reset();
    pieces_[at(step)] = {};
  }

  void multiply_again(int step) {
    work_.report.add(tasks_[at(step)], sizeof(V));
    Spgemm& product = *products_[at(step)];
    product.update_values(pieces_[at(step)].a.values, values_of(step));
    take(step, [&] { return product.recompute(); });
  }

  template <class Multiply>
  void take(int step, const Multiply& multiply_now) {
    AnyCsr c;
    {
      const Timed timed(work_.report, Phase::multiply);
      c = multiply_now();
    }
    const Timed timed(work_.report, Phase::merge);
    partial_[at(step)] = sorted_copy<V>(c);
  }

  Work<V>& work_;
  RingOrder order_;
  std::span<const V> values_;                           ///< of this rank's own
  std::vector<std::vector<std::int64_t>> own_offsets_;  ///< by own block
  std::vector<Piece<V>> pieces_;                        ///< of A, by step
  std::vector<Block<V>> blocks_;
  std::vector<std::optional<Spgemm>> products_;  ///< by step
  std::vector<RankTask> tasks_;                  ///< by step
  std::vector<Csr<V>> partial_;                  ///< by step
  Messages messages_{work_.ranks};               ///< last: it waits for what uses the blocks
};

}  // namespace

template <class V>
std::unique_ptr<Steps<V>> ring(Work<V>& work) {
  return std::make_unique<Ring<V>>(work);
}
template std::unique_ptr<Steps<double>> ring(Work<double>&);
template std::unique_ptr<Steps<float>> ring(Work<float>&);

}  // namespace sptune::distributed
