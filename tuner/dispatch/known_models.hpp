// SPDX-License-Identifier: BSD-3-Clause
// Private to the dispatcher: the models it has loaded, joined with the catalogue of this build, and
// the text of its answers.
#pragma once

#include "kernels/api/catalogue.hpp"
#include "sptune/dispatcher.hpp"
#include "tuner/model/model.hpp"

#include <functional>
#include <memory>
#include <mutex>
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
  static void print_to_stderr(std::string_view text);

 private:
  void say(std::string_view text) const;

  mutable std::mutex mutex_;
  mutable std::set<std::string> said_;
};

struct KnownModel {
  std::shared_ptr<const model::Model> model;
  bool same_machine = false;
  /// Per candidate; none when there is no such configuration in this build any more.
  std::vector<std::optional<ResolvedConfiguration>> configurations;
};

class KnownModels {
 public:
  /// A file, or a folder whose *.json files are taken in the order of their names. Whatever cannot
  /// be used is one warning.
  void add(const std::string& path, const Warnings& warnings);
  /// One of this machine before one of another, then in the order of adding. Null when there is
  /// none.
  [[nodiscard]] const KnownModel* find(Operation operation, ValueType type, Backend backend) const;
  [[nodiscard]] std::size_t size() const noexcept { return models_.size(); }

 private:
  void add_file(const std::string& path, const Warnings& warnings);
  std::vector<KnownModel> models_;
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
      "it keeps a copy of the values, which may change: Options::constant_values promises that "
      "they do so by update_values alone");
}

/// Writes a decision into a choice.
void fill(Choice& choice, const KnownModel& known, std::span<const model::Score> scores,
          const model::Decision& decision);

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
