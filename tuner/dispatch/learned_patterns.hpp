// SPDX-License-Identifier: BSD-3-Clause
// What a log of races says, by pattern: read once for all dispatchers of a process.
#pragma once

#include "sptune/configuration.hpp"
#include "tuner/dispatch/fork_mutex.hpp"
#include "tuner/dispatch/pattern_memory.hpp"
#include "tuner/learned/log.hpp"
#include "tuner/learned/record.hpp"
#include "tuner/model/machine.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sptune::dispatch {

/// One file of a log: which one it was when it was looked at, and how much of it is known.
class LogFile {
 public:
  explicit LogFile(std::string name) : name_(std::move(name)) {}
  [[nodiscard]] const std::string& name() const noexcept { return name_; }

  enum class Now : std::uint8_t {
    as_read,
    longer,  ///< lines were appended; also where it was not there, and is now
    another  ///< what was read stands there no more
  };
  /// Goes by the file's number, size and time, and by a line's length of bytes at the end of what
  /// is known. What is no log counts as no file.
  [[nodiscard]] Now look();
  /// Of what look() has found: calls `visit` for what is not known yet. Returns why it cannot be
  /// read, in one line; empty: it was.
  [[nodiscard]] std::string read_on(const std::function<void(learned::Line&& line)>& visit);

 private:
  struct Identity {
    std::uint64_t device = 0, number = 0;
    std::int64_t bytes = 0, changed_ns = 0;
    friend bool operator==(const Identity&, const Identity&) = default;
  };
  [[nodiscard]] std::optional<Identity> identity() const;
  [[nodiscard]] std::string end_of_known() const;

  std::string name_;
  std::optional<Identity> seen_;  ///< none: there is no such log
  learned::Extent known_;
  std::string end_;  ///< what the known part ends with
};

/// For any number of threads.
class LearnedPatterns {
 public:
  /// Patterns that are kept in memory for each machine; the one that was learned first goes.
  static constexpr std::size_t most = 4096;

  struct Ran {
    Configuration configuration;
    std::string code_hash;
    double prepare_s;  ///< NaN: not known (learned::Measured)
    double run_s;
  };
  struct Found {
    double expected_runs = 0;
    bool constant_values = false;
    std::size_t winner = 0;
    std::vector<Ran> ran;
  };

  struct OfFile {
    std::shared_ptr<LearnedPatterns> patterns;
    std::vector<std::string> trouble;  ///< of all that was read, a line each
  };
  /// What the file, by its whole path, and the one before it say: the same object for all who ask
  /// in this process, as long as nothing happens to the files but that lines are appended, which
  /// are read when the next one asks. Who asked before keeps the one he has.
  [[nodiscard]] static OfFile of(const std::string& file);

  void add(const learned::Record& record);
  /// Is there any pattern of such sizes?
  [[nodiscard]] bool knows(const model::Machine& here, std::uint64_t sizes) const;
  /// Null: not known.
  [[nodiscard]] std::shared_ptr<const Found> find(const model::Machine& here,
                                                  const PatternKey& key) const;
  [[nodiscard]] std::size_t size() const;

 private:
  using Key = std::pair<std::uint64_t, std::pair<std::uint64_t, std::uint64_t>>;
  static Key key_of(const PatternKey& key) {
    return {key.sizes, {key.pattern.low, key.pattern.high}};
  }
  /// What is known of machines that are alike. Which of them this is, is asked when a product is:
  /// a GPU's driver must not be awake in a process that only does work on the CPU, and may fork.
  struct OnMachine {
    model::Machine machine;
    std::map<Key, std::shared_ptr<const Found>> found;
    std::deque<Key> order;  ///< of learning, first the oldest
  };

  explicit LearnedPatterns(const std::string& file);
  void read_all();
  /// False: these are not what the files say any more.
  [[nodiscard]] bool read_on();
  void read_on(LogFile& file);
  /// Null: nothing is known of it.
  [[nodiscard]] const OnMachine* on(const model::Machine& machine) const;

  /// Of who is in `of`.
  ///@{
  LogFile former_, newest_;
  bool readable_ = true;
  std::vector<std::string> trouble_;
  ///@}
  mutable ForkMutex mutex_;  ///< of what follows
  std::vector<OnMachine> machines_;
};

}  // namespace sptune::dispatch
