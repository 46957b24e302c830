// SPDX-License-Identifier: BSD-3-Clause
#include "harness/engine/problem_data.hpp"

#include "harness/engine/long_rows.hpp"
#include "harness/engine/verify.hpp"
#include "kernels/api/mix64.hpp"
#include "kernels/host/parallel.hpp"
#include "kernels/host/parts.hpp"
#include "sptune/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>
#include <utility>

namespace sptune::harness {
namespace {

template <class V, class O>
Csr<V, O> converted(Csr<double>&& a) {
  Csr<V, O> out;
  out.rows = a.rows;
  out.cols = a.cols;
  out.col_indices = std::move(a.col_indices);
  if constexpr (std::is_same_v<O, std::int64_t>) {
    out.row_offsets = std::move(a.row_offsets);
  } else {
    out.row_offsets.resize(a.row_offsets.size());
    std::transform(a.row_offsets.begin(), a.row_offsets.end(), out.row_offsets.begin(),
                   [](std::int64_t offset) { return static_cast<O>(offset); });
  }
  if constexpr (std::is_same_v<V, double>) {
    out.values = std::move(a.values);
  } else {
    out.values.resize(a.values.size());
    std::transform(a.values.begin(), a.values.end(), out.values.begin(),
                   [](double value) { return static_cast<V>(value); });
  }
  return out;
}

/// Counting sort by column; rows of the result come out sorted.
template <class V, class O>
Csr<V, O> transpose(const Csr<V, O>& a) {
  Csr<V, O> t;
  t.rows = a.cols;
  t.cols = a.rows;
  t.row_offsets.assign(static_cast<std::size_t>(a.cols) + 1, 0);
  t.col_indices.resize(a.col_indices.size());
  t.values.resize(a.values.size());
  for (const Index col : a.col_indices) ++t.row_offsets[static_cast<std::size_t>(col) + 1];
  for (std::size_t i = 1; i < t.row_offsets.size(); ++i) t.row_offsets[i] += t.row_offsets[i - 1];
  std::vector<O> next(t.row_offsets.begin(), t.row_offsets.end() - 1);
  for (std::int64_t row = 0; row < a.rows; ++row) {
    const auto r = static_cast<std::size_t>(row);
    for (auto i = static_cast<std::size_t>(a.row_offsets[r]);
         i < static_cast<std::size_t>(a.row_offsets[r + 1]); ++i) {
      const auto to = static_cast<std::size_t>(next[static_cast<std::size_t>(a.col_indices[i])]++);
      t.col_indices[to] = static_cast<Index>(row);
      t.values[to] = a.values[i];
    }
  }
  return t;
}

/// Entry `number` of a stream of random numbers: SplitMix64 (Steele, Lea, Flood 2014), the same on
/// every machine. Magnitude in [0.5, 1.5), random sign; 20 bits, so that f32 holds it exactly.
double random_entry(std::uint64_t seed, std::int64_t number) noexcept {
  const std::uint64_t z = mix64(seed + static_cast<std::uint64_t>(number) * golden_gamma);
  const double magnitude = 0.5 + static_cast<double>(z >> 44U) * 0x1p-20;
  return (z & 1U) != 0 ? -magnitude : magnitude;
}

template <class V>
void fill_random(V* out, std::int64_t size, std::uint64_t seed) {
  constexpr std::int64_t worth_a_thread = 1 << 18;
  const int parts = host::parts_worth(size, worth_a_thread);
  host::for_parts(parts, [&](int part) {
    const std::int64_t end = size * (part + 1) / parts;
    for (std::int64_t i = size * part / parts; i < end; ++i) {
      out[i] = static_cast<V>(random_entry(seed, i));
    }
  });
}

GuardedVector seeded(std::int64_t size, ValueType type, std::uint64_t seed) {
  GuardedVector vector(size, type);
  if (type == ValueType::f32) {
    fill_random(static_cast<float*>(vector.data()), size, seed);
  } else {
    fill_random(static_cast<double*>(vector.data()), size, seed);
  }
  return vector;
}

std::vector<SealedArray> inputs_of(const ProblemData& d) {
  std::vector<SealedArray> arrays = arrays_of(d.a->view(), "A");
  if (d.b != nullptr && d.b != d.a) {
    for (SealedArray& array : arrays_of(d.b->view(), "B")) arrays.push_back(std::move(array));
  }
  if (d.dense != nullptr) {
    arrays.push_back({"x", d.dense->x.data(), d.dense->x.bytes()});
    arrays.push_back({"y before beta*y is added", d.dense->y0.data(), d.dense->y0.bytes()});
  }
  return arrays;
}

}  // namespace

TypedCsr::TypedCsr(suites::Matrix matrix, ValueType type) {
  const bool narrow = matrix.csr.nnz() < std::numeric_limits<std::int32_t>::max();
  if (type == ValueType::f32) {
    if (narrow) {
      storage_ = converted<float, std::int32_t>(std::move(matrix.csr));
    } else {
      storage_ = converted<float, std::int64_t>(std::move(matrix.csr));
    }
  } else if (narrow) {
    storage_ = converted<double, std::int32_t>(std::move(matrix.csr));
  } else {
    storage_ = converted<double, std::int64_t>(std::move(matrix.csr));
  }
}

TypedCsr TypedCsr::transposed() const {
  return std::visit([](const auto& csr) { return TypedCsr(Storage(transpose(csr))); }, storage_);
}

AnyCsr TypedCsr::view() const {
  AnyCsr a = std::visit([](const auto& csr) { return AnyCsr(csr.view()); }, storage_);
  a.columns = ColumnOrder::sorted;  // as suites hands matrices out
  return a;
}

std::int64_t TypedCsr::bytes() const {
  const AnyCsr a = view();
  return a.nnz * (size_of(a.value_type) + static_cast<std::int64_t>(sizeof(Index))) +
         (a.rows + 1) * size_of(a.offset_type);
}

GuardedVector::GuardedVector(std::int64_t size, ValueType type)
    : bytes_(size * size_of(type)),
      type_(type),
      memory_(new (std::align_val_t{64})
                  std::byte[static_cast<std::size_t>(bytes_ + 2 * guard_bytes)]) {
  std::memset(memory_.get(), std::to_integer<int>(guard_byte),
              static_cast<std::size_t>(bytes_ + 2 * guard_bytes));
}

void GuardedVector::fill_nan() noexcept {
  const std::int64_t n = bytes_ / size_of(type_);
  if (type_ == ValueType::f32) {
    std::fill_n(static_cast<float*>(data()), n, std::numeric_limits<float>::quiet_NaN());
  } else {
    std::fill_n(static_cast<double*>(data()), n, std::numeric_limits<double>::quiet_NaN());
  }
}

void GuardedVector::copy_from(const GuardedVector& other) noexcept {
  std::memcpy(data(), other.data(), static_cast<std::size_t>(bytes_));
}

bool GuardedVector::same_bits(const GuardedVector& other) const noexcept {
  return bytes_ == other.bytes_ &&
         std::memcmp(data(), other.data(), static_cast<std::size_t>(bytes_)) == 0;
}

double GuardedVector::at(std::int64_t i) const noexcept {
  return type_ == ValueType::f32 ? static_cast<double>(static_cast<const float*>(data())[i])
                                 : static_cast<const double*>(data())[i];
}

bool GuardedVector::guards_intact() const noexcept {
  const auto whole = [](const std::byte* zone) {
    return std::all_of(zone, zone + guard_bytes, [](std::byte b) { return b == guard_byte; });
  };
  return whole(memory_.get()) && whole(memory_.get() + guard_bytes + bytes_);
}

HostProblem host_problem(Operation operation, std::shared_ptr<const TypedCsr> a,
                         const OperandChoice& operand, const Resources& resources,
                         std::shared_ptr<const TypedCsr> other) {
  const OperationRecord& record = record_of(operation);
  const AnyCsr view = a->view();
  const auto complete = record.complete(operand, view.rows, view.cols);
  if (!complete) throw UsageError(complete.error());
  const std::string& b_kind = complete.value().b_kind;
  HostProblem out;
  out.a = std::move(a);
  if (b_kind == "at") {
    out.b = std::make_shared<TypedCsr>(out.a->transposed());
  } else if (b_kind == "a") {
    out.b = out.a;
  } else if (b_kind == "other") {
    out.b = std::move(other);
  }
  const AnyCsr b = out.b == nullptr ? AnyCsr{} : out.b->view();
  out.problem = record.problem(view, out.b == nullptr ? nullptr : &b, complete.value(), resources);
  return out;
}

DeviceProblem::DeviceProblem(const HostProblem& host, std::shared_ptr<const cuda::DeviceCsr> there)
    : a(std::move(there)), problem(host.problem->clone()) {
  if (!cuda::device_info()) throw DeviceError(cuda::device_info().error());
  if (a == nullptr) a = std::make_shared<const cuda::DeviceCsr>(host.a->view());
  problem->a = a->view();
  AnyCsr* const second = problem->second();
  if (second == nullptr) return;
  if (host.b != host.a) b.emplace(host.b->view());
  *second = b ? b->view() : a->view();
}

DenseOperands::DenseOperands(const Problem& p, const DenseResult& result)
    : x_shape{p.a.cols, p.dense_columns(), p.dense_layout()},
      y_shape{p.a.rows, p.dense_columns(), p.dense_layout()},
      x(seeded(x_shape.size(), p.a.value_type, 1)),
      y0(seeded(y_shape.size(), p.a.value_type, 2)),
      plain(result.reference(p, 1, x.data(), 0, nullptr)),
      scaled(result.reference(p, verify_alpha, x.data(), verify_beta, y0.data())),
      long_rows(find_long_rows(p.a, x, x_shape, y_shape)) {}

std::unique_ptr<Problem> ProblemData::with(const Resources& resources) const {
  auto copy = problem->clone();
  copy->resources = resources;
  return copy;
}

std::int64_t ProblemData::bytes() const {
  const auto sum_of = [](const auto&... v) {
    return static_cast<std::int64_t>(((v.size() * sizeof(v[0])) + ...));
  };
  std::int64_t sum = a->bytes() + (b != nullptr && b != a ? b->bytes() : 0);
  if (dense != nullptr) {
    const DenseOperands& d = *dense;
    sum += d.x.bytes() + d.y0.bytes();
    sum += sum_of(d.plain.y, d.plain.magnitude, d.scaled.y, d.scaled.magnitude, d.long_rows.rows,
                  d.long_rows.expected, d.long_rows.bound);
  }
  return sum + sum_of(product.c.row_offsets, product.c.col_indices, product.c.values,
                      product.magnitude, product.terms);
}

namespace {

/// The reference of what the operation makes, and whether results can be checked by it.
void add_reference(ProblemData& d, const OperationRecord& record) {
  const ValueType type = d.problem->a.value_type;
  if (const auto* dense = std::get_if<DenseResult>(&record.result)) {
    // Operands whose bytes cannot be counted; what can is left to the limit of memory.
    if (!d.problem->mismatch().empty()) throw std::bad_alloc();
    d.dense = std::make_unique<DenseOperands>(*d.problem, *dense);
    d.unverifiable = unverifiable(d.dense->plain, d.dense->y_shape, type);
    if (d.unverifiable.empty()) {
      d.unverifiable = unverifiable(d.dense->scaled, d.dense->y_shape, type);
    }
    return;
  }
  d.product = std::get<SparseResult>(record.result).reference(*d.problem);
  d.unverifiable = unverifiable(d.product, type);
}

}  // namespace

const ProblemData& ProblemCache::get(const ProblemKey& key) {
  const std::string hash = key.hash();
  if (data_ != nullptr && hash == hash_) return *data_;
  data_.reset();  // its memory goes before the next one's comes
  std::erase_if(loaded_, [&](const Loaded& m) {
    return m.type != key.value_type || (m.hash != key.a_hash && m.hash != key.b_hash);
  });

  const OperationRecord& record = record_of(key.operation);
  auto data = std::make_shared<ProblemData>();
  data->key = key;
  std::shared_ptr<const TypedCsr> other;
  if (key.b_kind == "other") other = matrix(key.b_hash, key.value_type);
  HostProblem host = host_problem(key.operation, matrix(key.a_hash, key.value_type), key.operand(),
                                  {}, std::move(other));
  data->a = std::move(host.a);
  data->b = std::move(host.b);
  data->problem = std::move(host.problem);
  add_reference(*data, record);
  data->flops = 2 * data->problem->multiplications();
  data->compulsory_bytes = record.compulsory_bytes(*data->problem, data->product.c.nnz());
  data->seal = Seal(inputs_of(*data), checksum);
  data_ = std::move(data);
  hash_ = hash;
  return *data_;
}

void ProblemCache::forget() {
  data_.reset();
  loaded_.clear();
}

std::shared_ptr<const TypedCsr> ProblemCache::matrix(const std::string& hash, ValueType type) {
  for (const Loaded& m : loaded_) {
    if (m.hash == hash && m.type == type) return m.csr;
  }
  auto csr = std::make_shared<const TypedCsr>(source_(hash), type);
  loaded_.push_back({hash, type, csr});
  return csr;
}

}  // namespace sptune::harness
