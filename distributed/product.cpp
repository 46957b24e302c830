// SPDX-License-Identifier: BSD-3-Clause
#include "distributed/product.hpp"

#include "distributed/ring.hpp"
#include "distributed/rows_first.hpp"

#include <string>
#include <utility>

namespace sptune::distributed {
namespace {

/// What must be the same everywhere, as text: ranks that disagree would wait for each other.
template <class V>
std::string request_of(const DistributedCsr<V>& a, const DistributedCsr<V>& b,
                       const ProductOptions& options) {
  const auto of = [](const DistributedCsr<V>& m) {
    return std::to_string(m.cols) + " columns, rows " + to_string(m.rows);
  };
  const std::string ring = (options.ring.overlap ? ", overlapped, " : ", ") +
                           std::to_string(options.ring.blocks) + " blocks a rank";
  return std::string(facts_of(options.scheme).name) + (options.scheme == Scheme::ring ? ring : "") +
         (options.keep ? ", kept" : "") + ", " + std::string(to_string(value_type_of<V>)) +
         ", A: " + of(a) + ", B: " + of(b);
}

template <class V>
void require_operands(const Communicator& ranks, const DistributedCsr<V>& a,
                      const DistributedCsr<V>& b, const RingOptions& ring) {
  if (ring.blocks < 1) {
    throw UsageError("a ring has 1 block a rank at least, found " + std::to_string(ring.blocks));
  }
  if (a.rows.parts() != ranks.size() || b.rows.parts() != ranks.size()) {
    throw UsageError("A and B must be distributed over the " + std::to_string(ranks.size()) +
                     " ranks of the communicator");
  }
  if (a.cols != b.rows.rows()) {
    throw UsageError("A has " + std::to_string(a.cols) + " columns, B has " +
                     std::to_string(b.rows.rows()) + " rows: expected as many");
  }
}

template <class V>
std::unique_ptr<Steps<V>> steps_of(Work<V>& work) {
  switch (work.options.scheme) {
    case Scheme::broadcast:
      return rows_first(work, /*all=*/true);
    case Scheme::needed_rows:
      return rows_first(work, /*all=*/false);
    case Scheme::ring:
      return ring(work);
  }
  return nullptr;  // no such scheme
}

}  // namespace

const SchemeFacts& facts_of(Scheme scheme) noexcept {
  for (const SchemeFacts& facts : all_schemes) {
    if (facts.scheme == scheme) return facts;
  }
  return all_schemes.front();  // no such scheme
}

std::optional<Scheme> parse_scheme(std::string_view text) noexcept {
  for (const SchemeFacts& facts : all_schemes) {
    if (facts.name == text) return facts.scheme;
  }
  return std::nullopt;
}

template <class V>
Product<V>::Product(Communicator& ranks, const Dispatcher& dispatcher, const DistributedCsr<V>& a,
                    const DistributedCsr<V>& b, const ProductOptions& options)
    : work_{ranks, dispatcher, a, b, options} {
  const Traffic before = ranks.traffic();
  ranks.require_equal("products that the ranks ask for", request_of(a, b, options));
  ranks.together([&] { require_operands(ranks, a, b, options.ring); });
  if (work_.options.local.threads == 0) work_.options.local.threads = ranks.threads_per_rank();
  work_.report.rows = a.local.rows;
  work_.report.a_entries = a.local.nnz();
  work_.report.b_entries = b.local.nnz();
  c_.rows = a.rows;
  c_.cols = b.cols;
  steps_ = steps_of(work_);
  finish(before);
}

template <class V>
const DistributedView<V>& Product<V>::recompute(std::span<const V> a_values,
                                                std::span<const V> b_values) {
  const Traffic before = work_.ranks.traffic();
  work_.ranks.together([&] {
    if (!work_.options.keep) throw UsageError("recompute needs ProductOptions::keep");
    if (static_cast<std::int64_t>(a_values.size()) != work_.a.local.nnz() ||
        static_cast<std::int64_t>(b_values.size()) != work_.b.local.nnz()) {
      throw UsageError("recompute needs a value for each entry of this rank's rows of A and B");
    }
  });
  steps_->recompute(a_values, b_values);
  finish(before);
  return c_;
}

template <class V>
void Product<V>::finish(const Traffic& before) {
  c_.local = work_.c;
  work_.report.c_entries = c_.local.nnz();
  work_.report.traffic = work_.report.traffic + (work_.ranks.traffic() - before);
}

template class Product<double>;
template class Product<float>;

}  // namespace sptune::distributed
