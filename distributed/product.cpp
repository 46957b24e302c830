// SPDX-License-Identifier: BSD-3-Clause
#include "distributed/product.hpp"

#include "distributed/ring.hpp"
#include "distributed/rows_first.hpp"
#include "distributed/schemes.hpp"

#include <utility>

namespace sptune::distributed {
namespace {

template <class V>
Distribution distribution_of(const DistributedCsr<V>& m) {
  return {m.rows, m.cols, m.local.rows};
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
  require_product(ranks, distribution_of(a), distribution_of(b), value_type_of<V>, options, "CPUs");
  ranks.together([&] {
    require_local(a, options.local.validate, "A");
    if (&a != &b) require_local(b, options.local.validate, "B");
  });
  work_.options.local = local_options(options);
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
