// SPDX-License-Identifier: BSD-3-Clause
// Not a test: prints, for matrix files and generated matrices, the best configuration of each of
// our variants beside the best of each baseline, in one process with interleaved samples.
#include "kernels/baselines/baselines.hpp"
#include "kernels/spmv/spmv.hpp"
#include "suites/generators/generators.hpp"
#include "suites/io/matrix_market.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace {

using sptune::Configuration;
using sptune::Variant;

struct Options {
  std::vector<std::string> matrices;
  std::string type = "f64";
  std::string only;  ///< variants, separated by commas; empty: all
  std::string csv;
  int threads = omp_get_max_threads();
  int finalists = 6;
  int rounds = 21;
  double sample_us = 300;
};

struct Candidate {
  const Variant* variant = nullptr;
  Configuration configuration;
  double plan_s = 0;
  double median_us = 0;
};

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double median(std::vector<double> v) {
  std::nth_element(v.begin(), v.begin() + static_cast<std::ptrdiff_t>(v.size() / 2), v.end());
  return v[v.size() / 2];
}

/// The vectors of one matrix, and timing of plans with them.
template <class V>
struct Bench {
  std::vector<V> x;
  std::vector<V> y;

  Bench(std::int64_t rows, std::int64_t cols)
      : x(static_cast<std::size_t>(cols), V{1}), y(static_cast<std::size_t>(rows)) {}

  double sample_us(sptune::SpmvPlan& plan, int repeats) {
    const double begin = seconds();
    for (int i = 0; i < repeats; ++i) plan.run(1.0, x.data(), 0.0, y.data(), {});
    return (seconds() - begin) * 1e6 / repeats;
  }
  int repeats_for(sptune::SpmvPlan& plan, double wanted_us) {
    sample_us(plan, 2);
    const double one = sample_us(plan, 3);
    return std::clamp(static_cast<int>(wanted_us / std::max(one, 0.01)), 1, 100000);
  }
  double pilot_us(sptune::SpmvPlan& plan, double wanted_us) {
    const int repeats = repeats_for(plan, wanted_us);
    double best = sample_us(plan, repeats);
    for (int i = 0; i < 2; ++i) best = std::min(best, sample_us(plan, repeats));
    return best;
  }
};

bool wanted(const Variant& v, const Options& o) {
  return v.operation == sptune::Operation::spmv && v.facts.backend == sptune::Backend::cpu &&
         (o.only.empty() || v.facts.baseline ||
          ("," + o.only + ",").find("," + v.facts.name + ",") != std::string::npos);
}

template <class V>
std::vector<Candidate> measure(const sptune::Csr<V>& a, const Options& o) {
  sptune::SpmvProblem problem{a.view(), {}};
  problem.resources.threads = o.threads;
  Bench<V> bench(a.rows, a.cols);
  std::vector<Candidate> all;
  for (const Variant& v : sptune::full_catalogue().variants()) {
    if (!wanted(v, o)) continue;
    for (const Configuration& c : v.full_grid()) {
      if (!v.fit_spmv(c, problem)) continue;
      const double begin = seconds();
      const auto plan = v.plan_spmv(c, problem);
      const double plan_s = seconds() - begin;
      all.push_back({&v, c, plan_s, bench.pilot_us(*plan, o.sample_us)});
    }
  }
  std::sort(all.begin(), all.end(),
            [](const Candidate& l, const Candidate& r) { return l.median_us < r.median_us; });
  std::vector<Candidate*> finalists;
  std::vector<std::unique_ptr<sptune::SpmvPlan>> plans;
  std::vector<int> repeats;
  int own = 0;
  for (Candidate& c : all) {
    if (!c.variant->facts.baseline && own++ >= o.finalists) continue;
    finalists.push_back(&c);
    plans.push_back(c.variant->plan_spmv(c.configuration, problem));
    repeats.push_back(bench.repeats_for(*plans.back(), o.sample_us));
  }
  std::vector<std::vector<double>> samples(finalists.size());
  for (int round = 0; round < o.rounds; ++round) {
    for (std::size_t k = 0; k < finalists.size(); ++k) {
      const std::size_t i = (k + static_cast<std::size_t>(round)) % finalists.size();
      bench.sample_us(*plans[i], 1);  // what ran before leaves its own data in the caches
      samples[i].push_back(bench.sample_us(*plans[i], repeats[i]));
    }
  }
  for (std::size_t i = 0; i < finalists.size(); ++i) finalists[i]->median_us = median(samples[i]);
  // Finalists carry interleaved medians, the others their pilots: only finalists are compared.
  std::vector<Candidate> out;
  out.reserve(all.size());
  for (const Candidate* c : finalists) out.push_back(*c);
  for (const Candidate& c : all) {
    if (std::none_of(finalists.begin(), finalists.end(),
                     [&](const Candidate* f) { return f == &c; })) {
      out.push_back(c);
    }
  }
  return out;
}

