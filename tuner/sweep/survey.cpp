// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/sweep/survey.hpp"

#include "harness/environment/cores.hpp"
#include "harness/environment/machine.hpp"
#include "sptune/error.hpp"
#include "suites/collections/families.hpp"
#include "suites/collections/remarks.hpp"
#include "suites/io/limits.hpp"
#include "tuner/sweep/searching.hpp"
#include "tuner/sweep/selection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <thread>
#include <utility>
#include <vector>

namespace sptune::sweep {
namespace {

/// Brings files into the cache, several at a time: decompressing and parsing them one by one took a
/// good part of a sweep on a GPU (docs/measurements/spmv-gpu.md). What cannot be read
/// is met again by whoever asks for it next, and reported there; so is what is too large to be read
/// beside others, which is then read alone. Downloads are left alone. The caller's thread asks
/// `go_on` before each entry that it takes.
void read_ahead(const std::vector<suites::SuiteEntry>& entries, suites::Library& library,
                const std::function<bool(std::size_t)>& go_on) {
  constexpr std::size_t most_readers = 8;  // each holds a matrix and its text
  const auto readers =
      std::min({most_readers, static_cast<std::size_t>(harness::allowed_cores()), entries.size()});
  std::atomic<std::size_t> next{0};
  std::atomic<bool> stopped{false};
  const auto read = [&](bool asks) {
    const suites::ReadingBesideOthers part(readers);
    const harness::OnAllCores here;  // not all readers on the place of the thread that starts them
    for (std::size_t i = next++; i < entries.size() && !stopped; i = next++) {
      if (asks && !go_on(i)) {
        stopped = true;
        break;
      }
      if (entries[i].source.rfind("url:", 0) == 0) continue;
      try {
        (void)library.info(entries[i]);
      } catch (const std::exception&) {
        continue;
      }
    }
  };
  std::vector<std::jthread> others;
  for (std::size_t i = 1; i < readers; ++i) others.emplace_back(read, false);
  read(true);
}

std::vector<std::string> not_among(const std::set<std::string>& known,
                                   const std::vector<std::string>& names) {
  std::vector<std::string> out;
  std::copy_if(names.begin(), names.end(), std::back_inserter(out),
               [&](const std::string& name) { return !known.contains(name); });
  return out;
}

/// Of each matrix that several entries hold, the one to sweep: chance, the order of a sweep's seed,
/// is to decide neither its name nor its side of the split. By content.
std::map<std::string, const suites::SuiteEntry*> holders_of(
    const std::vector<suites::SuiteEntry>& entries, const std::vector<suites::MatrixInfo>& infos) {
  const auto rank = [](const suites::SuiteEntry& e) {
    return std::pair{suites::family_of(e.group, e.name), e.name};
  };
  std::map<std::string, const suites::SuiteEntry*> out;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const suites::SuiteEntry*& holder = out[infos[i].content_hash];
    if (holder == nullptr || rank(entries[i]) < rank(*holder)) holder = &entries[i];
  }
  return out;
}

using Report = std::function<void(EventKind kind, const std::string& matrix,
                                  const std::string& text, std::size_t done)>;

/// Tells of what the suite has beside matrices.
void tell_no_entries(const suites::Suite& suite, const Report& report, Survey& out) {
  for (const suites::NoEntry& e : suite.left_out) {
    out.unreadable.push_back({e.name, e.reason});
    report(EventKind::left_out, e.name, e.reason, 0);
  }
  for (const suites::NoEntry& e : suite.passed_over) {
    report(EventKind::warning, e.name, "passed over: " + e.reason, 0);
  }
}

/// What is swept of the entries that were read.
void keep_one_of_each(const std::vector<suites::SuiteEntry>& read,
                      std::vector<suites::MatrixInfo> infos, const Report& report,
                      std::size_t looked_at, Survey& out) {
  const auto holders = holders_of(read, infos);
  for (std::size_t i = 0; i < read.size(); ++i) {
    const suites::SuiteEntry& holder = *holders.at(infos[i].content_hash);
    if (&holder != &read[i]) {
      out.excluded.push_back({read[i].name, "the same matrix as " + holder.name});
      report(EventKind::left_out, read[i].name, out.excluded.back().reason, looked_at);
      continue;
    }
    if (const std::string text = suites::warning_of(infos[i]); !text.empty()) {
      report(EventKind::warning, read[i].name, text, looked_at);
    }
    out.entries.push_back(read[i]);
    out.infos.push_back(std::move(infos[i]));
  }
}

/// Older plans do not say what they began with.
bool has_newcomers(const suites::Suite& suite, const Plan& plan) {
  const std::set<std::string> first(plan.matrices.begin(), plan.matrices.end());
  return !first.empty() && !not_among(first, names_in(suite, plan)).empty();
}

}  // namespace

