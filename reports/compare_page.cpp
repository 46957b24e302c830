// SPDX-License-Identifier: BSD-3-Clause
// A comparison as a page.
#include "reports/charts.hpp"
#include "reports/compare.hpp"
#include "reports/page.hpp"
#include "reports/sections.hpp"
#include "reports/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace sptune::reports {
namespace {

std::string range(const Ratio& r) {
  return fmt::format("{:.3f} to {:.3f}", r.low, r.high);
}

Section answers_section(const Comparison& c) {
  BarChart chart;
  chart.id = "answer-chart";
  chart.title = "Problems by answer";
  chart.description = "How many problems are faster, slower, the same or not told apart in B";
  chart.x_label = "problems";
  BarChart::Row row{"B", {}};
  std::size_t number = 0;
  for (const Verdict answer :
       {Verdict::faster, Verdict::same, Verdict::ambiguous, Verdict::slower}) {
    chart.categories.emplace_back(to_string(answer));
    chart.classes.push_back(fmt::format("s{}", number++));
    row.parts.push_back(static_cast<double>(c.count(answer)));
  }
  chart.rows.push_back(std::move(row));
  Table table{"difference-table", "What else differs", {{"fact"}, {"A"}, {"B"}}, {}, false, false};
  for (const auto& [fact, a, b] : c.facts) table.rows.push_back({words(fact), words(a), words(b)});
  return {"answers",
          "Faster, slower, same, or not to be told",
          "An answer is given where the 95 % interval of time B / time A, which knows how times "
          "change from one occasion to the next, leaves no other.",
          draw(chart) + html(table),
          {}};
}

Section problems_section(const Comparison& c) {
  Table table{"problem-table",
              "",
              {{"problem"},
               {"answer"},
               {"B / A", true, "time of B's fastest over time of A's"},
               {"95 %", true},
               {"A, µs", true},
               {"B, µs", true},
               {"A"},
               {"B"},
               {"winner", false, "same, tied on one side, other, or unmeasured on one side"},
               {"context", false, "what tells it from others of its file"}},
              {},
              true,
              true};
  for (const ComparedProblem& p : c.problems) {
    table.rows.push_back({words(p.name.text()), words(std::string(to_string(p.ratio.verdict))),
                          figure(p.ratio.value, fmt::format("{:.3f}", p.ratio.value)),
                          figure(p.ratio.low, range(p.ratio)), figure(p.a_us), figure(p.b_us),
                          code(p.a), code(p.b), words(std::string(to_string(p.winner))),
                          words(p.context)});
  }
  return {"problems", "Problems", "The fastest configuration of each side.", html(table), {}};
}

Section configurations_section(const Comparison& c) {
  Table table{"configuration-table",
              "",
              {{"problem"},
               {"configuration"},
               {"answer"},
               {"B / A", true},
               {"95 %", true},
               {"A, µs", true},
               {"B, µs", true},
               {"held", false, "A's interval holds B's median"},
               {"context", false, "what tells it from others of its file"}},
              {},
              true,
              true};
  for (const ComparedProblem& p : c.problems) {
    for (const ComparedConfiguration& x : p.configurations) {
      if (!x.finalist) continue;
      table.rows.push_back({words(p.name.text()), code(x.configuration),
                            words(std::string(to_string(x.ratio.verdict))),
                            figure(x.ratio.value, fmt::format("{:.3f}", x.ratio.value)),
                            figure(x.ratio.low, range(x.ratio)), figure(x.a_us), figure(x.b_us),
                            words(x.held ? "yes" : "no"), words(p.context)});
    }
  }
  return {"configurations",
          "Finalists",
          "Configurations that A measured again with others, and B measured to the end.",
          html(table),
          {}};
}

}  // namespace

std::string page(const Comparison& c, const Side& a, const Side& b, const PageOptions& options) {
  const auto count = [](std::size_t n) { return grouped(static_cast<long long>(n)); };
  const std::string tiles =
      tile("A", a.name) + tile("B", b.name) + tile("problems", count(c.problems.size())) +
      tile("faster", count(c.count(Verdict::faster))) +
      tile("slower", count(c.count(Verdict::slower))) +
      tile("same", count(c.count(Verdict::same))) +
      tile("not to be told", count(c.count(Verdict::ambiguous))) +
      tile("B / A", fmt::format("{:.3f}", c.overall.value)) +
      tile("winners agree or tie", percent(c.winners_agree())) +
      (c.count(Winner::unmeasured) == 0
           ? std::string{}
           : tile("winners unmeasured", count(c.count(Winner::unmeasured)))) +
      tile("finalists held", c.finalists == 0 ? "–"
                                              : percent(static_cast<double>(c.held) /
                                                        static_cast<double>(c.finalists))) +
      (c.same_trials == 0 ? std::string{} : tile("left out: same trials", count(c.same_trials)));
  return page(options, tiles, {answers_section(c), problems_section(c), configurations_section(c)},
              {});
}

}  // namespace sptune::reports
