// SPDX-License-Identifier: BSD-3-Clause
#include "reports/side.hpp"

#include "db/noise.hpp"
#include "db/query.hpp"
#include "harness/records/statistics.hpp"
#include "harness/records/trial.hpp"
#include "kernels/api/json_text.hpp"
#include "sptune/error.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>

namespace sptune::reports {
namespace {

using nlohmann::json;

json parsed_or_empty(const std::string& text) {
  const auto parsed = parse_json<json>(text);
  return parsed && parsed.value().is_object() ? parsed.value() : json::object();
}

// --- which runs ----------------------------------------------------------------------------------

/// Rows of compare_runs by sweep: a plan names the runs that it began before, one per cache policy.
std::vector<std::vector<std::size_t>> sweeps_of(const db::Table& runs) {
  std::vector<std::vector<std::size_t>> sweeps;
  std::map<std::string, std::size_t> row_of;
  for (std::size_t row = 0; row < runs.rows.size(); ++row) row_of[runs.text(row, "uuid")] = row;
  std::set<std::size_t> earlier;
  std::vector<std::vector<std::size_t>> members(runs.rows.size());
  for (std::size_t row = 0; row < runs.rows.size(); ++row) {
    const json plan = parsed_or_empty(runs.text(row, "plan"));
    if (const auto list = plan.find("earlier_runs"); list != plan.end() && list->is_array()) {
      for (const json& uuid : *list) {
        const auto found = uuid.is_string() ? row_of.find(uuid.get<std::string>()) : row_of.end();
        if (found == row_of.end()) continue;
        earlier.insert(found->second);
        members[row].push_back(found->second);
      }
    }
    members[row].push_back(row);
  }
  for (std::size_t row = 0; row < members.size(); ++row) {
    if (!earlier.contains(row)) sweeps.push_back(std::move(members[row]));
  }
  return sweeps;
}

std::string list_of_sweeps(const db::Table& runs,
                           const std::vector<std::vector<std::size_t>>& sweeps) {
  std::string list;
  for (std::size_t s = 0; s < sweeps.size() && s < 9; ++s) {
    const std::size_t row = sweeps[s].back();
    // A uuid begins with the time: fewer digits are the same for a minute.
    list += fmt::format("{}{}: {:.13} of {:.16}, commit {:.7}", list.empty() ? "" : "; ", s + 1,
                        runs.text(row, "uuid"), runs.text(row, "started_at"),
                        runs.text(row, "git_sha"));
  }
  return sweeps.size() > 9 ? list + "; …" : list;
}

std::vector<std::size_t> beginning_with(const db::Table& runs, const char* column,
                                        const std::string& which) {
  std::vector<std::size_t> found;
  for (std::size_t row = 0; row < runs.rows.size(); ++row) {
    if (runs.text(row, column).starts_with(which)) found.push_back(row);
  }
  return found;
}

std::vector<std::size_t> chosen_runs(const db::Table& runs, const SideName& name) {
  const std::string& which = name.which;
  const auto sweeps = sweeps_of(runs);
  const auto wrong = [&](const char* what) {
    return UsageError(fmt::format("{}: {} '{}'; sweeps are {}", name.file.string(), what, which,
                                  list_of_sweeps(runs, sweeps)));
  };
  if (which.size() < 4) {
    const bool number = which.find_first_not_of("0123456789") == std::string::npos;
    const std::size_t n = number ? std::stoul(which) : 0;
    if (n < 1 || n > sweeps.size()) throw wrong("no sweep");
    return sweeps[n - 1];
  }
  std::vector<std::size_t> found = beginning_with(runs, "uuid", which);
  if (found.size() > 1) throw wrong("more than one run begins with");
  if (found.empty()) found = beginning_with(runs, "git_sha", which);
  if (found.empty()) throw wrong("no run and no commit begins with");
  for (const std::size_t row : found) {
    if (runs.text(row, "git_sha") != runs.text(found.front(), "git_sha")) {
      throw wrong("more than one commit begins with");
    }
  }
  return found;
}

// --- what describes them -------------------------------------------------------------------------

/// True of every moment, and of no run.
bool momentary(const std::string& fact) {
  static const std::set<std::string> facts{"load", "clock_read_ns", "clock_step_ns"};
  return facts.contains(fact);
}

/// What says nothing of how much was measured, or stands among the facts of its run.
bool beside_the_point(const std::string& member) {
  static const std::set<std::string> members{"suite", "matrices",     "backend",  "caches",
                                             "again", "earlier_runs", "protocol", "retime"};
  return members.contains(member);
}

std::string text_of(const json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_array()) return value.dump();
  std::string out;
  for (const json& one : value) out += (out.empty() ? "" : " ") + text_of(one);
  return out;
}

void describe(const db::Table& runs, const std::vector<std::size_t>& rows, Side& side) {
  const auto add = [&](const std::string& fact, const std::string& value) {
    if (!value.empty()) side.facts[fact].insert(value);
  };
  for (const std::size_t row : rows) {
    side.runs.push_back(runs.text(row, "uuid"));
    const std::string started = runs.text(row, "started_at");
    if (side.first_started.empty() || started < side.first_started) side.first_started = started;
    side.last_started = std::max(side.last_started, started);
    const bool dirty = runs.number(row, "git_dirty") != 0;
    side.commits.insert(fmt::format("{:.7}{}", runs.text(row, "git_sha"), dirty ? " (dirty)" : ""));
    for (const char* fact :
         {"hardware", "arch", "cores", "memory_bytes", "compiler", "flags", "os", "libc",
          "library_version", "isa", "driver", "cuda_runtime", "cusparse", "threads", "suite"}) {
      add(fact, runs.text(row, fact));
    }
    for (const char* column : {"params", "info"}) {
      const json facts = parsed_or_empty(runs.text(row, column));
      for (const auto& [fact, value] : facts.items()) {
        if (!momentary(fact))
          add(fact, value.is_string() ? value.get<std::string>() : value.dump());
      }
    }
    // A side that looked at fewer points may have missed the best.
    const json plan = parsed_or_empty(runs.text(row, "plan"));
    for (const auto& [member, value] : plan.items()) {
      if (!beside_the_point(member)) add("plan " + member, text_of(value));
    }
  }
}

// --- what they measured --------------------------------------------------------------------------

struct Attempt {
  std::size_t trial = 0;  ///< hash of its uuid, of which a file may hold millions
  std::string outcome;
  bool together = false;  ///< with other finalists
  bool rounds = false;
  double us = 0, sample_sd = 0, pass_squares = 0;
  int passes = 1;
};

Attempt attempt_of(const db::Table& t, std::size_t row) {
  const auto or_else = [&](const char* column, double other) {
    const double value = t.number(row, column);
    return std::isfinite(value) ? value : other;
  };
  const std::string stop = t.text(row, "stop_reason");
  return {std::hash<std::string>{}(t.text(row, "trial_uuid")),
          t.text(row, "outcome"),
          stop == harness::in_repetitions || stop == "rounds",
          stop == "rounds",
          or_else("median_us", 0),
          or_else("sample_sd", 0),
          or_else("squares", 0),
          static_cast<int>(or_else("passes", 1))};
}

/// The attempts of a key that count, of those in the order in which they were made, as the view
/// `repetition` has it: none where the last was found wrong; that one alone where it was given up.
std::vector<const Attempt*> counted_of(const std::vector<Attempt>& attempts) {
  std::vector<const Attempt*> counted;
  if (attempts.back().outcome == "wrong_result" || !(attempts.back().us > 0)) return counted;
  if (attempts.back().outcome == "dominated") return {&attempts.back()};
  for (const Attempt& a : attempts) {
    // Attempts of `rounds`, of older programs, hold the samples of those before them.
    if (a.outcome == "wrong_result" || a.rounds) counted.clear();
    if (a.outcome == "ok" && a.us > 0 && a.together) counted.push_back(&a);
  }
  if (!attempts.back().together) counted = {&attempts.back()};
  return counted;
}

harness::Measured measured(const std::vector<const Attempt*>& counted) {
  harness::Measured out;
  out.laps = static_cast<int>(counted.size());
  out.passes = 0;
  out.sample_sd = counted.back()->sample_sd;
  std::vector<double> medians;
  double sum = 0;
  double squares = 0;
  double within = 0;
  for (const Attempt* a : counted) {
    medians.push_back(a->us);
    out.passes += a->passes;
    within += a->pass_squares;
    sum += std::log(a->us);
    squares += std::log(a->us) * std::log(a->us);
  }
  out.us = harness::quantile(std::move(medians), 0.5);
  if (out.passes > out.laps) out.pass_sd = std::sqrt(within / (out.passes - out.laps));
  if (out.laps > 1) {
    out.lap_sd = std::sqrt(std::max(0.0, squares - sum * sum / out.laps) / (out.laps - 1));
  }
  return out;
}

/// Takes the attempts as they are read: a file may hold millions.
class Reader {
 public:
  explicit Reader(std::filesystem::path file)
      : file_(std::move(file)), labels_(db::context_labels(file_)) {}

