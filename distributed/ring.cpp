// SPDX-License-Identifier: BSD-3-Clause
// `ring`: in step s every rank multiplies with the block of B of rank (its own + s), while the next
// one comes from the rank after it and the present one goes to the rank before it.
#include "distributed/messages.hpp"
#include "distributed/needs.hpp"
#include "distributed/pieces.hpp"
#include "distributed/schemes.hpp"

#include <algorithm>
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
  explicit Ring(Work<V>& work) : work_(work), sizes_(work.ranks.all_gather(work.b.local.nnz())) {
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
  [[nodiscard]] int steps() const noexcept { return work_.ranks.size(); }
  [[nodiscard]] int owner(int step) const noexcept { return (work_.ranks.rank() + step) % steps(); }
  [[nodiscard]] std::size_t rows_of(int step) const { return at(work_.b.rows.size(owner(step))); }
  [[nodiscard]] std::size_t entries_of(int step) const { return at(sizes_[at(owner(step))]); }
  /// Where the block of a step comes to: step 0's is this rank's own, and where nothing is kept two
  /// places are enough.
  [[nodiscard]] Block<V>& block(int step) {
    return blocks_[at(work_.options.keep ? step - 1 : (step - 1) % 2)];
  }

  template <class T>
  [[nodiscard]] std::span<const T> part(int step, const std::vector<T>& own,
                                        std::vector<T> Block<V>::*arrived, std::size_t size) {
    return step == 0 ? std::span<const T>(own)
                     : std::span<const T>(block(step).*arrived).first(size);
  }
  [[nodiscard]] std::span<const std::int64_t> offsets_of(int step) {
    return part(step, work_.b.local.row_offsets, &Block<V>::offsets, rows_of(step) + 1);
  }
  [[nodiscard]] std::span<const Index> columns_of(int step) {
    return part(step, work_.b.local.col_indices, &Block<V>::columns, entries_of(step));
  }
  [[nodiscard]] std::span<const V> values_of(int step) {
    return step == 0 ? values_ : std::span<const V>(block(step).values).first(entries_of(step));
  }
  [[nodiscard]] CsrView<V, std::int64_t> b_of(int step) {
    return {static_cast<std::int64_t>(rows_of(step)), work_.b.cols, offsets_of(step).data(),
            columns_of(step).data(), values_of(step).data()};
  }

  /// A by the blocks that its columns meet, in the order of the steps, and memory for blocks.
  void prepare() {
    const Timed timed(work_.report, Phase::plan);
    const Partition& rows = work_.b.rows;
    const int me = work_.ranks.rank();
    std::vector<std::int64_t> cols;
    cols.reserve(at(steps()));
    for (int step = 0; step < steps(); ++step) cols.push_back(rows.size(owner(step)));
    pieces_ = take_apart(work_.a.view(), cols, [&](Index column) {
      const int who = rows.owner(column);
      return std::pair((who - me + steps()) % steps(), column - rows.begin(who));
    });
    products_.resize(at(steps()));
    partial_.resize(at(steps()));
    blocks_.resize(at(work_.options.keep ? steps() - 1 : std::min(2, steps() - 1)));
    for (int step = 1; step < steps(); ++step) {
      Block<V>& to = block(step);
      to.offsets.resize(std::max(to.offsets.size(), rows_of(step) + 1));
      to.columns.resize(std::max(to.columns.size(), entries_of(step)));
      to.values.resize(std::max(to.values.size(), entries_of(step)));
    }
  }

  /// Begins to hand a step's arrays on, and to receive those of the next.
  template <class... T>
  void send(int step, std::span<const T>... arrays) {
    const int before = owner(steps() - 1);
    (messages_.send(before, arrays), ...);
    Block<V>& next = block(step + 1);
    if constexpr (sizeof...(T) > 1) {
      messages_.receive(owner(1), std::span(next.offsets).first(rows_of(step + 1) + 1));
      messages_.receive(owner(1), std::span(next.columns).first(entries_of(step + 1)));
    }
    messages_.receive(owner(1), std::span(next.values).first(entries_of(step + 1)));
  }

  /// A rank whose product fails goes on handing blocks on: the others need them.
  template <class Send, class Multiply>
  void go_round(const Send& send_step, const Multiply& multiply_step) {
    std::exception_ptr failed;
    for (int step = 0; step < steps(); ++step) {
      if (step + 1 < steps()) send_step(step);
      try {
        if (!failed) multiply_step(step);
      } catch (...) {
        failed = std::current_exception();
      }
      const Timed timed(work_.report, Phase::exchange);
      messages_.wait("a block of B from the rank after this one");
    }
    work_.ranks.together([&] {
      if (failed) std::rethrow_exception(failed);
      const Timed timed(work_.report, Phase::merge);
      work_.c = sum_of<V>(partial_);
      if (!work_.options.keep) partial_.clear();
    });
  }

  void multiply(int step) {
    const Csr<V>& a = pieces_[at(step)].a;
    const CsrView<V, std::int64_t> b = b_of(step);
    work_.report.products += count_products(a.view(), b);
    if (step > 0) {
      work_.report.least_received += bytes_of_rows<V>(distinct(a.col_indices, a.cols), b);
    }
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
  std::vector<std::int64_t> sizes_;  ///< entries of each rank's block
  std::span<const V> values_;        ///< of this rank's own
  std::vector<Piece<V>> pieces_;     ///< of A, by step
  std::vector<Block<V>> blocks_;
  std::vector<std::optional<Spgemm>> products_;  ///< by step
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
