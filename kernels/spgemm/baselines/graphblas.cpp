// SPDX-License-Identifier: BSD-3-Clause
// SuiteSparse:GraphBLAS, GrB_mxm over plus-times, result finished and sorted. The operands are
// packed once, in the constructor, with the caller's values in place (so that changed values are
// seen) and 64-bit copies of the indices, which GraphBLAS asks for. GraphBLAS has one phase: see
// spgemm_eigen.cpp.
#include "kernels/api/variant.hpp"
#include "kernels/host/threads.hpp"
#include "kernels/spgemm/spgemm.hpp"
#include "sptune/error.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

// The header leaves this to its user.
extern "C" {
#include <GraphBLAS.h>
}

namespace sptune::baselines {
namespace {

void check(GrB_Info info, const char* call) {
  if (info == GrB_SUCCESS) return;
  if (info == GrB_OUT_OF_MEMORY) throw std::bad_alloc();
  throw Error(ExitCode::internal,
              std::string("GraphBLAS: ") + call + " returned " + std::to_string(info));
}

/// The library's state is global: started with the first plan, stopped with the process.
class Library {
 public:
  static void start() { static const Library library; }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

 private:
  Library() { check(GrB_init(GrB_NONBLOCKING), "GrB_init"); }
  ~Library() { GrB_finalize(); }
};

/// A GrB_Matrix that borrows the caller's values.
template <class V>
class Operand {
 public:
  explicit Operand(const AnyCsr& m) : values_(const_cast<void*>(m.values)) {
    visit(m, [&]<class W, class O>(CsrView<W, O> v) {
      offsets_.assign(v.row_offsets, v.row_offsets + v.rows + 1);
      cols_.assign(v.col_indices, v.col_indices + v.nnz());
    });
    // A matrix with no entry is left empty: there is nothing to lend.
    check(GrB_Matrix_new(&matrix_, std::is_same_v<V, float> ? GrB_FP32 : GrB_FP64,
                         static_cast<GrB_Index>(m.rows), static_cast<GrB_Index>(m.cols)),
          "GrB_Matrix_new");
    check(GxB_Matrix_Option_set(matrix_, GxB_SPARSITY_CONTROL, GxB_SPARSE), "GxB_SPARSITY_CONTROL");
    if (cols_.empty()) return;
    GrB_Index* offsets = offsets_.data();
    GrB_Index* cols = cols_.data();
    void* values = values_;
    check(GxB_Matrix_pack_CSR(matrix_, &offsets, &cols, &values,
                              offsets_.size() * sizeof(GrB_Index), cols_.size() * sizeof(GrB_Index),
                              cols_.size() * sizeof(V), false, false, nullptr),
          "GxB_Matrix_pack_CSR");
  }
  Operand(const Operand&) = delete;
  Operand& operator=(const Operand&) = delete;
  ~Operand() {
    // Takes the lent arrays back before GraphBLAS frees what it holds.
    if (!cols_.empty()) {
      GrB_Index* offsets = nullptr;
      GrB_Index* cols = nullptr;
      void* values = nullptr;
      GrB_Index offsets_size = 0;
      GrB_Index cols_size = 0;
      GrB_Index values_size = 0;
      bool iso = false;
      bool jumbled = false;
      GxB_Matrix_unpack_CSR(matrix_, &offsets, &cols, &values, &offsets_size, &cols_size,
                            &values_size, &iso, &jumbled, nullptr);
    }
    GrB_Matrix_free(&matrix_);
  }
  [[nodiscard]] GrB_Matrix get() const { return matrix_; }
  [[nodiscard]] std::int64_t bytes() const {
    return static_cast<std::int64_t>((offsets_.size() + cols_.size()) * sizeof(GrB_Index));
  }

 private:
  void* values_;
  std::vector<GrB_Index> offsets_;
  std::vector<GrB_Index> cols_;
  GrB_Matrix matrix_ = nullptr;
};

template <class V>
class GraphBlasPlan final : public SpgemmPlan {
 public:
  GraphBlasPlan(const SpgemmProblem& p, int threads)
      : a_(p.a), b_(p.b), rows_(p.a.rows), cols_(p.b.cols) {
    check(GrB_Descriptor_new(&descriptor_), "GrB_Descriptor_new");
    check(GxB_Desc_set(descriptor_, GxB_DESCRIPTOR_NTHREADS, threads), "GxB_DESCRIPTOR_NTHREADS");
    check(GxB_Global_Option_set(GxB_GLOBAL_NTHREADS, threads), "GxB_GLOBAL_NTHREADS");
    threads_ = threads;
  }
  GraphBlasPlan(const GraphBlasPlan&) = delete;
  GraphBlasPlan& operator=(const GraphBlasPlan&) = delete;
  ~GraphBlasPlan() override {
    GrB_Matrix_free(&c_);
    GrB_Descriptor_free(&descriptor_);
  }

