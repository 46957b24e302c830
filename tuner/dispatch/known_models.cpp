// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/dispatch/known_models.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <mutex>
#include <system_error>
#include <tuple>
#include <utility>

namespace sptune::dispatch {
namespace {

/// Whether this program was linked with kernels for the backend.
bool has_side(Operation operation, Backend backend) {
  return shipped_catalogue().default_variant(operation, backend) != nullptr;
}

}  // namespace

void Warnings::warn(std::string_view text) const {
  const WholeLock lock(mutex_);
  if (!lock) return print_to_stderr(text);  // whoever stayed behind is in the sink
  say(text);
}

void Warnings::warn_once(const std::string& text) const {
  const WholeLock lock(mutex_);
  if (lock && said_.insert(text).second) say(text);
}

void Warnings::leave_sink() {
  const std::lock_guard lock(mutex_);
  sink = print_to_stderr;
}

void Warnings::say(std::string_view text) const {
  try {
    sink(text);
  } catch (const std::exception& e) {
    // The application's own sink failed; its loop must not see that, standard error may.
    print_to_stderr(e.what());
  } catch (...) {
    print_to_stderr("the sink of a dispatcher failed");
  }
}

void Warnings::print_to_stderr(std::string_view text) {
  std::fprintf(stderr, "sptune: warning: %.*s\n", static_cast<int>(text.size()), text.data());
}

model::Kinship KnownModel::kinship() const {
  const model::ModelData& d = model->data();
  return model::kinship(d.machine, model::this_machine(d.backend), d.backend);
}

std::string KnownModel::other_threads(int threads) const {
  const int trained = model->data().machine.threads;
  if (trained == 0 || trained == threads) return {};
  return "trained with " + model::threads_text(trained) + ", asked for " + std::to_string(threads);
}

bool KnownModel::answers(Operation operation, ValueType type, Backend backend,
                         Repeat repeat) const {
  return model->operation() == operation && model->value_type() == type &&
         model->backend() == backend && model->data().repeat == repeat;
}

bool KnownModel::same_question(const KnownModel& other) const {
  const model::ModelData& a = model->data();
  const model::ModelData& b = other.model->data();
  return answers(b.operation, b.value_type, b.backend, b.repeat) && a.cache == b.cache &&
         (a.machine.threads == b.machine.threads || a.machine.threads == 0 ||
          b.machine.threads == 0);
}

bool KnownModels::add(const std::string& path, const Warnings& warnings, Origin origin) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (!fs::is_directory(path, error)) {
    return add_file(path, warnings, origin, origin == Origin::named);
  }
  std::vector<std::string> files;
  for (fs::directory_iterator it(path, error), end; !error && it != end; it.increment(error)) {
    if (it->path().extension() == ".json") files.push_back(it->path().string());
  }
  if (error) {
    warnings.warn(path + ": cannot be listed: " + error.message());
    return false;
  }
  if (files.empty() && origin == Origin::named) {
    warnings.warn(path + ": no model files (*.json) in this folder");
  }
  std::sort(files.begin(), files.end());
  bool there = false;
  for (const std::string& file : files) there = add_file(file, warnings, origin, false) || there;
  return there;
}

bool KnownModels::add_file(const std::string& path, const Warnings& warnings, Origin origin,
                           bool asked_for) {
  auto loaded = model::Model::load(path);
  if (!loaded) {
    warnings.warn(loaded.error() + "; the model is not used");
    return false;
  }
  KnownModel known{std::move(loaded.value()), path, origin, {}};
  const model::Model& m = *known.model;
  const bool there = std::any_of(models_.begin(), models_.end(),
                                 [&](const KnownModel& k) { return k.model->data() == m.data(); });
  if (there) return true;
  if (!has_side(m.operation(), m.backend())) {
    std::string why = path + ": chooses for " + std::string(to_string(m.backend())) +
                      ", for which this program has no kernels; the model is not used";
    if (asked_for) {
      warnings.warn(why);
    } else {
      left_out_.push_back(std::move(why));  // a folder serves several programs: no news
    }
    return false;
  }
  std::string unknown;
  for (const model::Candidate& c : m.candidates()) {
    auto resolved = shipped_catalogue().resolve(m.operation(), m.backend(), c.configuration);
    known.configurations.push_back(resolved ? std::optional(resolved.value()) : std::nullopt);
    if (!resolved) unknown += (unknown.empty() ? "" : ", ") + c.configuration.text();
  }
  if (!known.configurations[m.default_candidate()]) {
    warnings.warn(path + ": its default configuration is not in this library (" +
                  m.candidates()[m.default_candidate()].configuration.text() +
                  "): train it again; the model is not used");
    return false;
  }
  if (!unknown.empty()) {
    warnings.warn(path +
                  ": configurations that this library does not have are left out: " + unknown);
  }
  // To look at this CPU takes a third of a millisecond, which is to be no part of a first question.
  // A device is left alone until somebody asks about a matrix there.
  if (m.backend() == Backend::cpu) static_cast<void>(model::this_machine(Backend::cpu));
  models_.push_back(std::move(known));
  return true;
}

