// SPDX-License-Identifier: BSD-3-Clause
// The vendor: cuSPARSE's SpMV in its formats and algorithms, plain and preprocessed, so that it is
// measured in the same sweep under the same rules. COO, SELL and BSR are converted on the device.
#include "kernels/baselines/cusparse.hpp"
#include "kernels/cuda/handles.hpp"
#include "kernels/cuda/scan_sort.hpp"
#include "kernels/spmv/cuda/bsr_blocks.cuh"
#include "kernels/spmv/cuda/device_ops.cuh"
#include "kernels/spmv/cuda/slices.cuh"
#include "sptune/device_convert.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>

namespace sptune::baselines {
namespace {

using namespace spmv;        // NOLINT(google-build-using-namespace): the operation's vocabulary
using namespace spmv::cuda;  // NOLINT(google-build-using-namespace)

enum class Format : std::uint8_t { csr, coo, sell, bsr };
constexpr std::array<std::pair<Format, std::string_view>, 4> enum_names(Format) {
  return {
      {{Format::csr, "csr"}, {Format::coo, "coo"}, {Format::sell, "sell"}, {Format::bsr, "bsr"}}};
}
enum class Algorithm : std::uint8_t { standard, alg1, alg2 };
constexpr std::array<std::pair<Algorithm, std::string_view>, 3> enum_names(Algorithm) {
  return {{{Algorithm::standard, "default"}, {Algorithm::alg1, "alg1"}, {Algorithm::alg2, "alg2"}}};
}

struct Config {
  Format format = Format::csr;
  Algorithm algorithm = Algorithm::standard;
  bool preprocess = false;
  int size = 32;
  friend constexpr bool operator==(const Config&, const Config&) = default;
};

constexpr auto config_space = space<Config>(
    [](const Config& c) {
      switch (c.format) {
        case Format::csr:
          return c.size == 32;
        case Format::coo:
          return c.size == 32 && c.algorithm != Algorithm::standard;
        case Format::sell:
          return c.algorithm == Algorithm::standard && (c.size == 2 || c.size == 8 || c.size == 32);
        default:
          return c.algorithm == Algorithm::standard && c.size <= 16;
      }
    },
    "format=coo: algorithm=alg1 or alg2; sell, bsr: default; size: 2, 8, 32 with sell, at most 16 "
    "with "
    "bsr, 32 with others",
    axis("format", &Config::format, {Format::csr, Format::coo, Format::sell, Format::bsr},
         "storage"),
    axis("algorithm", &Config::algorithm, {Algorithm::standard, Algorithm::alg1, Algorithm::alg2},
         "CUSPARSE_SPMV_…"),
    axis("preprocess", &Config::preprocess, {false, true}, "cusparseSpMV_preprocess first"),
    axis("size", &Config::size, {32, 2, 3, 4, 8, 16},
         "rows of a slice (sell), rows and columns of a block (bsr)"));

void check(cusparseStatus_t status, const char* what) {
  if (status == CUSPARSE_STATUS_SUCCESS) return;
  if (status == CUSPARSE_STATUS_ALLOC_FAILED) throw std::bad_alloc();
  throw DeviceError(std::string(what) + ": " + cusparseGetErrorString(status));
}

cusparseSpMVAlg_t native_algorithm(const Config& c) {
  if (c.algorithm == Algorithm::standard) return CUSPARSE_SPMV_ALG_DEFAULT;
  if (c.format == Format::csr) {
    return c.algorithm == Algorithm::alg1 ? CUSPARSE_SPMV_CSR_ALG1 : CUSPARSE_SPMV_CSR_ALG2;
  }
  return c.algorithm == Algorithm::alg1 ? CUSPARSE_SPMV_COO_ALG1 : CUSPARSE_SPMV_COO_ALG2;
}

/// One handle per thread of the process: creating one costs milliseconds.
cusparseHandle_t handle() {
  struct Owner {
    cusparseHandle_t value = nullptr;
    Owner() { check(cusparseCreate(&value), "cusparseCreate"); }
    ~Owner() { (void)cusparseDestroy(value); }
  };
  thread_local Owner owner;
  return owner.value;
}

/// A thread per row: its entries, by columns of the slice, then padding as cuSPARSE wants it.
template <class V, class O>
__global__ void fill_slices(std::int64_t rows, std::int64_t slices, int c,
                            const std::int64_t* starts, const O* row_offsets,
                            const Index* col_indices, const V* values, std::int32_t* offsets,
                            Index* out_columns, V* out_values) {
  const std::int64_t row = thread_id();
  const std::int64_t slice = row / c;
  if (slice >= slices) return;
  const std::int64_t first = starts[slice] * c;
  const std::int64_t end = starts[slice + 1] * c;
  if (row % c == 0) {
    offsets[slice] = static_cast<std::int32_t>(first);
    if (slice == slices - 1) offsets[slices] = static_cast<std::int32_t>(end);
  }
  const O begin = row < rows ? row_offsets[row] : 0;
  const O length = row < rows ? row_offsets[row + 1] - begin : 0;
  std::int64_t at = first + row % c;
  for (O k = 0; at < end; ++k, at += c) {
    out_columns[at] = k < length ? col_indices[begin + k] : -1;
    out_values[at] = k < length ? values[begin + k] : V(0);
  }
}

template <class V, class O>
class Plan final : public TypedPlan<V> {
 public:
  Plan(CsrView<V, O> a, const AnyCsr& any, const Config& c) : any_(any), config_(c) {
    constexpr cudaDataType type = sizeof(V) == 4 ? CUDA_R_32F : CUDA_R_64F;
    describe(a, type);
    // Descriptors need some address; run() sets the caller's.
    x_placeholder_ = sptune::cuda::DeviceArray<V>(static_cast<std::size_t>(any.cols));
    y_placeholder_ = sptune::cuda::DeviceArray<V>(static_cast<std::size_t>(any.rows));
    check(cusparseCreateDnVec(x_.out(), any.cols, x_placeholder_.data(), type),
          "cusparseCreateDnVec");
    check(cusparseCreateDnVec(y_.out(), any.rows, y_placeholder_.data(), type),
          "cusparseCreateDnVec");
    // The handle still names the stream of the last run, which may be gone.
    check(cusparseSetStream(handle(), nullptr), "cusparseSetStream");
    const V one = 1;
    const V zero = 0;
    std::size_t bytes = 0;
    check(cusparseSpMV_bufferSize(handle(), CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix_.get(),
                                  x_.get(), &zero, y_.get(), type, native_algorithm(c), &bytes),
          "cusparseSpMV_bufferSize");
    buffer_ = sptune::cuda::DeviceArray<std::byte>(std::max<std::size_t>(bytes, 16));
    if (c.preprocess) {
      check(cusparseSpMV_preprocess(handle(), CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix_.get(),
                                    x_.get(), &zero, y_.get(), type, native_algorithm(c),
                                    buffer_.data()),
            "cusparseSpMV_preprocess");
    }
    sptune::cuda::synchronize();
    x_placeholder_ = {};
    y_placeholder_ = {};
  }

