// SPDX-License-Identifier: BSD-3-Clause
// Compares the best own SpGEMM configuration with each baseline on given matrices: C = A*A, or
// A*A^T when A is not square. Configurations are ranked by a pilot, then the best own one and the
// baselines take turns in this process, each turn one warm-up and two measured runs; times are
// medians, hot, phases apart.
#include "kernels/baselines/baselines.hpp"
#include "kernels/spgemm/spgemm.hpp"
#include "suites/io/matrix_market.hpp"

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <malloc.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace sptune;

struct Options {
  std::vector<std::string> inputs;
  int threads = 2;
  int rounds = 7;
  double seconds = 3;
  double max_products = 5e8;
  bool single = false;
  bool pool = false;
  bool list = false;
  std::string only;
};

struct Phases {
  double symbolic = 0;
  double allocate = 0;
  double numeric = 0;
  [[nodiscard]] double total() const { return symbolic + allocate + numeric; }
};

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Phases run_once(SpgemmPlan& plan) {
  const double t0 = now();
  plan.symbolic({});
  const double t1 = now();
  plan.allocate({});
  const double t2 = now();
  plan.numeric({});
  const double t3 = now();
  return {t1 - t0, t2 - t1, t3 - t2};
}

Phases median(std::vector<Phases> runs) {
  std::sort(runs.begin(), runs.end(),
            [](const Phases& x, const Phases& y) { return x.total() < y.total(); });
  return runs[runs.size() / 2];
}

template <class V>
Csr<V> transpose(const Csr<V>& a) {
  Csr<V> t;
  t.rows = a.cols;
  t.cols = a.rows;
  t.row_offsets.assign(static_cast<std::size_t>(a.cols) + 1, 0);
  t.col_indices.resize(a.col_indices.size());
  t.values.resize(a.values.size());
  for (const Index c : a.col_indices) ++t.row_offsets[static_cast<std::size_t>(c) + 1];
  for (std::size_t c = 0; c < static_cast<std::size_t>(a.cols); ++c) {
    t.row_offsets[c + 1] += t.row_offsets[c];
  }
  auto next = t.row_offsets;
  for (std::int64_t row = 0; row < a.rows; ++row) {
    for (auto i = static_cast<std::size_t>(a.row_offsets[static_cast<std::size_t>(row)]);
         i < static_cast<std::size_t>(a.row_offsets[static_cast<std::size_t>(row) + 1]); ++i) {
      const auto at = static_cast<std::size_t>(next[static_cast<std::size_t>(a.col_indices[i])]++);
      t.col_indices[at] = static_cast<Index>(row);
      t.values[at] = a.values[i];
    }
  }
  return t;
}

struct Candidate {
  const Variant* variant = nullptr;
  Configuration configuration;
  std::unique_ptr<SpgemmPlan> plan;
  std::vector<Phases> runs;
};

std::string base_name(const std::string& input) {
  return std::filesystem::path(input).filename().string();
}

suites::Matrix load(const std::string& input) {
  return suites::read_matrix_market(input);
}

/// Best own configuration of `problem` by the fastest of a few runs; slow ones are dropped early.
Candidate best_own(const SpgemmProblem& problem, const Options& options) {
  Candidate best;
  double best_time = 1e300;
  double best_first = 1e300;
  for (const Variant& v : full_catalogue().variants()) {
    if (v.operation != Operation::spgemm || v.facts.backend != Backend::cpu || v.facts.baseline) {
      continue;
    }
    if (!options.only.empty() && v.facts.name != options.only) continue;
    for (const Configuration& c : v.full_grid()) {
      if (!v.fit_spgemm(c, problem)) continue;
      auto plan = v.plan_spgemm(c, problem);
      const double first = run_once(*plan).total();  // gets the memory
      best_first = std::min(best_first, first);
      double time = first;
      const double start = now();
      if (first < 1.5 * best_first) {
        for (int run = 0; run < 15 && (run < 2 || now() - start < 0.03); ++run) {
          time = std::min(time, run_once(*plan).total());
        }
      }
      if (options.list) fmt::print("    {:9.3f} ms  {}\n", 1e3 * time, c.text());
      if (time < best_time) {
        best_time = time;
        best = {&v, c, std::move(plan), {}};
      }
    }
  }
  return best;
}

