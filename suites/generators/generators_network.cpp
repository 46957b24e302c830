// SPDX-License-Identifier: BSD-3-Clause
// Random and recursive matrices: uniform, runs, R-MAT, Zipf, road-like, Kronecker.
#include "sptune/error.hpp"
#include "suites/generators/generator_catalogue.hpp"
#include "suites/io/random.hpp"

#include <algorithm>
#include <numeric>

namespace sptune::suites::generator {
namespace {

Csr<double> uniform(const Parameters& p) {
  const std::int64_t rows = p.whole("rows");
  const std::int64_t cols = p.whole("cols") == 0 ? rows : p.whole("cols");
  const std::int64_t mean = p.whole("mean");
  if (2 * mean > cols && mean != cols) {
    throw UsageError("random: expected mean of at most half of the columns");
  }
  Random random(p.seed());
  RowBuilder out(rows, cols, static_cast<double>(rows) * static_cast<double>(mean));
  std::vector<std::int64_t> columns;
  for (std::int64_t row = 0; row < rows; ++row) {
    columns.clear();
    if (mean == cols) {
      columns.resize(static_cast<std::size_t>(cols));
      std::iota(columns.begin(), columns.end(), std::int64_t{0});
    }
    while (static_cast<std::int64_t>(columns.size()) < mean) {
      while (static_cast<std::int64_t>(columns.size()) < mean)
        columns.push_back(random.below(cols));
      std::sort(columns.begin(), columns.end());
      columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    }
    for (const std::int64_t col : columns) out.add(col, random.value());
    out.end_row();
  }
  return out.finish();
}

/// Rows made of runs of neighbouring columns, by default of uneven length: constraints over blocks
/// of variables, sparse layers pruned by groups.
Csr<double> runs(const Parameters& p) {
  const std::int64_t rows = p.whole("rows");
  const std::int64_t cols = p.whole("cols") == 0 ? rows : p.whole("cols");
  const bool even = p.whole("even") != 0;
  Random random(p.seed());
  Positions out(rows, cols, static_cast<double>(rows) * p.real("mean"));
  for (std::int64_t row = 0; row < rows; ++row) {
    const std::int64_t length =
        std::min(cols, even ? p.whole("mean") : geometric(p.real("mean"), random));
    for (std::int64_t placed = 0; placed < length;) {
      const std::int64_t run = std::min(length - placed, geometric(p.real("run"), random));
      const std::int64_t first = random.below(cols - run + 1);
      for (std::int64_t i = 0; i < run; ++i) out.add(row, first + i);
      placed += run;
    }
  }
  return out.finish(p.seed());
}

/// Chakrabarti, Zhan and Faloutsos, "R-MAT: a recursive model for graph mining", 2004, with the
/// quadrant probabilities of Graph 500.
Csr<double> rmat(const Parameters& p) {
  const std::int64_t scale = p.whole("scale");
  const std::int64_t n = std::int64_t{1} << static_cast<unsigned>(scale);
  const std::int64_t edges = n * p.whole("edges");
  constexpr double a = 0.57;
  constexpr double b = 0.19;
  constexpr double c = 0.19;
  Random random(p.seed());
  Positions out(n, n, static_cast<double>(edges));
  for (std::int64_t edge = 0; edge < edges; ++edge) {
    std::int64_t row = 0;
    std::int64_t col = 0;
    for (std::int64_t level = 0; level < scale; ++level) {
      const double draw = random.unit();
      row = 2 * row + (draw >= a + b ? 1 : 0);
      col = 2 * col + ((draw >= a && draw < a + b) || draw >= a + b + c ? 1 : 0);
    }
    out.add(row, col);
  }
  return out.finish(p.seed());
}

/// Draws from 0 … n-1 with probability proportional to (k+1)^-exponent.
class ZipfDistribution {
 public:
  ZipfDistribution(std::int64_t n, double exponent) : cumulative_(static_cast<std::size_t>(n)) {
    double sum = 0;
    for (std::size_t k = 0; k < cumulative_.size(); ++k) {
      sum += portable_exp(-exponent * portable_log(static_cast<double>(k + 1)));
      cumulative_[k] = sum;
    }
  }
  [[nodiscard]] std::int64_t draw(Random& random) const {
    const double target = random.unit() * cumulative_.back();
    const auto found = std::upper_bound(cumulative_.begin(), cumulative_.end(), target);
    return std::min<std::int64_t>(found - cumulative_.begin(),
                                  static_cast<std::int64_t>(cumulative_.size()) - 1);
  }