  [[nodiscard]] double bytes_per_run() const override {
    if (values_.size() == 0) return compulsory_bytes(any_) + static_cast<double>(rows_.bytes());
    return static_cast<double>(rows_.bytes() + columns_.bytes() + values_.bytes()) +
           vector_bytes<V>(any_);
  }
  [[nodiscard]] std::int64_t memory_bytes() const override {
    return buffer_.bytes() + rows_.bytes() + columns_.bytes() + values_.bytes();
  }

 protected:
  void run_typed(V alpha, const V* x, V beta, V* y, Stream stream) override {
    constexpr cudaDataType type = sizeof(V) == 4 ? CUDA_R_32F : CUDA_R_64F;
    check(cusparseSetStream(handle(), native(stream)), "cusparseSetStream");
    check(cusparseDnVecSetValues(x_.get(), const_cast<V*>(x)), "cusparseDnVecSetValues");
    check(cusparseDnVecSetValues(y_.get(), y), "cusparseDnVecSetValues");
    check(cusparseSpMV(handle(), CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, matrix_.get(), x_.get(),
                       &beta, y_.get(), type, native_algorithm(config_), buffer_.data()),
          "cusparseSpMV");
  }

 private:
  void describe(CsrView<V, O> a, cudaDataType type) {
    constexpr cusparseIndexType_t i32 = CUSPARSE_INDEX_32I;
    constexpr cusparseIndexType_t offsets = sizeof(O) == 4 ? i32 : CUSPARSE_INDEX_64I;
    constexpr cusparseIndexBase_t base = CUSPARSE_INDEX_BASE_ZERO;
    const std::int64_t size = config_.size;
    if (config_.format == Format::csr) {
      check(cusparseCreateConstCsr(matrix_.out(), a.rows, a.cols, any_.nnz, a.row_offsets,
                                   a.col_indices, a.values, offsets, i32, base, type),
            "cusparseCreateConstCsr");
    } else if (config_.format == Format::coo) {
      rows_ = sptune::cuda::DeviceArray<Index>(static_cast<std::size_t>(any_.nnz));
      convert::expand_rows(a.rows, any_.nnz, a.row_offsets, rows_.data());
      check(cusparseCreateConstCoo(matrix_.out(), a.rows, a.cols, any_.nnz, rows_.data(),
                                   a.col_indices, a.values, i32, base, type),
            "cusparseCreateConstCoo");
    } else if (config_.format == Format::sell) {
      const SliceWidths widths(any_, config_.size);
      reserve(widths.slices() + 1, widths.entries(), widths.entries());
      launch(fill_slices<V, O>, blocks_for(widths.slices() * size, 256), 256, 0, nullptr, a.rows,
             widths.slices(), config_.size, widths.starts(), a.row_offsets, a.col_indices, a.values,
             rows_.data(), columns_.data(), values_.data());
      check(cusparseCreateConstSlicedEll(matrix_.out(), a.rows, a.cols, any_.nnz, widths.entries(),
                                         size, rows_.data(), columns_.data(), values_.data(), i32,
                                         i32, base, type),
            "cusparseCreateConstSlicedEll");
    } else {
      const BsrBlocks blocks(any_, config_.size);
      reserve(blocks.block_rows() + 1, blocks.count(), blocks.count() * size * size);
      blocks.write(a, rows_.data(), columns_.data(), values_.data());
      check(cusparseCreateConstBsr(matrix_.out(), blocks.block_rows(), a.cols / size,
                                   blocks.count(), size, size, rows_.data(), columns_.data(),
                                   values_.data(), i32, i32, base, type, CUSPARSE_ORDER_ROW),
            "cusparseCreateConstBsr");
    }
  }

