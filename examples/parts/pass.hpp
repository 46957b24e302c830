// SPDX-License-Identifier: BSD-3-Clause
// Passes over vectors and rows that run on the host and on a GPU alike, so that a solver is written
// once: a pass is a struct that says what happens to element i. Sums and largest values stay where
// they are needed: a pass leaves them as parts, which a later pass adds up in a fixed order,
// without the host. Results do not depend on the number of threads.
#pragma once

#include "examples/parts/array.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <stdexcept>

#ifdef __CUDACC__
#define SPTUNE_BOTH __host__ __device__
#else
#define SPTUNE_BOTH
#endif

namespace sptune::examples {

/// A sum is kept as so many parts; so many blocks of so many threads run a pass on a GPU.
constexpr int parts = 512;

/// Sums or largest values that a pass leaves.
class Total {
 public:
  explicit Total(MemorySpace where) : parts_(where, std::size_t{parts}) {}
  [[nodiscard]] double* data() noexcept { return parts_.data(); }
  [[nodiscard]] const double* data() const noexcept { return parts_.data(); }
  /// Waits for what was enqueued.
  ///@{
  [[nodiscard]] double sum() const {
    double out = 0;
    for (const double part : parts_.fetch()) out += part;
    return out;
  }
  [[nodiscard]] double largest() const {
    double out = 0;
    for (const double part : parts_.fetch()) out = std::fmax(out, part);
    return out;
  }
  ///@}

 private:
  Array<double> parts_;
};

/// Who works on one row: a warp on a GPU, a thread of its own on the host. All of it calls alike.
struct Team {
  int lane = 0;
  int size = 1;
  [[nodiscard]] SPTUNE_BOTH double sum(double x) const {
#ifdef __CUDA_ARCH__
    for (int step = size / 2; step > 0; step /= 2) x += __shfl_xor_sync(~0U, x, step);
#endif
    return x;
  }
  [[nodiscard]] SPTUNE_BOTH double largest(double x) const {
#ifdef __CUDA_ARCH__
    for (int step = size / 2; step > 0; step /= 2) x = fmax(x, __shfl_xor_sync(~0U, x, step));
#endif
    return x;
  }
  /// For how many lanes it is true, and for how many before this one.
  struct Votes {
    int all, before;
  };
  [[nodiscard]] SPTUNE_BOTH Votes count(bool yes) const {
#ifdef __CUDA_ARCH__
    const unsigned votes = __ballot_sync(~0U, yes);
    return {__popc(votes), __popc(votes & ((1U << lane) - 1))};
#else
    return {yes ? 1 : 0, 0};
#endif
  }
};

/// What a pass is made of: `Given` totals of earlier passes, `Left` new ones, and
///   void operator()(std::int64_t i, double scale, Team team, double* left) const
/// for every element. Lane 0 alone should add to `left`.
template <int Given, int Left>
struct Pass {
  static constexpr int given = Given;
  static constexpr int leaves = Left;
  static constexpr bool by_teams = false;  ///< a team for each element, not a thread
  /// Made of the totals given, once for all elements.
  [[nodiscard]] SPTUNE_BOTH double scale(const double* /*totals*/) const { return 0; }
  /// How parts become one.
  [[nodiscard]] SPTUNE_BOTH static double join(double a, double b) { return a + b; }
};
template <int Given, int Left>
struct LargestPass : Pass<Given, Left> {
  [[nodiscard]] SPTUNE_BOTH static double join(double a, double b) { return a > b ? a : b; }
};

/// A room for none, which std::array may not be where its elements are read.
template <class Body>
struct Totals {
  const double* given[Body::given + 1] = {};
  double* left[Body::leaves + 1] = {};
};

/// In pass_device.cu, for the bodies that are listed there.
template <class Body>
void pass_on_device(std::int64_t n, const Body& body, const Totals<Body>& totals);

template <class Body>
void pass_on_host(std::int64_t n, const Body& body, const Totals<Body>& totals) {
  double given[Body::given + 1] = {};
  for (int g = 0; g < Body::given; ++g) {
    for (int part = 0; part < parts; ++part) given[g] += totals.given[g][part];
  }
  const double scale = body.scale(given);
#ifdef _OPENMP
#pragma omp parallel for schedule(static) if (n > 10000)
#endif
  for (int part = 0; part < parts; ++part) {
    double left[Body::leaves + 1] = {};
    const std::int64_t end = n * (part + 1) / parts;
    for (std::int64_t i = n * part / parts; i < end; ++i) body(i, scale, Team{}, left);
    for (int l = 0; l < Body::leaves; ++l) totals.left[l][part] = left[l];
  }
}

/// Runs the body for i = 0 to n-1; on a device it is enqueued. Totals given are sums.
template <class Body>
void pass(MemorySpace where, std::int64_t n, const Body& body,
          const std::array<const Total*, Body::given>& given = {},
          const std::array<Total*, Body::leaves>& left = {}) {
  Totals<Body> totals;
  for (std::size_t g = 0; g < given.size(); ++g) totals.given[g] = given[g]->data();
  for (std::size_t l = 0; l < left.size(); ++l) totals.left[l] = left[l]->data();
  if (where == MemorySpace::host) {
    pass_on_host(n, body, totals);
  } else {
#ifdef SPTUNE_EXAMPLES_CUDA
    pass_on_device(n, body, totals);
#else
    throw std::logic_error("a pass over a device's arrays in a program without CUDA");
#endif
  }
}

/// to[i] = from[0] + … + from[i-1], for i = 0 to n.
void running_sums(MemorySpace where, std::int64_t n, const std::int32_t* from, std::int32_t* to);

}  // namespace sptune::examples
