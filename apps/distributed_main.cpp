// SPDX-License-Identifier: BSD-3-Clause
// `mpirun -n N sptune-distributed multiply …`: products and sweeps over MPI, and what it can do.
#include "apps/distributed_dispatcher.hpp"
#include "apps/distributed_operands.hpp"
#include "apps/distributed_output.hpp"
#include "apps/distributed_predict.hpp"
#include "apps/distributed_sweep.hpp"
#include "apps/distributed_tune.hpp"
#include "apps/distributed_workplace.hpp"
#include "apps/option_values.hpp"
#include "apps/output.hpp"
#include "apps/problem_options.hpp"
#include "apps/ranks.hpp"
#include "apps/verb_words.hpp"
#include "suites/io/matrix_market.hpp"

#include "distributed/program.hpp"
#include "distributed/report.hpp"
#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace sptune::apps {
namespace {

using distributed::Communicator;
using distributed::DistributedCsr;

/// Word of --scheme.
constexpr const char* automatic = "auto";

struct Request {
  bool doctor = false;
  bool predict = false;
  PredictOptions predicting{};
  bool tune = false;
  TuneOptions tuning{};
  std::string help;  ///< asked for instead
  OperandOptions operands;
  BackendOptions backend;
  std::string scheme{distributed::all_schemes.front().name};
  std::string balance{to_string(distributed::all_balances.front())};
  std::string type{to_string(all_value_types.front())};
  std::vector<std::string> models;
  std::string output;
  int threads = 0;
  int repeat = 0;
  bool json = false;
  bool sequential_ring = false;
  int blocks = distributed::RingOptions{}.blocks;
};

void add_multiply(CLI::App& app, Request& request) {
  CLI::App& sub = *app.add_subcommand("multiply", "C = A*B, rows of A, B and C over the ranks");
  add_operands(sub, request.operands);
  std::string schemes = "How rows of B reach the ranks:";
  std::vector<std::string> names;
  for (const distributed::SchemeFacts& facts : distributed::all_schemes) {
    names.emplace_back(facts.name);
    schemes += "\n" + names.back() + ": " + std::string(facts.summary);
  }
  names.emplace_back(automatic);
  schemes += fmt::format("\n{}: the one that `predict` puts first", automatic);
  sub.add_option("--scheme", request.scheme, schemes)->check(one_of(names))->capture_default_str();
  sub.add_option("--ring-blocks", request.blocks,
                 "Scheme ring: blocks that each rank's rows of B are sent in")
      ->check(in_range(1, 1 << 20))
      ->capture_default_str();
  sub.add_flag("--no-overlap", request.sequential_ring,
               "Scheme ring: a block comes before one is multiplied, not meanwhile");
  sub.add_option("--balance", request.balance, "What of A is to be equal on all ranks")
      ->check(one_of(names_of(distributed::all_balances)))
      ->capture_default_str();
  sub.add_option("--value-type", request.type, "Type of the values")
      ->check(one_of(names_of(all_value_types)))
      ->capture_default_str();
  add_backend_options(sub, request.backend);
  sub.add_option("--model", request.models, "Model files or folders of the dispatcher");
  add_threads_of_rank(sub, request.threads,
                      "Of each rank; 0: OMP_NUM_THREADS, or else this rank's share of its host");
  sub.add_option("--repeat", request.repeat,
                 "Products again on the same pattern, where values alone travel")
      ->check(number_from_0())
      ->capture_default_str();
  sub.add_option("-o,--output", request.output, "Gather C on rank 0 and write it (Matrix Market)");
  sub.add_flag("--json", request.json, "For programs");
}

Request parse(std::vector<std::string> words) {
  Request request;
  CLI::App app{
      "sptune-distributed: sparse products over MPI, multiplied by tuned kernels.\n\n"
      "  mpirun -n 8 sptune-distributed multiply A.mtx B.mtx -o C.mtx\n"
      "  mpirun -n 8 sptune-distributed doctor\n"
      "  mpirun -n 8 sptune-distributed tune SUITE --db trials.sqlite\n"
      "  mpirun -n 8 sptune-distributed sweep run --help\n"
      "  sptune-distributed predict A.mtx --ranks 8,64,1024\n",
      "sptune-distributed"};
  app.set_version_flag("--version", SPTUNE_VERSION);
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 success, 1 internal error, 2 usage, 3 input or output file, 4 database,\n"
      "5 device, 7 tune: ended before all was measured.\n"
      "SPTUNE_MPI_TIMEOUT=SECONDS: how long a rank waits for others; 600, 0 is for ever.\n"
      "`sweep` is that of sptune, which becomes this program on several ranks.");
  add_multiply(app, request);
  const CLI::App& tune = add_tune(app, request.tuning);
  const CLI::App& predict = add_predict(app, request.predicting);
  CLI::App& doctor = *app.add_subcommand("doctor", "What this MPI can do");
  doctor.add_flag("--json", request.json, "For programs");
  std::reverse(words.begin(), words.end());  // as CLI11 takes them
  try {
    app.parse(std::move(words));
  } catch (const CLI::CallForVersion&) {
    request.help = std::string(SPTUNE_VERSION) + "\n";
  } catch (const CLI::Success&) {
    const auto chosen = app.get_subcommands();
    request.help = (chosen.empty() ? &app : chosen.front())->help();
  } catch (const CLI::ParseError& e) {
    throw usage_error(app, e.what());
  }
  request.doctor = doctor.parsed();
  request.tune = tune.parsed();
  request.predict = predict.parsed();
  return request;
}

