// SPDX-License-Identifier: BSD-3-Clause
// sptune-bench: the catalogue under Google Benchmark, one benchmark per configuration and matrix,
// timed by the trial engine (manual time), so that filters, JSON output and compare.py work as
// people know them.
//   sptune-bench --benchmark_filter='spmv/csr.*f64' --benchmark_format=json
// Matrices are loaded when a benchmark on them runs, not before: filtered ones cost nothing.
#include "bench/program.hpp"
#include "harness/engine/engine.hpp"
#include "kernels/baselines/baselines.hpp"
#include "sptune/error.hpp"
#include "suites/collections/suite.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <charconv>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace sptune;  // NOLINT(google-build-using-namespace): a program of one file

constexpr const char* usage =
    "Flags of this program, beside Google Benchmark's:\n"
    "  [--sptune_suite=quick|<manifest, folder, file or generator id>]\n"
    "  [--sptune_grid=smoke|full]        points of each variant's axes\n"
    "  [--sptune_operation=NAME]         default: all\n"
    "  [--sptune_type=f64|f32|all]\n"
    "  [--sptune_cache=hot|cold]\n"
    "  [--sptune_threads=N]              0: all cores allowed\n";

struct Flags {
  std::string suite = "quick";
  std::string grid = "smoke";
  std::string operation = "all";
  std::string type = "f64";
  std::string cache = "hot";
  std::string threads = "0";
};

/// Takes our flags out of argv; Google Benchmark's stay.
Flags take_flags(std::vector<char*>& args) {
  Flags flags;
  const std::map<std::string, std::string Flags::*> known{
      {"suite", &Flags::suite}, {"grid", &Flags::grid},   {"operation", &Flags::operation},
      {"type", &Flags::type},   {"cache", &Flags::cache}, {"threads", &Flags::threads}};
  constexpr std::string_view prefix = "--sptune_";
  std::vector<char*> rest;
  for (char* arg : args) {
    const std::string_view text = arg;
    if (text.substr(0, prefix.size()) != prefix) {
      rest.push_back(arg);
      continue;
    }
    const std::size_t equals = text.find('=');
    const auto name = std::string(text.substr(prefix.size(), equals - prefix.size()));
    const auto flag = known.find(name);
    if (equals == std::string_view::npos || flag == known.end()) {
      std::string names;
      for (const auto& [each, member] : known) names += fmt::format(" {}{}=", prefix, each);
      throw UsageError(fmt::format("unknown flag {}; known:{}", text, names));
    }
    flags.*(flag->second) = std::string(text.substr(equals + 1));
  }
  args = std::move(rest);
  return flags;
}

void expect_one_of(const char* flag, const std::string& value, std::vector<std::string> allowed) {
  for (const std::string& a : allowed) {
    if (value == a) return;
  }
  throw UsageError(
      fmt::format("--sptune_{}={}: expected {}", flag, value, fmt::join(allowed, ", ")));
}

/// The names of a closed set, and the word for all of them.
template <class List>
std::vector<std::string> with_all(const List& list) {
  std::vector<std::string> names{"all"};
  for (const auto element : list) names.emplace_back(to_string(element));
  return names;
}

harness::Protocol protocol_of(const Flags& flags) {
  expect_one_of("grid", flags.grid, {"smoke", "full"});
  expect_one_of("operation", flags.operation, with_all(all_operations()));
  expect_one_of("type", flags.type, with_all(all_value_types));
  expect_one_of("cache", flags.cache, {"hot", "cold"});
  harness::Protocol protocol;
  protocol.cache = *harness::parse_cache_policy(flags.cache);
  const char* const end = flags.threads.data() + flags.threads.size();
  const auto parsed = std::from_chars(flags.threads.data(), end, protocol.threads);
  if (parsed.ec != std::errc{} || parsed.ptr != end || protocol.threads < 0) {
    throw UsageError(
        fmt::format("--sptune_threads={}: expected a number, 0 or more", flags.threads));
  }
  return protocol;
}

/// The engine and the one session that is open: Google Benchmark calls a benchmark several times to
/// find its number of iterations, and each call continues the same session.
class Bench {
 public:
  explicit Bench(harness::Protocol protocol)
      : protocol_(protocol), engine_([this](const std::string& hash) {
          return suites::read_binary(library_.binary_path(hash), hash);
        }) {}

