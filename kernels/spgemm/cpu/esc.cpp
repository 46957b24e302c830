// SPDX-License-Identifier: BSD-3-Clause
// Expand, sort, compress: the products of a block of rows are radix-sorted by (row, column). Each
// key carries its product's number, so that the numeric phase is a replay to known places.
#include "kernels/api/variant.hpp"
#include "kernels/host/threads.hpp"
#include "kernels/spgemm/cpu/radix_sort.hpp"
#include "kernels/spgemm/cpu/row_plan.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace sptune::spgemm::esc {

struct Config {
  int block = 8192;
  int threads = 0;
  friend constexpr bool operator==(const Config&, const Config&) = default;
};

constexpr auto config_space = free_space<Config>(
    axis("block", &Config::block, {8192, 65536}, "products sorted together; a long row is alone"),
    axis("threads", &Config::threads, {0, 1, 4, 16},
         "0: as many of those granted as the product is worth"));

namespace {

/// Products of one row at most: the number of a product shares 64 bits with row and column.
constexpr std::int64_t most_products_of_row = std::int64_t{1} << 31;

/// Bits per pass. 11 came out a few percent ahead of 8 over 50 real matrices (2 cores, EPYC 9005).
constexpr int radix_digit = 11;

int bits_of(std::int64_t largest) {
  return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(largest)));
}

template <class V>
class Plan final : public RowPlan<V> {
 public:
  Plan(const SpgemmProblem& p, const Config& c)
      : RowPlan<V>(p, run_threads(c.threads, p)),
        config_(c),
        column_bits_(bits_of(std::max<std::int64_t>(p.b.cols, 1) - 1)),
        workspaces_(static_cast<std::size_t>(this->threads())) {}

 protected:
  void analyse() override {
    // 32-bit places only where a row has more entries than 16 bits count.
    const auto* const products = this->products();
    std::int64_t longest = 0;
    for (std::int64_t row = 0; row < this->operands().a.rows; ++row) {
      longest = std::max(longest, products[row + 1] - products[row]);
    }
    wide_ = std::min(longest, this->operands().b.cols) > std::numeric_limits<std::uint16_t>::max();
    const std::int64_t all = products[this->operands().a.rows];
    if (wide_) {
      places32_.reserve(all);
    } else {
      places16_.reserve(all);
    }
  }

  void symbolic_rows(int thread, std::int64_t /*chunk*/, std::int64_t begin, std::int64_t end,
                     Stage& stage) override {
    const auto* const products = this->products();
    // Row and column share 32 bits with room for the product's number beside them.
    const std::int64_t most_rows = std::int64_t{1} << (32 - column_bits_);
    for (std::int64_t first = begin; first < end;) {
      std::int64_t last = first + 1;
      while (last < end && last - first < most_rows &&
             products[last + 1] - products[first] <= config_.block) {
        ++last;
      }
      if (wide_) {
        sort_block(thread, first, last, places32_.data(), stage);
      } else {
        sort_block(thread, first, last, places16_.data(), stage);
      }
      first = last;
    }
  }

  void numeric_rows(int /*thread*/, std::int64_t /*chunk*/, std::int64_t begin,
                    std::int64_t end) override {
    if (wide_) {
      replay(begin, end, places32_.data());
    } else {
      replay(begin, end, places16_.data());
    }
  }

  [[nodiscard]] std::int64_t workspace_bytes() const override {
    std::int64_t sum = places16_.bytes() + places32_.bytes();
    for (const auto& w : workspaces_) sum += w.keys.bytes() + w.other.bytes();
    return sum;
  }

 private:
  struct Workspace {
    Buffer<std::uint64_t> keys;
    Buffer<std::uint64_t> other;
  };

  template <class Place>
  void sort_block(int thread, std::int64_t first, std::int64_t last, Place* all_places,
                  Stage& stage) {
    const auto& [a, b] = this->operands();
    auto& own = workspaces_[static_cast<std::size_t>(thread)];
    const std::int64_t before = this->products()[first];
    const std::int64_t count = this->products()[last] - before;
    own.keys.reserve(count);
    own.other.reserve(count);
    std::uint64_t* const keys = own.keys.data();
    std::uint64_t number = 0;
    for (std::int64_t row = first; row < last; ++row) {
      const std::uint64_t high = static_cast<std::uint64_t>(row - first) << column_bits_;
      for (std::int64_t i = a.row_offsets[row]; i < a.row_offsets[row + 1]; ++i) {
        const Index k = a.col_indices[i];
        for (std::int64_t j = b.row_offsets[k]; j < b.row_offsets[k + 1]; ++j, ++number) {
          keys[number] = (high | static_cast<std::uint64_t>(b.col_indices[j])) << 32 | number;
        }
      }
    }
    const int bits = column_bits_ + bits_of(last - first - 1);
    const std::uint64_t* sorted = keys;
    if (count > 0) {
      sorted = radix_sort<radix_digit>(keys, own.other.data(), count, 32, bits);
    }
    compress(first, last, sorted, all_places + before, stage);
  }

