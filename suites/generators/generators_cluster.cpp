// SPDX-License-Identifier: BSD-3-Clause
// Graphs whose neighbours know one another: cliques, points in space, pages of sites.
#include "suites/generators/generator_catalogue.hpp"
#include "suites/io/random.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace sptune::suites::generator {
namespace {

/// 0 … n-1, small numbers more often: half of all draws are below n/16.
std::int64_t popular(std::int64_t n, Random& random) {
  const double u = random.unit();
  return static_cast<std::int64_t>(u * u * u * u * static_cast<double>(n));
}

/// Joins all of each group: variables of one clause, authors of one paper, pins of one net.
Csr<double> cliques(const Parameters& p) {
  const std::int64_t n = p.whole("n");
  const std::int64_t groups = p.whole("groups");
  const double size = p.real("size");
  const std::int64_t reach = std::min(n, p.whole("reach"));
  const double hubs = p.real("hubs") / 100;
  const auto most = static_cast<double>(hubs > 0 ? n : reach);  // members of a group
  Positions out(n, n, static_cast<double>(groups) * std::min(2 * size * size, most * (most - 1)));
  Random random(p.seed());
  const std::vector<std::int64_t> names = permutation(n, random);
  std::vector<std::int64_t> members;
  for (std::int64_t group = 0; group < groups; ++group) {
    const std::int64_t first = random.below(n - reach + 1);
    const std::int64_t wanted = 1 + geometric(size - 1, random);
    members.clear();
    for (std::int64_t k = 0; k < wanted; ++k) {
      members.push_back(random.unit() < hubs ? names[static_cast<std::size_t>(popular(n, random))]
                                             : first + random.below(reach));
    }
    std::sort(members.begin(), members.end());
    members.erase(std::unique(members.begin(), members.end()), members.end());
    for (const std::int64_t a : members) {
      for (const std::int64_t b : members) {
        if (a != b) out.add(a, b);
      }
    }
  }
  return out.finish(p.seed());
}

/// Points of a square or cube, sorted by cells of a grid whose side is the radius.
class Cells {
 public:
  using Point = std::array<std::int64_t, 3>;

  Cells(std::int64_t n, std::int64_t dimension, double neighbours, Random& random)
      : dimension_(dimension) {
    // Of n points in a unit cube, n · 4π/3 · r³ are within r of one that is not near the border.
    const double volume =
        neighbours / (static_cast<double>(n) * (dimension == 2 ? 3.1416 : 4.1888));
    const double r = portable_exp(portable_log(volume) / static_cast<double>(dimension));
    radius_ = std::clamp<std::int64_t>(static_cast<std::int64_t>(r * side), 1, side);
    across_ = std::max<std::int64_t>(1, side / radius_);
    std::vector<Point> drawn(static_cast<std::size_t>(n));
    const std::int64_t cells = across_ * across_ * (dimension == 3 ? across_ : 1);
    first_.assign(static_cast<std::size_t>(cells) + 1, 0);
    for (Point& point : drawn) {
      for (std::int64_t d = 0; d < dimension; ++d)
        point[static_cast<std::size_t>(d)] = random.below(side);
      ++first_[cell_of(point) + 1];
    }
    for (std::size_t cell = 1; cell < first_.size(); ++cell) first_[cell] += first_[cell - 1];
    std::vector<std::int64_t> next(first_.begin(), first_.end() - 1);
    points_.resize(drawn.size());
    for (const Point& point : drawn)
      points_[static_cast<std::size_t>(next[cell_of(point)]++)] = point;
  }

  /// Calls visit(i) for every point i within the radius of point `at`, itself too.
  template <class Visit>
  void around(std::int64_t at, Visit visit) const {
    const Point& point = points_[static_cast<std::size_t>(at)];
    std::array<std::int64_t, 3> low{};
    std::array<std::int64_t, 3> high{};
    for (std::size_t d = 0; d < 3; ++d) {
      const std::int64_t cell = along(point[d]);
      low[d] = std::max<std::int64_t>(cell - 1, 0);
      high[d] = std::min(cell + 1, across_ - 1);
    }
    if (dimension_ == 2) high[2] = 0;
    for (std::int64_t z = low[2]; z <= high[2]; ++z) {
      for (std::int64_t y = low[1]; y <= high[1]; ++y) {
        // Cells of one line follow one another.
        const auto from = static_cast<std::size_t>((z * across_ + y) * across_ + low[0]);
        const auto to = from + static_cast<std::size_t>(high[0] - low[0]);
        for (std::int64_t i = first_[from]; i < first_[to + 1]; ++i) {
          if (near(point, points_[static_cast<std::size_t>(i)])) visit(i);
        }
      }
    }
  }

 private:
  static constexpr std::int64_t side = std::int64_t{1} << 20;

  [[nodiscard]] std::size_t cell_of(const Point& point) const {
    std::int64_t cell = 0;
    for (std::size_t d = 3; d-- > 0;) cell = cell * across_ + along(point[d]);
    return static_cast<std::size_t>(cell);
  }
  /// The cell of a coordinate along its side; the last one takes what is left over.
  [[nodiscard]] std::int64_t along(std::int64_t coordinate) const {
    return std::min(coordinate / radius_, across_ - 1);
  }
  [[nodiscard]] bool near(const Point& a, const Point& b) const {
    std::int64_t squares = 0;
    for (std::size_t d = 0; d < 3; ++d) squares += (a[d] - b[d]) * (a[d] - b[d]);
    return squares <= radius_ * radius_;
  }

