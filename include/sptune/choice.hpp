// SPDX-License-Identifier: BSD-3-Clause
// What an application asks of a choice, and what it is told of it.
#pragma once

#include "sptune/configuration.hpp"
#include "sptune/plan.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace sptune {

/// How well the choice is founded.
enum class Match : std::uint8_t {
  forced,         ///< SPTUNE_FORCE or Options::force
  predicted,      ///< the model chose it, and the interval says that it gains
  by_size,        ///< too few runs for asking the model to pay: what it takes by size, or a glance
  abstained,      ///< the model was not sure enough, or too few runs: the default
  no_model,       ///< no model, or none for this operation, type and backend: the default
  other_machine,  ///< by a model trained on other hardware, or with another number of CPU threads
  learned         ///< runs on an equal pattern tried it, and others (Dispatcher::remember_in)
};
[[nodiscard]] std::string_view to_string(Match match) noexcept;

/// What was chosen for a matrix, and why. Where it is probed (Options::probe) this is what runs
/// first, and stays as it is: Options::settled tells what won.
struct Choice {
  Configuration configuration;    ///< what runs; where it is probed, first
  Match match = Match::no_model;  ///< how well the choice is founded
  double expected_gain = 1;       ///< predicted default time / predicted time of the choice
  double gain_low = 1;            ///< lower end of its interval
  double gain_high = 1;           ///< upper end of its interval
  double predicted_seconds = 0;   ///< of one run; 0 without a prediction
  double prepare_seconds = 0;     ///< one-off, predicted; 0 without a prediction
  double break_even_runs = 0;     ///< runs after which it has paid; 0: no longer than the default's
  double decide_seconds = 0;      ///< what features and prediction took
  /// The plan keeps a copy, or may while or after it probes: values that change in place do not
  /// count until update_values.
  bool copies_values = false;
  /// Features and predictions are those that an equal pattern had when it was asked about before.
  bool remembered = false;
  /// With Options::async: this runs until the choice is there, which is made beside the runs.
  bool pending = false;
  std::string reason;  ///< one line
  /// With Options::explain, ranked: configuration, predicted time and interval, cost of preparing,
  /// why not.
  std::vector<std::string> considered;
  /// A few lines for people.
  [[nodiscard]] std::string explain() const;
};

/// A plan of Options::async, as Dense asks it.
class PendingChoice {
 public:
  virtual ~PendingChoice() = default;
  /// Of what runs now. Those that were returned before stay where they are.
  [[nodiscard]] virtual const Choice& choice() const noexcept = 0;
  /// Returns when nothing is pending any more.
  virtual void wait() noexcept = 0;
};

/// How closely operands are held to their contract (matrix.hpp). What is broken is a UsageError.
enum class Validate : std::uint8_t {
  /// Sizes, null pointers and, on the host, the two ends of the offsets: to plan is no pass over
  /// the
  /// matrix. Choosing looks all the same whether offsets on the host decrease before it follows
  /// them: where a model is asked, where a format is considered that counts what it would store,
  /// and for SpGEMM. A column order that the view leaves unknown counts as `any`, so that formats
  /// that need sorted rows are chosen only where the view says `sorted`.
  none,
  /// That, whether the arrays of a matrix on a device are there, and on the host whether offsets
  /// decrease: for every plan, for a choice alone where the pattern is new or a format is
  /// considered that looks at it. Where a format that needs sorted rows is considered and the view
  /// leaves their order unknown, every offset and column, once. Offsets on a device and columns
  /// are believed otherwise.
  cheap,
  /// Whether the arrays are where the view says, on the host, too, and every offset and column,
  /// once, whatever the view says of their order: what is found counts, and that it is another one
  /// is no error.
  full
};

/// Whether the first runs of a plan are spent on the few configurations that the model cannot tell
/// apart. Each gives the product that was asked for, and is timed; then the fastest stays. Which
/// one that is, and with it the last bits of results, is not the same every time. On a device runs
/// are timed by events, which nobody waits for: where the host enqueues far ahead, it takes more
/// runs until it is decided. Runs that are captured are not probed. In a forked child a plan on the
/// CPU goes on, or stays with the best so far where another thread was running it.
///
/// Of SpGEMM a run is a product with all its phases: while it probes, C may stand elsewhere after
/// each of them, plans are prepared at their turns, and who computes values alone stays with what
/// he has. On a device a product that begins a turn prepares on the default stream and waits for
/// all that the device has in hand, whose work may read the C that goes; no other thread captures
/// anything meanwhile. A graph that holds `numeric` is captured again after `symbolic`, and a
/// product whose `numeric` is captured is not probed. Not remembered (Dispatcher::remember_in).
enum class Probe : std::uint8_t {
  none,     ///< the model's choice stays
  at_once,  ///< those that can pay within the expected runs are prepared with the plan
  /// How often the plan will run is not known: it begins with what costs least for one run, and
  /// prepares another, also one that was learned (Dispatcher::remember_in), when the runs so far
  /// have cost as much as that will. So it never takes more than about twice the better of staying
  /// and of having prepared at once, deciding apart. Options::expected_runs counts only where there
  /// is no model that could be asked. On a device a run that prepares uses the default stream and
  /// waits for it; other threads capture nothing meanwhile.
  as_paid
};

