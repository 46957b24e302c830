// SPDX-License-Identifier: BSD-3-Clause
// Which accumulator takes a row: a tree of questions about the product and the row for counting and
// one for filling, each leaf an order of preference. The first accumulator of that order that can
// take the row does, so that a policy can cost time and never a result. A policy is data, a JSON
// text; what it names is checked when it is read.
#pragma once

#include "sptune/error.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sptune::row_policy {

/// What a question may be about. Those from `entries` on are known when a row has been counted.
enum class RowFeature : std::uint8_t {
  products,           ///< of the row
  entries_of_a,       ///< rows of B that it reads
  mean_row,           ///< products per entry of A
  span,               ///< last column - first column + 1
  span_per_product,   ///< columns of the span per product
  words_per_product,  ///< words of B's columns per product; 1 where B has none
  rows_per_sm,        ///< rows of A for each multiprocessor
  mean_products,      ///< products of all rows per row
  entries,            ///< of the row of C
  compression,        ///< products per entry of C
  span_per_entry,     ///< columns of the span per entry of C
  passes,             ///< windows of all the shared memory that the span takes
  count
};
constexpr std::array<std::string_view, static_cast<std::size_t>(RowFeature::count)>
    row_feature_names{"products",         "entries_of_a",      "mean_row",       "span",
                      "span_per_product", "words_per_product", "rows_per_sm",    "mean_products",
                      "entries",          "compression",       "span_per_entry", "passes"};
/// Those that are known before a row has been counted.
constexpr auto counting_features = static_cast<std::size_t>(RowFeature::entries);
/// Those that are the same for all rows of a product. They are answered once, on the host.
constexpr std::array product_features{RowFeature::rows_per_sm, RowFeature::mean_products};
[[nodiscard]] constexpr bool is_of_product(RowFeature feature) {
  for (const RowFeature one : product_features) {
    if (one == feature) return true;
  }
  return false;
}

/// Whether taking B's columns by words can save more than it costs: where it does not,
/// words_per_product is 1.
[[nodiscard]] constexpr bool words_may_pay(std::int64_t products, std::int64_t nnz_of_b) {
  constexpr std::int64_t fewest_products = 1 << 21;
  constexpr std::int64_t fewest_uses = 8;  // of an entry of B
  return products >= fewest_products && products >= fewest_uses * nnz_of_b;
}
/// Whether neighbouring rows with the same columns are looked for, from what is known before.
/// Looking takes some µs and saves most of the work where rows of B are long; below, what is saved
/// is not more (crystk01, 2.2e7 products with rows of 69 entries, is the least that was measured).
/// Of a row that names few rows of B little is shared: without groups mfem_commit_file (3 entries a
/// row) took 0.73 of the time, neos-3555904-turama (5.4) 0.89 (double,
/// docs/measurements/spgemm-gpu.md, "Warps in step"); what gained has 10 and more.
/// Where it is on, `first` of the tree for filling does not count: it would take the rows of a
/// group one by one.
[[nodiscard]] constexpr bool groups_may_pay(std::int64_t products, std::int64_t rows_of_a,
                                            std::int64_t nnz_of_a) {
  constexpr std::int64_t fewest_products = 12'000'000;
  constexpr std::int64_t shortest_row = 16;   // of B, on average over the entries of A
  constexpr std::int64_t fewest_entries = 8;  // of a row of A, on average
  return products >= fewest_products && products >= shortest_row * nnz_of_a &&
         nnz_of_a >= fewest_entries * rows_of_a;
}
/// Whether B's columns are cut into strips, so that a warp sums its own of a row without atomics:
/// where rows of C would be full enough and rows of B long enough for a part of them. Of 80
/// products 14 suit (with 2^22 products at least, and cut while rows were counted); they were 0.99
/// to 1.43 times as fast, 1.19 at the geometric mean; crystk01 (rows of 69 entries, which groups
/// take anyway) was cut in 20 µs for nothing and took 1.09 times as long
/// (docs/measurements/spgemm-gpu.md and strips.csv there). Where it is on, `first` of the tree for
/// filling does not count.
[[nodiscard]] constexpr bool strips_may_pay(std::int64_t products, std::int64_t rows_of_a,
                                            std::int64_t nnz_of_a, std::int64_t rows_of_b,
                                            std::int64_t cols_of_b) {
  constexpr std::int64_t fewest_products = std::int64_t{1} << 21;
  constexpr std::int64_t shortest_row = 72;         // of B, on average over the entries of A
  constexpr std::int64_t most_columns = 24 * 1024;  // a double for each of them in a block's memory
  constexpr std::int64_t most_per_product = 4;      // columns of C for each of a row's products
  constexpr std::int64_t fewest_per_row = 64;       // products: the table has 196 bytes a row of B
  return products >= fewest_products && products >= shortest_row * nnz_of_a && cols_of_b > 0 &&
         cols_of_b <= most_columns && most_per_product * (products / cols_of_b) >= rows_of_a &&
         products / fewest_per_row >= rows_of_b;
}
/// Whether rows of B differ so much that the warps of a block divide them by their entries and not
/// by their number: the rows that A names have several times the entries of the mean one, where
/// there are hubs (or many rows without entries). Dividing costs some µs a row: where blocks did so
/// for all products, rajat01, neos-957323, flickr_gnn_attr and HiGHS_commit_file had 0.91 to 0.93
/// of the speed, 80 together 0.999 (H200, double, 26 November 2026). Of 23 that suit R-MAT 16, 16
/// is 1.16 times as fast, the others 0.985 to 1.09 (docs/measurements/spgemm-gpu/uneven.csv).
[[nodiscard]] constexpr bool rows_are_uneven(std::int64_t products, std::int64_t nnz_of_a,
                                             std::int64_t rows_of_b, std::int64_t nnz_of_b) {
  constexpr std::int64_t fewest_products = std::int64_t{1} << 24;
  constexpr std::int64_t times_the_mean = 4;
  return products >= fewest_products &&
         products / nnz_of_a * rows_of_b >= times_the_mean * nnz_of_b;
}
/// Columns of a dense window in so much shared memory, a value and nine bits each: what `passes`
/// counts.
[[nodiscard]] constexpr int window_columns(std::int64_t bytes, int value_bytes) {
  return static_cast<int>(bytes * 8 / (8 * value_bytes + 9)) / 128 * 128;
}

