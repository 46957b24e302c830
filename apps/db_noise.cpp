// SPDX-License-Identifier: BSD-3-Clause
#include "apps/db_noise.hpp"

#include "apps/output.hpp"
#include "apps/verbs.hpp"
#include "db/noise.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace sptune::apps {
namespace {

using harness::Observation;

double percent(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

void print_noise(const harness::NoiseEstimate& e) {
  const harness::Noise& n = e.noise;
  print_out(
      "  estimated from {} problems, {} configurations on both: pass {:.2f} %, lap {:.2f} %, "
      "change {:.2f} %, common {:.2f} %; factors {:.2f} (time), {:.2f} (tie)\n",
      e.evidence.problems, e.evidence.pairs, n.pass * 100, n.lap * 100, n.change * 100,
      n.common * 100, n.time_factor, n.tie_factor);
}

void print_judged(const char* by, const harness::Repeatability& r) {
  const std::size_t known = r.problems - r.unmeasured_winner;
  print_out(
      "  {:<22} {:>4} of {:<4} medians held ({:5.1f} %), half-width {:.2f} %; winners: {} same, "
      "{} tied, {} of {} lost ({:.1f} % agree){}; a tie is {:.2f} %, {:.1f} ties of {:.1f}\n",
      by, r.held, r.finalists, percent(r.held, r.finalists), r.half_width * 100, r.same_winner,
      r.tied_winner, known - r.same_winner - r.tied_winner, known,
      percent(r.same_winner + r.tied_winner, known),
      known == r.problems ? std::string{}
                          : fmt::format(", {} not measured before", r.unmeasured_winner),
      r.tie_width * 100, r.ties, r.candidates);
}

/// Those of every second problem.
std::vector<Observation> half_of(const std::vector<Observation>& all, std::size_t which) {
  std::vector<std::string> problems;
  problems.reserve(all.size());
  for (const Observation& o : all) problems.push_back(o.problem);
  std::sort(problems.begin(), problems.end());
  problems.erase(std::unique(problems.begin(), problems.end()), problems.end());
  std::vector<Observation> out;
  for (const Observation& o : all) {
    const auto at = std::lower_bound(problems.begin(), problems.end(), o.problem);
    if (static_cast<std::size_t>(at - problems.begin()) % 2 == which) out.push_back(o);
  }
  return out;
}

std::vector<Observation> joined(std::vector<Observation> a, const std::vector<Observation>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

void judge(const db::NoiseGroup& g, const harness::Noise& stored) {
  print_out("{} {} {} {} on {}{}{}\n", g.operation, g.value_type, g.backend, g.cache, g.machine,
            g.context.empty() ? "" : ": ", g.context);
  if (g.same_trials > 0) {
    print_out("  left out: {} results that stand on the very same trials on both sides\n",
              g.same_trials);
  }
  const auto r = harness::repeatability(stored, g.first, g.second);
  if (r.finalists == 0) {
    print_out(
        "  no configuration of the first was measured in several passes and is in the second: "
        "sweep the same matrices, with finalists\n");
    return;
  }
  print_out("  second over first: {:+.2f} % at the median\n", r.shift * 100);
  print_judged("as the file reckons:", r);
  const auto all = harness::estimate_noise(joined(g.first, g.second), stored);
  if (!all) {
    print_out(
        "  fewer than {} problems have configurations measured in passes on both: nothing to "
        "estimate from\n",
        harness::least_problems);
    return;
  }
  print_noise(*all);
  print_judged("by its own estimate:", harness::repeatability(all->noise, g.first, g.second));
  for (const std::size_t half : {std::size_t{0}, std::size_t{1}}) {
    const auto from =
        harness::estimate_noise(joined(half_of(g.first, half), half_of(g.second, half)), stored);
    if (!from) continue;
    print_judged(half == 0 ? "2nd half by the 1st:" : "1st half by the 2nd:",
                 harness::repeatability(from->noise, half_of(g.first, 1 - half),
                                        half_of(g.second, 1 - half)));
  }
}

void run_noise(const std::string& first, const std::string& second) {
  const auto groups = db::common_results(first, second);
  if (groups.empty()) {
    throw UsageError(fmt::format(
        "{} and {} have no problem in common that was measured on the same kind of machine: "
        "sweep the same suite into both",
        first, second));
  }
  if (std::all_of(groups.begin(), groups.end(),
                  [](const db::NoiseGroup& g) { return g.first.empty(); })) {
    throw UsageError(fmt::format(
        "{} and {} hold the very same trials of all that both measured: measure it a second time, "
        "into a file of its own",
        first, second));
  }
  for (const db::NoiseGroup& g : groups) {
    judge(g, db::noise_of(first, g.backend, g.operation, g.context_id));
  }
}

}  // namespace

void add_db_noise(CLI::App& db) {
  auto* sub = db.add_subcommand(
      "noise",
      "Judge how well a sweep foretold a later one of the same matrices: whether its intervals "
      "hold the later medians, whether winners stayed or were ties, and what the two say of the "
      "noise");
  auto first = std::make_shared<std::string>();
  auto second = std::make_shared<std::string>();
  sub->add_option("first", *first, "Database of the first occasion")->required();
  sub->add_option("second", *second, "Database of the second")->required();
  sub->callback([first, second] { run_noise(*first, *second); });
}

}  // namespace sptune::apps