std::vector<std::string> names_in(const suites::Suite& suite, const Plan& plan) {
  std::vector<suites::SuiteEntry> ordered = order_matrices(suite.entries, plan.search.seed);
  const auto most = static_cast<std::size_t>(plan.limits.max_matrices);
  if (most > 0 && most < ordered.size()) ordered.resize(most);
  std::vector<std::string> out;
  out.reserve(ordered.size());
  for (const suites::SuiteEntry& entry : ordered) out.push_back(entry.name);
  return out;
}

std::vector<std::string> gone_from(const suites::Suite& suite, const Plan& plan) {
  std::set<std::string> here;
  for (const suites::SuiteEntry& entry : suite.entries) here.insert(entry.name);
  std::vector<std::string> out = not_among(here, plan.matrices);
  std::sort(out.begin(), out.end());
  return out;
}

Survey survey_suite(const Plan& plan, suites::Library& library, const Sink& sink,
                    const std::function<bool()>& stop) {
  Survey out;
  const suites::Suite suite = suites::open_suite(plan.suite);
  out.gone = gone_from(suite, plan);
  out.newcomers = has_newcomers(suite, plan);
  const Report report = [&](EventKind kind, const std::string& matrix, const std::string& text,
                            std::size_t done) {
    if (sink) sink({kind, matrix, text, nullptr, {done, suite.entries.size(), 0, 0, 0, 0}});
  };
  tell_no_entries(suite, report, out);
  const auto stopped = [&] { return stop && stop(); };
  std::vector<suites::SuiteEntry> ordered = order_matrices(suite.entries, plan.search.seed);
  const auto most = static_cast<std::size_t>(plan.limits.max_matrices);
  if (most == 0) {
    read_ahead(ordered, library, [&](std::size_t i) {
      report(EventKind::reading, ordered[i].name, "", i);
      return !stopped();
    });
  }
  std::size_t looked_at = 0;
  std::vector<suites::SuiteEntry> read;
  std::vector<suites::MatrixInfo> infos;
  std::set<std::string> contents;
  for (suites::SuiteEntry& entry : ordered) {
    out.stopped = stopped();
    if (out.stopped) break;
    if (most > 0 && contents.size() >= most) break;
    if (most > 0) report(EventKind::reading, entry.name, "", looked_at);
    ++looked_at;
    suites::MatrixInfo info;
    try {
      info = library.info(entry);
    } catch (const InputError& e) {
      out.unreadable.push_back({entry.name, e.what()});
      report(EventKind::left_out, entry.name, e.what(), looked_at);
      continue;
    }
    if (plan.limits.max_nnz > 0 && info.nnz > plan.limits.max_nnz) {
      out.excluded.push_back({entry.name, fmt::format("{} entries, the limit is {} (--max-nnz)",
                                                      info.nnz, plan.limits.max_nnz)});
      continue;
    }
    contents.insert(info.content_hash);
    read.push_back(std::move(entry));
    infos.push_back(std::move(info));
  }
  keep_one_of_each(read, std::move(infos), report, looked_at, out);
  return out;
}

