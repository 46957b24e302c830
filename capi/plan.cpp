// SPDX-License-Identifier: BSD-3-Clause
#include "sptune/plan.hpp"

#include "capi/objects.hpp"
#include "kernels/cuda/operands.hpp"
#include "sptune/dispatcher.hpp"
#include "sptune/error.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

namespace sptune::capi {
namespace {

static_assert(static_cast<int>(Layout::row_major) == SPTUNE_ROW_MAJOR);
static_assert(static_cast<int>(Layout::col_major) == SPTUNE_COL_MAJOR);

Options options_of(const sptune_options* options) {
  return options == nullptr ? Options{} : object_of(options, "options").options;
}

const Choice& choice_of(const Product& product) {
  return std::visit([](const auto& plan) -> const Choice& { return plan.choice(); }, product.plan);
}

Lines lines_of(const DenseMatrices& dense, std::int64_t rows, std::int64_t leading) {
  const bool by_rows = dense.layout == Layout::row_major;
  const std::int64_t length = by_rows ? dense.columns : rows;
  return {by_rows ? rows : dense.columns, length, leading == 0 ? length : leading};
}

template <class Plan>
sptune_plan* hand_out(Plan plan, const AnyCsr& a, const DenseMatrices& dense,
                      const Options& options) {
  Product product{std::move(plan), a, lines_of(dense, a.cols, dense.ldx),
                  lines_of(dense, a.rows, dense.ldy), options.validate == Validate::full};
  const Choice& choice = choice_of(product);
  product.texts = {choice.explain(), choice.configuration.text(),
                   std::string(to_string(choice.match)), choice.reason, ""};
  for (const std::string& line : choice.considered) product.texts.back() += line + "\n";
  return make_handle<sptune_plan>(std::move(product));
}

/// x or y of a product with a dense result.
void require_array(const Product& product, const char* name, const void* array,
                   const Lines& lines) {
  if (lines.empty()) return;
  if (array == nullptr) refuse_null(name);
  if (!product.look) return;
  const cuda::Place place = cuda::place_of(array);
  const bool wanted_on_device = product.a.space == MemorySpace::device;
  const bool wrong =
      wanted_on_device ? place == cuda::Place::host : place == cuda::Place::this_device;
  if (wrong || place == cuda::Place::another_device) {
    throw UsageError(std::string(name) + " is not where the matrix is, in the memory of the " +
                     (wanted_on_device ? "current device" : "host"));
  }
}

/// Lines of a dense matrix in memory, in bytes.
struct Stretches {
  Stretches(const void* array, const Lines& lines, std::int64_t element)
      : first(reinterpret_cast<std::intptr_t>(array)),
        count(lines.count),
        length(lines.length * element),
        step(lines.leading * element) {}

  [[nodiscard]] std::int64_t end() const { return first + (count - 1) * step + length; }