  std::vector<SideContext> read(const db::Parameters& parameters) {
    db::query(
        file_, db::named_query("compare_trials").sql, parameters,
        {[&](const std::vector<std::string>& columns) { first_.columns = row_.columns = columns; },
         [&](const db::Row& row) { take(row); }});
    finish_key();
    return std::move(contexts_);
  }

 private:
  void take(const db::Row& row) {
    const auto same = [&](const char* column) {
      const std::size_t c = first_.column(column);
      return first_.rows.front()[c] == row[c];
    };
    if (attempts_.empty() || !same("context_id") || !same("problem_id") || !same("config_id")) {
      finish_key();
      first_.rows.assign(1, row);
    }
    row_.rows.assign(1, row);
    attempts_.push_back(attempt_of(row_, 0));
  }

  /// What all attempts of a key stand for.
  void finish_key() {
    if (attempts_.empty()) return;
    const auto counted = counted_of(attempts_);
    if (counted.empty()) return attempts_.clear();
    const harness::Measured result = measured(counted);
    const bool together = attempts_.back().together;
    const bool given_up = attempts_.back().outcome == "dominated";
    std::vector<std::size_t> trials;
    trials.reserve(counted.size());
    for (const Attempt* a : counted) trials.push_back(a->trial);
    attempts_.clear();
    const auto text = [&](const char* column) { return first_.text(0, column); };
    const std::int64_t id = std::get<std::int64_t>(first_.rows[0][first_.column("context_id")]);
    if (contexts_.empty() || id != context_id_) {
      context_id_ = id;
      contexts_.push_back({text("hardware_hash"),
                           text("environment_hash"),
                           text("policy_hash"),
                           labels_.at(id),
                           {}});
    }
    const ProblemName name{text("operation"), text("value_type"),  text("backend"),
                           text("cache"),     text("matrix"),      text("parameters"),
                           text("b_kind"),    text("problem_hash")};
    const auto [problem, fresh] = contexts_.back().problems.try_emplace(name);
    if (fresh) problem->second.noise = noise(name);
    // Of two states of one kernel's code the one that was stored last counts.
    auto& finished = problem->second.configurations;
    auto& dominated = problem->second.dominated;
    const std::string configuration = text("configuration");
    (given_up ? finished : dominated).erase(configuration);
    (given_up ? dominated : finished)[configuration] = {
        first_.number(0, "baseline") != 0, together && !given_up, result.us,
        harness::log_variance(problem->second.noise, result), std::move(trials)};
  }