template <class V>
Csr<V> of_type(Csr<double> m) {
  if constexpr (std::is_same_v<V, double>) {
    return m;
  } else {
    return {m.rows, m.cols, std::move(m.row_offsets), std::move(m.col_indices),
            std::vector<V>(m.values.begin(), m.values.end())};
  }
}

/// Rank 0's matrices, and which rows go where.
template <class V>
struct Whole {
  Csr<V> a, b;
  bool same = false;
  distributed::Partition a_rows, b_rows;
};

template <class V>
Whole<V> read_operands(const Request& request, int ranks, DistributedRun& run) {
  Operands read(request.operands);
  run.a = read.a.info.name;
  run.b = read.right().info.name;
  Whole<V> out;
  out.same = !read.b;
  out.a = of_type<V>(std::move(read.a.csr));
  if (read.b) out.b = of_type<V>(std::move(read.b->csr));
  const Csr<V>& b = out.same ? out.a : out.b;
  out.a_rows = distributed::partition_rows(out.a.view(), b.row_offsets, run.balance, ranks);
  out.b_rows = out.same
                   ? out.a_rows
                   : distributed::partition_rows(b.view(), {}, distributed::Balance::nnz, ranks);
  return out;
}

/// Rank 0 says it, to its end.
void print(Communicator& ranks, const std::string& text) {
  ranks.together([&] {
    if (ranks.rank() != 0) return;
    try {
      write_out(text);
      flush_out();
    } catch (const BrokenPipe&) {
      end_by_broken_pipe();
    }
  });
}

/// What was asked for, or the one that is predicted to be the fastest.
template <class V>
distributed::Scheme scheme_of(Communicator& ranks, distributed::Workplace& place,
                              const Request& request, const DistributedRun& run,
                              const Whole<V>& whole, const distributed::RingOptions& ring) {
  if (request.scheme != automatic) return *distributed::parse_scheme(request.scheme);
  const distributed::Rates rates = place.rates(run.threads);
  distributed::Scheme scheme{};
  ranks.together([&] {
    if (ranks.rank() != 0) return;
    const CsrView<V, std::int64_t> a = whole.a.view();
    const CsrView<V, std::int64_t> b = whole.b.view();
    scheme =
        distributed::forecast(a, whole.same ? nullptr : &b, run.balance, ranks.size(), ring, rates)
            .front()
            .scheme;
  });
  ranks.broadcast(&scheme, sizeof scheme, 0);
  return scheme;
}

/// Rows of A and B to their ranks, where they are multiplied.
template <class V>
distributed::ComputationPtr<V> share_out(Communicator& ranks, distributed::Workplace& place,
                                         const Request& request, Whole<V> whole,
                                         DistributedRun& run) {
  DistributedCsr<V> a = distributed::scatter(ranks, whole.a, whole.a_rows);
  std::optional<DistributedCsr<V>> b;
  if (!request.operands.b.empty()) b = distributed::scatter(ranks, whole.b, whole.b_rows);
  run.rows = a.rows.rows();
  run.cols = b ? b->cols : a.cols;
  return place.take(std::nullopt, std::move(a), std::move(b));
}

