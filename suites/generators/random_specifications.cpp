// SPDX-License-Identifier: BSD-3-Clause
#include "suites/generators/random_specifications.hpp"

#include "suites/io/random.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace sptune::suites {
namespace {

/// Parameters of one id. Whole numbers only, so that the ids are the same on every machine.
class Sampler {
 public:
  explicit Sampler(std::uint64_t seed) : random_(seed) {}

  /// Evenly spread over the logarithm, both ends included.
  std::int64_t between(std::int64_t least, std::int64_t most) {
    const double low = portable_log(static_cast<double>(least));
    const double high = portable_log(static_cast<double>(most) + 1);
    const double x = portable_exp(low + random_.unit() * (high - low));
    return std::clamp(static_cast<std::int64_t>(x), least, most);
  }
  std::int64_t below(std::int64_t bound) { return random_.below(bound); }
  /// least, … in steps of a tenth.
  std::string tenths(std::int64_t least, std::int64_t most) {
    const std::int64_t n = least + random_.below(most - least + 1);
    return std::to_string(n / 10) + "." + std::to_string(n % 10);
  }

 private:
  Random random_;
};

std::string text(std::int64_t n) {
  return std::to_string(n);
}

std::int64_t root(std::int64_t n, double degree) {
  return std::max<std::int64_t>(
      2, std::llround(portable_exp(portable_log(static_cast<double>(n)) / degree)));
}

/// Rows of `mean` entries each that make about nnz.
std::int64_t rows_for(std::int64_t nnz, std::int64_t mean) {
  return std::max<std::int64_t>(20, nnz / mean);
}

/// The shape of rows of `mean` entries: as many columns as rows, or up to 16 times as many or as
/// few, but enough for the rows.
std::string shape_text(Sampler& sampler, std::int64_t nnz, std::int64_t mean) {
  const std::int64_t rows = rows_for(nnz, mean);
  const std::int64_t wide = sampler.between(1, 16);
  const std::int64_t cols = sampler.below(3) == 0 ? rows / wide : rows * wide;
  return "rows=" + text(rows) + ",cols=" + text(std::max(cols, 4 * mean)) + ",mean=" + text(mean);
}

/// Rows with entries anywhere.
std::string random_specification(Sampler& sampler, std::int64_t nnz, const std::string& seed) {
  const std::int64_t mean = sampler.between(2, std::min<std::int64_t>(400, nnz / 20));
  return "random{" + shape_text(sampler, nnz, mean) + seed;
}

/// Rows whose entries prefer some columns.
std::string zipf_specification(Sampler& sampler, std::int64_t nnz, const std::string& seed) {
  const std::int64_t mean = sampler.between(2, std::min<std::int64_t>(60, nnz / 20));
  const std::string exponent = sampler.tenths(3, 13);  // before the shape: ids are to stay
  return "zipf{" + shape_text(sampler, nnz, mean) + ",exponent=" + exponent + seed;
}

/// Rows whose entries stand in runs.
std::string runs_specification(Sampler& sampler, std::int64_t nnz, const std::string& seed) {
  const std::int64_t mean = sampler.between(3, std::min<std::int64_t>(8000, nnz / 20));
  const std::int64_t run = sampler.between(2, 40);  // before the shape: ids are to stay
  return "runs{" + shape_text(sampler, nnz, mean) + ",run=" + text(run) + seed;
}

/// An id of about nnz entries.
std::string mixed_specification(Sampler& sampler, std::int64_t nnz) {
  const std::string seed = ",seed=" + text(1000 + sampler.below(1000)) + "}";
  switch (sampler.below(12)) {
    case 0: {
      const std::int64_t half = sampler.between(1, std::min<std::int64_t>(60, nnz / 40));
      return "banded{n=" + text(rows_for(nnz, 2 * half + 1)) + ",half=" + text(half) +
             ",fill=" + sampler.tenths(2, 10) + seed;
    }
    case 1: {
      const std::int64_t size = sampler.between(2, std::min<std::int64_t>(48, root(nnz / 4, 2)));
      return "block_diagonal{blocks=" + text(std::max<std::int64_t>(2, nnz / (size * size))) +
             ",size=" + text(size) + ",spread=" + text(sampler.below(size)) + seed;
    }
    case 2: {
      const std::int64_t unknowns = 1 + sampler.below(4);
      return "fem{n=" + text(root(nnz / (20 * unknowns * unknowns), 3)) +
             ",unknowns=" + text(unknowns) + seed;
    }
    case 3: {
      const std::int64_t width = sampler.between(1, 8);
      return sampler.below(2) == 0
                 ? "road{n=" + text(std::max<std::int64_t>(20, nnz * 2 / 5)) + seed
                 : "arrow{n=" + text(std::max(4 * width, nnz / (2 * width + 1))) +
                       ",width=" + text(width) + seed;
    }
    case 4:
    case 5:
      return random_specification(sampler, nnz, seed);
    case 6:
    case 7:
      return zipf_specification(sampler, nnz, seed);
    case 8:
    case 9:
      return runs_specification(sampler, nnz, seed);
    case 10: {
      const std::int64_t mean = 2 + sampler.below(9);
      const std::int64_t cols = std::max<std::int64_t>(60, nnz / mean);
      return "lp{rows=" + text(cols / (2 + sampler.below(6))) + ",cols=" + text(cols) +
             ",mean=" + text(mean) + seed;
    }
    default: {
      const std::int64_t edges = sampler.between(3, 24);
      std::int64_t scale = 6;
      while (scale < 20 && (edges << static_cast<unsigned>(scale)) < nnz) ++scale;
      return "rmat{scale=" + text(scale) + ",edges=" + text(edges) + seed;
    }
  }
}

/// An id of about nnz entries that lie in stretches: even rows of runs, saddle points.
std::string stretches_specification(Sampler& sampler, std::int64_t nnz) {
  const std::string seed = ",seed=" + text(1000 + sampler.below(1000)) + "}";
  if (sampler.below(2) == 0) {
    const std::int64_t mean = sampler.between(8, std::min<std::int64_t>(8000, nnz / 10));
    const std::int64_t rows = std::max<std::int64_t>(20, nnz / mean);
    const std::int64_t cols = std::max(4 * mean, rows * sampler.between(1, 64));
    return "runs{rows=" + text(rows) + ",cols=" + text(cols) + ",mean=" + text(mean) +
           ",run=" + text(sampler.between(2, 64)) + ",even=1" + seed;
  }
  const std::int64_t half = sampler.below(4);
  const std::int64_t touched = sampler.between(1, 12);
  const std::int64_t share = 1 + sampler.below(10);  // tenths of a constraint per unknown
  const std::int64_t unknowns =
      std::max<std::int64_t>(30, nnz * 10 / (10 * (2 * half + 1) + 2 * share * touched));
  return "saddle{unknowns=" + text(unknowns) + ",constraints=" + text(unknowns * share / 10) +
         ",half=" + text(half) + ",touched=" + text(touched) + seed;
}

/// An id of about nnz entries of a mesh of triangles, numbered along a line, at random, or between.
std::string mesh_specification(Sampler& sampler, std::int64_t nnz) {
  const std::int64_t faces = sampler.below(2);
  const std::int64_t loops = sampler.below(2);
  const std::int64_t n = root(faces == 1 ? nnz / (2 * (3 + loops)) : nnz / (6 + loops), 2);
  const std::int64_t shuffle = sampler.below(3) == 0 ? 1 : sampler.between(2, 2 * n * n);
  return "triangles{n=" + text(n) + ",faces=" + text(faces) + ",shuffle=" + text(shuffle) +
         ",loops=" + text(loops) + ",seed=" + text(1000 + sampler.below(1000)) + "}";
}

/// An id of about nnz entries of constraints or observations: tall, wide and very wide.
std::string program_specification(Sampler& sampler, std::int64_t nnz) {
  const std::string seed = ",seed=" + text(1000 + sampler.below(1000)) + "}";
  if (sampler.below(2) == 0) {
    const std::int64_t mean = 1 + sampler.below(10);
    const std::int64_t cols = std::max<std::int64_t>(60, nnz / mean);
    const std::int64_t rows = sampler.below(4) == 0
                                  ? cols * sampler.between(1, 4)
                                  : std::max<std::int64_t>(20, cols / sampler.between(1, 200));
    return "lp{rows=" + text(rows) + ",cols=" + text(cols) + ",mean=" + text(mean) + seed;
  }
  const std::int64_t mean = 1 + sampler.below(6);
  const std::int64_t shared = sampler.below(4);
  const std::int64_t rows = std::max<std::int64_t>(40, nnz / (mean + shared));
  const std::int64_t stretch = sampler.between(4, std::min<std::int64_t>(rows / 2, 2000));
  const std::int64_t unknowns = std::max<std::int64_t>(16, rows / sampler.between(1, 8));
  return "observations{rows=" + text(rows) + ",unknowns=" + text(unknowns) + ",mean=" + text(mean) +
         ",shared=" + text(shared) + ",stretch=" + text(stretch) + seed;
}

/// An id of about nnz entries of graphs whose neighbours know one another.
std::string cluster_specification(Sampler& sampler, std::int64_t nnz) {
  const std::string seed = ",seed=" + text(1000 + sampler.below(1000)) + "}";
  switch (sampler.below(3)) {
    case 0: {
      const std::int64_t size = sampler.between(2, std::min<std::int64_t>(40, root(nnz / 8, 2)));
      const std::int64_t groups = std::max<std::int64_t>(4, nnz / (2 * size * size));
      const std::int64_t n = std::max(4 * size, groups * size / sampler.between(1, 16));
      return "cliques{n=" + text(n) + ",groups=" + text(groups) + ",size=" + text(size) +
             ",reach=" + text(sampler.between(2 * size, n)) +
             ",hubs=" + text(sampler.below(4) * 10) + seed;
    }
    case 1: {
      const std::int64_t unknowns = sampler.below(2) == 0 ? 1 : 1 + sampler.below(6);
      const std::int64_t most = nnz / (8 * unknowns * unknowns);
      const std::int64_t neighbours = sampler.between(3, std::clamp<std::int64_t>(most, 3, 90));
      const std::int64_t n =
          std::max<std::int64_t>(8, nnz / ((neighbours + 1) * unknowns * unknowns));
      const std::int64_t shuffle = sampler.below(2) == 0 ? 1 : sampler.between(2, n);
      return "points{n=" + text(n) + ",dimension=" + text(2 + sampler.below(2)) +
             ",neighbours=" + text(neighbours) + ",unknowns=" + text(unknowns) +
             ",shuffle=" + text(shuffle) + seed;
    }
    default: {
      const std::int64_t mean = sampler.between(2, std::min<std::int64_t>(60, nnz / 40));
      const std::int64_t n = std::max<std::int64_t>(20, nnz / mean);
      return "pages{n=" + text(n) + ",mean=" + text(mean) +
             ",site=" + text(sampler.between(10, n)) + ",copied=" + text(sampler.below(5) * 20) +
             seed;
    }
  }
}

std::string specification(Distribution distribution, Sampler& sampler, std::int64_t nnz) {
  switch (distribution) {
    case Distribution::mixed:
      return mixed_specification(sampler, nnz);
    case Distribution::stretches:
      return stretches_specification(sampler, nnz);
    case Distribution::meshes:
      return mesh_specification(sampler, nnz);
    case Distribution::programs:
      return program_specification(sampler, nnz);
    case Distribution::clusters:
      return cluster_specification(sampler, nnz);
  }
  return {};
}

}  // namespace

std::vector<std::string> random_specifications(Distribution distribution, EntryRange entries,
                                               std::size_t count, std::uint64_t seed) {
  Sampler sampler(seed);
  std::vector<std::string> out;
  out.reserve(count);
  while (out.size() < count) {
    const std::int64_t nnz = sampler.between(entries.least, entries.most);
    out.push_back(specification(distribution, sampler, nnz));
  }
  return out;
}

}  // namespace sptune::suites