/// Ratio of the best baseline's total to ours, or 0 when nothing was compared.
template <class V>
double compare(const std::string& input, const Csr<double>& matrix, const Options& options,
               std::map<std::string, std::pair<double, int>>& sums) {
  Csr<V> a;
  a.rows = matrix.rows;
  a.cols = matrix.cols;
  a.row_offsets = matrix.row_offsets;
  a.col_indices = matrix.col_indices;
  a.values.assign(matrix.values.begin(), matrix.values.end());
  const Csr<V> b = a.rows == a.cols ? a : transpose(a);
  Resources resources;
  resources.threads = options.threads;
  const auto problem = spgemm::make_problem(a.view(), b.view(), resources);
  if (static_cast<double>(problem.products) > options.max_products || problem.products == 0) {
    fmt::print("{:40.40} skipped: {} products\n", base_name(input), problem.products);
    return 0;
  }
  std::vector<Candidate> candidates;
  candidates.push_back(best_own(problem, options));
  if (candidates[0].variant == nullptr) return 0;
  for (const Variant& v : full_catalogue().variants()) {
    if (v.operation != Operation::spgemm || v.facts.name.rfind("dot_product", 0) == 0) continue;
    if (!v.facts.baseline || v.facts.backend != Backend::cpu) continue;
    for (const Configuration& c : v.full_grid()) {
      const Fit fit = v.fit_spgemm(c, problem);
      if (!fit) continue;
      candidates.push_back({&v, c, v.plan_spgemm(c, problem), {}});
    }
  }
  for (auto& c : candidates) run_once(*c.plan);
  const double start = now();
  for (int round = 0; round < options.rounds * 20; ++round) {
    if (round >= options.rounds && now() - start > options.seconds) break;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      auto& c = candidates[(i + static_cast<std::size_t>(round)) % candidates.size()];
      // One run to be hot again: caches, branch history and threads are the last candidate's.
      run_once(*c.plan);
      for (int run = 0; run < 2; ++run) c.runs.push_back(run_once(*c.plan));
    }
  }
  const auto nnz = candidates[0].plan->result().nnz;
  const Phases own = median(candidates[0].runs);
  fmt::print(
      "{:40.40} {:>9} {:>9} {:>10} {:6.2f} | {:9.3f} = {:8.3f}+{:7.3f}+{:8.3f} {}\n",
      base_name(input), a.rows, a.nnz(), problem.products,
      static_cast<double>(problem.products) / static_cast<double>(std::max<std::int64_t>(nnz, 1)),
      1e3 * own.total(), 1e3 * own.symbolic, 1e3 * own.allocate, 1e3 * own.numeric,
      candidates[0].configuration.text());
  double ratio = 1e300;
  for (std::size_t i = 1; i < candidates.size(); ++i) {
    const Phases p = median(candidates[i].runs);
    const double r = p.total() / own.total();
    fmt::print("{:>80} | {:9.3f} x{:.2f} {}\n", "", 1e3 * p.total(), r,
               candidates[i].configuration.text());
    auto& [sum, count] = sums[candidates[i].configuration.text()];
    sum += std::log(r);
    ++count;
    ratio = std::min(ratio, r);
  }
  std::fflush(stdout);
  return ratio == 1e300 ? 0 : ratio;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app{"Best own SpGEMM configuration against the baselines, interleaved"};
  app.add_option("inputs", options.inputs, "matrix files")->required();
  app.add_option("--threads", options.threads, "threads granted");
  app.add_option("--rounds", options.rounds, "fewest interleaved rounds");
  app.add_option("--seconds", options.seconds, "time for the rounds of one matrix");
  app.add_option("--max-products", options.max_products, "larger problems are skipped");
  app.add_option("--only", options.only, "own variant to consider");
  app.add_flag("--f32", options.single, "single precision");
  app.add_flag("--list", options.list, "print the pilot time of every own configuration");
  app.add_flag("--pool", options.pool,
               "never give heap memory back, so that libraries pay no page faults either");
  CLI11_PARSE(app, argc, argv);
  if (options.pool) {
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, -1);
  }
  std::map<std::string, std::pair<double, int>> sums;
  double log_sum = 0;
  int count = 0;
  double worst = 1e300;
  int failures = 0;
  for (const auto& input : options.inputs) {
    try {
      const auto matrix = load(input);
      const double ratio = options.single ? compare<float>(input, matrix.csr, options, sums)
                                          : compare<double>(input, matrix.csr, options, sums);
      if (ratio == 0) continue;
      log_sum += std::log(ratio);
      ++count;
      worst = std::min(worst, ratio);
    } catch (const Error& e) {
      fmt::print(stderr, "spgemm_compare: {}\n", e.what());
      ++failures;
    }
  }
  if (count > 0) {
    fmt::print(
        "\nbest own against the best baseline: geometric mean x{:.3f}, worst x{:.3f}, {} "
        "matrices\n",
        std::exp(log_sum / count), worst, count);
    for (const auto& [name, sum] : sums) {
      fmt::print("against {}: geometric mean x{:.3f} over {}\n", name,
                 std::exp(sum.first / sum.second), sum.second);
    }
  }
  return failures == 0 ? 0 : 1;
}