/// What is left of a block's shared memory to its kernel's own arrays: rows get the rest.
constexpr int static_shared_bytes = 1024;
/// What blocks stage of rows of B where columns are summed by strips, at most.
constexpr int bytes_beside_strips = 8192;
/// Columns of a row of C, a value each, in so much shared memory beside that: where B has more, it
/// is not cut, whatever strips_may_pay says.
[[nodiscard]] constexpr int strip_columns(std::int64_t bytes, int value_bytes) {
  return static_cast<int>((bytes - bytes_beside_strips) / value_bytes);
}

/// A question: `value(feature) <= at_most` goes on with the next node, else with `otherwise`. Or a
/// leaf: its feature is `leaf`, and `otherwise` the number of its order. Or `first`: the
/// accumulator `otherwise` takes the rows that it can, all others go on with the next node.
struct alignas(8) PolicyNode {
  static constexpr std::uint8_t leaf = 255;
  static constexpr std::uint8_t first = 254;
  float at_most;
  std::uint16_t otherwise;
  std::uint8_t feature;
  std::uint8_t unused = 0;
};

/// Of what is left of a tree for one product, and of its different orders: they are kept in shared
/// memory.
constexpr int most_policy_nodes = 255;
constexpr int most_policy_orders = 128;
/// Of a tree with all its questions about the product.
constexpr int most_tree_nodes = 8191;

struct PolicyTree {
  std::vector<PolicyNode> nodes;
  std::vector<std::uint8_t> orders;  ///< all accumulators each, the preferred first
};

/// What questions about the product ask.
struct ProductFacts {
  float rows_per_sm = 0;
  float mean_products = 0;
};

/// What is left of a tree for the rows of one product.
struct RowTree {
  int first = -1;                 ///< accumulator that takes the rows that it can; -1: none
  std::vector<PolicyNode> nodes;  ///< without `first` and questions about the product
};
[[nodiscard]] RowTree tree_for(const ProductFacts& product, const PolicyTree& tree);

struct Policy {
  std::string name;
  std::string architecture;  ///< sm_90, or `any`
  std::string checksum;      ///< of the text
  PolicyTree count;
  PolicyTree fill;
};

/// Accumulators that a policy may name: those of counting and of filling, in the order in which
/// they are asked where an order leaves them out.
struct AccumulatorNames {
  std::span<const std::string_view> count;
  std::span<const std::string_view> fill;
};

/// Whether an accumulator takes rows only where the whole product was found to suit it, rows with
/// the same columns or a B that is cut into strips: it stands first in an order, and every other
/// row goes on to the next.
[[nodiscard]] constexpr bool stands_in_front(std::string_view accumulator) {
  return accumulator == "block_group" || accumulator == "block_strips";
}

/// The format of the texts that this program writes, and the oldest that it reads: 2 has no
/// `first`.
constexpr int policy_format = 3;
constexpr int oldest_policy_format = 2;
/// Whether a text of this format, as it stands there, is read.
[[nodiscard]] bool reads_format(std::string_view format);
/// What there is to say of another one.
[[nodiscard]] std::string other_format(std::string_view format);

/// At most 64 letters, digits, '_', '-' and '.': what may be a policy's name.
[[nodiscard]] bool is_policy_name(std::string_view text);

/// Reads a policy. Throws UsageError, with `origin` and what is wrong, on a text that is no JSON or
/// of another format, that has a checksum and was altered, names an accumulator, a feature or a
/// tree that there is not, asks about entries before they are counted, has `first` below a question
/// about a row or twice on a way, or more than most_policy_nodes in a tree for one product.
[[nodiscard]] Policy parse_policy(std::string_view text, const std::string& origin,
                                  const AccumulatorNames& names);

/// Policies that are built in, by name.
constexpr auto builtin_policies = std::to_array<std::string_view>({
#define SPTUNE_POLICY(name) #name,
#include "kernels/row_policy/policies.def"
#undef SPTUNE_POLICY
});
/// The text of one of them, by its place among them.
[[nodiscard]] std::string_view builtin_policy_text(std::size_t which);
[[nodiscard]] Policy builtin_policy(std::size_t which, const AccumulatorNames& names);
/// The place of that name among them. Throws UsageError where there is none.
[[nodiscard]] std::size_t builtin_policy_named(std::string_view name);
/// The place of the one for an architecture, such as sm_90: its own, or that of the nearest number,
/// the older one of two, the first of equals.
[[nodiscard]] std::size_t builtin_policy_for(
    std::string_view architecture, std::span<const std::string_view> policies = builtin_policies);

}  // namespace sptune::row_policy