  std::int64_t first;
  std::int64_t count;
  std::int64_t length;
  std::int64_t step;
};

/// Whether both have a byte; neither is empty.
bool meet(const Stretches& x, const Stretches& y) {
  if (x.first >= y.end() || y.first >= x.end()) return false;
  if (x.step == y.step) {  // as columns of one array: each line of y between two of x
    const std::int64_t apart = ((y.first - x.first) % x.step + x.step) % x.step;
    if (apart >= x.length && apart + y.length <= x.step) return false;
  }
  for (std::int64_t i = 0; i < x.count; ++i) {
    const std::int64_t begin = x.first + i * x.step;
    const std::int64_t last = begin + x.length - 1;
    if (last < y.first) continue;
    const std::int64_t k = std::min((last - y.first) / y.step, y.count - 1);  // begins before it
    if (y.first + k * y.step + y.length > begin) return true;
  }
  return false;
}

/// That y does not take the place of x, which is read until all of y is written.
void require_apart(const Product& product, const void* x, const void* y) {
  if (!product.look || product.x.empty() || product.y.empty()) return;
  const std::int64_t element = size_of(product.a.value_type);
  if (meet({x, product.x, element}, {y, product.y, element})) {
    throw UsageError("y is in the memory of x: the product cannot take the place of what it reads");
  }
}

Spgemm& sparse(Product& product) {
  auto* plan = std::get_if<Spgemm>(&product.plan);
  if (plan == nullptr) {
    throw UsageError("the plan has a dense result: sptune_plan_run runs it");
  }
  return *plan;
}

/// Computes C, notes it, and shows it to the caller.
template <class Compute>
void renew(Product& product, const sptune_matrix** out, const Compute& compute) {
  product.multiplied = false;  // should it fail, the former arrays may be gone
  if (product.c != nullptr) product.c->object->view = {};
  const AnyCsr c = compute();
  if (product.c == nullptr) product.c = make_handle<sptune_matrix>({{}, true});
  product.c->object->view = c;
  product.multiplied = true;
  if (out != nullptr) *out = product.c;
}

void update(Product& product, const sptune_matrix* a, const sptune_matrix* b, void* stream) {
  const AnyValues values(object_of(a, "a").view);
  if (auto* plan = std::get_if<Spgemm>(&product.plan)) {
    plan->update_values(values, AnyValues(object_of(b, "b").view), {stream});
    return;
  }
  if (b != nullptr) throw UsageError("b is a matrix, the plan was made of one matrix alone");
  if (auto* plan = std::get_if<Dense<float>>(&product.plan)) plan->update_values(values, {stream});
  if (auto* plan = std::get_if<Dense<double>>(&product.plan)) plan->update_values(values, {stream});
}

double number(const Product& product, int which) {
  const Choice& choice = choice_of(product);
  switch (which) {
    case SPTUNE_NUMBER_EXPECTED_GAIN:
      return choice.expected_gain;
    case SPTUNE_NUMBER_GAIN_LOW:
      return choice.gain_low;
    case SPTUNE_NUMBER_GAIN_HIGH:
      return choice.gain_high;
    case SPTUNE_NUMBER_PREDICTED_SECONDS:
      return choice.predicted_seconds;
    case SPTUNE_NUMBER_PREPARE_SECONDS:
      return choice.prepare_seconds;
    case SPTUNE_NUMBER_BREAK_EVEN_RUNS:
      return choice.break_even_runs;
    case SPTUNE_NUMBER_DECIDE_SECONDS:
      return choice.decide_seconds;
    case SPTUNE_NUMBER_COPIES_VALUES:
      return choice.copies_values ? 1 : 0;
    case SPTUNE_NUMBER_REMEMBERED:
      return choice.remembered ? 1 : 0;
    case SPTUNE_NUMBER_MEMORY_BYTES:
      return static_cast<double>(
          std::visit([](const auto& plan) { return plan.memory_bytes(); }, product.plan));
    default:
      refuse_value("which", which, SPTUNE_NUMBER_MEMORY_BYTES);
  }
}

}  // namespace
}  // namespace sptune::capi

using namespace sptune::capi;

sptune_status sptune_plan_spmv(sptune_plan** plan, const sptune_dispatcher* dispatcher,
                               const sptune_matrix* a, const sptune_options* options) {
  return guarded([&] {
    sptune_plan*& out = required(plan, "plan");
    const auto& chooser = object_of(dispatcher, "dispatcher").dispatcher;
    const sptune::AnyCsr& view = object_of(a, "a").view;
    const sptune::Options wishes = options_of(options);
    out = view.value_type == sptune::ValueType::f64
              ? hand_out(chooser.spmv<double>(view, wishes), view, {}, wishes)
              : hand_out(chooser.spmv<float>(view, wishes), view, {}, wishes);
  });
}

