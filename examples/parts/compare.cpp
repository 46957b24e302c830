// SPDX-License-Identifier: BSD-3-Clause
#include "examples/parts/compare.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <iterator>
#include <optional>

namespace sptune::examples {
namespace {

/// All rounds of one way.
struct Column {
  Way way;
  Outcome last{};
  std::vector<std::vector<double>> phases{};  ///< seconds, by phase and round
  std::vector<double> totals{};               ///< their sums, by round
  std::string failure{};                      ///< why there is nothing, such as too little memory
};

struct Table {
  std::string name;
  std::string facts;
  std::vector<Column> columns;
  std::vector<Column> failed;
  double difference = 0;  ///< the largest from the first column
  bool agree = true;
  bool solved = true;
};

struct Spread {
  double median, least, most;
};

Spread spread_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  const double median =
      values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
  return {median, values.front(), values.back()};
}

double relative_difference(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size()) return 1;
  double difference = 0;
  double size = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference += (a[i] - b[i]) * (a[i] - b[i]);
    size += a[i] * a[i];
  }
  return size > 0 ? std::sqrt(difference / size) : std::sqrt(difference);
}

void run_once(Column& column, const Case& the, const Arguments& arguments, bool counted) {
  if (!column.failure.empty()) return;
  try {
    const Planner planner(column.way, arguments.models);
    column.last = the.run(planner);
  } catch (const std::exception& e) {
    column.failure = e.what();
    return;
  }
  if (!counted) return;
  column.phases.resize(column.last.phases.size());
  double total = 0;
  for (std::size_t i = 0; i < column.phases.size(); ++i) {
    column.phases[i].push_back(column.last.phases[i].seconds);
    total += column.last.phases[i].seconds;
  }
  column.totals.push_back(total);
}

Table compare(const std::string& name, const Case& the, const Arguments& arguments) {
  Table table{name, the.facts, {}, {}};
  for (const Way way : arguments.ways) table.columns.push_back({way});
  // The first round loads libraries and kernels, and is not counted.
  for (int round = 0; round <= arguments.repeats; ++round) {
    for (Column& column : table.columns) run_once(column, the, arguments, round > 0);
  }
  const auto failed = std::stable_partition(table.columns.begin(), table.columns.end(),
                                            [](const Column& c) { return c.failure.empty(); });
  table.failed.assign(std::move_iterator(failed), std::move_iterator(table.columns.end()));
  table.columns.erase(failed, table.columns.end());
  for (const Column& column : table.columns) {
    const std::vector<double>& first = table.columns.front().last.x;
    const double difference =
        the.differ ? the.differ(first, column.last.x) : relative_difference(first, column.last.x);
    // What is not a number is not small.
    table.agree &= difference <= the.tolerance;
    table.difference = std::max(table.difference, difference);
    table.solved &= column.last.residual <= the.residual_limit;
  }
  return table;
}

void print_row(const Table& table, const std::string& name, const char* unit,
               const std::function<std::string(const Column&)>& text) {
  std::printf("%-26s", name.c_str());
  for (const Column& column : table.columns) std::printf(" %24s", text(column).c_str());
  std::printf("  %s\n", unit);
}

std::string number(double value) {
  char out[32];
  std::snprintf(out, sizeof out, "%.4g", value);
  return out;
}

std::string milliseconds(const std::vector<double>& seconds) {
  const Spread s = spread_of(seconds);
  return number(1e3 * s.median) + " [" + number(1e3 * s.least) + ", " + number(1e3 * s.most) + "]";
}

double gain(const Table& table, const Column& column) {
  return spread_of(table.columns.front().totals).median / spread_of(column.totals).median;
}

void print(const Table& table) {
  for (const Column& column : table.failed) {
    std::printf("%s FAILED: %s\n", std::string(to_string(column.way)).c_str(),
                column.failure.c_str());
  }
  if (table.columns.empty()) return;
  for (const Column& column : table.columns) {
    std::printf("%s: %s\n", std::string(to_string(column.way)).c_str(),
                column.last.explanation.c_str());
  }
  std::printf("\n");
  print_row(table, "", "", [](const Column& c) { return std::string(to_string(c.way)); });
  print_row(table, "iterations", "", [](const Column& c) { return number(c.last.iterations); });
  print_row(table, "residual", "", [](const Column& c) { return number(c.last.residual); });
  const std::vector<Phase>& phases = table.columns.front().last.phases;
  for (std::size_t i = 0; i < phases.size(); ++i) {
    print_row(table, phases[i].name, "ms",
              [i](const Column& c) { return milliseconds(c.phases[i]); });
  }
  print_row(table, "total", "ms", [](const Column& c) { return milliseconds(c.totals); });
  std::printf("\n");
  for (std::size_t i = 1; i < table.columns.size(); ++i) {
    std::printf("%s is %.2f times as fast as %s in total\n",
                std::string(to_string(table.columns[i].way)).c_str(), gain(table, table.columns[i]),
                std::string(to_string(table.columns.front().way)).c_str());
  }
  std::printf("results differ by %.2g (%s), residuals are %s\n", table.difference,
              table.agree ? "the same" : "TOO MUCH", table.solved ? "small" : "TOO LARGE");
}

const Column* column_of(const Table& table, Way way) {
  for (const Column& column : table.columns) {
    if (column.way == way) return &column;
  }
  return nullptr;
}

