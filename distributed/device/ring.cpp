// SPDX-License-Identifier: BSD-3-Clause
// `ring` on GPUs. With overlap a thread beside computes while this one, which alone may call MPI,
// moves the messages on.
#include "kernels/api/clock.hpp"
#include "kernels/cuda/operands.hpp"

#include "distributed/device/rows.hpp"
#include "distributed/device/steps.hpp"
#include "distributed/device/sum.hpp"
#include "distributed/partials.hpp"
#include "distributed/ring_order.hpp"

#include <algorithm>
#include <cstddef>
#include <exception>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace sptune::distributed {
namespace {

/// Of B, at least as long as the block that is in it.
template <class V>
struct DeviceBlock {
  DeviceBlock(std::int64_t rows, std::int64_t entries)
      : offsets(rows + 1), columns(entries), values(entries) {}
  SendableArray<std::int64_t> offsets;
  SendableArray<Index> columns;
  SendableArray<V> values;
};

/// Partial results on a device, which waits for all that it does before it frees.
template <class V>
struct OnDevice {
  using Rows = device::SortedRows<V>;
  static constexpr bool freeing_waits = true;
  static Rows sorted_copy(const AnyCsr& c) { return device::sorted_copy<V>(c); }
  static Rows sum_of(const AnyCsr& x, const AnyCsr& y) { return device::sum_of<V>(x, y); }
  static AnyCsr view(const Rows& rows) { return rows.view(); }
};

/// What a step multiplies, as long as it is needed.
template <class V>
struct LocalProduct {
  device::PieceOfRows a;
  cuda::DeviceArray<V> a_values;
  std::optional<Spgemm> plan;  ///< none: no entries meet
};

template <class V>
class DeviceRing final : public DeviceSteps<V> {
 public:
  explicit DeviceRing(DeviceWork<V>& work)
      : work_(work),
        order_(work.ranks.ranks(), work.b.rows, work.options.ring.blocks, work.options.keep),
        partials_(work.a.local_rows, work.b.cols) {
    find_sizes();
    work_.ranks.ranks().together([&] { prepare(); });
    go_round(&DeviceRing::send_rows, [&](int step) { multiply(step); });
    work_.ranks.ranks().together([&] { finish_first(); });
  }

  void recompute(const AnyValues& a_values, const AnyValues& b_values) override {
    device::SortedRows<V>& sum = partials_.own();
    work_.ranks.ranks().together([&] {
      const Timed timed(work_.report, Phase::merge);
      copy_values(static_cast<const V*>(b_values.data));
      if (sum.entries > 0) {
        cuda::fill_bytes(sum.values.data(), 0, static_cast<std::size_t>(sum.values.bytes()));
      }
      cuda::synchronize();
    });
    const auto* a = static_cast<const V*>(a_values.data);
    go_round(&DeviceRing::send_values, [&](int step) { multiply_again(step, a, sum); });
  }

 private:
  using Send = void (DeviceRing::*)(int step);

  [[nodiscard]] static std::size_t at(std::int64_t i) noexcept {
    return static_cast<std::size_t>(i);
  }
  [[nodiscard]] DeviceBlock<V>& block(int step) {
    return order_.is_own(step) ? own_[at(step)] : blocks_[at(order_.place_of(step))];
  }
  [[nodiscard]] AnyCsr b_of(int step) {
    const DeviceBlock<V>& b = block(step);
    return AnyCsr::on_device(
        CsrView<V, std::int64_t>{order_.rows_of(step), work_.b.cols, b.offsets.data(),
                                 b.columns.data(), b.values.data()},
        order_.entries_of(step));
  }

  /// Where own blocks begin and end among this rank's entries, and how many all ranks' have.
  void find_sizes() {
    const Timed timed(work_.report, Phase::lists);
    std::vector<std::int64_t> own;
    work_.ranks.ranks().together([&] {
      std::vector<std::int64_t> borders{0};
      for (int step = 0; step < order_.blocks(); ++step) {
        borders.push_back(order_.first_row(step) + order_.rows_of(step));
      }
      own_begins_ = device::read_at(work_.b.row_offsets.data(), borders);
      for (std::size_t i = 1; i < own_begins_.size(); ++i) {
        own.push_back(own_begins_[i] - own_begins_[i - 1]);
      }
    });
    order_.share_sizes(work_.ranks.ranks(), own);
  }