  void run(benchmark::State& state, const ResolvedConfiguration& configuration,
           const suites::SuiteEntry& entry, ValueType type) {
    try {
      harness::Session& session = open(configuration, entry, type);
      const harness::Trial& trial = session.trial();
      if (trial.outcome != harness::Outcome::ok) {
        const std::string why = fmt::format("{}: {}", to_string(trial.outcome), trial.message);
        state.SkipWithError(why.c_str());
        return;
      }
      for (auto _ : state) state.SetIterationTime(session.sample());
      if (!session.recheck()) {
        const std::string why = fmt::format("{}: {}", to_string(trial.outcome), trial.message);
        state.SkipWithError(why.c_str());
        return;
      }
      const auto runs = static_cast<double>(state.iterations());
      using benchmark::Counter;
      state.counters["GB/s"] = Counter(trial.compulsory_bytes * runs / 1e9, Counter::kIsRate);
      state.counters["GFLOP/s"] =
          Counter(static_cast<double>(trial.flops) * runs / 1e9, Counter::kIsRate);
      state.counters["prepare_s"] = trial.prepare_s;
      state.counters["floor_us"] = trial.floor_us;
    } catch (const std::exception& e) {
      state.SkipWithError(e.what());
    }
  }

 private:
  harness::Session& open(const ResolvedConfiguration& configuration,
                         const suites::SuiteEntry& entry, ValueType type) {
    const Variant& variant = configuration.variant();
    const std::string key = fmt::format("{}|{}|{}|{}|{}", to_string(variant.operation),
                                        to_string(variant.facts.backend), configuration.text(),
                                        entry.name, to_string(type));
    if (session_ != nullptr && key == key_) return *session_;
    session_.reset();
    const suites::MatrixInfo info = library_.info(entry);
    const OperandChoice operand =
        record_of(variant.operation).choices(info.rows, info.cols).front();
    const harness::ProblemKey problem{
        variant.operation, type,
        info.content_hash, operand.b_kind == "x" ? "" : info.content_hash,
        operand.b_kind,    operand.parameters};
    session_ = engine_.open({configuration, problem, protocol_});
    key_ = key;
    return *session_;
  }

  harness::Protocol protocol_;
  suites::Library library_;
  harness::Engine engine_;
  std::unique_ptr<harness::Session> session_;
  std::string key_;
};

void register_all(const Flags& flags, Bench& bench, const suites::Suite& suite) {
  for (const Variant& v : full_catalogue().variants()) {
    if (flags.operation != "all" && flags.operation != to_string(v.operation)) continue;
    for (const ResolvedConfiguration& c : flags.grid == "full" ? v.full_grid() : v.smoke_grid()) {
      for (const suites::SuiteEntry& entry : suite.entries) {
        for (const ValueType type : all_value_types) {
          if (flags.type != "all" && flags.type != to_string(type)) continue;
          const std::string backend =
              v.facts.backend == Backend::cpu ? "" : std::string(to_string(v.facts.backend)) + "/";
          const std::string name = fmt::format("{}/{}{}/{}/{}", to_string(v.operation), backend,
                                               c.text(), entry.name, to_string(type));
          benchmark::RegisterBenchmark(
              name.c_str(),
              [&bench, c, &entry, type](benchmark::State& s) { bench.run(s, c, entry, type); })
              ->UseManualTime()
              ->Unit(benchmark::kMicrosecond);
        }
      }
    }
  }
}

void print_usage() {
  apps::print_out("{}\n", usage);
}

int run(std::vector<char*> args) {
  const Flags flags = take_flags(args);
  // A sample of a short kernel is many runs and counts as one iteration of one run's time: a tenth
  // of the usual least time is enough for a steady mean. A user's own flag comes later, and wins.
  std::string least_time = "--benchmark_min_time=0.05";
  args.insert(args.begin() + 1, least_time.data());
  Bench kernels(protocol_of(flags));
  const suites::Suite suite = suites::open_suite(flags.suite);
  if (!bench::read_flags<print_usage>(args)) return static_cast<int>(ExitCode::usage);
  benchmark::AddCustomContext("sptune_suite", flags.suite);
  benchmark::AddCustomContext("sptune_cache", flags.cache);
  register_all(flags, kernels, suite);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return bench::program("sptune-bench", argc, argv, run);
}