namespace {

void each_expected_problem(
    const suites::MatrixInfo& info, const Plan& plan,
    const std::function<void(const ProblemSize&, const OperandChoice&)>& visit) {
  const auto most = static_cast<double>(plan.limits.max_products);
  for (const Operation operation : plan.operations) {
    for (const OperandChoice& choice : operand_choices(plan, operation, info.rows, info.cols)) {
      const double multiplications =
          record_of(operation).expected_multiplications(info.rows, info.nnz, choice);
      if (has_sparse_result(operation) && most > 0 && multiplications > most) continue;
      for (const ValueType type : plan.value_types) {
        visit({operation, type, info.rows, info.nnz, multiplications}, choice);
      }
    }
  }
}

}  // namespace

PointsOfPlan points_of(const Plan& plan, const Catalogue& catalogue) {
  PointsOfPlan out;
  for (const Operation operation : plan.operations) {
    PlannedPoints& points = out[operation];
    for (const OperandChoice& choice : operand_choices(plan, operation, 1, 1)) {
      points.parameters.push_back(choice.parameters);
    }
    std::vector<ResolvedConfiguration> selected = select_configurations(plan, operation, catalogue);
    for (const ResolvedConfiguration& c : selected) points.configurations.push_back(c.text());
    points.expected = expected_points(plan, std::move(selected));
  }
  return out;
}

ExpectedWork expected_work(const suites::MatrixInfo& info, const Plan& plan,
                           const PointsOfPlan& points) {
  ExpectedWork out;
  ProgressTracker::Work& work = out.work;
  MatrixSize& sizes = out.size;
  sizes.rows = static_cast<double>(info.rows);
  sizes.nnz = static_cast<double>(info.nnz);
  const auto caches = static_cast<double>(plan.caches.size());
  each_expected_problem(info, plan, [&](const ProblemSize& size, const OperandChoice&) {
    const PlannedPoints& planned = points.at(size.operation);
    const double trials = caches * static_cast<double>(planned.expected);
    out.points += caches * static_cast<double>(planned.configurations.size());
    const double modelled = trials * model_trial_s(size, plan.protocol) + model_problem_s(size);
    work.trials += static_cast<std::int64_t>(trials);
    work.seconds[size.operation] += modelled;
    sizes.modelled_s += modelled;
    sizes.problems += caches;
    if (has_sparse_result(size.operation)) sizes.products += size.multiplications;
  });
  return out;
}

double trials_left(const ExpectedWork& expected, const StoredPoints& stored) {
  const double fitting = expected.points - stored.refused;
  if (!(fitting > 0)) return 0;
  const auto trials = static_cast<double>(expected.work.trials);
  // More than there are points: some are asked for again.
  const double wanted = std::min(trials, fitting * std::max(1.0, trials / expected.points));
  return std::max(wanted - std::max(stored.searched, wanted / fitting * stored.known), 0.0);
}

std::vector<PlannedProblem> plan_without_matrix(
    const suites::MatrixInfo& info, const Plan& plan, const Catalogue& catalogue,
    const std::function<std::set<std::string>(const harness::ProblemKey&)>& refused) {
  std::vector<PlannedProblem> out;
  each_expected_problem(info, plan, [&](const ProblemSize& size, const OperandChoice& choice) {
    const bool has_b = has_sparse_result(size.operation);
    PlannedProblem p{{size.operation, size.value_type, info.content_hash,
                      has_b ? info.content_hash : "", choice.b_kind, choice.parameters},
                     size,
                     select_configurations(plan, size.operation, catalogue),
                     {}};
    if (plan.backend != Backend::cuda) {
      const std::set<std::string> not_fitting = refused(p.problem);
      std::erase_if(p.fitting, [&](const ResolvedConfiguration& c) {
        if (!not_fitting.contains(c.text())) return false;
        p.refused.push_back({c, ""});
        return true;
      });
    }
    out.push_back(std::move(p));
  });
  return out;
}

}  // namespace sptune::sweep
