// SPDX-License-Identifier: BSD-3-Clause
#include "examples/parts/walks.hpp"

#include "examples/clustering_passes.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>

namespace sptune::examples {

Walks::Walks(const AnyCsr& product, Total& chaos) {
  const MemorySpace where = product.space;
  const auto rows = static_cast<std::size_t>(product.rows);
  Array<std::int32_t> kept(where, rows);
  Array<double> from(where, rows);
  Array<double> sum(where, rows);
  offsets_ = Array<std::int32_t>(where, rows + 1);
  const auto inflate = [&]<class O>(const CsrView<double, O>& c) {
    pass(where, c.rows, KeepRow<O>{{}, c, prune, kept.data(), from.data(), sum.data()});
    running_sums(where, c.rows, kept.data(), offsets_.data());
    const auto entries =
        static_cast<std::size_t>(fetch(where, offsets_.data() + rows, std::size_t{1}).front());
    columns_ = Array<Index>(where, entries);
    values_ = Array<double>(where, entries);
    pass(where, c.rows,
         FillRow<O>{
             {}, c, offsets_.data(), from.data(), sum.data(), columns_.data(), values_.data()},
         {}, {&chaos});
  };
  if (product.offset_type == OffsetType::i32) {
    inflate(product.as<double, std::int32_t>());
  } else {
    inflate(product.as<double, std::int64_t>());
  }
  const CsrView<double, std::int32_t> view{product.rows,    product.cols,   offsets_.data(),
                                           columns_.data(), values_.data(), product.columns};
  const auto entries = static_cast<std::int64_t>(columns_.size());
  view_ = where == MemorySpace::host ? AnyCsr(view) : AnyCsr::on_device(view, entries);
}

std::vector<double> clusters_of(const Matrix& walks) {
  std::vector<Index> parent(static_cast<std::size_t>(walks.rows));
  std::iota(parent.begin(), parent.end(), Index{0});
  const auto root = [&](Index i) {
    while (parent[static_cast<std::size_t>(i)] != i) {
      Index& up = parent[static_cast<std::size_t>(i)];
      i = up = parent[static_cast<std::size_t>(up)];
    }
    return i;
  };
  for (std::size_t row = 0; row < parent.size(); ++row) {
    for (auto k = static_cast<std::size_t>(walks.row_offsets[row]);
         k < static_cast<std::size_t>(walks.row_offsets[row + 1]); ++k) {
      const Index a = root(static_cast<Index>(row));
      const Index b = root(walks.col_indices[k]);
      parent[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
    }
  }
  std::vector<double> out;
  for (std::size_t row = 0; row < parent.size(); ++row) {
    out.push_back(root(static_cast<Index>(row)));
  }
  return out;
}

std::string describe(const std::vector<double>& clusters) {
  std::map<double, std::size_t> nodes;
  for (const double cluster : clusters) ++nodes[cluster];
  std::vector<std::size_t> sizes;
  sizes.reserve(nodes.size());
  for (const auto& [cluster, size] : nodes) sizes.push_back(size);
  std::sort(sizes.rbegin(), sizes.rend());
  std::string out = std::to_string(sizes.size()) + " clusters,";
  for (std::size_t i = 0; i < std::min<std::size_t>(sizes.size(), 5); ++i) {
    out += " " + std::to_string(sizes[i]);
  }
  return out + (sizes.size() > 5 ? " … nodes" : " nodes");
}

Matrix first_walks(const Matrix& graph) {
  const auto loop = [](std::size_t row) {
    return 1 + 1e-3 * static_cast<double>((row * 2654435761U) % 1000) / 1000;
  };
  Matrix out{graph.rows, graph.cols, {0}, {}, {}};
  for (std::size_t row = 0; row < static_cast<std::size_t>(graph.rows); ++row) {
    const auto begin = static_cast<std::size_t>(graph.row_offsets[row]);
    const auto end = static_cast<std::size_t>(graph.row_offsets[row + 1]);
    const double sum = static_cast<double>(end - begin) + loop(row);
    std::size_t k = begin;
    for (; k < end && static_cast<std::size_t>(graph.col_indices[k]) < row; ++k) {
      out.col_indices.push_back(graph.col_indices[k]);
      out.values.push_back(1 / sum);
    }
    out.col_indices.push_back(static_cast<Index>(row));
    out.values.push_back(loop(row) / sum);
    for (; k < end; ++k) {
      out.col_indices.push_back(graph.col_indices[k]);
      out.values.push_back(1 / sum);
    }
    out.row_offsets.push_back(static_cast<std::int32_t>(out.col_indices.size()));
  }
  return out;
}

}  // namespace sptune::examples