 private:
  std::vector<double> cumulative_;
};

Csr<double> zipf(const Parameters& p) {
  const std::int64_t rows = p.whole("rows");
  const std::int64_t cols = p.whole("cols") == 0 ? rows : p.whole("cols");
  const std::int64_t entries = rows * p.whole("mean");
  Positions out(rows, cols, static_cast<double>(rows) * p.real("mean"));
  Random random(p.seed());
  const ZipfDistribution row_distribution(rows, p.real("exponent"));
  const ZipfDistribution col_distribution(cols, p.real("exponent"));
  // Long rows and popular columns stand anywhere, not first.
  const auto row_names = permutation(rows, random);
  const auto col_names = permutation(cols, random);
  for (std::int64_t i = 0; i < entries; ++i) {
    const std::int64_t row = row_distribution.draw(random);
    const std::int64_t col = col_distribution.draw(random);
    out.add(row_names[static_cast<std::size_t>(row)], col_names[static_cast<std::size_t>(col)]);
  }
  return out.finish(p.seed());
}

/// A street grid with gaps and a few diagonals: mean degree below 3, neighbours near by, no hub.
Csr<double> road(const Parameters& p) {
  const std::int64_t n = p.whole("n");
  std::int64_t width = 1;
  while ((width + 1) * (width + 1) <= n) ++width;
  constexpr double street = 0.66;
  constexpr double diagonal = 0.04;
  constexpr std::int64_t tile = 256;
  Random random(p.seed());
  Positions out(n, n, 4.0 * static_cast<double>(n));
  const std::vector<std::int64_t> names = shuffled_within(n, tile, random);
  const auto join = [&](std::int64_t from, std::int64_t to, double chance) {
    if (random.unit() >= chance || to >= n) return;
    const std::int64_t a = names[static_cast<std::size_t>(from)];
    const std::int64_t b = names[static_cast<std::size_t>(to)];
    out.add(a, b);
    out.add(b, a);
  };
  for (std::int64_t v = 0; v < n; ++v) {
    const bool last_in_line = (v + 1) % width == 0;
    join(v, last_in_line ? n : v + 1, street);
    join(v, v + width, street);
    join(v, last_in_line ? n : v + width + 1, diagonal);
  }
  return out.finish(p.seed());
}

/// Kronecker power of the adjacency matrix of a star with a loop at its hub.
Csr<double> kronecker(const Parameters& p) {
  const std::int64_t base = p.whole("base");
  const std::int64_t power = p.whole("power");
  double size = 1;
  double entries = 1;
  for (std::int64_t i = 0; i < power; ++i) {
    size *= static_cast<double>(base);
    entries *= static_cast<double>(2 * base - 1);
  }
  require_size(size, size, entries);  // whole numbers of 64 bits may be too few to count it
  const auto n = static_cast<std::int64_t>(size);
  RowBuilder out(n, n, entries);
  std::vector<std::int64_t> columns;
  std::vector<std::int64_t> longer;
  for (std::int64_t row = 0; row < n; ++row) {
    // Digit by digit, the most significant first: a hub digit (0) allows every digit of the column,
    // another digit only 0. Columns come out sorted.
    columns.assign(1, 0);
    for (std::int64_t place = n / base; place > 0; place /= base) {
      const bool hub = row / place % base == 0;
      longer.clear();
      for (const std::int64_t col : columns) {
        for (std::int64_t digit = 0; digit < (hub ? base : 1); ++digit) {
          longer.push_back(col * base + digit);
        }
      }
      columns.swap(longer);
    }
    for (const std::int64_t col : columns) out.add(col, seeded_value(row, col));
    out.end_row();
  }
  return out.finish();
}

}  // namespace

std::vector<Generator> network_generators() {
  const Parameter rows{"rows", 20000, 1, largest_size, true, "rows"};
  const Parameter cols{"cols", 0, 0, largest_size, true, "columns; 0: as many as rows"};
  const Parameter mean{"mean", 8, 1, 65536, true, "entries drawn per row"};
  return {
      {"random",
       "the same number of uniformly drawn, distinct columns in every row",
       "uniform random",
       "general",
       "random{rows=20000,mean=8}",
       {rows, cols, mean, seed_parameter},
       uniform},
      {"runs",
       "rows of geometrically distributed or even length, in runs of neighbouring columns",
       "rows of runs",
       "general",
       "runs{rows=2000,cols=30000,mean=60,run=8}",
       {rows,
        cols,
        {"mean", 8, 1, 65536, true, "mean entries of a row, overlaps merged"},
        {"run", 4, 1, 65536, true, "mean length of a run"},
        {"even", 0, 0, 1, true, "1: all rows draw as many entries"},
        seed_parameter},
       runs},
      {"rmat",
       "R-MAT graph with probabilities 0.57, 0.19, 0.19, 0.05; repeated edges merged",
       "power-law graph",
       "general",
       "rmat{scale=14,edges=8}",
       {{"scale", 14, 1, 28, true, "2^scale vertices"},
        {"edges", 8, 1, 1024, true, "edges drawn per vertex"},
        seed_parameter},
       rmat},
      {"zipf",
       "rows and columns drawn from a Zipf distribution; repeated positions merged",
       "power-law rows and columns",
       "general",
       "zipf{rows=100000,mean=8,exponent=1.2}",
       {rows, cols, mean, {"exponent", 1, 0, 4, false, "larger is more uneven"}, seed_parameter},
       zipf},
      {"road",
       "street grid with gaps: degree below 3, near neighbours",
       "road network",
       "symmetric",
       "road{n=50000}",
       {{"n", 50000, 1, 5e8, true, "crossings"}, seed_parameter},
       road},
      {"kronecker",
       "Kronecker power of a star with a loop at its hub",
       "self-similar graph",
       "symmetric",
       "kronecker{base=3,power=8}",
       {{"base", 3, 2, 64, true, "vertices of the star"}, {"power", 8, 1, 30, true, "factors"}},
       kronecker},
  };
}

}  // namespace sptune::suites::generator
