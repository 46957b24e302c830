// SPDX-License-Identifier: BSD-3-Clause
// Markov clustering on several ranks:
//   mpirun -n 4 example-distributed-clustering MATRIX [CLUSTERS.txt]
// The walks are those of example-clustering. Rows are split by the products of the first expansion;
// each expansion has a pattern of its own, and so exchanges lists, rows and values anew. What
// becomes of a row of the product is the business of its rank alone.
#include "examples/parts/rank_lines.hpp"
#include "examples/parts/read.hpp"
#include "examples/parts/walks.hpp"

#include "distributed/product.hpp"
#include "distributed/program.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace sptune;  // NOLINT(google-build-using-namespace): an example of these
using distributed::Communicator;
using distributed::DistributedCsr;

/// With the offsets of distributed matrices, and of examples.
template <class To, class From>
Csr<double, To> with_offsets(Csr<double, From> m) {
  return {m.rows,
          m.cols,
          {m.row_offsets.begin(), m.row_offsets.end()},
          std::move(m.col_indices),
          std::move(m.values)};
}

/// The largest of all ranks' numbers, which are not negative: their bits have their order.
double largest(Communicator& ranks, double mine) {
  const auto all = ranks.all_gather(std::bit_cast<std::int64_t>(mine));
  return std::bit_cast<double>(*std::max_element(all.begin(), all.end()));
}

struct Clustering {
  int iterations = 0;
  distributed::RankReport report;  ///< of this rank, all expansions
};

/// Changes the walks until they are steady.
Clustering cluster(Communicator& ranks, const Dispatcher& dispatcher,
                   DistributedCsr<double>& walks) {
  Clustering out;
  examples::Total chaos(MemorySpace::host);
  double change = 1;
  for (; change > examples::steady && out.iterations < examples::most_iterations;
       ++out.iterations) {
    distributed::Product<double> expand(ranks, dispatcher, walks, walks);
    const distributed::RankReport& report = expand.report();
    out.report.rows = report.rows;
    out.report.products += report.products;
    out.report.traffic = out.report.traffic + report.traffic;
    for (const distributed::Phase phase : distributed::all_phases) {
      out.report.add(phase, report.seconds[static_cast<std::size_t>(phase)]);
    }
    DistributedCsr<double> next{walks.rows, walks.cols, {}};
    double mine = 0;
    ranks.together([&] {
      const examples::Walks inflated(AnyCsr(expand.c().local), chaos);
      mine = chaos.largest();
      next.local = with_offsets<std::int64_t>(examples::fetch(inflated.view()));
    });
    walks = std::move(next);
    change = largest(ranks, mine);
  }
  return out;
}

void write(const std::string& file, const std::vector<double>& clusters) {
  std::ofstream out(file);
  for (const double cluster : clusters) out << static_cast<std::int64_t>(cluster) << '\n';
  out.flush();
  if (!out) throw InputError(file + ": cannot be written");
}

ExitCode run(MPI_Comm world, const std::string& file_or_id, const std::string& output) {
  Communicator ranks(world);
  Csr<double> whole;
  distributed::Partition rows;
  ranks.together([&] {
    if (ranks.rank() != 0) return;
    whole = with_offsets<std::int64_t>(
        examples::first_walks(examples::graph_of(examples::read(file_or_id).matrix)));
    rows = distributed::partition_rows(whole.view(), whole.row_offsets,
                                       distributed::Balance::products, ranks.size());
  });
  DistributedCsr<double> walks = distributed::scatter(ranks, whole, rows);
  std::optional<Dispatcher> dispatcher;
  ranks.together([&] { dispatcher.emplace(); });
  const double begun = now_s();
  const Clustering done = cluster(ranks, *dispatcher, walks);
  const double seconds = now_s() - begun;
  const Csr<double> last = distributed::gather(ranks, walks);
  const auto reports = distributed::collect(ranks, done.report);
  ranks.together([&] {
    if (ranks.rank() != 0) return;
    const auto clusters = examples::clusters_of(with_offsets<std::int32_t>(last));
    std::printf("%s on %d ranks: %d iterations, %.4f s\n", examples::describe(clusters).c_str(),
                ranks.size(), done.iterations, seconds);
    if (!output.empty()) write(output, clusters);
  });
  examples::print_ranks(reports);
  return ExitCode::success;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2 || argc > 3 || argv[1][0] == '-') {
    std::fputs("usage: mpirun -n RANKS example-distributed-clustering MATRIX [CLUSTERS.txt]\n",
               stderr);
    return static_cast<int>(ExitCode::usage);
  }
  return distributed::run_program(
      argc, argv, [&](MPI_Comm world) { return run(world, argv[1], argc == 3 ? argv[2] : ""); },
      [](const std::string& line) {
        std::fprintf(stderr, "example-distributed-clustering: %s\n", line.c_str());
      });
}
