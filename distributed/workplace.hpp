// SPDX-License-Identifier: BSD-3-Clause
// Where ranks multiply, behind one interface: on CPUs here, on GPUs in device/.
#pragma once

#include "kernels/api/problem.hpp"
#include "sptune/dispatcher.hpp"

#include "distributed/cost.hpp"
#include "distributed/matrix.hpp"
#include "distributed/product.hpp"
#include "distributed/transport.hpp"

#include <cstdint>
#include <memory>
#include <optional>

namespace sptune::distributed {

/// What a rank computes of its part, by a variant of its own.
inline constexpr Operation local_operation = Operation::spgemm;

/// A product whose operands are where they are multiplied. Members but the getters are collective
/// and throw AgreedError.
template <class V>
class Computation {
 public:
  virtual ~Computation() = default;
  virtual void multiply(const ProductOptions& options) = 0;
  /// After a product that is kept: the same values once more, which alone travel.
  virtual void again() = 0;
  /// Whole on rank 0, empty on the others. Throws where there is no product yet.
  [[nodiscard]] virtual Csr<V> gather() = 0;
  /// Of the product and all of those again.
  [[nodiscard]] virtual const RankReport& report() const = 0;
  /// Bytes that this rank holds of A, B and C.
  [[nodiscard]] virtual std::int64_t bytes() const noexcept = 0;
};

template <class V>
using ComputationPtr = std::unique_ptr<Computation<V>>;

class Workplace {
 public:
  virtual ~Workplace() = default;
  /// Collective: A and B, which is A where there is none, to where they are multiplied. `transport`
  /// is for GPUs; nothing: the first that works.
  [[nodiscard]] virtual ComputationPtr<double> take(std::optional<Transport> transport,
                                                    DistributedCsr<double> a,
                                                    std::optional<DistributedCsr<double>> b) = 0;
  [[nodiscard]] virtual ComputationPtr<float> take(std::optional<Transport> transport,
                                                   DistributedCsr<float> a,
                                                   std::optional<DistributedCsr<float>> b) = 0;
  /// Collective: what weighing schemes begins with. `threads`: of each rank.
  [[nodiscard]] virtual Rates rates(int threads) = 0;
};

/// Both must outlive it and what it makes.
[[nodiscard]] std::unique_ptr<Workplace> on_cpus(Communicator& ranks, const Dispatcher& dispatcher);

/// Bytes of its three arrays.
[[nodiscard]] constexpr std::int64_t bytes_of_csr(std::int64_t rows, std::int64_t entries,
                                                  ValueType type) noexcept {
  return (rows + 1) * std::int64_t{sizeof(std::int64_t)} +
         entries * (std::int64_t{sizeof(Index)} + size_of(type));
}

}  // namespace sptune::distributed
