// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/dispatch/learned_patterns.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <utility>

namespace sptune::dispatch {

std::optional<LogFile::Identity> LogFile::identity() const {
  struct stat now {};
  if (stat(name_.c_str(), &now) != 0 || !learned::find_foreign(name_).empty()) return std::nullopt;
  constexpr std::int64_t ns_per_s = 1'000'000'000;
  return Identity{now.st_dev, now.st_ino, now.st_size,
                  now.st_mtim.tv_sec * ns_per_s + now.st_mtim.tv_nsec};
}

std::string LogFile::end_of_known() const {
  const std::int64_t bytes =
      std::min(known_.bytes, static_cast<std::int64_t>(learned::longest_line));
  std::string out(static_cast<std::size_t>(bytes), '\0');
  std::ifstream in(name_, std::ios::binary);
  in.seekg(known_.bytes - bytes);
  in.read(out.data(), bytes);
  out.resize(static_cast<std::size_t>(in.gcount()));
  return out;
}

LogFile::Now LogFile::look() {
  const std::optional<Identity> before = std::exchange(seen_, identity());
  if (!before) return seen_ ? Now::longer : Now::as_read;
  if (!seen_ || seen_->device != before->device || seen_->number != before->number ||
      seen_->bytes < before->bytes) {
    return Now::another;
  }
  // A new file may have the number of one that went, and both a time of one tick of the clock.
  if (end_of_known() != end_) return Now::another;
  if (*seen_ == *before) return Now::as_read;
  return seen_->bytes > before->bytes ? Now::longer : Now::another;
}

std::string LogFile::read_on(const std::function<void(learned::Line&& line)>& visit) {
  std::string why = learned::read_on(name_, known_, visit, learned::most_recalled);
  end_ = end_of_known();
  return why;
}

LearnedPatterns::LearnedPatterns(const std::string& file)
    : former_(learned::former(file)), newest_(file) {}

LearnedPatterns::OfFile LearnedPatterns::of(const std::string& file) {
  static ForkMutex mutex;
  static auto* const all =
      new std::map<std::string, std::shared_ptr<LearnedPatterns>>;  // to the end of the process
  const auto fresh = [&] {
    std::shared_ptr<LearnedPatterns> out(new LearnedPatterns(file));
    out->read_all();
    return out;
  };
  const WholeLock lock(mutex);
  if (!lock) {  // the parent was reading
    const auto own = fresh();
    return {own, own->trouble_};
  }
  std::shared_ptr<LearnedPatterns>& known = (*all)[file];
  if (known == nullptr || !known->read_on()) known = fresh();
  return {known, known->trouble_};
}

void LearnedPatterns::read_all() {
  for (LogFile* const file : {&former_, &newest_}) {
    if (file->look() == LogFile::Now::longer) read_on(*file);
  }
}

bool LearnedPatterns::read_on() {
  {
    const WholeLock lock(mutex_);
    if (!lock) return false;  // a thread of the parent was changing them
  }
  // Lines that come into the one before are older than those that are known.
  if (!readable_ || former_.look() != LogFile::Now::as_read) return false;
  const LogFile::Now newest = newest_.look();
  if (newest == LogFile::Now::longer) read_on(newest_);
  return newest != LogFile::Now::another;
}

void LearnedPatterns::read_on(LogFile& file) {
  std::size_t skipped = 0;
  std::string first;
  const std::string why = file.read_on([&](learned::Line&& line) {
    if (line.record) return add(line.record.value());
    if (skipped++ == 0) {
      first = "line " + std::to_string(line.number) + ": " + line.record.error();
    }
  });
  if (!why.empty()) {
    readable_ = false;
    trouble_.push_back(why);
  }
  if (skipped > 0) {
    trouble_.push_back(file.name() + ": " +
                       (skipped == 1
                            ? "a line is skipped, "
                            : std::to_string(skipped) + " lines are skipped, the first is ") +
                       first);
  }
}

void LearnedPatterns::add(const learned::Record& r) {
  auto found = std::make_shared<Found>();
  found->expected_runs = r.expected_runs;
  found->constant_values = r.constant_values;
  found->winner = r.winner;
  for (const learned::Measured& m : r.measured) {
    found->ran.push_back({m.configuration, m.code_hash, m.prepare_s, m.median_s()});
  }
  const Key key = key_of({r.sizes, r.pattern});
  const WholeLock lock(mutex_);
  if (!lock) return;
  auto at = std::find_if(machines_.begin(), machines_.end(), [&](const OnMachine& m) {
    return m.machine == r.machine || model::comparable(m.machine, r.machine);
  });
  if (at == machines_.end()) at = machines_.insert(at, {r.machine, {}, {}});
  const auto [it, added] = at->found.insert_or_assign(key, std::move(found));
  if (!added) std::erase(at->order, key);
  at->order.push_back(key);
  if (at->order.size() > most) {
    at->found.erase(at->order.front());
    at->order.pop_front();
  }
}

const LearnedPatterns::OnMachine* LearnedPatterns::on(const model::Machine& machine) const {
  const auto at = std::find_if(machines_.begin(), machines_.end(), [&](const OnMachine& m) {
    return model::comparable(m.machine, machine);
  });
  return at == machines_.end() ? nullptr : &*at;
}

bool LearnedPatterns::knows(const model::Machine& here, std::uint64_t sizes) const {
  const WholeLock lock(mutex_);
  if (!lock) return false;
  const OnMachine* const known = on(here);
  if (known == nullptr) return false;
  const auto it = known->found.lower_bound({sizes, {0, 0}});
  return it != known->found.end() && it->first.first == sizes;
}

std::shared_ptr<const LearnedPatterns::Found> LearnedPatterns::find(const model::Machine& here,
                                                                    const PatternKey& key) const {
  const WholeLock lock(mutex_);
  if (!lock) return nullptr;
  const OnMachine* const known = on(here);
  if (known == nullptr) return nullptr;
  const auto it = known->found.find(key_of(key));
  return it == known->found.end() ? nullptr : it->second;
}

std::size_t LearnedPatterns::size() const {
  const WholeLock lock(mutex_);
  std::size_t sum = 0;
  if (!lock) return sum;
  for (const OnMachine& m : machines_) sum += m.found.size();
  return sum;
}

}  // namespace sptune::dispatch