  std::int64_t symbolic(Stream /*stream*/) override {
    multiply();
    fresh_ = true;
    GrB_Index nnz = 0;
    check(GrB_Matrix_nvals(&nnz, c_), "GrB_Matrix_nvals");
    return static_cast<std::int64_t>(nnz);
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

  /// Copies C out: GraphBLAS keeps 64-bit columns, hypersparse rows and single values in its own
  /// way.
  [[nodiscard]] AnyCsr result() const override {
    GrB_Index nnz = 0;
    check(GrB_Matrix_nvals(&nnz, c_), "GrB_Matrix_nvals");
    std::vector<GrB_Index> row_of(nnz);
    std::vector<GrB_Index> col_of(nnz);
    out_.values.resize(nnz);
    if constexpr (std::is_same_v<V, float>) {
      check(
          GrB_Matrix_extractTuples_FP32(row_of.data(), col_of.data(), out_.values.data(), &nnz, c_),
          "GrB_Matrix_extractTuples");
    } else {
      check(
          GrB_Matrix_extractTuples_FP64(row_of.data(), col_of.data(), out_.values.data(), &nnz, c_),
          "GrB_Matrix_extractTuples");
    }
    out_.rows = rows_;
    out_.cols = cols_;
    out_.col_indices.resize(nnz);
    out_.row_offsets.assign(static_cast<std::size_t>(rows_) + 1, 0);
    for (std::size_t i = 0; i < nnz; ++i) {
      out_.col_indices[i] = static_cast<Index>(col_of[i]);
      ++out_.row_offsets[row_of[i] + 1];
    }
    for (std::size_t r = 0; r < static_cast<std::size_t>(rows_); ++r) {
      out_.row_offsets[r + 1] += out_.row_offsets[r];
    }
    return out_.view();
  }
  [[nodiscard]] std::int64_t memory_bytes() const override {
    std::size_t bytes = 0;
    if (c_ != nullptr) check(GxB_Matrix_memoryUsage(&bytes, c_), "GxB_Matrix_memoryUsage");
    return a_.bytes() + b_.bytes() + static_cast<std::int64_t>(bytes);
  }

 private:
  void multiply() {
    check(GxB_Global_Option_set(GxB_GLOBAL_NTHREADS, threads_), "GxB_GLOBAL_NTHREADS");
    GrB_Matrix_free(&c_);
    constexpr bool single = std::is_same_v<V, float>;
    check(GrB_Matrix_new(&c_, single ? GrB_FP32 : GrB_FP64, static_cast<GrB_Index>(rows_),
                         static_cast<GrB_Index>(cols_)),
          "GrB_Matrix_new");
    check(GrB_mxm(c_, nullptr, nullptr,
                  single ? GrB_PLUS_TIMES_SEMIRING_FP32 : GrB_PLUS_TIMES_SEMIRING_FP64, a_.get(),
                  b_.get(), descriptor_),
          "GrB_mxm");
    // Finishes what was put off, the sort of the rows included.
    check(GrB_Matrix_wait(c_, GrB_MATERIALIZE), "GrB_Matrix_wait");
  }

  Operand<V> a_;
  Operand<V> b_;
  std::int64_t rows_;
  std::int64_t cols_;
  int threads_ = 1;
  GrB_Descriptor descriptor_ = nullptr;
  GrB_Matrix c_ = nullptr;
  bool fresh_ = false;
  mutable Csr<V> out_;
};

struct Config {
  int threads = 0;
  friend constexpr bool operator==(const Config&, const Config&) = default;
};

constexpr auto config_space =
    free_space<Config>(axis("threads", &Config::threads, {0, 1, 4, 16}, "0: all that are granted"));

Fit fit(const Config& c, const SpgemmProblem& p) {
  if (auto f = host::fit_threads(c.threads, p.resources); !f) return f;
  const std::int64_t indices = 8 * (p.a.nnz + p.b.nnz + p.a.rows + p.b.rows);
  return spgemm::fit_memory(p, indices + 4 * spgemm::estimate_entries(p));
}

std::unique_ptr<SpgemmPlan> plan(const Config& c, const SpgemmProblem& p) {
  Library::start();
  const int threads = host::resolve_threads(c.threads, p.resources);
  if (p.a.value_type == ValueType::f32) return std::make_unique<GraphBlasPlan<float>>(p, threads);
  return std::make_unique<GraphBlasPlan<double>>(p, threads);
}

}  // namespace

Variant spgemm_graphblas() {
  return make_variant<SpgemmProblem>(
      {.name = "graphblas",
       .takes = ColumnOrder::sorted,
       .values = ValuesRead::callers,
       .summary = "SuiteSparse:GraphBLAS GrB_mxm, plus-times, finished and sorted",
       .source = "SuiteSparse:GraphBLAS " + std::to_string(GxB_IMPLEMENTATION_MAJOR) + "." +
                 std::to_string(GxB_IMPLEMENTATION_MINOR),
       .baseline = true},
      config_space, fit, plan);
}

}  // namespace sptune::baselines
