// SPDX-License-Identifier: BSD-3-Clause
// A policy on the device, asked by the thread of a row.
#pragma once

#include "kernels/row_policy/policy.hpp"
#include "kernels/row_policy/policy_file.hpp"
#include "kernels/spgemm/cuda/hash_bins/accumulators.cuh"
#include "kernels/spgemm/policy_variable.hpp"
#include "sptune/device.hpp"

#include <cuda_pipeline_primitives.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace sptune::spgemm::hash_bins {

using row_policy::AccumulatorNames;
using row_policy::builtin_policies;
using row_policy::most_policy_nodes;
using row_policy::most_policy_orders;
using row_policy::Policy;
using row_policy::PolicyNode;
using row_policy::PolicyTree;
using row_policy::ProductFacts;
using row_policy::RowFeature;

static_assert(row_policy::stands_in_front(FillBlockGroup::name) &&
              row_policy::stands_in_front(FillBlockStrips::name));

/// A tree in device memory. `forced` >= 0: that accumulator takes every row that it can.
struct PolicyView {
  const uint2* nodes;   ///< PolicyNode
  const uint4* orders;  ///< order_words each
  int node_count;
  int order_count;
  int forced = -1;
};
/// Orders are bytes, 16 to a word.
template <class List>
constexpr int order_words = (List::count + 15) / 16;

/// A tree in a block's shared memory: the questions of a row wait for one another, and there they
/// wait least.
template <class List>
struct BlockPolicy {
  uint2 nodes[most_policy_nodes];
  uint4 orders[most_policy_orders * order_words<List>];
  int forced;

  /// By all threads, which go on meanwhile: wait() and a barrier must follow.
  __device__ __forceinline__ void load(const PolicyView& from) {
    const auto rank = static_cast<int>(threadIdx.x);
    const auto size = static_cast<int>(blockDim.x);
    for (int i = rank; i < from.node_count; i += size) {
      __pipeline_memcpy_async(nodes + i, from.nodes + i, sizeof(uint2));
    }
    const int words = from.order_count * order_words<List>;
    for (int i = rank; i < words; i += size) {
      __pipeline_memcpy_async(orders + i, from.orders + i, sizeof(uint4));
    }
    __pipeline_commit();
    if (rank == 0) forced = from.forced;
  }
  __device__ __forceinline__ static void wait() { __pipeline_wait_prior(0); }
};

/// What a policy may ask about a row; see RowFeature.
template <class Row>
[[nodiscard]] __device__ __forceinline__ float feature_of(const Row& row, const Limits& l,
                                                          RowFeature feature) {
  const auto products = static_cast<float>(row.facts.products);
  const auto span = static_cast<float>(row.facts.span);
  float entries = 1;
  if constexpr (std::is_same_v<Row, FillRow>) entries = static_cast<float>(row.entries);
  switch (feature) {
    case RowFeature::products:
      return products;
    case RowFeature::entries_of_a:
      return static_cast<float>(row.entries_of_a);
    case RowFeature::mean_row:
      return __fdividef(products, static_cast<float>(row.entries_of_a));
    case RowFeature::span:
      return span;
    case RowFeature::span_per_product:
      return __fdividef(span, products);
    case RowFeature::words_per_product:
      return row.masked ? __fdividef(static_cast<float>(row.facts.met), products) : 1.0F;
    case RowFeature::entries:
      return entries;
    case RowFeature::compression:
      return __fdividef(products, entries);
    case RowFeature::span_per_entry:
      return __fdividef(span, entries);
    case RowFeature::passes:
      return ceilf(__fdividef(span, static_cast<float>(l.wide_window)));
    default:
      return 0;
  }
}

/// The bin of a row that has products: of the first accumulator, in the order that the policy has
/// for such rows, that can take it. Some can take any row, and all stand in every order.
template <class List, class Row>
[[nodiscard]] __device__ __forceinline__ BinChoice choose_bin(const Row& row,
                                                              const BlockPolicy<List>& policy,
                                                              const Limits& l) {
  if (policy.forced >= 0) {
    const BinChoice choice = List::place(policy.forced, row, l);
    if (choice.taken()) return choice;
  }
  int at = 0;
  uint2 node = policy.nodes[0];
  while ((node.y >> 16U & 0xffU) != PolicyNode::leaf) {
    const float value = feature_of(row, l, static_cast<RowFeature>(node.y >> 16U & 0xffU));
    at = value <= __uint_as_float(node.x) ? at + 1 : static_cast<int>(node.y & 0xffffU);
    node = policy.nodes[at];
  }
  const auto* order =
      reinterpret_cast<const std::uint8_t*>(policy.orders + (node.y & 0xffffU) * order_words<List>);
  BinChoice choice = cannot;
  do {
    choice = List::place(*order++, row, l);
  } while (!choice.taken());
  return choice;
}