/// Mean gain of a way over the first, of the matrices where both succeeded.
std::string mean_gain(const std::vector<Table>& tables, const Arguments& arguments, Way way) {
  double logarithms = 0;
  int count = 0;
  for (const Table& table : tables) {
    const Column* const column = column_of(table, way);
    if (column == nullptr || table.columns.front().way != arguments.ways.front()) continue;
    logarithms += std::log(gain(table, *column));
    ++count;
  }
  return count == 0 ? "-" : number(std::exp(logarithms / count));
}

/// A line for each matrix, and the mean of all.
void print_summary(const std::vector<Table>& tables, const Arguments& arguments) {
  std::printf("\n%-26s", "total, ms");
  for (const Way way : arguments.ways) std::printf(" %24s", std::string(to_string(way)).c_str());
  std::printf("\n");
  for (const Table& table : tables) {
    std::printf("%-26s", table.name.c_str());
    for (const Way way : arguments.ways) {
      const Column* const column = column_of(table, way);
      std::printf(" %24s", column == nullptr ? "failed" : milliseconds(column->totals).c_str());
    }
    std::printf("\n");
  }
  std::printf("%-26s", "gain, geometric mean");
  for (const Way way : arguments.ways) {
    std::printf(" %24s", mean_gain(tables, arguments, way).c_str());
  }
  std::printf("\n");
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n') {
      out += "\\n";
    } else if (static_cast<unsigned char>(c) >= 0x20) {
      out += c;
    }
  }
  return out + '"';
}

std::string json(const std::vector<double>& seconds) {
  const Spread s = spread_of(seconds);
  char out[128];
  std::snprintf(out, sizeof out, R"({"median_s": %.9g, "least_s": %.9g, "most_s": %.9g})", s.median,
                s.least, s.most);
  return out;
}

void print_json(const About& about, const Arguments& arguments, const std::vector<Table>& tables) {
  std::printf("[");
  const char* separator = "";
  for (const Table& table : tables) {
    for (const Column& c : table.columns) {
      std::printf(
          "%s\n  {\"example\": %s, \"matrix\": %s, \"facts\": %s, \"backend\": \"%s\", "
          "\"way\": \"%s\", \"explanation\": %s, \"iterations\": %d, \"residual\": %.6g, "
          "\"rounds\": %d, \"agrees\": %s",
          separator, quoted(about.name).c_str(), quoted(table.name).c_str(),
          quoted(table.facts).c_str(), arguments.where == MemorySpace::device ? "cuda" : "cpu",
          std::string(to_string(c.way)).c_str(), quoted(c.last.explanation).c_str(),
          c.last.iterations, c.last.residual, arguments.repeats,
          table.agree && table.solved ? "true" : "false");
      for (std::size_t i = 0; i < c.phases.size(); ++i) {
        std::printf(", %s: %s", quoted(c.last.phases[i].name).c_str(), json(c.phases[i]).c_str());
      }
      std::printf(", \"total\": %s}", json(c.totals).c_str());
      separator = ",";
    }
    for (const Column& c : table.failed) {
      std::printf("%s\n  {\"example\": %s, \"matrix\": %s, \"way\": \"%s\", \"failure\": %s}",
                  separator, quoted(about.name).c_str(), quoted(table.name).c_str(),
                  std::string(to_string(c.way)).c_str(), quoted(c.failure).c_str());
      separator = ",";
    }
  }
  std::printf("\n]\n");
}

}  // namespace

Stopwatch::Stopwatch(MemorySpace where) : where_(where) {
  if (where_ == MemorySpace::device) cuda::synchronize();
  start_ = std::chrono::steady_clock::now();
}

double Stopwatch::lap() {
  if (where_ == MemorySpace::device) cuda::synchronize();
  const auto now = std::chrono::steady_clock::now();
  return std::chrono::duration<double>(now - std::exchange(start_, now)).count();
}

int run_example(int argc, char** argv, const About& about,
                const std::function<Case(const Input&, const Arguments&)>& prepare) {
  const Arguments arguments = parse_arguments(argc, argv, about);
  try {
    if (arguments.where == MemorySpace::device && !cuda::device_info()) {
      throw DeviceError(cuda::device_info().error());
    }
    (void)Planner(Way::tuned, arguments.models);  // models that cannot be used end it here
    std::vector<Table> tables;
    for (const std::string& matrix : arguments.matrices) {
      const Input input = read(matrix);
      const Case the = prepare(input, arguments);
      if (!arguments.json) {
        std::printf("%s, %s: %s\n", about.name, input.name.c_str(), the.facts.c_str());
      }
      tables.push_back(compare(input.name, the, arguments));
      if (!arguments.json) print(tables.back());
    }
    if (arguments.json) {
      print_json(about, arguments, tables);
    } else if (tables.size() > 1) {
      print_summary(tables, arguments);
    }
    const bool fine = std::all_of(tables.begin(), tables.end(), [](const Table& t) {
      return t.agree && t.solved && t.failed.empty();
    });
    return fine ? 0 : 1;
  } catch (const Error& e) {
    std::fprintf(stderr, "%s: %s\n", about.name, e.what());
    return static_cast<int>(e.code());
  } catch (const std::exception& e) {
    std::fprintf(stderr, "%s: %s\n", about.name, e.what());
    return 1;
  }
}

}  // namespace sptune::examples
