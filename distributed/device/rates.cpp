// SPDX-License-Identifier: BSD-3-Clause
#include "distributed/device/rates.hpp"

#include "kernels/cuda/operands.hpp"

#include "distributed/device/matrix.hpp"
#include "distributed/device/sum.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace sptune::distributed {
namespace {

/// The most that `job` takes on a rank, each time begun by all at once.
template <class Job>
double slowest(Communicator& ranks, const Job& job) {
  constexpr double to_ns = 1e9;
  ranks.barrier();
  const double mine = job();
  const auto all = ranks.all_gather(std::llround(mine * to_ns));
  return static_cast<double>(*std::max_element(all.begin(), all.end())) / to_ns;
}

/// Seconds of bytes that all ranks hand on.
double seconds_handed_on(DeviceRanks& ranks, const SendableArray<std::byte>& out,
                         const SendableArray<std::byte>& in, std::int64_t bytes) {
  const int before = (ranks.rank() + ranks.size() - 1) % ranks.size();
  const int after = (ranks.rank() + 1) % ranks.size();
  return slowest(ranks.ranks(), [&] {
    return least_seconds([&] {
      ranks.carrier().begin({{before, out.data(), bytes}}, {{after, in.data(), bytes}});
      ranks.carrier().finish("bytes of a measurement");
    });
  });
}

void measure_transport(DeviceRanks& ranks, Rates& rates) {
  constexpr std::int64_t few = 8;
  constexpr std::int64_t many = std::int64_t{32} << 20;
  if (ranks.size() == 1) return;
  SendableArray<std::byte> out;
  SendableArray<std::byte> in;
  ranks.ranks().together([&] {
    out = SendableArray<std::byte>(many);
    in = SendableArray<std::byte>(many);
    cuda::fill_bytes(out.data(), 0, static_cast<std::size_t>(many));
  });
  rates.latency_s = seconds_handed_on(ranks, out, in, few);
  const double long_s = seconds_handed_on(ranks, out, in, many);
  rates.bytes_per_second = static_cast<double>(many) / std::max(long_s - rates.latency_s, 1e-9);
}

/// Products of a mesh, and what they take.
struct Measured {
  double products = 0;
  double multiply_s = 0;
  double entries = 0;
  double merge_s = 0;
};

Measured measure_mesh(const Dispatcher& dispatcher, Index side) {
  const Csr<double> host = mesh(side);
  const cuda::DeviceCsr a(AnyCsr(host.view()));
  Measured out;
  out.products = static_cast<double>(cuda::count_products(a.view(), a.view()));
  device::SortedRows<double> c;
  out.multiply_s = least_seconds([&] {
    Spgemm product = dispatcher.spgemm(a.view(), a.view());
    const AnyCsr found = product.multiply();
    cuda::synchronize();
    if (c.entries == 0) c = device::sorted_copy<double>(found);
  });
  out.entries = static_cast<double>(2 * c.entries);
  out.merge_s = least_seconds([&] {
    static_cast<void>(device::sum_of<double>(c.view(), c.view()));
    cuda::synchronize();
  });
  return out;
}

}  // namespace

Rates measure_rates(DeviceRanks& ranks, const Dispatcher& dispatcher) {
  constexpr Index little = 16;
  constexpr Index large = 700;
  Rates rates;
  Measured small;
  Measured big;
  ranks.ranks().together([&] { small = measure_mesh(dispatcher, little); });
  ranks.ranks().together([&] { big = measure_mesh(dispatcher, large); });
  for (double* const seconds : {&small.multiply_s, &big.multiply_s, &small.merge_s, &big.merge_s}) {
    *seconds = slowest(ranks.ranks(), [&] { return *seconds; });
  }
  const auto rate = [](double work, double seconds) { return work / std::max(seconds, 1e-9); };
  rates.local_product_s = small.multiply_s + small.merge_s;
  rates.products_per_second =
      rate(big.products - small.products, big.multiply_s - small.multiply_s);
  rates.merged_per_second = rate(big.entries - small.entries, big.merge_s - small.merge_s);
  measure_transport(ranks, rates);
  return rates;
}

}  // namespace sptune::distributed