/// A policy as a plan copies it into its workspace: what it asks about the plan's product is
/// answered.
class PolicyImage {
 public:
  /// Of the largest policy.
  static constexpr std::int64_t most_bytes =
      2 * ((most_policy_nodes * sizeof(PolicyNode) + 15) / 16 * 16) +
      most_policy_orders * 16 * (order_words<CountAccumulators> + order_words<FillAccumulators>);

  /// `suited`: rows with the same columns are looked for, or B is cut into strips, and nobody but
  /// who was made for that fills first.
  PolicyImage(const Policy& policy, const ProductFacts& product, bool suited)
      : count_(append(policy.count, product, CountAccumulators::count)),
        fill_(append(policy.fill, product, FillAccumulators::count)) {
    if (suited) fill_.first = -1;
  }

  [[nodiscard]] const unsigned char* data() const noexcept { return bytes_.data(); }
  [[nodiscard]] std::int64_t size() const noexcept {
    return static_cast<std::int64_t>(bytes_.size());
  }
  /// Of the image once it is at `memory`, 16-byte aligned. `forced` >= 0: an accumulator in front,
  /// whatever the policy says.
  [[nodiscard]] PolicyView count(const unsigned char* memory, int forced) const {
    return view(count_, memory, forced);
  }
  [[nodiscard]] PolicyView fill(const unsigned char* memory, int forced) const {
    return view(fill_, memory, forced);
  }

 private:
  struct Tree {
    std::size_t nodes;  ///< where they begin
    std::size_t orders;
    int node_count;
    int order_count;
    int first;
  };
  [[nodiscard]] Tree append(const PolicyTree& tree, const ProductFacts& product, int accumulators) {
    const row_policy::RowTree rows = row_policy::tree_for(product, tree);
    const auto own = static_cast<std::size_t>(accumulators);
    const std::size_t padded = (own + 15) / 16 * 16;
    const std::size_t order_count = tree.orders.size() / own;
    const std::size_t nodes = bytes_.size();
    const std::size_t node_bytes = rows.nodes.size() * sizeof(PolicyNode);
    const std::size_t orders = nodes + (node_bytes + 15) / 16 * 16;
    bytes_.resize(orders + order_count * padded);
    std::memcpy(bytes_.data() + nodes, rows.nodes.data(), node_bytes);
    for (std::size_t i = 0; i < order_count; ++i) {
      std::copy_n(tree.orders.data() + i * own, own, bytes_.data() + orders + i * padded);
    }
    return {nodes, orders, static_cast<int>(rows.nodes.size()), static_cast<int>(order_count),
            rows.first};
  }
  [[nodiscard]] static PolicyView view(const Tree& tree, const unsigned char* memory, int forced) {
    return {reinterpret_cast<const uint2*>(memory + tree.nodes),
            reinterpret_cast<const uint4*>(memory + tree.orders), tree.node_count, tree.order_count,
            forced >= 0 ? forced : tree.first};
  }

  std::vector<unsigned char> bytes_;
  Tree count_;
  Tree fill_;
};

/// Whose policy decides: of the architecture, of the file in SPTUNE_SPGEMM_POLICY, or the built-in
/// one of that number.
enum class PolicyChoice : std::int8_t { automatic = -1, file = 127 };

/// Of the current device. Policies live as long as the process.
[[nodiscard]] inline const Policy& chosen_policy(PolicyChoice choice) {
  constexpr AccumulatorNames names{CountAccumulators::names, FillAccumulators::names};
  const auto& device = sptune::cuda::device_info();
  const std::string architecture = device ? "sm_" + std::to_string(device.value().compute_major) +
                                                std::to_string(device.value().compute_minor)
                                          : std::string();
  if (choice == PolicyChoice::file)
    return row_policy::policy_of_file(policy_variable, names, architecture);
  static const auto* const builtin = new std::vector<Policy>([&] {
    std::vector<Policy> out;
    for (std::size_t i = 0; i < builtin_policies.size(); ++i) {
      out.push_back(row_policy::builtin_policy(i, names));
    }
    return out;
  }());
  return (*builtin)[choice == PolicyChoice::automatic ? row_policy::builtin_policy_for(architecture)
                                                      : static_cast<std::size_t>(choice)];
}

/// Whether an order of the tree has `accumulator` first or second.
[[nodiscard]] inline bool asks_early(const PolicyTree& tree, int accumulators, int accumulator) {
  const auto step = static_cast<std::size_t>(accumulators);
  for (std::size_t at = 0; at + 1 < tree.orders.size(); at += step) {
    if (tree.orders[at] == accumulator || tree.orders[at + 1] == accumulator) return true;
  }
  return false;
}

}  // namespace sptune::spgemm::hash_bins