sptune_status sptune_plan_spmm(sptune_plan** plan, const sptune_dispatcher* dispatcher,
                               const sptune_matrix* a, int64_t columns, sptune_layout layout,
                               int64_t ldx, int64_t ldy, const sptune_options* options) {
  return guarded([&] {
    sptune_plan*& out = required(plan, "plan");
    const auto& chooser = object_of(dispatcher, "dispatcher").dispatcher;
    const sptune::AnyCsr& view = object_of(a, "a").view;
    const sptune::Options wishes = options_of(options);
    const sptune::DenseMatrices dense{
        columns, enumerator(layout, sptune::Layout::col_major, "layout"), ldx, ldy};
    out = view.value_type == sptune::ValueType::f64
              ? hand_out(chooser.spmm<double>(view, dense, wishes), view, dense, wishes)
              : hand_out(chooser.spmm<float>(view, dense, wishes), view, dense, wishes);
  });
}

sptune_status sptune_plan_spgemm(sptune_plan** plan, const sptune_dispatcher* dispatcher,
                                 const sptune_matrix* a, const sptune_matrix* b,
                                 const sptune_options* options) {
  return guarded([&] {
    sptune_plan*& out = required(plan, "plan");
    const auto& chooser = object_of(dispatcher, "dispatcher").dispatcher;
    const sptune::AnyCsr& left = object_of(a, "a").view;
    const sptune::Options wishes = options_of(options);
    out = hand_out(chooser.spgemm(left, object_of(b, "b").view, wishes), left, {}, wishes);
  });
}

sptune_status sptune_plan_run(sptune_plan* plan, double alpha, const void* x, double beta, void* y,
                              void* stream) {
  return guarded([&] {
    Product& product = object_of(plan, "plan");
    std::visit(
        [&](auto& made) {
          if constexpr (std::is_same_v<decltype(made), sptune::Spgemm&>) {
            throw sptune::UsageError("the plan has a sparse result: sptune_plan_multiply runs it");
          } else {
            require_array(product, "x", x, product.x);
            require_array(product, "y", y, product.y);
            require_apart(product, x, y);
            made.plan().run(alpha, x, beta, y, {stream});
          }
        },
        product.plan);
  });
}

sptune_status sptune_plan_multiply(sptune_plan* plan, void* stream, const sptune_matrix** c) {
  return guarded([&] {
    Product& product = object_of(plan, "plan");
    sptune::Spgemm& made = sparse(product);
    renew(product, c, [&] { return made.multiply({stream}); });
  });
}

sptune_status sptune_plan_recompute(sptune_plan* plan, void* stream, const sptune_matrix** c) {
  return guarded([&] {
    Product& product = object_of(plan, "plan");
    sptune::Spgemm& made = sparse(product);
    if (!product.multiplied) {
      throw sptune::UsageError("there is no result yet: sptune_plan_multiply comes first");
    }
    renew(product, c, [&] { return made.recompute({stream}); });
  });
}

sptune_status sptune_plan_update_values(sptune_plan* plan, const sptune_matrix* a,
                                        const sptune_matrix* b, void* stream) {
  return guarded([&] { update(object_of(plan, "plan"), a, b, stream); });
}

sptune_status sptune_plan_get_text(const sptune_plan* plan, sptune_text which, const char** text) {
  return guarded([&] {
    const Product& product = object_of(plan, "plan");
    const char*& out = required(text, "text");
    out = product.texts[enumerator(which, Product::texts_count - 1, "which")].c_str();
  });
}

sptune_status sptune_plan_get_number(const sptune_plan* plan, sptune_number which, double* number) {
  return guarded([&] {
    const Product& product = object_of(plan, "plan");
    required(number, "number") = sptune::capi::number(product, which);
  });
}

sptune_status sptune_plan_destroy(sptune_plan* plan) {
  return guarded([&] {
    if (plan == nullptr) return;
    sptune_matrix* c = object_of(plan, "plan").c;
    destroy_handle(plan, "plan");
    destroy_handle(c, "c");
  });
}