const KnownModel* KnownModels::find(Operation operation, ValueType type, Backend backend,
                                    Repeat repeat, int threads) const {
  // Looked at once a choice, and where it counts: it takes a call of the system or of a device's
  // runtime, and to rank who is alone is as long as a run of a small matrix.
  const model::Machine* here = nullptr;
  const auto kinship = [&](const KnownModel& k) {
    if (here == nullptr) here = &model::this_machine(backend);
    return model::kinship(k.model->data().machine, *here, backend);
  };
  const auto rank = [&](const KnownModel& k) {
    const model::ModelData& d = k.model->data();
    return std::tuple(d.cache == "hot", -static_cast<int>(kinship(k)),
                      model::instructions_rank(d.machine), k.other_threads(threads).empty(),
                      d.machine.threads == threads, std::string_view(d.provenance.created));
  };
  const KnownModel* best = nullptr;
  for (const KnownModel& k : models_) {
    if (!k.answers(operation, type, backend, repeat)) continue;
    if (k.origin == Origin::shipped && k.not_for_hardware(kinship(k))) continue;
    if (best == nullptr || rank(k) > rank(*best)) best = &k;
  }
  return best;
}

std::string KnownModels::of_other_hardware(Operation operation, ValueType type, Backend backend,
                                           Repeat repeat) const {
  const auto loaded = std::count_if(models_.begin(), models_.end(), [&](const KnownModel& k) {
    return k.answers(operation, type, backend, repeat);
  });
  if (loaded == 0) return {};
  return ": " + std::to_string(loaded) + (loaded == 1 ? " is" : " are") +
         " loaded, for other hardware; `sptune models` says which";
}

std::string KnownModels::ambiguity() const {
  for (std::size_t i = 0; i < models_.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const KnownModel& a = models_[j];
      const KnownModel& b = models_[i];
      if (!a.same_question(b)) continue;
      if (!model::comparable(a.model->data().machine, b.model->data().machine)) continue;
      const model::ModelData& d = a.model->data();
      return a.path + " and " + b.path + " both choose for " + std::string(to_string(d.operation)) +
             " " + std::string(to_string(d.value_type)) + " on " +
             std::string(to_string(d.backend)) + " (" + d.cache +
             std::string(model::remark(d.repeat)) + ") and " + d.machine.text() +
             ": name one of them";
    }
  }
  return {};
}

void fill(Choice& choice, const KnownModel& known, std::span<const model::Score> scores,
          const model::Decision& decision, int threads) {
  const model::Score& chosen = model::score_of(scores, decision.candidate);
  choice.configuration = known.configurations[decision.candidate]->configuration();
  choice.match = decision.switched ? known.match(Match::predicted, threads) : Match::abstained;
  choice.expected_gain = 1 / chosen.ratio;
  choice.gain_low = 1 / chosen.ratio_high;
  choice.gain_high = 1 / chosen.ratio_low;
  choice.predicted_seconds = chosen.seconds;
  choice.prepare_seconds = chosen.prepare_s;
  choice.break_even_runs =
      model::break_even_runs(chosen, model::score_of(scores, known.model->default_candidate()));
  choice.reason = decision.reason;
  if (const std::string other = known.other_threads(threads); !other.empty()) {
    choice.reason += "; the model was " + other;
  }
}

std::vector<std::string> consider(const KnownModel& known, std::span<const model::Score> scores,
                                  const std::function<Fit(std::size_t)>& fit) {
  std::vector<std::string> out;
  for (const model::Score& s : scores) {
    std::string line = known.model->candidates()[s.candidate].configuration.text() + "  " +
                       duration_text(s.seconds) + " [" + duration_text(s.low) + ", " +
                       duration_text(s.high) + "]";
    if (s.prepare_s > 0) line += ", prepare " + duration_text(s.prepare_s);
    if (s.candidate == known.model->default_candidate()) line += ", the default";
    if (const Fit fits = fit(s.candidate); !fits) line += ", does not fit: " + fits.reason;
    out.push_back(std::move(line));
  }
  return out;
}

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

std::vector<std::string> split_paths(const std::string& joined) {
  std::vector<std::string> out;
  std::size_t begin = 0;
  while (begin < joined.size()) {
    const std::size_t end = std::min(joined.find(':', begin), joined.size());
    if (end > begin) out.push_back(joined.substr(begin, end - begin));
    begin = end + 1;
  }
  return out;
}

std::string duration_text(double seconds) {
  struct Unit {
    double scale;
    const char* name;
  };
  Unit unit{1, "s"};
  if (seconds < 1e-3) {
    unit = {1e6, "us"};
  } else if (seconds < 1) {
    unit = {1e3, "ms"};
  }
  char text[64];
  std::snprintf(text, sizeof text, "%.3g %s", seconds * unit.scale, unit.name);
  return text;
}

}  // namespace sptune::dispatch