  void prepare() {
    {
      const Timed timed(work_.report, Phase::lists);
      columns_ = device::distinct(work_.a.col_indices.data(), work_.a.nnz, work_.a.cols, {});
      cuda::synchronize();
    }
    const Timed timed(work_.report, Phase::plan);
    products_.resize(at(order_.steps()));
    tasks_.resize(products_.size());
    for (int step = 0; step < order_.blocks(); ++step) {
      own_.emplace_back(order_.rows_of(step), order_.entries_of(step));
    }
    const auto rows = order_.most([&](int step) { return order_.rows_of(step); });
    const auto entries = order_.most([&](int step) { return order_.entries_of(step); });
    for (std::size_t place = 0; place < rows.size(); ++place) {
      blocks_.emplace_back(rows[place], entries[place]);
    }
    copy_patterns();
    copy_values(work_.b.values.data());
    cuda::synchronize();
  }

  /// Own blocks are sent from memory that transports take.
  void copy_patterns() {
    for (int step = 0; step < order_.blocks(); ++step) {
      const DeviceBlock<V>& to = own_[at(step)];
      const std::int64_t rows = order_.rows_of(step);
      const cuda::Scratch<std::int64_t> lengths(at(rows));
      device::lengths({nullptr, rows, 0, work_.b.row_offsets.data() + order_.first_row(step)},
                      lengths.data());
      device::add_up(lengths.data(), rows, to.offsets.data());
      copy_part(step, work_.b.col_indices.data(), to.columns);
    }
  }
  void copy_values(const V* from) {
    for (int step = 0; step < order_.blocks(); ++step) {
      copy_part(step, from, own_[at(step)].values);
    }
  }
  template <class T>
  void copy_part(int step, const T* from, const SendableArray<T>& to) const {
    if (to.size() == 0) return;
    cuda::copy_on_device(to.data(), from + own_begins_[at(step)], at(to.size()) * sizeof(T));
  }

  template <class T>
  void send_array(const SendableArray<T>& from, std::int64_t sent, const SendableArray<T>& to,
                  std::int64_t received) {
    constexpr auto bytes = static_cast<std::int64_t>(sizeof(T));
    if (sent > 0) {
      out_.push_back({order_.to(), reinterpret_cast<std::byte*>(from.data()), sent * bytes});
    }
    if (received > 0) {
      in_.push_back({order_.from(), reinterpret_cast<std::byte*>(to.data()), received * bytes});
    }
  }
  void send_rows(int step) {
    const int later = step + order_.blocks();
    const DeviceBlock<V>& from = block(step);
    const DeviceBlock<V>& to = block(later);
    send_array(from.offsets, order_.rows_of(step) + 1, to.offsets, order_.rows_of(later) + 1);
    send_array(from.columns, order_.entries_of(step), to.columns, order_.entries_of(later));
    send_values(step);
  }
  void send_values(int step) {
    const int later = step + order_.blocks();
    send_array(block(step).values, order_.entries_of(step), block(later).values,
               order_.entries_of(later));
  }

  /// A rank whose product fails goes on handing blocks on: the others need them.
  template <class Compute>
  void go_round(Send send, const Compute& compute) {
    std::exception_ptr failed;
    const auto guarded = [&](int step) {
      try {
        if (!failed) compute(step);
      } catch (...) {
        failed = std::current_exception();
      }
    };
    for (int step = 0; step < order_.steps(); ++step) {
      if (order_.goes_on(step)) begin_exchange(send, step);
      if (order_.goes_on(step) && work_.options.ring.overlap) {
        beside([&] { guarded(step); });
      } else {
        if (order_.goes_on(step)) finish_exchange();
        guarded(step);
      }
      retired_.clear();
      partials_.release();
    }
    work_.ranks.ranks().together([&] {
      if (failed) std::rethrow_exception(failed);
    });
  }

  void begin_exchange(Send send, int step) {
    const Timed timed(work_.report, Phase::exchange);
    out_.clear();
    in_.clear();
    (this->*send)(step);
    work_.ranks.carrier().begin(std::move(out_), std::move(in_));
  }
  void finish_exchange() {
    const Timed timed(work_.report, Phase::exchange);
    wait_for_block();
  }
  void wait_for_block() {
    work_.ranks.carrier().finish("a block of B from the rank after this one");
  }

  /// Computes on another thread while messages are moved on by this one. What they take longer
  /// counts as exchange.
  template <class Compute>
  void beside(const Compute& compute) {
    double computed_s = 0;
    double arrived_s = 0;
    {
      const std::jthread computing([&] {
        compute();
        computed_s = now_s();
      });
      wait_for_block();
      arrived_s = now_s();
    }
    work_.report.add(Phase::exchange, std::max(0.0, arrived_s - computed_s));
  }