  /// Arrays of a converted matrix; offsets and values are zeros.
  void reserve(std::int64_t offsets, std::int64_t columns, std::int64_t values) {
    rows_ = sptune::cuda::DeviceArray<Index>(static_cast<std::size_t>(offsets));
    columns_ = sptune::cuda::DeviceArray<Index>(static_cast<std::size_t>(columns));
    values_ = sptune::cuda::DeviceArray<V>(static_cast<std::size_t>(values));
    sptune::cuda::fill_bytes(rows_.data(), 0, rows_.size() * sizeof(Index));
    sptune::cuda::fill_bytes(values_.data(), 0, values_.size() * sizeof(V));
  }

  AnyCsr any_;
  Config config_;
  // Descriptors name the arrays below.
  sptune::cuda::Handle<cusparseConstSpMatDescr_t, cusparseDestroySpMat> matrix_;
  sptune::cuda::Handle<cusparseDnVecDescr_t, cusparseDestroyDnVec> x_;
  sptune::cuda::Handle<cusparseDnVecDescr_t, cusparseDestroyDnVec> y_;
  sptune::cuda::DeviceArray<V> x_placeholder_;
  sptune::cuda::DeviceArray<V> y_placeholder_;
  sptune::cuda::DeviceArray<Index> rows_;  ///< COO: of every entry; SELL, BSR: offsets
  sptune::cuda::DeviceArray<Index> columns_;
  sptune::cuda::DeviceArray<V> values_;
  sptune::cuda::DeviceArray<std::byte> buffer_;
};

constexpr std::int64_t most_offsets = 0x7fffffff;

std::string too_many(std::int64_t entries) {
  return std::to_string(entries) + " entries are too many for 32-bit offsets";
}

Fit fit(const Config& c, const SpmvProblem& p) {
  if (!cusparse_version()) return Fit::no(cusparse_version().error());
  if (p.a.rows == 0 || p.a.cols == 0 || p.a.nnz == 0) {
    return Fit::no("cuSPARSE takes no empty matrix: 0 rows, columns or entries");
  }
  const std::int64_t value = size_of(p.a.value_type);
  switch (c.format) {
    case Format::csr:
      if (p.a.offset_type == OffsetType::i64) {
        return Fit::no("cuSPARSE takes 64-bit row offsets with 64-bit columns only");
      }
      return Fit::yes();
    case Format::coo:
      return fit_memory(p.a.nnz * 4, p.resources);
    case Format::sell: {
      const std::int64_t entries = slice_totals(p.a, c.size).entries;
      if (entries > most_offsets) return Fit::no(too_many(entries));
      return fit_format(entries * (value + 4), std::to_string(entries) + " entries with padding",
                        p);
    }
    default: {
      if (p.a.rows % c.size != 0 || p.a.cols % c.size != 0) {
        return Fit::no("cuSPARSE takes whole blocks: rows and columns are no multiples of " +
                       std::to_string(c.size));
      }
      if (p.a.nnz > most_offsets) return Fit::no(too_many(p.a.nnz));
      const std::int64_t blocks = count_blocks(p.a, c.size);
      const std::int64_t bytes = blocks * (value * c.size * c.size + 4);
      Fit format = fit_format(bytes, std::to_string(blocks) + " blocks", p);
      return format ? fit_memory(BsrBlocks::peak_bytes(p.a, bytes), p.resources) : format;
    }
  }
}

}  // namespace

Variant spmv_cusparse() {
  return make_variant<SpmvProblem>({.name = "cusparse",
                                    .backend = Backend::cuda,
                                    .takes = ColumnOrder::sorted,
                                    .values = ValuesRead::copied,
                                    .summary = "cuSPARSE's own SpMV",
                                    .source = "CUDA Toolkit, cusparseSpMV",
                                    .baseline = true,
                                    .deterministic = false},
                                   config_space, fit, make_plan<Plan, Config>);
}

}  // namespace sptune::baselines