template <class V>
void multiply(Communicator& ranks, const Request& request) {
  DistributedRun run;
  run.balance = *distributed::parse_balance(request.balance);
  run.value_type = value_type_of<V>;
  run.threads = threads_of_this_rank(ranks, request.threads);
  const RankDispatcher mine = dispatcher_of_rank(
      ranks, request.models, *parse_backend(request.backend.backend), run.threads);
  Whole<V> whole;
  ranks.together([&] {
    if (ranks.rank() != 0) return;
    if (!request.output.empty()) {
      refuse_other_file(request.output, matrix_market_begins, "Matrix Market file");
    }
    whole = read_operands<V>(request, ranks.size(), run);
  });
  const distributed::RingOptions ring{!request.sequential_ring, request.blocks};
  const ChosenWorkplace place(ranks, mine.dispatcher, request.backend);
  place.describe(run);
  run.scheme = scheme_of(ranks, *place, request, run, whole, ring);
  distributed::ComputationPtr<V> product;
  run.scatter_s = distributed::seconds_of_all(
      ranks, [&] { product = share_out(ranks, *place, request, std::move(whole), run); });
  distributed::ProductOptions options{run.scheme, request.repeat > 0, {}};
  options.ring = ring;
  options.local.threads = run.threads;
  options.local.expected_runs = 1.0 + request.repeat;
  run.product_s = distributed::seconds_of_all(ranks, [&] { product->multiply(options); });
  const distributed::RankReport first = product->report();
  for (int again = 0; again < request.repeat; ++again) {
    run.again_s.push_back(distributed::seconds_of_all(ranks, [&] { product->again(); }));
  }
  run.first = distributed::collect(ranks, first);
  run.ranks = distributed::collect(ranks, product->report());
  for (const distributed::RankReport& rank : run.ranks) run.nnz += rank.c_entries;
  if (!request.output.empty()) {
    Csr<V> c;
    run.gather_s = distributed::seconds_of_all(ranks, [&] { c = product->gather(); });
    ranks.together([&] {
      if (ranks.rank() != 0) return;
      suites::write_matrix_market(
          request.output, {c.rows, c.cols, std::move(c.row_offsets), std::move(c.col_indices),
                           std::vector<double>(c.values.begin(), c.values.end())});
    });
  }
  print(ranks, ranks.rank() != 0 ? "" : request.json ? json_of(run) : text_of(run));
}

/// Each process would be a rank 0 by itself. False on those that have nothing to say.
bool in_one_world(const Communicator& ranks) {
  const std::optional<Launch> launch = launched();
  if (!launch || launch->size == ranks.size()) return true;
  if (!speaks(*launch)) return false;
  throw UsageError(fmt::format(
      "started as {} ranks, of which MPI sees {}: the launcher is of another MPI than the program "
      "(srun --mpi=pmix, or the mpirun of {})",
      launch->size, ranks.size(), distributed::mpi_library().substr(0, 40)));
}

ExitCode run(MPI_Comm world, std::vector<std::string> words) {
  distributed::CommunicatorOptions options;
  options.version = SPTUNE_VERSION;
  Communicator ranks(world, options);
  if (!in_one_world(ranks)) return ExitCode::usage;
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + word;
  ranks.require_equal("command lines", line);
  if (!words.empty() && words.front() == "sweep") return distributed_sweep(ranks, words);
  Request request;
  ranks.together([&] { request = parse(std::move(words)); });
  if (!request.help.empty()) {
    print(ranks, request.help);
  } else if (request.doctor) {
    const distributed::MpiFacts facts = distributed::find_facts(ranks);
    print(ranks, request.json ? json_of(facts) : text_of(facts));
  } else if (request.predict) {
    print(ranks, predict(ranks, request.predicting));
  } else if (request.tune) {
    return tune(ranks, request.tuning);
  } else if (request.type == "f32") {
    multiply<float>(ranks, request);
  } else {
    multiply<double>(ranks, request);
  }
  return ExitCode::success;
}

}  // namespace
}  // namespace sptune::apps

int main(int argc, char** argv) {
  using namespace sptune::apps;  // NOLINT(google-build-using-namespace): the program's own
  prepare_streams();
  return sptune::distributed::run_program(
      argc, argv,
      [&](MPI_Comm world) {
        return run(world, {argv + 1, argv + argc});
      },
      [](const std::string& line) { print_err("sptune-distributed: {}\n", line); });
}
