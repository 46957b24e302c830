// SPDX-License-Identifier: BSD-3-Clause
// Eigen's sparse product, row-major, sorted result, nothing pruned. Eigen has one phase, so all of
// it runs in `symbolic`; `numeric` does it again only when it runs alone.
#include "kernels/api/variant.hpp"
#include "kernels/spgemm/spgemm.hpp"

#include <Eigen/SparseCore>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace sptune::baselines {
namespace {

struct Config {
  friend constexpr bool operator==(const Config&, const Config&) = default;
};

template <class V>
class EigenPlan final : public SpgemmPlan {
 public:
  explicit EigenPlan(const SpgemmProblem& p)
      : a_offsets_(narrow(p.a)),
        b_offsets_(narrow(p.b)),
        a_(map(p.a, a_offsets_)),
        b_(map(p.b, b_offsets_)) {}

  std::int64_t symbolic(Stream /*stream*/) override {
    multiply();
    fresh_ = true;
    return c_.nonZeros();
  }
  void allocate(Stream /*stream*/) override {}
  void numeric(Stream stream) override {
    fresh_ = false;
    complete(stream);
  }
  void complete(Stream /*stream*/) override {
    if (!fresh_) multiply();
    fresh_ = false;
  }

  [[nodiscard]] AnyCsr result() const override {
    c_offsets_.assign(c_.outerIndexPtr(), c_.outerIndexPtr() + c_.outerSize() + 1);
    return CsrView<V, std::int64_t>{c_.rows(), c_.cols(), c_offsets_.data(), c_.innerIndexPtr(),
                                    c_.valuePtr()};
  }
  [[nodiscard]] std::int64_t memory_bytes() const override {
    return static_cast<std::int64_t>((a_offsets_.size() + b_offsets_.size()) * sizeof(Index)) +
           c_.nonZeros() * std::int64_t{sizeof(V) + sizeof(Index)} +
           (c_.outerSize() + 1) * std::int64_t{sizeof(Index)};
  }

 private:
  using Matrix = Eigen::SparseMatrix<V, Eigen::RowMajor, Index>;
  using Map = Eigen::Map<const Matrix>;

  static std::vector<Index> narrow(const AnyCsr& m) {
    std::vector<Index> out(static_cast<std::size_t>(m.rows) + 1);
    visit(m, [&]<class W, class O>(CsrView<W, O> v) {
      std::transform(v.row_offsets, v.row_offsets + v.rows + 1, out.begin(),
                     [](O offset) { return static_cast<Index>(offset); });
    });
    return out;
  }
  static Map map(const AnyCsr& m, const std::vector<Index>& offsets) {
    return Map(m.rows, m.cols, m.nnz, offsets.data(), m.col_indices,
               static_cast<const V*>(m.values));
  }
  void multiply() { c_ = a_ * b_; }

  std::vector<Index> a_offsets_;
  std::vector<Index> b_offsets_;
  Map a_;
  Map b_;
  Matrix c_;
  bool fresh_ = false;
  mutable std::vector<std::int64_t> c_offsets_;  ///< Eigen's are 32-bit; widened outside the phases
};

Fit fit(const Config& /*c*/, const SpgemmProblem& p) {
  constexpr std::int64_t most = std::numeric_limits<Index>::max();
  if (p.a.nnz > most || p.b.nnz > most || spgemm::estimate_entries(p) > most / 8 * 7) {
    return Fit::no("more entries than Eigen's 32-bit offsets hold");
  }
  // The unsorted result, its transpose and the sorted result are alive at once, at most.
  return spgemm::fit_memory(p, 2 * spgemm::estimate_entries(p) * (size_of(p.a.value_type) + 4));
}

std::unique_ptr<SpgemmPlan> plan(const Config& /*c*/, const SpgemmProblem& p) {
  if (p.a.value_type == ValueType::f32) return std::make_unique<EigenPlan<float>>(p);
  return std::make_unique<EigenPlan<double>>(p);
}

}  // namespace

Variant spgemm_eigen() {
  return make_variant<SpgemmProblem>(
      {.name = "eigen",
       .takes = ColumnOrder::sorted,
       .values = ValuesRead::callers,
       .summary = "Eigen's SparseMatrix product, one thread",
       .source = "Eigen " + std::to_string(EIGEN_WORLD_VERSION) + "." +
                 std::to_string(EIGEN_MAJOR_VERSION) + "." + std::to_string(EIGEN_MINOR_VERSION),
       .baseline = true},
      free_space<Config>(), fit, plan);
}

}  // namespace sptune::baselines
