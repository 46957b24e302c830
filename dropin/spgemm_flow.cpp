// SPDX-License-Identifier: BSD-3-Clause
#include "dropin/spgemm_flow.hpp"

#include "dropin/settings.hpp"
#include "kernels/api/operands.hpp"
#include "kernels/api/placement.hpp"
#include "kernels/cuda/handles.hpp"
#include "kernels/cuda/operands.hpp"
#include "kernels/spgemm/spgemm.hpp"
#include "sptune/device.hpp"

#include <exception>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace sptune::dropin {
namespace {

struct Result {
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::int64_t entries = 0;
  ResultArrays arrays;
};

/// C's descriptor, whose arrays come later.
WhyNot read_c(const Product& p, const SpgemmWork& work, Result& out) {
  const Calls& real = answers().real;
  cusparseFormat_t format{};
  void* offsets = nullptr;
  void* columns = nullptr;
  cusparseIndexType_t offset_type{};
  cusparseIndexType_t column_type{};
  cusparseIndexBase_t base{};
  cudaDataType type{};
  if (p.c == nullptr || real.SpMatGetFormat(p.c, &format) != CUSPARSE_STATUS_SUCCESS) {
    return "no C that cuSPARSE knows";
  }
  if (format != CUSPARSE_FORMAT_CSR ||
      real.CsrGet(p.c, &out.rows, &out.cols, &out.entries, &offsets, &columns, &out.arrays.values,
                  &offset_type, &column_type, &base, &type) != CUSPARSE_STATUS_SUCCESS) {
    return "a C that is not CSR";
  }
  if (offset_type != CUSPARSE_INDEX_32I || column_type != CUSPARSE_INDEX_32I ||
      base != CUSPARSE_INDEX_BASE_ZERO || type != data_type_of(work.a.value_type)) {
    return "a C of other types";
  }
  if (out.rows != work.a.rows || out.cols != work.b.cols) return "a C of another size";
  out.arrays.offsets = static_cast<std::int32_t*>(offsets);
  out.arrays.columns = static_cast<Index*>(columns);
  return nullptr;
}

/// What would be planned: operands with the order of their columns, looked at on the device.
ProductKey key_of(const SpgemmWork& work) {
  ProductKey key{work.a, work.b, 0, work.where.device};
  cuda::default_stream_follows({work.where.stream});
  for (const AnyCsr* matrix : {&key.a, &key.b}) {
    if (const std::string place = find_misplaced(*matrix); !place.empty()) throw Unanswered(place);
  }
  const bool square = same_arrays(key.a, key.b, false);
  const cuda::ProductInspection seen = cuda::inspect_product(key.a, square ? key.a : key.b);
  for (const Inspection* one : {&seen.a, &seen.b}) {
    if (!one->broken.empty()) throw Unanswered(one->broken);
    if (one->columns != ColumnOrder::sorted) {
      throw Unanswered("rows that are not sorted, or hold duplicates");
    }
  }
  key.a.columns = key.b.columns = ColumnOrder::sorted;
  key.products = seen.products;
  return key;
}

/// A plan that the model chooses, but with sizes=exact: values that count are those of the call
/// that computes, so that a C filled in the symbolic phase would be filled twice. A small product
/// that is multiplied at once is multiplied twice, which is still the fastest.
Spgemm make_plan(const ProductKey& key, const SpgemmWork& work, double expected_runs) {
  Options options;
  options.expected_runs = expected_runs;
  options.stream = {work.where.stream};
  options.memory_limit = cuda::free_memory();
  Spgemm made = answers().dispatcher().spgemm(key.a, key.b, options);
  std::string text = made.choice().configuration.text();
  constexpr std::string_view axis = "sizes=";
  const std::size_t at = text.find(axis);
  if (at == std::string::npos || text.compare(at + axis.size(), 5, "exact") == 0) return made;
  const std::size_t end = text.find_first_of(",}", at);
  options.force = text.replace(at, end - at, "sizes=exact");
  return answers().dispatcher().spgemm(key.a, key.b, options);
}

void take_plan(SpgemmWork& work, double expected_runs) {
  const ProductKey key = key_of(work);
  work.plan = answers().works.take(key);
  if (work.plan == nullptr) {
    Spgemm made = make_plan(key, work, expected_runs);
    work.plan = std::make_unique<SpgemmPlanOnDevice>(key, std::move(made));
  }
  if (!work.plan->product.sorted()) throw Unanswered("the plan does not sort C");
}

/// Values may stand elsewhere than when the plan was made, or be others: what it has computed from
/// the former ones counts no more.
void follow_values(SpgemmWork& work) {
  ProductKey& key = work.plan->key;
  work.plan->product.update_values(AnyValues(work.a), AnyValues(work.b), {work.where.stream});
  key.a.values = work.a.values;
  key.b.values = work.b.values;
}

}  // namespace

