// SPDX-License-Identifier: BSD-3-Clause
#include "apps/sweep_output.hpp"

#include "apps/output.hpp"
#include "apps/verb_words.hpp"
#include "harness/records/trial.hpp"
#include "kernels/api/clock.hpp"
#include "kernels/api/json_text.hpp"
#include "suites/collections/visible.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <span>

namespace sptune::apps {
namespace {

using Json = nlohmann::ordered_json;
using sweep::EventKind;
using sweep::format_duration;

/// Of the terminal, which may have been resized; 80 when it does not say.
std::size_t terminal_columns() {
  winsize size{};
  const bool told = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return told ? size.ws_col : 80;
}

/// The beginning of a text in UTF-8 that takes at most so many columns. A longer line
/// would wrap, and drawing over it would leave its first part on the screen.
std::string clipped(const std::string& text, std::size_t columns) {
  std::size_t taken = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool begins = (static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U;
    if (begins && taken++ == columns) return text.substr(0, i);
  }
  return text;
}

std::string repetition_text(const sweep::Progress& p) {
  if (p.first_points) return "first points of each, ";
  return p.repetitions > 1 ? fmt::format("repetition {} of {}, ", p.repetition, p.repetitions) : "";
}

/// Trials are counted in the search alone.
std::string finalists_text(const sweep::Event& e) {
  const bool again = e.kind == EventKind::finalists || e.kind == EventKind::repeated;
  return again ? fmt::format("finalists measured again: {}, ", e.text) : "";
}

std::string trial_line(const harness::Trial& t) {
  std::string what = fmt::format("{} {}", harness::to_string(t.outcome), t.configuration.text());
  const auto total = t.samples.find("total");
  if (total != t.samples.end() && !total->second.empty()) {
    what += fmt::format(" {:.4g} us", harness::summarise(total->second).median);
  }
  return t.message.empty() ? what : what + ": " + t.message;
}

/// A name that anybody may have given a file, as a part of one line.
std::string in_a_line(const std::string& text) {
  std::string out;
  for (const char c : suites::visible(text)) {
    if (c == '\n') {
      out += "\\n";
    } else {
      out += c;
    }
  }
  return out;
}

/// With words of a database or a manifest, which anybody may have written.
template <class... Args>
void print_line(fmt::format_string<Args...> format, Args&&... args) {
  print_out("{}\n", in_a_line(fmt::format(format, std::forward<Args>(args)...)));
}

void print_excluded(const char* title, const std::vector<sweep::Excluded>& list) {
  if (list.empty()) return;
  print_out("{}:\n", title);
  for (const auto& e : list) print_out("  {}: {}\n", in_a_line(e.matrix), in_a_line(e.reason));
}

/// Share of the time in sampled runs, in the stages of trials, and between trials.
void print_time(const sweep::Summary& s) {
  if (s.seconds <= 0 || s.stage_s.empty()) return;
  const double all = s.device_s;
  const auto percent = [&](double seconds) { return 100 * seconds / all; };
  print_out("time: {:.0f} % in sampled runs; stages", percent(s.measured_s));
  double rest = all;
  for (const auto& [stage, seconds] : s.stage_s) {
    print_out(" {} {:.0f} %,", stage, percent(seconds));
    rest -= seconds;
  }
  print_out(" between trials {:.0f} %\n", percent(rest));
}

/// Of a sweep that has not finished.
const char* why_ended(const sweep::Summary& s) {
  switch (s.ending) {
    case sweep::Ending::budget:
      return s.left_finalists > 0 ? "what is left of the time budget is too short"
                                  : "the time budget is spent";
    case sweep::Ending::incomplete:
      return "not all could be measured";
    case sweep::Ending::busy:
      return "other programs keep the machine busy, one trial after another was disturbed";
    default:
      return "interrupted";
  }
}

const char* why_again(const sweep::RunStatus::Count& c) {
  if (!c.reaped) return "";
  return c.disturbed ? ", disturbed by something else on the machine: measured again"
                     : ", ended from outside or not loaded: measured again";
}

/// The names of the first, and how many there are. `finished`: a sweep that had tried them.
void print_gone(const std::vector<std::string>& gone, bool finished) {
  if (gone.empty()) return;
  constexpr std::size_t most = 20;
  const std::span shown(gone.data(), std::min(gone.size(), most));
  print_out(
      "{} of the plan {} gone: {}{}; {}\n",
      gone.size() == 1 ? "1 matrix" : fmt::format("{} matrices", gone.size()),
      gone.size() == 1 ? "is" : "are", in_a_line(fmt::format("{}", fmt::join(shown, ", "))),
      gone.size() > most ? ", …" : "",
      finished ? "what is stored stays" : "put back what is to be measured, or start a new sweep");
}

}  // namespace

Json excluded_json(const std::vector<sweep::Excluded>& list) {
  Json json = Json::array();
  for (const auto& e : list) json.push_back({{"matrix", e.matrix}, {"reason", e.reason}});
  return json;
}

ProgressPrinter::ProgressPrinter(const ProgressOptions& options)
    : options_(options),
      bar_(options.mode == "bar" || (options.mode == "auto" && isatty(STDERR_FILENO) != 0)) {}

void ProgressPrinter::show(const sweep::Event& event) {
  sweep::Event e = event;
  e.matrix = in_a_line(e.matrix);
  e.text = in_a_line(e.text);
  if (e.kind == EventKind::left_out) return say("left out " + e.matrix + ": " + e.text);
  if (e.kind == EventKind::warning) {
    return say((e.matrix.empty() ? "warning: " : "warning, at " + e.matrix + ": ") + e.text);
  }
  if (options_.mode == "none") return;
  if (e.kind == EventKind::note) return say(e.text);
  if (options_.verbose && e.kind == EventKind::trial) {
    return say(fmt::format("{} {} {}", e.matrix, to_string(e.trial->problem.operation),
                           trial_line(*e.trial)));
  }
  if (options_.verbose && e.kind == EventKind::problem) say(e.matrix + " best: " + e.text);
  if (bar_) {
    bar(e);
  } else {
    line(e);
  }
}

void ProgressPrinter::say(const std::string& text) {
  finish();
  print_err("{}\n", text);
}

void ProgressPrinter::bar(const sweep::Event& e) {
  const bool often = e.kind == EventKind::trial || e.kind == EventKind::repeated;
  if (drawn_ && often && now_s() - last_s_ < 0.2) return;
  if (e.kind == EventKind::matrix || e.kind == EventKind::reading) matrix_ = e.matrix;
  last_s_ = now_s();
  drawn_ = true;
  const sweep::Progress& p = e.progress;
  if (p.trials == 0) {
    return draw(
        fmt::format("looking at matrix {} of {}: {}", p.matrices_done + 1, p.matrices, e.matrix));
  }
  constexpr int width = 24;
  // Of the time, so that finalists and repetitions count; full when nothing is left.
  const double all = p.elapsed_s + p.eta_s;
  // An estimate that grew, as that of the next matrix may, does not take the bar back.
  share_ = std::max(share_, all > 0 ? p.elapsed_s / all : 0);
  const double share = std::min(share_, 1.0);
  const auto full = static_cast<std::size_t>(share * width);
  // What matters most comes first: the end may not fit.
  draw(fmt::format("[{}{}] {:.0f} %, {} left, {}{}/{} trials, matrix {}/{} {}{}",
                   std::string(full, '#'), std::string(width - full, '.'), std::floor(100 * share),
                   format_duration(p.eta_s), repetition_text(p), p.trials_done, p.trials,
                   std::min(p.matrices_done + 1, p.matrices), p.matrices, finalists_text(e),
                   matrix_));
}

/// One column stays free: a terminal that is full to the last one may begin a new line.
void ProgressPrinter::draw(const std::string& text) {
  print_err("\r\033[K{}", clipped(text, terminal_columns() - 1));
}

void ProgressPrinter::line(const sweep::Event& e) {
  const bool due = now_s() - last_s_ >= options_.every_s;
  if (e.kind == EventKind::reading) {
    if (!due) return;
    last_s_ = now_s();
    return say(fmt::format("looking at matrix {} of {}: {}", e.progress.matrices_done + 1,
                           e.progress.matrices, e.matrix));
  }
  if (e.kind != EventKind::matrix && !due) return;
  last_s_ = now_s();
  const sweep::Progress& p = e.progress;
  if (p.trials == 0) {
    return say(
        fmt::format("planning matrix {} of {}: {}", p.matrices_done + 1, p.matrices, e.matrix));
  }
  say(fmt::format("{} of about {} trials, {}{}matrix {} of {}: {}{}; {} elapsed, about {} left",
                  p.trials_done, p.trials, repetition_text(p), finalists_text(e),
                  std::min(p.matrices_done + 1, p.matrices), p.matrices, e.matrix,
                  e.kind == EventKind::matrix ? " (" + e.text + ")" : "",
                  format_duration(p.elapsed_s), format_duration(p.eta_s)));
}

void ProgressPrinter::finish() {
  if (!drawn_) return;
  print_err("\r\033[K");
  drawn_ = false;
}

void print_summary(const sweep::Summary& s, const std::string& db, const std::string& resume,
                   const std::string& train) {
  print_out("{} trials in {} on {} matrices", s.trials, format_duration(s.seconds), s.matrices);
  if (s.devices > 1) print_out(" and {} devices", s.devices);
  if (s.devices_left_out > 0) print_out(", {} of which left out on the way", s.devices_left_out);
  const char* separator = ": ";
  for (const auto& [outcome, count] : s.outcomes) {
    print_out("{}{} {}", separator, count, harness::to_string(outcome));
    separator = ", ";
  }
  print_out("\n{} were in {} already; {} finalists measured again\n", s.already_stored, db,
            s.remeasured);
  print_time(s);
  print_excluded("left out", s.excluded);
  print_excluded("could not be read", s.unreadable);
  print_gone(s.gone, s.ending == sweep::Ending::finished);
  if (s.disturbed > 0) {
    print_out(
        "{} trials were disturbed by something else on the machine and count for nothing: see the "
        "query `disturbed`\n",
        s.disturbed);
  }
  if (s.unreached > 0) print_out("about {} points are pending: not reached\n", s.unreached);
  if (s.pending > s.unreached) {
    print_out(
        "{} points are pending: they were disturbed each time, their worker was ended from "
        "outside, "
        "or their matrix could not be loaded\n",
        s.pending - s.unreached);
  }
  if (s.too_little_memory > 0) {
    print_out(
        "a worker may take {} MiB, too little for what could not be loaded: raise --memory, or "
        "leave out large matrices by --max-nnz\n",
        s.too_little_memory >> 20);
  }
  if (s.left_finalists > 0) {
    print_out("{} finalists are left: in turn they are expected to take longer\n",
              s.left_finalists);
  }
  if (s.ending == sweep::Ending::finished) {
    print_out("finished; next: sptune query --db {} --named best{}{}\n", shell_word(db),
              train.empty() ? "" : ", ", train);
  } else {
    print_out("{}; go on with: {}\n", why_ended(s), resume);
  }
}

std::string summary_json(const sweep::Summary& s, const std::string& db,
                         const std::string& resume) {
  Json json;
  json["ending"] = sweep::to_string(s.ending);
  json["database"] = db;
  json["runs"] = s.runs;
  json["trials"] = s.trials;
  json["already_stored"] = s.already_stored;
  json["remeasured"] = s.remeasured;
  json["disturbed"] = s.disturbed;
  json["pending"] = s.pending;
  json["unreached"] = s.unreached;
  json["too_little_memory"] = s.too_little_memory;
  json["left_finalists"] = s.left_finalists;
  json["matrices"] = s.matrices;
  json["devices"] = s.devices;
  json["devices_left_out"] = s.devices_left_out;
  Json outcomes = Json::object();
  for (const auto& [outcome, count] : s.outcomes) {
    outcomes[std::string(harness::to_string(outcome))] = count;
  }
  json["outcomes"] = std::move(outcomes);
  json["excluded"] = excluded_json(s.excluded);
  json["unreadable"] = excluded_json(s.unreadable);
  json["gone"] = s.gone;
  json["seconds"] = s.seconds;
  json["measured_s"] = s.measured_s;
  json["stage_s"] = s.stage_s;
  if (s.ending != sweep::Ending::finished) json["resume"] = resume;
  return json_text(json, 2);
}

void print_forecast(const sweep::Forecast& f, const sweep::Plan& plan) {
  print_line("suite {}: {} matrices, {} problems", plan.suite, f.matrices, f.problems);
  print_out("\n");
  print_out("  {:<8} {:<22} {:>9} {:>9} {:>9} {:>9}\n", "", "variant", "to do", "stored", "refused",
            "time");
  sweep::Forecast::Line total;
  for (const auto& l : f.lines) {
    print_out("  {:<8} {:<22} {:>9} {:>9} {:>9} {:>9}\n", to_string(l.operation),
              l.variant + (l.baseline ? " *" : ""), l.pending, l.stored, l.refused,
              format_duration(l.seconds));
    total.pending += l.pending;
    total.stored += l.stored;
    total.refused += l.refused;
  }
  print_out("  {:<8} {:<22} {:>9} {:>9} {:>9} {:>9}\n", "", "all", total.pending, total.stored,
            total.refused, format_duration(f.seconds));
  print_out("\n  * baseline; refused configurations become rows with their reason\n");
  print_out("  the time rests on {}\n",
            f.calibrated ? "trials in the database" : "a model of the protocol: a factor of three");
  if (plan.limits.budget_s > 0 && f.seconds > plan.limits.budget_s) {
    print_out("  the budget of {} will end the sweep before it is done\n",
              format_duration(plan.limits.budget_s));
  }
  print_excluded("left out", f.excluded);
  print_excluded("could not be read", f.unreadable);
}

std::string forecast_json(const sweep::Forecast& f, const sweep::Plan& plan) {
  Json json;
  json["plan"] = parse_json<Json>(sweep::to_json(plan)).value();
  json["matrices"] = f.matrices;
  json["problems"] = f.problems;
  json["seconds"] = f.seconds;
  json["calibrated"] = f.calibrated;
  Json lines = Json::array();
  for (const auto& l : f.lines) {
    lines.push_back({{"operation", to_string(l.operation)},
                     {"variant", l.variant},
                     {"baseline", l.baseline},
                     {"pending", l.pending},
                     {"stored", l.stored},
                     {"refused", l.refused},
                     {"seconds", l.seconds}});
  }
  json["lines"] = std::move(lines);
  json["excluded"] = excluded_json(f.excluded);
  json["unreadable"] = excluded_json(f.unreadable);
  return json_text(json, 2);
}

void print_status(const std::vector<sweep::RunStatus>& runs, const std::string& resume,
                  const std::string& writer) {
  for (const sweep::RunStatus& r : runs) {
    print_line("run {} on suite {}: {}, started {}{}", r.run.uuid, r.run.suite, r.run.state,
               r.run.started_at, r.run.ended_at.empty() ? "" : ", ended " + r.run.ended_at);
    print_line("  {} trials took {} in all; the last began {}", r.trials, format_duration(r.wall_s),
               r.last_trial_at.empty() ? "never" : r.last_trial_at);
    for (const auto& c : r.counts) {
      print_line("  {:<7} {} {:<5} {:<14} {:>8} trials on {} matrices{}", c.operation, c.value_type,
                 c.cache, c.outcome, c.trials, c.matrices, why_again(c));
    }
  }
  if (runs.back().run.state == "finished") return;
  print_gone(runs.back().gone, false);
  if (runs.back().run.state == "running") {
    print_line("{} is at work on it", writer);
    return;
  }
  const bool holdout = sweep::is_holdout_timing(runs.back().run.plan_json);
  print_out("go on with: {}\n", holdout ? "the same `sptune evaluate --measure`" : resume);
}

std::string status_json(const std::vector<sweep::RunStatus>& runs) {
  Json list = Json::array();
  for (const sweep::RunStatus& r : runs) {
    Json json{{"run", r.run.uuid},           {"suite", r.run.suite},         {"state", r.run.state},
              {"started", r.run.started_at}, {"ended", r.run.ended_at},      {"trials", r.trials},
              {"wall_s", r.wall_s},          {"last_trial", r.last_trial_at}};
    const auto plan = parse_json<Json>(r.run.plan_json);
    json["plan"] = plan ? plan.value() : Json(r.run.plan_json);
    Json counts = Json::array();
    for (const auto& c : r.counts) {
      counts.push_back({{"operation", c.operation},
                        {"value_type", c.value_type},
                        {"cache", c.cache},
                        {"outcome", c.outcome},
                        {"reaped", c.reaped},
                        {"disturbed", c.disturbed},
                        {"trials", c.trials},
                        {"matrices", c.matrices},
                        {"wall_s", c.wall_s}});
    }
    json["counts"] = std::move(counts);
    json["gone"] = r.gone;
    list.push_back(std::move(json));
  }
  return json_text(list, 2);
}

}  // namespace sptune::apps
