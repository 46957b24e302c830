// SPDX-License-Identifier: BSD-3-Clause
// Private to the dispatcher: the models it has loaded, joined with the catalogue of this build, and
// the text of its answers.
#pragma once

#include "kernels/api/catalogue.hpp"
#include "sptune/dispatcher.hpp"
#include "tuner/dispatch/fork_mutex.hpp"
#include "tuner/model/model.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sptune::dispatch {

/// Hands warnings to the application, one thread at a time.
struct Warnings {
  Dispatcher::Sink sink = print_to_stderr;

  void warn(std::string_view text) const;
  /// Nothing where the same was said by this object before.
  void warn_once(const std::string& text) const;
  /// From now on they go to standard error: what the sink belongs to may be gone.
  void leave_sink();
  static void print_to_stderr(std::string_view text);

 private:
  void say(std::string_view text) const;

  mutable ForkMutex mutex_;
  mutable std::set<std::string> said_;
};

/// Who named a model file.
enum class Origin : std::uint8_t {
  named,   ///< the application or the user: used on any machine
  shipped  ///< nobody: used where it is of this machine or transfers to it
};

struct KnownModel {
  std::shared_ptr<const model::Model> model;
  std::string path;
  Origin origin = Origin::named;
  /// Per candidate; none when there is no such configuration in this build any more.
  std::vector<std::optional<ResolvedConfiguration>> configurations;

  /// To what this machine is; of GPUs, to the current one, which is looked at when this is asked.
  [[nodiscard]] model::Kinship kinship() const;
  [[nodiscard]] bool same_machine() const { return kinship() == model::Kinship::same; }
  /// It came unnamed, and is none for this machine.
  [[nodiscard]] bool not_for_this_hardware() const { return not_for_hardware(kinship()); }
  /// The same of a machine to which its own is so.
  [[nodiscard]] bool not_for_hardware(model::Kinship to) const {
    return origin == Origin::shipped && to == model::Kinship::foreign;
  }
  /// Of a model whose trials ran with another number of threads: both numbers, for people. Empty
  /// where it is the same, or the file does not say it.
  [[nodiscard]] std::string other_threads(int threads) const;
  /// `usual`, where nothing of the machine or the threads is another.
  [[nodiscard]] Match match(Match usual, int threads) const {
    return same_machine() && other_threads(threads).empty() ? usual : Match::other_machine;
  }
  /// When to ask and when to leave the default, by what the options promise of the values.
  [[nodiscard]] const model::Deciding& deciding_for(const Options& options) const {
    return model->data().deciding_for(options.constant_values);
  }
  /// It answers this question, whatever hardware it is for.
  [[nodiscard]] bool answers(Operation operation, ValueType type, Backend backend,
                             Repeat repeat) const;
  /// Both answer for one operation, value type, backend, cache policy and kind of run, and for one
  /// number of threads as far as both say it.
  [[nodiscard]] bool same_question(const KnownModel& other) const;
};

class KnownModels {
 public:
  /// A file, or a folder whose *.json files are taken in the order of their names. Whatever cannot
  /// be used is one warning, but for what stands in a folder for programs with other backends; a
  /// model that is there already is not added again. False where no model of `path` is there then,
  /// which a warning or left_out() tells of unless the path is a shipped folder that is empty.
  bool add(const std::string& path, const Warnings& warnings, Origin origin = Origin::named);
  /// The model for a question: one of hot caches before one of cold ones, then one of this machine,
  /// one that transfers to it, any other that was named; then one whose trials had as many threads,
  /// one that does not say it, any other; then the newest by `created`. Null when there is none.
  [[nodiscard]] const KnownModel* find(Operation operation, ValueType type, Backend backend,
                                       Repeat repeat, int threads) const;
  /// Behind "no model for" a question: that there are some which ship, for other hardware. Empty
  /// where there are none.
  [[nodiscard]] std::string of_other_hardware(Operation operation, ValueType type, Backend backend,
                                              Repeat repeat) const;
  /// Two that answer one question, trained on the same hardware: the files and what to do, in one
  /// line. Empty when there are none.
  [[nodiscard]] std::string ambiguity() const;
  [[nodiscard]] std::size_t size() const noexcept { return models_.size(); }
  [[nodiscard]] std::span<const KnownModel> all() const noexcept { return models_; }
  /// Files that nobody named one by one, for a backend that this program was not linked with: each
  /// and why, a line.
  [[nodiscard]] std::span<const std::string> left_out() const noexcept { return left_out_; }

 private:
  /// `asked_for`: somebody named this very file. Whether its model is there then.
  bool add_file(const std::string& path, const Warnings& warnings, Origin origin, bool asked_for);
  std::vector<KnownModel> models_;
  std::vector<std::string> left_out_;
};

/// A choice for any operation, for programs that learn at run time which it is.
class Access {
 public:
  /// Notes in the problem what it learns of it.
  [[nodiscard]] static Choice choose(const Dispatcher& dispatcher, Problem& problem,
                                     const Options& options);
};

/// Refuses what keeps a copy of values that may change in place.
[[nodiscard]] inline Fit follows_values(const Variant& v, const Problem& problem,
                                        const Options& options) {
  if (options.constant_values || !v.copies_values(problem)) return Fit::yes();
  return Fit::no(
      "it keeps a copy of the values (Options::constant_values, the promise that they change by "
      "update_values alone, allows it)");
}

/// Writes a decision into a choice for so many threads.
void fill(Choice& choice, const KnownModel& known, std::span<const model::Score> scores,
          const model::Decision& decision, int threads);

/// One line per candidate, fastest predicted first.
[[nodiscard]] std::vector<std::string> consider(const KnownModel& known,
                                                std::span<const model::Score> scores,
                                                const std::function<Fit(std::size_t)>& fit);

/// Empty when the variable is not set.
[[nodiscard]] std::string environment(const char* name);
/// "a:b" → a, b.
[[nodiscard]] std::vector<std::string> split_paths(const std::string& joined);
/// 12.3 us, 4.56 ms, 1.2 s: three digits.
[[nodiscard]] std::string duration_text(double seconds);

}  // namespace sptune::dispatch
