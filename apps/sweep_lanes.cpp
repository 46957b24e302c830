// SPDX-License-Identifier: BSD-3-Clause
#include "apps/sweep_lanes.hpp"

#include "apps/output.hpp"
#include "apps/stop_signals.hpp"
#include "harness/environment/devices.hpp"
#include "harness/environment/environment.hpp"
#include "harness/environment/gpu_state.hpp"
#include "kernels/api/operation.hpp"
#include "kernels/baselines/baselines.hpp"
#include "kernels/row_policy/policy_file.hpp"
#include "sptune/error.hpp"
#include "tuner/calibrate/trials.hpp"

#include <cstddef>
#include <exception>
#include <thread>

namespace sptune::apps {
namespace {

/// The only GPU that a sweep uses where nobody says otherwise, the current one.
std::string name_of_gpu() {
  const std::vector<harness::Gpu> gpus = harness::installed_gpus();
  return gpus.empty() ? std::string{} : gpus.front().uuid;
}

/// As add_threads does for the whole process.
void warn_of_few_cores(const std::vector<harness::MeasuringDevice>& devices, int threads) {
  for (const harness::MeasuringDevice& device : devices) {
    if (static_cast<std::size_t>(threads) <= device.cores.size()) continue;
    print_err(
        "sptune: warning: --threads {}: {} of --devices have {}; threads that share one wait for "
        "each other\n",
        threads, device.name, device.cores.size());
    return;
  }
}

class LocalLanes final : public SweepLanes {
 public:
  explicit LocalLanes(const LanesWanted& wanted);

  [[nodiscard]] const harness::Hardware& hardware() const override { return hardware_; }
  [[nodiscard]] const harness::Environment& environment() const override { return environment_; }
  [[nodiscard]] harness::Runner& runner() const override { return *runners_.front(); }
  [[nodiscard]] std::vector<sweep::Lane> lanes() const override;

 private:
  std::vector<harness::MeasuringDevice> devices_;
  std::vector<std::unique_ptr<harness::Runner>> runners_;
  harness::Hardware hardware_;
  harness::Environment environment_;
};

LocalLanes::LocalLanes(const LanesWanted& wanted) {
  const Backend backend = wanted.backend;
  const std::string& text = wanted.devices;
  const bool in_process = wanted.in_process;
  const harness::MatrixLocator& locate = wanted.locate;
  if (text.empty()) {
    hardware_ = harness::capture_hardware(backend);
    environment_ = harness::capture_environment(backend, cusparse_in_use(backend));
    require_policy_file(backend, hardware_.arch);
    devices_.push_back({backend == Backend::cuda ? name_of_gpu() : std::string{}, -1, {}});
    runners_.push_back(in_process ? harness::in_process_runner(locate)
                                  : harness::worker_runner(locate, {}, {}, stop_requested));
    return;
  }
  if (in_process) {
    throw UsageError(
        "--devices gives each device a worker of its own: leave out --in-process, or --devices");
  }
  devices_ = harness::measuring_devices(backend, text);
  if (backend == Backend::cpu && !wanted.keep_disturbed) harness::require_own_cores(devices_);
  if (backend == Backend::cpu) warn_of_few_cores(devices_, wanted.threads);
  for (const harness::MeasuringDevice& device : devices_) {
    runners_.push_back(
        harness::worker_runner(locate, {}, harness::worker_variables(device), stop_requested));
  }
  std::exception_ptr trouble;
  std::jthread([&] {  // what is captured is the thread's: its cores, its GPU
    try {
      harness::enter(devices_.front());
      hardware_ = harness::capture_hardware(backend);
      environment_ = harness::capture_environment(backend, cusparse_in_use(backend));
    } catch (...) {
      trouble = std::current_exception();
    }
  })
      .join();
  if (trouble) std::rethrow_exception(trouble);
  require_policy_file(backend, hardware_.arch);
}

std::vector<sweep::Lane> LocalLanes::lanes() const {
  std::vector<sweep::Lane> out;
  for (std::size_t i = 0; i < devices_.size(); ++i) {
    out.push_back({devices_[i].name, *runners_[i], [this, i] { harness::enter(devices_[i]); }});
  }
  return out;
}

}  // namespace

void require_policy_file(Backend backend, const std::string& architecture) {
  if (backend != Backend::cuda) return;
  const Variant& variant = calibrate::variant_with_policy(full_catalogue());
  const char* const file = record_of(variant.operation).policy_variable;
  if (!row_policy::policy_path(file)) return;
  (void)row_policy::policy_of_file(file, calibrate::Accumulators(variant).names(), architecture);
}

void LaneSource::require(Backend backend) const {
  harness::require_device(backend);
}

std::unique_ptr<SweepLanes> LaneSource::open(const LanesWanted& wanted) const {
  return std::make_unique<LocalLanes>(wanted);
}

}  // namespace sptune::apps