/// What the application knows and wants.
///
/// Beside the runs. With `async` a plan is there at once, and runs what runs without a model (on a
/// device whose stream is still busy, what prepares nothing), until features, model and conversion
/// are done on a thread that the plan has for it. From some run on it is the chosen plan;
/// Dense::choice tells which one is now, Dense::wait returns when nothing is pending, and
/// destroying the plan waits for the step in hand (features and model, or conversion). What fails
/// there leaves the plan as it is, and choice().reason says it.
///
/// That is one thread per pending plan, on which OpenMP starts no others, and of all pending plans
/// of the process one works at a time. What would be a warning stands in choice().reason.
///
/// update_values reaches what is being prepared, too; it waits for a conversion that has begun.
/// Elements of the array that the plan reads may be changed in place while it is pending only
/// without `constant_values`, or after wait(). With `probe`, probing begins when the choice is
/// there. In a forked child a pending plan stays as it is. On a device it prepares on the default
/// stream, as planning does, and no stream may be captured before wait() has returned; runs that
/// are captured stay what they were.
///
/// A number below 0 (or that is none) and what no enumerator is are UsageErrors.
struct Options {
  double expected_runs = 1000;  ///< how often the plan will be run; conversion must pay within
  /// Of SpGEMM: what those runs are, multiply, or after the first of them recompute, for values
  /// that change on one pattern. A plan on a device may write down where the products go, 5 to 12
  /// bytes for each (and 8 for an entry of A, 24 for a row, while it does), so that values alone
  /// take a third of the time at the median. It waits for the device then: in the first of five or
  /// more expected `values`, with what memory_limit leaves; without a word in the fourth, or behind
  /// those that were expected, with an eighth of what the device has free. Never in a run that is
  /// captured, nor for sums that are to be stable. Of `values` nothing is probed.
  Repeat repeat = Repeat::whole;
  /// Never more than the cores that this process may use. 0: OMP_NUM_THREADS, or else all of them.
  /// One for a plan that is made within a parallel region of OpenMP, unless more may be nested
  /// (OMP_MAX_ACTIVE_LEVELS).
  int threads = 0;
  /// Bytes that a plan may hold beside the caller's matrices, as formats foresee them; of a sparse
  /// result, which is the plan's, about. UsageError where nothing fits. On a CPU 64 bytes for each
  /// thread and 64 more come on top, for where shares of the work begin: with 0 a plan runs from
  /// the caller's CSR.
  std::int64_t memory_limit = std::int64_t{1} << 62;
  /// A configuration's text; an SPTUNE_FORCE of this operation wins over it. It may be one that
  /// keeps a copy of the values (Choice::copies_values), also without `constant_values`.
  std::string force{};
  /// Fill Choice::considered, at the price of asking every candidate, also where the model is not
  /// asked for the choice, which stays what it would be; decide_seconds has no such asking in it.
  bool explain = false;
  /// The values stay as they are while the plan lives, but for update_values: formats that keep a
  /// copy may be chosen.
  bool constant_values = false;
  Validate validate = Validate::cheap;  ///< how closely operands are looked at
  /// For operands on a device: choosing and planning follow what is enqueued on this stream when
  /// they are asked for, so that it may still be writing the arrays. It must not be one that is
  /// being captured. They may wait for it, and do not where nothing is looked at or prepared: a run
  /// on another stream has to follow it, which the caller sees to.
  Stream stream = {};
  /// The caller's name for the pattern of the operands, not 0: those of equal sizes and types that
  /// he gives the same name have the same offsets and columns, and are not looked at to tell. Where
  /// that is not true, choices are worse, products are not.
  std::uint64_t pattern_id = 0;
  Probe probe = Probe::none;  ///< whether, and when, the first runs try others
  /// A plan for SpMV or SpMM is there at once, before anything is chosen, and is the chosen one
  /// from some run on; until then it chooses and prepares on a thread of its own. More above.
  /// UsageError for SpGEMM; no matter where nothing is planned.
  bool async = false;
  /// Called by the run that ends probing, with what won; by one thread, at most once per plan. With
  /// `async` and nothing to probe, by the thread of a plan that was pending, with what runs from
  /// now on, before Dense::wait returns; not where the plan goes before it is ready. It may ask the
  /// plan what it is (choice, memory_bytes); with `async` the plan may not be in the caller's hands
  /// yet. It must not run, update or destroy a plan, nor wait for one, and what it refers to must
  /// outlive the plan. What it throws in a run reaches who runs, once, in the place of the product.
  std::function<void(const Configuration& winner)> settled{};
};

}  // namespace sptune
