// SPDX-License-Identifier: BSD-3-Clause
// T4: the exchange format of autotuning results (github.com/odgaard/TuningSchema, results 1.0.0).
#include "db/export.hpp"
#include "kernels/api/json_text.hpp"
#include "sptune/error.hpp"
#include "suites/io/file_io.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <map>

namespace sptune::db {
namespace {

using nlohmann::ordered_json;

/// A row per attempt that a result stands on: its samples, and the result's other columns. T4 calls
/// a time correct or says what was wrong: one that nobody checked is left out.
constexpr const char* results_with_samples =
    "SELECT t.*, s.us FROM result t LEFT JOIN repetition r ON r.result_id = t.trial_id "
    "LEFT JOIN samples s ON s.trial_id = coalesce(r.trial_id, t.trial_id) AND s.phase = 'total' "
    "WHERE t.current = 1 AND (t.verified = 1 OR t.outcome NOT IN ('ok', 'dominated')) ORDER BY "
    "t.context_id, t.problem_id, t.trial_id, r.attempt";

const char* invalidity(const std::string& outcome) {
  if (outcome == "ok" || outcome == "dominated") return "correct";
  if (outcome == "wrong_result") return "correctness";
  if (outcome == "timeout") return "timeout";
  if (outcome == "refused") return "constraints";
  return "runtime";
}

/// Column names to values of the row in hand.
class Named {
 public:
  explicit Named(const std::vector<std::string>& columns) {
    for (std::size_t i = 0; i < columns.size(); ++i) at_[columns[i]] = i;
  }
  void row(const Row& row) { row_ = &row; }
  [[nodiscard]] const Cell& operator[](const std::string& name) const {
    return (*row_)[at_.at(name)];
  }
  [[nodiscard]] std::string text(const std::string& name) const {
    const auto* text = std::get_if<std::string>(&(*this)[name]);
    return text == nullptr ? std::string{} : *text;
  }

 private:
  std::map<std::string, std::size_t> at_;
  const Row* row_ = nullptr;
};

void add_measurement(ordered_json& list, const Cell& cell, const char* name, double scale,
                     const char* unit) {
  const auto* value = std::get_if<double>(&cell);
  if (value == nullptr) return;
  list.push_back({{"name", name}, {"value", *value * scale}, {"unit", unit}});
}

ordered_json measurements(const Named& t) {
  auto list = ordered_json::array();
  constexpr double us_to_ms = 1e-3;
  add_measurement(list, t["median_us"], "time", us_to_ms, "ms");
  add_measurement(list, t["min_us"], "time_min", us_to_ms, "ms");
  add_measurement(list, t["q1_us"], "time_q1", us_to_ms, "ms");
  add_measurement(list, t["q3_us"], "time_q3", us_to_ms, "ms");
  add_measurement(list, t["ci_low_us"], "time_ci_low", us_to_ms, "ms");
  add_measurement(list, t["ci_high_us"], "time_ci_high", us_to_ms, "ms");
  add_measurement(list, t["prepare_s"], "prepare_time", 1e3, "ms");
  add_measurement(list, t["gflops"], "gflops", 1, "GFLOP/s");
  return list;
}

ordered_json result(const Named& t) {
  ordered_json configuration{{"variant", t.text("variant")}};
  const auto params = parse_json<ordered_json>(t.text("params"));
  if (!params || !params.value().is_object()) {
    throw DatabaseError(
        fmt::format("configuration {}: its parameters are no JSON object: see "
                    "`sptune db check`",
                    t.text("configuration")));
  }
  configuration.update(params.value());
  const std::string outcome = t.text("outcome");
  ordered_json json{{"timestamp", t.text("started_at")},
                    {"configuration", std::move(configuration)},
                    {"objectives", {"time"}},
                    // Kernels are compiled with the program and searched outside of the trial.
                    {"times",
                     {{"compilation_time", 0.0},
                      {"runtimes", ordered_json::array()},
                      {"framework", 0.0},
                      {"search_algorithm", 0.0},
                      {"validation", 0.0}}},
                    {"invalidity", invalidity(outcome)},
                    {"correctness", outcome == "ok" || outcome == "dominated" ? 1 : 0},
                    {"measurements", measurements(t)}};
  return json;
}

/// Letters, digits and a few signs of a matrix's name; the rest would surprise shells and
/// filesystems.
std::string file_name(const Named& t) {
  std::string name;
  for (const char c : t.text("matrix")) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '.';
    name += plain ? c : '_';
  }
  const auto* context = std::get_if<std::int64_t>(&t["context_id"]);
  return fmt::format("{}_{}_{}_{}_{}_{}.json", name.substr(0, 120), t.text("operation"),
                     t.text("value_type"), t.text("cache"), *context,
                     t.text("problem_hash").substr(0, 8));
}

class Files {
 public:
  using Allow = std::function<void(const std::filesystem::path&)>;

  Files(std::filesystem::path folder, Allow allow)
      : folder_(std::move(folder)), allow_(std::move(allow)) {
    std::error_code error;
    std::filesystem::create_directories(folder_, error);
    if (error) {
      throw InputError(fmt::format("{}: cannot be made: {}", folder_.string(), error.message()));
    }
  }

  void add(const std::string& name, ordered_json row) {
    if (name != name_) close();
    name_ = name;
    results_.push_back(std::move(row));
  }

  /// To the result that was added last.
  void add_samples(const Cell& us) {
    ordered_json& runtimes = results_.back()["times"]["runtimes"];
    for (const float v : samples_of(us)) runtimes.push_back(static_cast<double>(v) * 1e-3);
  }

  void close() {
    if (name_.empty()) return;
    const std::filesystem::path file = folder_ / name_;
    if (allow_) allow_(file);
    const ordered_json json{{"schema_version", "1.0.0"}, {"results", results_}};
    suites::write_text_file(
        file, json.dump(1, ' ', false, ordered_json::error_handler_t::replace) + "\n");
    written.push_back(file);
    name_.clear();
    results_ = ordered_json::array();
  }

  std::vector<std::filesystem::path> written;

 private:
  std::filesystem::path folder_;
  Allow allow_;
  std::string name_;
  ordered_json results_ = ordered_json::array();
};

}  // namespace

std::vector<std::filesystem::path> export_t4(
    const std::filesystem::path& database, const std::filesystem::path& folder,
    const std::function<void(const std::filesystem::path&)>& allow) {
  Files files(folder, allow);
  std::unique_ptr<Named> named;
  Cell last;
  query(database, results_with_samples, {},
        {[&](const std::vector<std::string>& columns) { named = std::make_unique<Named>(columns); },
         [&](const Row& row) {
           named->row(row);
           const Cell& trial_id = (*named)["trial_id"];
           if (trial_id != last) files.add(file_name(*named), result(*named));
           files.add_samples((*named)["us"]);
           last = trial_id;
         }});
  files.close();
  return std::move(files.written);
}

}  // namespace sptune::db