  void multiply(int step) {
    enter_device(work_.ranks.device());
    LocalProduct<V> product;
    const AnyCsr b = b_of(step);
    AnyCsr c;
    {
      const Timed timed(work_.report, Phase::plan);
      const AnyCsr a = cut_a(step, product);
      count(step, a, b);
      if (a.nnz > 0 && b.nnz > 0) {
        product.plan.emplace(work_.dispatcher.spgemm(a, b, work_.options.local));
      }
    }
    if (product.plan) {
      c = take([&] { return product.plan->multiply(); });
      const Timed timed(work_.report, Phase::merge);
      partials_.add(c, work_.options.keep ? std::nullopt : std::move(product.plan));
      wait_for_default_stream();
    }
    if (work_.options.keep) {
      products_[at(step)] = std::move(product);
    } else {
      retired_.push_back(std::move(product));
    }
  }

  /// The entries of A that meet the block, as a matrix.
  AnyCsr cut_a(int step, LocalProduct<V>& product) const {
    const BlockRows rows = order_.rows_at(step);
    product.a = device::take_part(work_.a.local_rows, work_.a.row_offsets.data(),
                                  work_.a.col_indices.data(), {rows.begin, rows.end});
    product.a_values = cuda::DeviceArray<V>(at(product.a.entries));
    device::take(product.a.from.data(), product.a.entries, 0, work_.a.values.data(),
                 product.a_values.data());
    return AnyCsr::on_device(
        CsrView<V, std::int64_t>{work_.a.local_rows, rows.end - rows.begin,
                                 product.a.row_offsets.data(), product.a.columns.data(),
                                 product.a_values.data()},
        product.a.entries);
  }

  void count(int step, const AnyCsr& a, const AnyCsr& b) {
    RankTask task;
    if (a.nnz > 0) task.products = cuda::count_products(a, b);
    if (!order_.is_own(step)) {
      const BlockRows rows = order_.rows_at(step);
      const auto wanted = columns_.before({rows.begin, rows.end});
      task.least_entries =
          device::count_entries({columns_.wanted.data() + wanted[0], wanted[1] - wanted[0],
                                 rows.begin, static_cast<const std::int64_t*>(b.row_offsets)});
    }
    work_.report.add(task, sizeof(Index) + sizeof(V));
    tasks_[at(step)] = task;
  }

  void multiply_again(int step, const V* a_values, const device::SortedRows<V>& sum) {
    work_.report.add(tasks_[at(step)], sizeof(V));
    LocalProduct<V>& product = products_[at(step)];
    if (!product.plan) return;
    enter_device(work_.ranks.device());
    const AnyCsr c = take([&] {
      device::take(product.a.from.data(), product.a.entries, 0, a_values, product.a_values.data());
      product.plan->update_values(AnyValues::on_device(product.a_values.data(), product.a.entries),
                                  AnyValues(b_of(step)));
      return product.plan->recompute();
    });
    const Timed timed(work_.report, Phase::merge);
    device::add_to(c, sum);
    wait_for_default_stream();
  }

  template <class Multiply>
  AnyCsr take(const Multiply& multiply_now) {
    const Timed timed(work_.report, Phase::multiply);
    const AnyCsr c = multiply_now();
    wait_for_default_stream();
    return c;
  }

  void finish_first() {
    const Timed timed(work_.report, Phase::merge);
    work_.c = partials_.finish();
    columns_ = {};
    if (work_.options.keep) {
      work_.c = partials_.own().view();
    } else {
      own_.clear();
      blocks_.clear();
    }
    cuda::synchronize();
    partials_.release();
  }

  DeviceWork<V>& work_;
  RingOrder order_;
  std::vector<std::int64_t> own_begins_;  ///< of own blocks among own entries, one after all
  device::Columns columns_;               ///< of A
  std::vector<DeviceBlock<V>> own_;
  std::vector<DeviceBlock<V>> blocks_;     ///< of others, where they come to
  std::vector<LocalProduct<V>> products_;  ///< by step, where they are kept
  std::vector<RankTask> tasks_;            ///< by step
  std::vector<LocalProduct<V>> retired_;   ///< used no more, given back between messages
  Partials<OnDevice<V>> partials_;         ///< after the plans whose C it refers to
  std::vector<Parcel> out_;
  std::vector<Parcel> in_;
};

}  // namespace

template <class V>
std::unique_ptr<DeviceSteps<V>> device_ring(DeviceWork<V>& work) {
  return std::make_unique<DeviceRing<V>>(work);
}
template std::unique_ptr<DeviceSteps<double>> device_ring(DeviceWork<double>&);
template std::unique_ptr<DeviceSteps<float>> device_ring(DeviceWork<float>&);

}  // namespace sptune::distributed
