// SPDX-License-Identifier: BSD-3-Clause
// `broadcast` and `needed_rows` on GPUs: the same steps with other needs.
#include "kernels/cuda/operands.hpp"

#include "distributed/device/fetched_rows.hpp"
#include "distributed/device/steps.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace sptune::distributed {
namespace {

template <class V>
class DeviceRowsFirst final : public DeviceSteps<V> {
 public:
  DeviceRowsFirst(DeviceWork<V>& work, bool all) : work_(work), all_(all) {
    Communicator& ranks = work_.ranks.ranks();
    ranks.together([&] {
      const Timed timed(work_.report, Phase::lists);
      columns_ = device::distinct(work_.a.col_indices.data(), work_.a.nnz, work_.a.cols, {});
      cuda::synchronize();
    });
    fetched_.emplace(work_.ranks, work_.b, all_ ? nullptr : &columns_, work_.report);
    ranks.together([&] { plan(); });
    ranks.together([&] { take([&] { return product_->multiply(); }); });
    if (work_.options.keep) return;
    fetched_->release();  // the plan's C alone is looked at from now on
    a_columns_ = {};
    columns_ = {};
  }

  void recompute(const AnyValues& a_values, const AnyValues& b_values) override {
    {
      const Timed timed(work_.report, Phase::exchange);
      fetched_->fetch_values(static_cast<const V*>(b_values.data));
    }
    work_.report.add(task_, sizeof(V));
    work_.ranks.ranks().together([&] {
      take([&] {
        product_->update_values(a_values, AnyValues(fetched_->rows()));
        return product_->recompute();
      });
    });
  }

 private:
  void plan() {
    const Timed timed(work_.report, Phase::plan);
    AnyCsr a = work_.a.view();
    if (!all_) {
      a_columns_ = cuda::DeviceArray<Index>(static_cast<std::size_t>(work_.a.nnz));
      device::renumber(work_.a.col_indices.data(), work_.a.nnz, columns_.positions.data(),
                       a_columns_.data());
      a.col_indices = a_columns_.data();
      a.cols = columns_.wanted.size();
    }
    task_ = {cuda::count_products(a, fetched_->rows()), least_entries()};
    work_.report.add(task_, sizeof(Index) + sizeof(V));
    product_.emplace(work_.dispatcher.spgemm(a, fetched_->rows(), work_.options.local));
    cuda::synchronize();
  }

  /// What of B no scheme can do without.
  [[nodiscard]] std::int64_t least_entries() const {
    const std::vector<std::int64_t>* begins = &fetched_->entry_begins();
    std::vector<std::int64_t> named;
    if (all_) {  // of all that came, rows that A names
      named = fetched_->entries_before(columns_.wanted, columns_.before(work_.b.rows.begins));
      begins = &named;
    }
    const auto me = static_cast<std::size_t>(work_.ranks.rank());
    return begins->back() - ((*begins)[me + 1] - (*begins)[me]);
  }

  template <class Multiply>
  void take(const Multiply& multiply) {
    const Timed timed(work_.report, Phase::multiply);
    work_.c = multiply();
    cuda::synchronize();
  }

  DeviceWork<V>& work_;
  bool all_;
  RankTask task_;
  device::Columns columns_;  ///< of A
  std::optional<DeviceFetchedRows<V>> fetched_;
  cuda::DeviceArray<Index> a_columns_;  ///< renumbered, where the fetched rows are not all
  std::optional<Spgemm> product_;
};

}  // namespace

template <class V>
std::unique_ptr<DeviceSteps<V>> device_rows_first(DeviceWork<V>& work, bool all) {
  return std::make_unique<DeviceRowsFirst<V>>(work, all);
}
template std::unique_ptr<DeviceSteps<double>> device_rows_first(DeviceWork<double>&, bool);
template std::unique_ptr<DeviceSteps<float>> device_rows_first(DeviceWork<float>&, bool);

}  // namespace sptune::distributed