  template <class Place>
  void compress(std::int64_t first, std::int64_t last, const std::uint64_t* sorted, Place* places,
                Stage& stage) {
    const auto* const products = this->products();
    const std::uint64_t column_mask = (std::uint64_t{1} << column_bits_) - 1;
    for (std::int64_t row = first; row < last; ++row) {
      const std::int64_t own = products[row + 1] - products[row];
      Index* const out = stage.reserve(std::min(own, this->operands().b.cols));
      std::int64_t at = -1;
      std::uint64_t previous = ~std::uint64_t{0};
      for (std::int64_t t = 0; t < own; ++t, ++sorted) {
        const std::uint64_t column = (*sorted >> 32) & column_mask;
        at += column != previous ? 1 : 0;
        out[at] = static_cast<Index>(column);
        places[*sorted & 0xffffffffU] = static_cast<Place>(at);
        previous = column;
      }
      this->counts()[row] = at + 1;
      stage.commit(row, at + 1);
    }
  }

  template <class Place>
  void replay(std::int64_t begin, std::int64_t end, const Place* all_places) {
    const auto& [a, b] = this->operands();
    for (std::int64_t row = begin; row < end; ++row) {
      const Place* place = all_places + this->products()[row];
      V* const out = this->values() + this->row_offsets()[row];
      std::fill(out, out + (this->row_offsets()[row + 1] - this->row_offsets()[row]), V{0});
      for (std::int64_t i = a.row_offsets[row]; i < a.row_offsets[row + 1]; ++i) {
        const Index k = a.col_indices[i];
        const V factor = a.values[i];
        const std::int64_t last = b.row_offsets[k + 1];
        for (std::int64_t j = b.row_offsets[k]; j < last; ++j)
          out[*place++] += factor * b.values[j];
      }
    }
  }

  Config config_;
  int column_bits_;
  bool wide_ = false;
  Buffer<std::uint16_t> places16_;  ///< per product, its place in its row of C
  Buffer<std::uint32_t> places32_;
  std::vector<Workspace> workspaces_;
};

Fit fit(const Config& c, const SpgemmProblem& p) {
  if (auto f = host::fit_threads(c.threads, p.resources); !f) return f;
  std::int64_t longest = 0;
  visit(p.a, [&]<class V, class O>(CsrView<V, O> a) {
    visit(p.b, [&]<class W, class P>(CsrView<W, P> b) {
      for (std::int64_t row = 0; row < a.rows; ++row) {
        std::int64_t products = 0;
        for (O i = a.row_offsets[row]; i < a.row_offsets[row + 1]; ++i) {
          const Index k = a.col_indices[i];
          products += static_cast<std::int64_t>(b.row_offsets[k + 1] - b.row_offsets[k]);
        }
        longest = std::max(longest, products);
      }
    });
  });
  if (longest >= most_products_of_row) {
    return Fit::no("a row has " + std::to_string(longest) + " products, at most " +
                   std::to_string(most_products_of_row - 1) + " are sorted together");
  }
  const bool wide = std::min(longest, p.b.cols) > std::numeric_limits<std::uint16_t>::max();
  const int threads = run_threads(c.threads, p);
  const std::int64_t block =
      std::max<std::int64_t>(std::min<std::int64_t>(c.block, p.products), longest);
  return fit_rows(p, threads, threads * 16 * block + p.products * (wide ? 4 : 2));
}

std::unique_ptr<SpgemmPlan> plan(const Config& c, const SpgemmProblem& p) {
  if (p.a.value_type == ValueType::f32) return std::make_unique<Plan<float>>(p, c);
  return std::make_unique<Plan<double>>(p, c);
}

}  // namespace

Variant cpu_variant() {
  return make_variant<SpgemmProblem>({.name = "esc",
                                      .backend = Backend::cpu,
                                      .takes = ColumnOrder::any,
                                      .values = ValuesRead::callers,
                                      .summary = "expand, radix sort and compress blocks of rows",
                                      .source = "Dalton, Olson, Bell 2015, section 3 (ESC)"},
                                     config_space, fit, plan);
}

}  // namespace sptune::spgemm::esc