  const harness::Noise& noise(const ProblemName& name) {
    const auto [found, fresh] = noises_.try_emplace({context_id_, name.backend, name.operation});
    if (fresh) found->second = db::noise_of(file_, name.backend, name.operation, context_id_);
    return found->second;
  }

  std::filesystem::path file_;
  std::map<std::int64_t, std::string> labels_;
  db::Table first_, row_;  ///< a row each: the first of its key, and the one that is taken
  std::vector<Attempt> attempts_;
  std::int64_t context_id_ = 0;
  std::vector<SideContext> contexts_;
  std::map<std::tuple<std::int64_t, std::string, std::string>, harness::Noise> noises_;
};

}  // namespace

SideName parse_side(const std::string& text, const std::filesystem::path& database) {
  if (std::filesystem::exists(text)) return {text, {}};
  const std::size_t at = text.rfind('@');
  if (at != std::string::npos && at + 1 == text.size()) {
    throw UsageError(text + ": expected a sweep or a commit behind '@'");
  }
  if (at != std::string::npos) return {text.substr(0, at), text.substr(at + 1)};
  // A word with a dot or a slash is meant as a file, which the reader will miss.
  if (text.find_first_of("./") != std::string::npos) return {text, {}};
  return {database, text};
}

std::string ProblemName::text() const {
  std::string out = fmt::format("{} {} {} {} {}", operation, value_type, backend, cache, matrix);
  if (!parameters.empty()) out += " " + parameters;
  if (b_kind != "x" && b_kind != "a") out += " B=" + b_kind;
  return out;
}

bool SideConfiguration::shares_a_trial(const SideConfiguration& other) const {
  return std::find_first_of(trials.begin(), trials.end(), other.trials.begin(),
                            other.trials.end()) != trials.end();
}

std::map<std::string, SideConfiguration>::const_iterator SideProblem::best() const {
  auto best = configurations.end();
  for (auto it = configurations.begin(); it != configurations.end(); ++it) {
    if (it->second.baseline) continue;
    if (best == configurations.end() || it->second.us < best->second.us) best = it;
  }
  return best;
}

Side read_side(const SideName& name) {
  Side side;
  side.name = name.which.empty() ? name.file.string() : name.file.string() + "@" + name.which;
  const db::Table runs = db::query(name.file, db::named_query("compare_runs").sql);
  side.sweeps = list_of_sweeps(runs, sweeps_of(runs));
  std::vector<std::size_t> rows;
  if (name.which.empty()) {
    for (std::size_t row = 0; row < runs.rows.size(); ++row) rows.push_back(row);
  } else {
    rows = chosen_runs(runs, name);
  }
  describe(runs, rows, side);
  db::Parameters parameters;
  if (!name.which.empty()) parameters = {{"runs", json(side.runs).dump()}};
  side.contexts = Reader(name.file).read(parameters);
  return side;
}

}  // namespace sptune::reports