  std::int64_t dimension_;
  std::int64_t radius_ = 1;
  std::int64_t across_ = 1;  ///< cells along a side
  std::vector<std::int64_t> first_;
  std::vector<Point> points_;
};

/// A random geometric graph: atoms within a cutoff, a mesh without a grid.
Csr<double> points(const Parameters& p) {
  const std::int64_t n = p.whole("n");
  const std::int64_t unknowns = p.whole("unknowns");
  const double neighbours = p.real("neighbours");
  const double expected =
      static_cast<double>(n) * (neighbours + 1) * static_cast<double>(unknowns * unknowns);
  // Points, their order and the cells' borders take as much as five entries a point.
  const auto rows = static_cast<double>(n * unknowns);
  require_size(rows, rows, expected + 5 * static_cast<double>(n));
  Random random(p.seed());
  const Cells cells(n, p.whole("dimension"), neighbours, random);
  const std::vector<std::int64_t> names = shuffled_within(n, p.whole("shuffle"), random);
  std::vector<std::int64_t> points(static_cast<std::size_t>(n));
  for (std::int64_t i = 0; i < n; ++i)
    points[static_cast<std::size_t>(names[static_cast<std::size_t>(i)])] = i;
  RowBuilder out(n * unknowns, n * unknowns, expected);
  std::vector<std::int64_t> joined;
  for (std::int64_t row = 0; row < n; ++row) {
    joined.clear();
    cells.around(points[static_cast<std::size_t>(row)], [&](std::int64_t other) {
      joined.push_back(names[static_cast<std::size_t>(other)]);
    });
    std::sort(joined.begin(), joined.end());
    for (std::int64_t u = row * unknowns; u < (row + 1) * unknowns; ++u) {
      for (const std::int64_t other : joined) {
        for (std::int64_t v = other * unknowns; v < (other + 1) * unknowns; ++v)
          out.add(v, u == v ? 2.0 * static_cast<double>(joined.size() * unknowns)
                            : seeded_value(u, v, p.seed()));
      }
      out.end_row();
    }
  }
  return out.finish();
}

/// Pages of sites, numbered site by site; a page copies links of an earlier one of its site or
/// links near by, and to popular pages of other sites. Kumar et al., "Stochastic models for the web
/// graph", FOCS 2000 (copying), with sites.
Csr<double> pages(const Parameters& p) {
  const std::int64_t n = p.whole("n");
  const std::int64_t site = std::min(n, p.whole("site"));
  const double copied = p.real("copied") / 100;
  const double expected = static_cast<double>(n) * p.real("mean");
  require_size(static_cast<double>(n), static_cast<double>(n), expected);
  Random random(p.seed());
  const std::vector<std::int64_t> names = permutation(n, random);
  RowBuilder out(n, n, expected);
  std::vector<std::int64_t> row;
  for (std::int64_t page = 0; page < n; ++page) {
    const std::int64_t first = page / site * site;
    const std::int64_t within = std::min(site, n - first);
    const std::int64_t wanted = std::min(n / 2 + 1, geometric(p.real("mean"), random));
    row.clear();
    if (page > first && random.unit() < copied) {
      // Near pages are the likeliest to be of one template.
      const std::int64_t back = 1 + popular(page - first, random);
      for (const std::int64_t col : out.row(page - back)) {
        if (random.unit() < 0.9) row.push_back(col);
      }
    }
    for (std::int64_t k = static_cast<std::int64_t>(row.size()); k < wanted; ++k) {
      row.push_back(random.unit() < 0.1 ? names[static_cast<std::size_t>(popular(n, random))]
                                        : first + random.below(within));
    }
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
    for (const std::int64_t col : row) out.add(col, seeded_value(page, col, p.seed()));
    out.end_row();
  }
  return out.finish();
}

}  // namespace

std::vector<Generator> cluster_generators() {
  return {
      {"cliques",
       "union of complete graphs over near numbers and popular ones; no diagonal",
       "clique expansion",
       "symmetric",
       "cliques{n=20000,groups=4000,size=6}",
       {{"n", 20000, 2, largest_size, true, "vertices"},
        {"groups", 4000, 1, largest_size, true, "complete graphs"},
        {"size", 6, 2, 4096, true, "mean members of one, geometrically distributed"},
        {"reach", 1000, 1, largest_size, true, "members are within so many numbers"},
        {"hubs", 10, 0, 100, true, "percent of the members that are of the popular, anywhere"},
        seed_parameter},
       cliques},
      {"points",
       "random points in a square or cube, joined within a radius; numbered by place",
       "geometric graph",
       "symmetric",
       "points{n=20000,dimension=3,neighbours=20}",
       {{"n", 20000, 1, largest_size, true, "points"},
        {"dimension", 3, 2, 3, true, "2: a square, 3: a cube"},
        {"neighbours", 20, 1, 4096, true, "of a point, at the mean, away from the border"},
        {"unknowns", 1, 1, 12, true, "unknowns of a point: dense blocks"},
        {"shuffle", 1, 1, largest_size, true, "numbers change places within so many"},
        seed_parameter},
       points},
      {"pages",
       "pages of sites that copy links from one another: near columns, popular ones, equal rows",
       "web graph",
       "general",
       "pages{n=20000,mean=10,site=200}",
       {{"n", 20000, 2, largest_size, true, "pages"},
        {"mean", 10, 1, 4096, true, "links of a page that copies none, geometrically distributed"},
        {"site", 200, 1, largest_size, true, "pages of a site"},
        {"copied", 50, 0, 100, true, "percent of the pages that copy another one's links"},
        seed_parameter},
       pages},
  };
}

}  // namespace sptune::suites::generator
