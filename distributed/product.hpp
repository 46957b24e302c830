// SPDX-License-Identifier: BSD-3-Clause
// C = A*B with A, B and C by rows on all ranks; every rank multiplies by the tuned dispatcher.
#pragma once

#include "sptune/dispatcher.hpp"

#include "distributed/matrix.hpp"
#include "distributed/report.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

namespace sptune::distributed {

/// How the scheme `ring` goes round.
struct RingOptions {
  /// The next block comes while one is multiplied; false: before.
  bool overlap = true;
  /// Of each rank's rows of B, about as many rows each: smaller messages and buffers, more partial
  /// results. 1 or more, and `most_steps` of all ranks.
  int blocks = 1;
  static constexpr int most_steps = 1 << 30;
};

/// How rows of B come to the ranks that multiply with them.
enum class Scheme : std::uint8_t { broadcast, needed_rows, ring };

struct SchemeFacts {
  Scheme scheme;
  std::string_view name;
  std::string_view summary;
};
/// All of them, the usual one first.
inline constexpr std::array all_schemes{
    SchemeFacts{Scheme::needed_rows, "needed_rows",
                "lists of rows go to their owners, those rows come back: least traffic"},
    SchemeFacts{Scheme::broadcast, "broadcast",
                "every rank gets all of B: no lists, most traffic and memory"},
    SchemeFacts{Scheme::ring, "ring",
                "blocks of B go round, the next under way while one is multiplied: most traffic, "
                "memory for two blocks, partial results are added up"}};
[[nodiscard]] const SchemeFacts& facts_of(Scheme scheme) noexcept;
[[nodiscard]] std::optional<Scheme> parse_scheme(std::string_view text) noexcept;

struct ProductOptions {
  Scheme scheme = Scheme::needed_rows;
  /// recompute will be called: `ring` then keeps the pattern of all of B, and all its plans.
  bool keep = false;
  /// Of the local products. threads 0: Communicator::threads_per_rank. expected_runs: with `keep`,
  /// recomputations counted in; else there is one. `repeat` follows from `keep`.
  Options local{};
  RingOptions ring{};
};

/// What a scheme works with, and fills in.
template <class V>
struct Work {
  Communicator& ranks;
  const Dispatcher& dispatcher;
  const DistributedCsr<V>& a;
  const DistributedCsr<V>& b;
  ProductOptions options;
  RankReport report{};
  CsrView<V, std::int64_t> c{};  ///< this rank's rows, columns sorted; of a plan, or of `own`
  Csr<V> own{};                  ///< C where it had to be put together
};

/// What a scheme keeps: C, and where asked for what other values need. Constructing it leaves the
/// first result in Work::c.
template <class V>
class Steps {
 public:
  virtual ~Steps() = default;
  /// Collective.
  virtual void recompute(std::span<const V> a_values, std::span<const V> b_values) = 0;
};

/// All members but the getters are collective, and throw AgreedError for what is wrong on any rank.
template <class V>
class Product {
 public:
  /// Computes C. A and B, the dispatcher and the communicator must outlive it.
  Product(Communicator& ranks, const Dispatcher& dispatcher, const DistributedCsr<V>& a,
          const DistributedCsr<V>& b, const ProductOptions& options = {});
  Product(const Product&) = delete;  // what the scheme keeps refers to it
  Product& operator=(const Product&) = delete;
  /// C again, of other values of this rank's rows, as many and in the same order: values alone
  /// travel. Both arrays must stay until the next recompute. Needs ProductOptions::keep.
  const DistributedView<V>& recompute(std::span<const V> a_values, std::span<const V> b_values);

  /// Rows as those of A; columns of a row sorted, none twice. Valid until the next recompute, or
  /// until the product ends.
  [[nodiscard]] const DistributedView<V>& c() const noexcept { return c_; }
  /// Of this rank, all products so far.
  [[nodiscard]] const RankReport& report() const noexcept { return work_.report; }

 private:
  void finish(const Traffic& before);

  Work<V> work_;
  std::unique_ptr<Steps<V>> steps_;
  DistributedView<V> c_;
};

}  // namespace sptune::distributed
