// SPDX-License-Identifier: BSD-3-Clause
#include "apps/run_output.hpp"

#include "apps/output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace sptune::apps {
namespace {

using harness::Outcome;
using harness::Summary;
using harness::Trial;

constexpr const char* row_format = "{:<{}} {:>11} {:>25} {:>8} {:>8} {:>8} {:>10}  {}\n";

/// "12.3 us", "4.56 ms", "1.23 s": four figures, the unit that suits.
std::string time_text(double us) {
  if (!std::isfinite(us)) return "-";
  if (us < 1e3) return fmt::format("{:.4g} us", us);
  if (us < 1e6) return fmt::format("{:.4g} ms", us / 1e3);
  return fmt::format("{:.4g} s", us / 1e6);
}

/// Time over that of an empty trial. One thread starts nothing and its floor is a fraction of a
/// nanosecond: far from the floor the figure itself says nothing.
std::string floor_text(double ratio) {
  constexpr double far = 1000;
  return ratio < far ? fmt::format("{:.3g}", ratio) : ">1000";
}

std::string failure_text(const Trial& t) {
  return fmt::format("{} in {}: {}", to_string(t.outcome), t.stage, t.message);
}

}  // namespace

bool measured(const Trial& t) {
  return t.outcome == Outcome::ok || t.outcome == Outcome::dominated;
}

Summary total_of(const Trial& t) {
  const auto samples = t.samples.find("total");
  return harness::summarise(samples == t.samples.end() ? std::vector<float>{} : samples->second);
}

void print_details(const Trial& t) {
  print_out("{}\n", t.configuration.text());
  if (!measured(t)) {
    print_out("  {}\n", failure_text(t));
    return;
  }
  const Summary s = total_of(t);
  const harness::Verification& v = t.verification;
  print_out("  verified   worst error {:.3g} of its bound, {:.2g} relative; {}{}\n",
            v.max_bound_ratio, v.max_relative,
            v.repeatable ? "same bits twice" : "bits differ between runs",
            v.sorted ? "" : "; columns unsorted");
  print_out("  prepare    {}, once; the plan holds {:.3g} MiB\n", time_text(t.prepare_s * 1e6),
            static_cast<double>(t.memory_bytes) / (1 << 20));
  const bool enough = s.n >= harness::least_for_interval;
  print_out("  time       {}  [{}, {}] {}; {} sample{} of {} run{}, stop: {}\n",
            time_text(s.median), time_text(s.ci_low), time_text(s.ci_high),
            enough ? "95 % of the median" : "range", s.n, s.n == 1 ? "" : "s", t.runs_per_sample,
            t.runs_per_sample == 1 ? "" : "s", t.stop_reason);
  for (const char* phase : {"symbolic", "allocate", "numeric"}) {
    const auto samples = t.samples.find(phase);
    if (samples == t.samples.end()) continue;
    const Summary p = harness::summarise(samples->second);
    print_out("  {:<10} {}  [{}, {}]\n", phase, time_text(p.median), time_text(p.ci_low),
              time_text(p.ci_high));
  }
  print_out("  bandwidth  {:.4g} GB/s of compulsory bytes, {:.4g} GB/s of the format's\n",
            t.compulsory_bytes / s.median / 1e3, t.bytes_per_run / s.median / 1e3);
  print_out("  rate       {:.4g} GFLOP/s ({} operations)\n",
            static_cast<double>(t.flops) / s.median / 1e3, t.flops);
  print_out("  floor      {}, this is {} x it{}\n", time_text(t.floor_us),
            floor_text(s.median / t.floor_us),
            t.mhz_mean > 0 ? fmt::format("; core clock about {:.0f} MHz", t.mhz_mean) : "");
}

TrialTable::TrialTable(const std::vector<ResolvedConfiguration>& configurations)
    : width_(std::string_view("configuration").size()) {
  for (const ResolvedConfiguration& c : configurations) {
    width_ = std::max(width_, c.text().size());
  }
}

void TrialTable::print_head(bool intervals) const {
  print_out(row_format, "configuration", width_, "median", intervals ? "95 % interval" : "range",
            "GB/s", "GFLOP/s", "x floor", "prepare", "");
}

void TrialTable::print_row(const Trial& t, const std::string& remark) const {
  if (!measured(t)) {
    print_out("{:<{}} {}\n", t.configuration.text(), width_, failure_text(t));
    return;
  }
  const Summary s = total_of(t);
  print_out(row_format, t.configuration.text(), width_, time_text(s.median),
            fmt::format("[{}, {}]", time_text(s.ci_low), time_text(s.ci_high)),
            fmt::format("{:.3g}", t.compulsory_bytes / s.median / 1e3),
            fmt::format("{:.3g}", static_cast<double>(t.flops) / s.median / 1e3),
            floor_text(s.median / t.floor_us), time_text(t.prepare_s * 1e6), remark);
}

}  // namespace sptune::apps
