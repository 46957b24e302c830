// SPDX-License-Identifier: BSD-3-Clause
#include "harness/engine/problem_data.hpp"

#include "harness/engine/long_rows.hpp"
#include "harness/engine/verify.hpp"
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

/// SplitMix64 (Steele, Lea, Flood 2014): the same numbers on every machine.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() noexcept {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15ULL);
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31U);
  }
  /// Magnitude in [0.5, 1.5), random sign; 20 bits, so that f32 holds it exactly.
  double entry() noexcept {
    const std::uint64_t bits = next();
    const double magnitude = 0.5 + static_cast<double>(bits >> 44U) * 0x1p-20;
    return (bits & 1U) != 0 ? -magnitude : magnitude;
  }

 private:
  std::uint64_t state_;
};

void fill_seeded(GuardedVector& vector, std::int64_t size, ValueType type, std::uint64_t seed) {
  Random random(seed);
  for (std::int64_t i = 0; i < size; ++i) {
    if (type == ValueType::f32) {
      static_cast<float*>(vector.data())[i] = static_cast<float>(random.entry());
    } else {
      static_cast<double*>(vector.data())[i] = random.entry();
    }
  }
}

void add_spmv(ProblemData& d) {
  const AnyCsr a = d.a->view();
  d.x = std::make_unique<GuardedVector>(a.cols, a.value_type);
  d.y0 = std::make_unique<GuardedVector>(a.rows, a.value_type);
  fill_seeded(*d.x, a.cols, a.value_type, 1);
  fill_seeded(*d.y0, a.rows, a.value_type, 2);
  d.plain = spmv::reference(a, 1, d.x->data(), 0, nullptr);
  d.scaled = spmv::reference(a, verify_alpha, d.x->data(), verify_beta, d.y0->data());
  d.long_rows = find_long_rows(a, *d.x);
  d.unverifiable = unverifiable(d.plain, a.value_type);
  if (d.unverifiable.empty()) d.unverifiable = unverifiable(d.scaled, a.value_type);
  d.flops = 2 * a.nnz;
  d.compulsory_bytes = spmv::compulsory_bytes(a);
}

void add_spgemm(ProblemData& d) {
  const AnyCsr a = d.a->view();
  const AnyCsr b = d.b->view();
  if (a.cols != b.rows) {
    throw InputError(fmt::format(
        "spgemm: A has {} columns and B {} rows, they must be equal: use --b-kind at for A*A^T",
        a.cols, b.rows));
  }
  d.products = spgemm::count_products(a, b);
  d.product = spgemm::reference(a, b);
  d.unverifiable = unverifiable(d.product, a.value_type);
  d.flops = 2 * d.products;
  // A and B read once, C written once, each with its row offsets.
  const auto entry = static_cast<double>(size_of(a.value_type)) + sizeof(Index);
  const auto entries = static_cast<double>(a.nnz + b.nnz + d.product.c.nnz());
  const auto offsets = static_cast<double>((a.rows + 1) * size_of(a.offset_type) +
                                           (b.rows + 1) * size_of(b.offset_type) +
                                           (a.rows + 1) * size_of(OffsetType::i64));
  d.compulsory_bytes = entry * entries + offsets;
}

std::vector<SealedArray> inputs_of(const ProblemData& d) {
  std::vector<SealedArray> arrays = arrays_of(d.a->view(), "A");
  if (d.b != nullptr && d.b != d.a) {
    for (SealedArray& array : arrays_of(d.b->view(), "B")) arrays.push_back(std::move(array));
  }
  if (d.x != nullptr) {
    arrays.push_back({"x", d.x->data(), d.x->bytes()});
    arrays.push_back({"y before beta*y is added", d.y0->data(), d.y0->bytes()});
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

std::int64_t ProblemData::bytes() const {
  const auto doubles = [](const auto&... v) {
    return static_cast<std::int64_t>(((v.size() * sizeof(v[0])) + ...));
  };
  std::int64_t sum = a->bytes() + (b != nullptr && b != a ? b->bytes() : 0);
  if (x != nullptr) sum += x->bytes() + y0->bytes();
  sum += doubles(plain.y, plain.magnitude, scaled.y, scaled.magnitude, long_rows.rows,
                 long_rows.expected, long_rows.bound);
  return sum + doubles(product.c.row_offsets, product.c.col_indices, product.c.values,
                       product.magnitude, product.terms);
}

const ProblemData& ProblemCache::get(const Problem& problem) {
  const std::string key = problem.hash();
  if (data_ != nullptr && key == key_) return *data_;
  data_.reset();  // its memory goes before the next one's comes
  std::erase_if(loaded_, [&](const Loaded& m) {
    return m.type != problem.value_type || (m.hash != problem.a_hash && m.hash != problem.b_hash);
  });

  auto data = std::make_unique<ProblemData>();
  data->problem = problem;
  data->a = matrix(problem.a_hash, problem.value_type);
  if (problem.operation == Operation::spmv) {
    add_spmv(*data);
  } else {
    if (problem.b_kind == "at") {
      data->b = std::make_shared<TypedCsr>(data->a->transposed());
    } else if (problem.b_kind == "a") {
      data->b = data->a;
    } else if (problem.b_kind == "other") {
      data->b = matrix(problem.b_hash, problem.value_type);
    } else {
      throw UsageError(
          fmt::format("spgemm: b_kind is '{}', expected a, at or other", problem.b_kind));
    }
    add_spgemm(*data);
  }
  data->seal = Seal(inputs_of(*data), checksum);
  data_ = std::move(data);
  key_ = key;
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
