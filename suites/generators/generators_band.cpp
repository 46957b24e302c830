// SPDX-License-Identifier: BSD-3-Clause
// Matrices with a shape of their own: bands, blocks, arrows, wheels, linear programs, saddle
// points.
#include "suites/generators/generator_catalogue.hpp"
#include "suites/io/random.hpp"

#include <algorithm>
#include <cmath>

namespace sptune::suites::generator {
namespace {

/// Places of a square matrix within so many diagonals on each side of the main one.
double places_of_band(std::int64_t n, std::int64_t half) {
  const auto size = static_cast<double>(n);
  const auto reach = static_cast<double>(std::min(half, n - 1));
  return size * (2 * reach + 1) - reach * (reach + 1);
}

Csr<double> banded(const Parameters& p) {
  const std::int64_t n = p.whole("n");
  const std::int64_t half = p.whole("half");
  const double fill = p.real("fill");
  Random random(p.seed());
  const auto width = static_cast<double>(2 * half + 1);
  const double drawn = places_of_band(n, half) - static_cast<double>(n);
  // And four standard deviations: hardly any seed draws more.
  const double most = drawn * fill + 4 * std::sqrt(drawn * fill * (1 - fill));
  RowBuilder out(n, n, static_cast<double>(n) + std::min(drawn, most));
  for (std::int64_t row = 0; row < n; ++row) {
    const std::int64_t last = std::min(row + half, n - 1);
    for (std::int64_t col = std::max<std::int64_t>(row - half, 0); col <= last; ++col) {
      const double chance = random.unit();
      if (col == row) {
        out.add(col, width);
      } else if (chance < fill) {
        out.add(col, seeded_value(row, col, p.seed()));
      }
    }
    out.end_row();
  }
  return out.finish();
}

Csr<double> block_diagonal(const Parameters& p) {
  const std::int64_t blocks = p.whole("blocks");
  const std::int64_t size = p.whole("size");
  const std::int64_t spread = std::min(p.whole("spread"), size - 1);
  const double most_rows = static_cast<double>(blocks) * static_cast<double>(size + spread);
  require_size(most_rows, most_rows, most_rows * static_cast<double>(size + spread));
  Random random(p.seed());
  std::vector<std::int64_t> sizes(static_cast<std::size_t>(blocks));
  std::int64_t rows = 0;
  double entries = 0;
  for (auto& block : sizes) {
    block = size - spread + random.below(2 * spread + 1);
    rows += block;
    entries += static_cast<double>(block) * static_cast<double>(block);
  }
  RowBuilder out(rows, rows, entries);
  std::int64_t first = 0;
  for (const std::int64_t block : sizes) {
    for (std::int64_t i = 0; i < block; ++i) {
      for (std::int64_t j = 0; j < block; ++j) {
        out.add(first + j, i == j ? static_cast<double>(block) : random.value());
      }
      out.end_row();
    }
    first += block;
  }
  return out.finish();
}

/// Dense first rows and columns, and a diagonal.
Csr<double> arrow(const Parameters& p) {
  const std::int64_t n = p.whole("n");
  const std::int64_t width = std::min(p.whole("width"), n);
  RowBuilder out(n, n, static_cast<double>(n) * static_cast<double>(2 * width + 1));
  const auto diagonal = static_cast<double>(n);
  for (std::int64_t row = 0; row < n; ++row) {
    const std::int64_t dense = row < width ? n : width;
    for (std::int64_t col = 0; col < dense; ++col) {
      out.add(col, row == col ? diagonal : seeded_value(row, col, p.seed()));
    }
    if (row >= width) out.add(row, diagonal);
    out.end_row();
  }
  return out.finish();
}

/// Graph Laplacian of a wheel, plus one: vertex 0 is the hub, the others form a ring around it.
Csr<double> wheel(const Parameters& p) {
  const std::int64_t n = p.whole("n");
  EntryBuilder out(n, n, 5 * static_cast<double>(n));
  out.add(0, 0, static_cast<double>(n));
  for (std::int64_t spoke = 1; spoke < n; ++spoke) {
    const std::int64_t next = spoke + 1 < n ? spoke + 1 : 1;
    out.add(0, spoke, -1);
    out.add(spoke, 0, -1);
    out.add(spoke, spoke, 4);
    out.add(spoke, next, -1);
    out.add(next, spoke, -1);
  }
  return out.finish();
}

/// Constraints of a staircase program: columns touch a window of rows around the staircase, one in
/// ten of their entries goes to a linking row, and the last `rows` columns are slacks.
Csr<double> lp(const Parameters& p) {
  const std::int64_t rows = p.whole("rows");
  const std::int64_t cols = p.whole("cols");
  const std::int64_t mean = p.whole("mean");
  const double expected = static_cast<double>(cols) * static_cast<double>(mean);
  Random random(p.seed());
  const std::int64_t slacks = cols > rows ? rows : 0;
  const std::int64_t structural = cols - slacks;
  const std::int64_t linking = std::max<std::int64_t>(rows / 200, 1);
  const std::int64_t window = std::max<std::int64_t>(rows / 20, 1);
  constexpr std::int64_t one_in_linking = 10;
  EntryBuilder out(rows, cols, expected);
  for (std::int64_t col = 0; col < structural; ++col) {
    const std::int64_t stair = col * rows / structural;
    const std::int64_t count = 1 + random.below(2 * mean - 1);
    for (std::int64_t k = 0; k < count; ++k) {
      const std::int64_t row = random.below(one_in_linking) == 0
                                   ? random.below(linking)
                                   : std::min(stair + random.below(window), rows - 1);
      out.add(row, col, random.value());
    }
  }
  for (std::int64_t row = 0; row < slacks; ++row) {
    out.add(row, structural + row, 1);
  }
  return out.finish();
}

/// Optimality system of a quadratic program: a banded Hessian, the constraints below it and their
/// transpose beside it. Every constraint is over neighbouring unknowns.
Csr<double> saddle(const Parameters& p) {
  const std::int64_t unknowns = p.whole("unknowns");
  const std::int64_t constraints = p.whole("constraints");
  const std::int64_t half = p.whole("half");
  const std::int64_t touched = std::min(p.whole("touched"), unknowns);
  const std::int64_t n = unknowns + constraints;
  EntryBuilder out(n, n,
                   places_of_band(unknowns, half) +
                       2 * static_cast<double>(constraints) * static_cast<double>(touched));
  for (std::int64_t row = 0; row < unknowns; ++row) {
    const std::int64_t last = std::min(row + half, unknowns - 1);
    for (std::int64_t col = std::max<std::int64_t>(row - half, 0); col <= last; ++col) {
      const double value = seeded_value(std::min(row, col), std::max(row, col), p.seed());
      out.add(row, col, row == col ? static_cast<double>(2 * half + 1) : value);
    }
  }
  for (std::int64_t c = 0; c < constraints; ++c) {
    const std::int64_t first = constraints == 1 ? 0 : c * (unknowns - touched) / (constraints - 1);
    for (std::int64_t col = first; col < first + touched; ++col) {
      const double value = seeded_value(unknowns + c, col, p.seed());
      out.add(unknowns + c, col, value);
      out.add(col, unknowns + c, value);
    }
  }
  return out.finish();
}

}  // namespace

std::vector<Generator> band_generators() {
  const Parameter n{"n", 10000, 1, largest_size, true, "rows and columns"};
  return {
      {"banded",
       "entries within a half-bandwidth of the diagonal",
       "band",
       "general",
       "banded{n=10000,half=8}",
       {n,
        {"half", 8, 0, 1e6, true, "diagonals on each side"},
        {"fill", 1, 0, 1, false, "share of the band that is there; the diagonal always is"},
        seed_parameter},
       banded},
      {"block_diagonal",
       "dense blocks along the diagonal",
       "block diagonal",
       "general",
       "block_diagonal{blocks=500,size=16}",
       {{"blocks", 500, 1, largest_size, true, "number of blocks"},
        {"size", 16, 1, 65536, true, "rows of a block"},
        {"spread", 0, 0, 65535, true, "sizes vary by up to so many rows"},
        seed_parameter},
       block_diagonal},
      {"arrow",
       "dense first rows and columns, and a diagonal",
       "arrow",
       "symmetric",
       "arrow{n=20000,width=2}",
       {n, {"width", 1, 1, 1024, true, "dense rows and columns"}, seed_parameter},
       arrow},
      {"wheel",
       "a hub that touches every vertex of a ring",
       "graph, one hub",
       "symmetric",
       "wheel{n=20000}",
       {{"n", 20000, 4, 5e8, true, "vertices"}},
       wheel},
      {"lp",
       "rectangular constraints of a linear program: a staircase, linking rows, slacks",
       "linear program",
       "general",
       "lp{rows=4000,cols=16000,mean=5}",
       {{"rows", 4000, 1, largest_size, true, "constraints"},
        {"cols", 16000, 1, largest_size, true, "variables, slacks included"},
        {"mean", 5, 1, 65536, true, "mean entries of a structural column"},
        seed_parameter},
       lp},
      {"saddle",
       "optimality system of a quadratic program: banded Hessian, constraints, their transpose",
       "saddle point",
       "symmetric",
       "saddle{unknowns=10000,constraints=8000,touched=3}",
       {{"unknowns", 10000, 1, largest_size, true, "rows of the Hessian"},
        {"constraints", 5000, 1, largest_size, true, "rows below it"},
        {"half", 0, 0, 1e6, true, "diagonals of the Hessian on each side"},
        {"touched", 3, 1, 1e6, true, "neighbouring unknowns in a constraint"},
        seed_parameter},
       saddle},
  };
}

}  // namespace sptune::suites::generator