template <class V>
sptune::Csr<V> as_type(const sptune::Csr<double>& a) {
  sptune::Csr<V> out;
  out.rows = a.rows;
  out.cols = a.cols;
  out.row_offsets = a.row_offsets;
  out.col_indices = a.col_indices;
  out.values.assign(a.values.begin(), a.values.end());
  return out;
}

const Candidate* best_of(const std::vector<Candidate>& all, bool baseline) {
  const Candidate* best = nullptr;
  for (const Candidate& c : all) {
    if (c.variant->facts.baseline == baseline &&
        (best == nullptr || c.median_us < best->median_us)) {
      best = &c;
    }
  }
  return best;
}

int compare(const Options& o) {
  std::ofstream csv;
  if (!o.csv.empty()) {
    csv.open(o.csv);
    csv << "matrix,rows,nnz,configuration,baseline,us,plan_s\n";
  }
  double log_sum = 0;
  int count = 0;
  fmt::print("{:<28} {:>9} {:>10}  {:>9} {:>9} {:>6}  {}\n", "matrix", "rows", "nnz", "own us",
             "base us", "ratio", "best own | best baseline");
  for (const std::string& name : o.matrices) {
    const sptune::suites::Matrix m = std::filesystem::exists(name)
                                         ? sptune::suites::read_matrix_market(name)
                                         : sptune::suites::generate(name);
    const auto all = o.type == "f32" ? measure(as_type<float>(m.csr), o) : measure(m.csr, o);
    const std::string label = std::filesystem::path(name).filename().string().substr(0, 28);
    for (const Candidate& c : all) {
      csv << fmt::format("{},{},{},\"{}\",{},{:.4f},{:.6f}\n", label, m.csr.rows, m.csr.nnz(),
                         c.configuration.text(), c.variant->facts.baseline ? 1 : 0, c.median_us,
                         c.plan_s);
    }
    const Candidate* own = best_of(all, false);
    const Candidate* base = best_of(all, true);
    if (own == nullptr) continue;
    const double ratio = base == nullptr ? 1.0 : base->median_us / own->median_us;
    fmt::print("{:<28} {:>9} {:>10}  {:>9.2f} {:>9.2f} {:>6.2f}  {} | {}\n", label, m.csr.rows,
               m.csr.nnz(), own->median_us, base == nullptr ? 0.0 : base->median_us, ratio,
               own->configuration.text(), base == nullptr ? "-" : base->configuration.text());
    std::fflush(stdout);
    log_sum += std::log(ratio);
    ++count;
  }
  if (count > 0) {
    fmt::print("geometric mean of {} ratios: {:.3f}\n", count, std::exp(log_sum / count));
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Best own SpMV configuration against each baseline");
  Options o;
  app.add_option("matrices", o.matrices, "Matrix Market files or generator ids")->required();
  app.add_option("--type", o.type, "f64 or f32");
  app.add_option("--only", o.only, "own variants to try, separated by commas");
  app.add_option("--csv", o.csv, "file for all measurements");
  app.add_option("--threads", o.threads, "threads granted");
  app.add_option("--finalists", o.finalists, "own configurations measured again, interleaved");
  app.add_option("--rounds", o.rounds, "interleaved rounds");
  app.add_option("--sample-us", o.sample_us, "least length of a sample");
  CLI11_PARSE(app, argc, argv);
  try {
    return compare(o);
  } catch (const sptune::Error& e) {
    fmt::print(stderr, "spmv_compare: {}\n", e.what());
    return static_cast<int>(e.code());
  }
}
