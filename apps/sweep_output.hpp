// SPDX-License-Identifier: BSD-3-Clause
// What `sptune sweep` shows: progress on standard error, results on standard output.
#pragma once

#include "tuner/sweep/status.hpp"
#include "tuner/sweep/sweep.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace sptune::apps {

struct ProgressOptions {
  std::string mode = "auto";  ///< auto | bar | lines | none
  double every_s = 15;        ///< seconds between lines
  bool verbose = false;
};

/// A bar that redraws itself, or plain lines: one per matrix and one every `every_s` seconds.
class ProgressPrinter {
 public:
  explicit ProgressPrinter(const ProgressOptions& options);
  void show(const sweep::Event& event);
  /// Takes the bar away.
  void finish();

 private:
  void bar(const sweep::Event& event);
  void line(const sweep::Event& event);
  static void draw(const std::string& text);
  void say(const std::string& text);

  ProgressOptions options_;
  bool bar_ = false;
  bool drawn_ = false;
  double last_s_ = 0;
  double share_ = 0;  ///< of the bar
  std::string matrix_;
};

/// Matrices that were left out, each with its reason.
[[nodiscard]] nlohmann::ordered_json excluded_json(const std::vector<sweep::Excluded>& list);
/// `train`: the command that learns from a sweep that is done; empty: nothing is to be learned.
void print_summary(const sweep::Summary& summary, const std::string& db, const std::string& resume,
                   const std::string& train = "");
[[nodiscard]] std::string summary_json(const sweep::Summary& summary, const std::string& db,
                                       const std::string& resume);
void print_forecast(const sweep::Forecast& forecast, const sweep::Plan& plan);
[[nodiscard]] std::string forecast_json(const sweep::Forecast& forecast, const sweep::Plan& plan);
/// `resume`: the command that goes on; `writer`: who writes the database at this moment; empty when
/// nobody.
void print_status(const std::vector<sweep::RunStatus>& runs, const std::string& resume,
                  const std::string& writer);
[[nodiscard]] std::string status_json(const std::vector<sweep::RunStatus>& runs);

}  // namespace sptune::apps