WhyNot read_product(const Product& p, bool with_scalars, SpgemmWork& work) {
  const Calls& real = answers().real;
  if (const WhyNot why = read_csr(real, p.a, work.a)) return why;
  if (const WhyNot why = read_csr(real, p.b, work.b)) return why;
  if (p.left != CUSPARSE_OPERATION_NON_TRANSPOSE || p.right != CUSPARSE_OPERATION_NON_TRANSPOSE) {
    return "a transposed matrix";
  }
  if (p.algorithm != CUSPARSE_SPGEMM_DEFAULT && p.algorithm != CUSPARSE_SPGEMM_ALG1) {
    return "an algorithm that promises more than a product";
  }
  if (work.a.offset_type != OffsetType::i32 || work.b.offset_type != OffsetType::i32) {
    return "offsets of other than 32 bits";
  }
  const cudaDataType type = data_type_of(work.a.value_type);
  if (work.b.value_type != work.a.value_type || (with_scalars && p.compute_type != type)) {
    return "mixed types";
  }
  if (work.a.cols != work.b.rows) return "sizes that do not go together";
  Result c;
  if (const WhyNot why = read_c(p, work, c)) return why;
  if (const WhyNot why = read_handle(real, p.handle, work.where)) return why;
  if (with_scalars) {
    if (p.alpha == nullptr || p.beta == nullptr) return "no scalars";
    work.alpha = scalar(p.alpha, work.a.value_type);
    if (scalar(p.beta, work.a.value_type) != 0) return "a beta other than 0";
  }
  if (!answers().entries_field()) return "this cuSPARSE keeps the size of C elsewhere";
  return nullptr;
}

bool begins(const Product& p, bool reuse, std::size_t bytes, void* buffer, SpgemmWork& work) {
  work.let_go();
  work.reuse = reuse;
  work.stage = Stage::cusparse;
  if (const WhyNot why = read_product(p, !reuse, work)) {
    log_product(work, std::string("cuSPARSE; ") + why);
    return false;
  }
  work.late.drop();
  work.token = false;
  work.asked = p;
  work.first_bytes = bytes;
  work.first_buffer = buffer;
  work.stage = Stage::estimated;
  return true;
}

ResultArrays read_result(const SpgemmWork& work) {
  Result c;
  if (const WhyNot why = read_c(work.asked, work, c)) throw Unanswered(why);
  if (c.entries != work.entries) throw Unanswered("C has another number of entries by now");
  const ResultArrays& to = c.arrays;
  if (to.offsets == nullptr ||
      (work.entries > 0 && (to.columns == nullptr || to.values == nullptr))) {
    throw Unanswered("C has no arrays");
  }
  return to;
}

bool goes_on(const Product& p, bool with_scalars, SpgemmWork& work) {
  if (work.stage == Stage::cusparse) return false;
  const Product& began = work.asked;
  const bool same = p.a == began.a && p.b == began.b && p.c == began.c && p.left == began.left &&
                    p.right == began.right && p.algorithm == began.algorithm;
  work.asked.handle = p.handle;
  const WhyNot why = same ? read_product(p, with_scalars, work) : "another product than was begun";
  if (why != nullptr) log_product(work, std::string("cuSPARSE; ") + why);
  return why == nullptr;
}

void count_entries(SpgemmWork& work, double expected_runs) {
  const auto count = [&] {
    take_plan(work, expected_runs);
    work.plan->follow_reader(work.where.stream);
    follow_values(work);
    SparsePlan& plan = work.plan->product.plan();
    work.entries = plan.symbolic({work.where.stream});
    if (work.entries > std::numeric_limits<std::int32_t>::max()) {
      throw Unanswered("C has " + std::to_string(work.entries) + " entries, 32 bits count fewer");
    }
    plan.allocate({work.where.stream});
  };
  const auto count_or_leave = [&] {  // a plan that has found no memory is not kept, either
    try {
      count();
    } catch (const Unanswered&) {
      throw;
    } catch (...) {
      work.plan.reset();
      throw;
    }
  };
  try {
    count_or_leave();
  } catch (const Unanswered&) {
    throw;
  } catch (const std::exception&) {  // memory, of which others may have left the device too little
    if (!answers().works.drop_kept()) throw;
    count_or_leave();
  }
  work.stage = Stage::counted;
}

void compute_result(SpgemmWork& work) {
  if (!same_arrays(work.a, work.plan->key.a, false) ||
      !same_arrays(work.b, work.plan->key.b, false)) {
    throw Unanswered("A or B have other arrays by now");
  }
  work.plan->follow_reader(work.where.stream);
  follow_values(work);
  work.plan->product.plan().numeric({work.where.stream});
}

void tell_entries(const SpgemmWork& work) {
  if (!answers().entries_field()->set(answers().real, work.asked.c, work.entries)) {
    throw Unanswered("the descriptor of C does not take its size");
  }
}

void log_product(const SpgemmWork& work, const std::string& answer) noexcept {
  if (!settings().log) return;
  try {
    const bool known = work.a.rows > 0 && work.b.rows > 0;
    log_answer(std::string(work.reuse ? "SpGEMM (reuse)" : "SpGEMM") +
                   (known ? " of " + words_of(work.a) + " and " + words_of(work.b) : ""),
               answer);
  } catch (...) {  // a line less
  }
}

}  // namespace sptune::dropin
