// SPDX-License-Identifier: BSD-3-Clause
// The few functions of NVML that are asked are declared here by their ABI, which is kept within a
// major version (NVML API reference): neither the toolkit nor the driver's packages have its header
// everywhere.
#include "harness/environment/gpu_state.hpp"

#include "kernels/api/clock.hpp"
#include "sptune/device.hpp"

#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace sptune::harness {
namespace {

using Device = struct nvmlDevice_st*;  // NOLINT(readability-identifier-naming): NVML's
constexpr int success = 0;
constexpr int too_small = 7;  ///< NVML_ERROR_INSUFFICIENT_SIZE
constexpr unsigned temperature_of_gpu = 0;
constexpr unsigned clock_of_sm = 1;
constexpr unsigned clock_of_memory = 2;

/// nvmlProcessInfo_t, second version.
struct Process {
  unsigned pid;
  unsigned long long used_bytes;
  unsigned gpu_instance;
  unsigned compute_instance;
};

struct Close {
  void operator()(void* library) const { (void)dlclose(library); }
};

/// The library, from nvmlInit to nvmlShutdown.
class Nvml {
 public:
  Nvml() : library_(dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL)) {
    if (library_ == nullptr) {
      trouble_ = "libnvidia-ml.so.1 of the NVIDIA driver is not found";
    } else if (const int code = call<int()>("nvmlInit_v2"); code != success) {
      trouble_ = "nvmlInit_v2 answers " + std::to_string(code);
    } else {
      begun_ = true;
    }
  }
  ~Nvml() {
    if (begun_) (void)call<int()>("nvmlShutdown");
  }
  Nvml(const Nvml&) = delete;
  Nvml& operator=(const Nvml&) = delete;

  [[nodiscard]] const std::string& trouble() const { return trouble_; }

  /// What the function answers, a code; one of its own where the library does not have it.
  template <class Function, class... Arguments>
  [[nodiscard]] int call(const char* name, Arguments... arguments) const {
    constexpr int not_found = 13;  // NVML_ERROR_FUNCTION_NOT_FOUND
    auto* const function = reinterpret_cast<Function*>(dlsym(library_.get(), name));
    return function == nullptr ? not_found : function(arguments...);
  }

 private:
  std::unique_ptr<void, Close> library_;
  std::string trouble_;
  bool begun_ = false;
};

/// A number of the device that takes no argument.
std::optional<unsigned> number(const Nvml& nvml, Device device, const char* name) {
  unsigned value = 0;
  const int code = nvml.call<int(Device, unsigned*)>(name, device, &value);
  return code == success ? std::optional(value) : std::nullopt;
}

/// A number of one of the device's clocks or sensors.
std::optional<int> number(const Nvml& nvml, Device device, const char* name, unsigned which) {
  unsigned value = 0;
  const int code = nvml.call<int(Device, unsigned, unsigned*)>(name, device, which, &value);
  return code == success ? std::optional(static_cast<int>(value)) : std::nullopt;
}

std::optional<bool> yes_or_no(std::optional<unsigned> value) {
  return value ? std::optional(*value != 0) : std::nullopt;
}

std::optional<double> watts(std::optional<unsigned> milliwatts) {
  return milliwatts ? std::optional(*milliwatts / 1e3) : std::nullopt;
}

/// The current one of two modes, the other being that after the next reset.
std::optional<bool> mode(const Nvml& nvml, Device device, const char* name) {
  unsigned now = 0;
  unsigned later = 0;
  const int code = nvml.call<int(Device, unsigned*, unsigned*)>(name, device, &now, &later);
  return code == success ? std::optional(now != 0) : std::nullopt;
}

/// Process numbers within a container are others than the driver's: then this process counts, too.
std::optional<int> other_processes(const Nvml& nvml, Device device) {
  std::array<Process, 64> found{};
  auto count = static_cast<unsigned>(found.size());
  const int code = nvml.call<int(Device, unsigned*, Process*)>(
      "nvmlDeviceGetComputeRunningProcesses_v3", device, &count, found.data());
  if (code == too_small) return static_cast<int>(count);
  if (code != success) return std::nullopt;
  int others = 0;
  for (unsigned i = 0; i < count; ++i) {
    if (found[i].pid != static_cast<unsigned>(getpid())) ++others;
  }
  return others;
}

GpuState state_of(const Nvml& nvml, Device device) {
  GpuState state;
  std::array<char, 96> text{};
  if (nvml.call<int(char*, unsigned)>("nvmlSystemGetDriverVersion", text.data(),
                                      static_cast<unsigned>(text.size())) == success) {
    state.driver = text.data();
  }
  state.persistence = yes_or_no(number(nvml, device, "nvmlDeviceGetPersistenceMode"));
  state.ecc = mode(nvml, device, "nvmlDeviceGetEccMode");
  state.mig = mode(nvml, device, "nvmlDeviceGetMigMode");
  state.sm_mhz = number(nvml, device, "nvmlDeviceGetClockInfo", clock_of_sm);
  state.sm_most_mhz = number(nvml, device, "nvmlDeviceGetMaxClockInfo", clock_of_sm);
  state.memory_mhz = number(nvml, device, "nvmlDeviceGetClockInfo", clock_of_memory);
  state.memory_most_mhz = number(nvml, device, "nvmlDeviceGetMaxClockInfo", clock_of_memory);
  state.temperature_c = number(nvml, device, "nvmlDeviceGetTemperature", temperature_of_gpu);
  state.power_w = watts(number(nvml, device, "nvmlDeviceGetPowerUsage"));
  state.power_limit_w = watts(number(nvml, device, "nvmlDeviceGetEnforcedPowerLimit"));
  unsigned long long reasons = 0;
  if (nvml.call<int(Device, unsigned long long*)>("nvmlDeviceGetCurrentClocksThrottleReasons",
                                                  device, &reasons) == success) {
    state.slowed_by = reasons;
  }
  state.other_processes = other_processes(nvml, device);
  return state;
}

}  // namespace

std::vector<Gpu> installed_gpus() {
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess) {
    (void)cudaGetLastError();
    return {};
  }
  std::vector<Gpu> out;
  for (int i = 0; i < count; ++i) {
    cudaDeviceProp properties{};
    if (const cudaError_t status = cudaGetDeviceProperties(&properties, i); status != cudaSuccess) {
      throw DeviceError(fmt::format("GPU {}: {}", i, cudaGetErrorString(status)));
    }
    std::string uuid = "GPU";
    for (std::size_t byte = 0; byte < sizeof properties.uuid.bytes; ++byte) {
      const bool begins_part = byte == 0 || byte == 4 || byte == 6 || byte == 8 || byte == 10;
      uuid += fmt::format("{}{:02x}", begins_part ? "-" : "",
                          static_cast<unsigned char>(properties.uuid.bytes[byte]));
    }
    out.push_back({i, std::move(uuid),
                   fmt::format("{:04x}:{:02x}:{:02x}.0", properties.pciDomainID,
                               properties.pciBusID, properties.pciDeviceID)});
  }
  return out;
}

void use_gpu(int index) {
  if (const cudaError_t status = cudaSetDevice(index); status != cudaSuccess) {
    throw DeviceError(fmt::format("GPU {}: {}", index, cudaGetErrorString(status)));
  }
}

namespace {

/// The current device as NVML knows it.
Result<Device> device_in(const Nvml& nvml) {
  using Out = Result<Device>;
  if (!cuda::device_info()) return Out::failure(cuda::device_info().error());
  int current = 0;
  std::array<char, 32> address{};
  if (cudaGetDevice(&current) != cudaSuccess ||
      cudaDeviceGetPCIBusId(address.data(), static_cast<int>(address.size()), current) !=
          cudaSuccess) {
    return Out::failure("the device has no PCI address");
  }
  if (!nvml.trouble().empty()) return Out::failure(nvml.trouble());
  Device device = nullptr;
  const int code = nvml.call<int(const char*, Device*)>("nvmlDeviceGetHandleByPciBusId_v2",
                                                        address.data(), &device);
  if (code != success) {
    return Out::failure("NVML does not know the device at " + std::string(address.data()) +
                        ": error " + std::to_string(code));
  }
  return device;
}

}  // namespace

Result<GpuState> gpu_state() {
  const Nvml nvml;
  const auto device = device_in(nvml);
  if (!device) return Result<GpuState>::failure(device.error());
  return state_of(nvml, device.value());
}

std::optional<GpuState> recent_gpu_state() {
  constexpr double most_age_s = 0.25;
  /// Of a thread, which works with one device.
  struct Watch {
    Nvml nvml;
    Result<Device> device = device_in(nvml);
    std::optional<GpuState> state;
    double at_s = 0;
  };
  thread_local Watch watch;
  if (!watch.device) return std::nullopt;
  if (!watch.state || now_s() - watch.at_s > most_age_s) {
    watch.state = state_of(watch.nvml, watch.device.value());
    watch.at_s = now_s();
  }
  return watch.state;
}

}  // namespace sptune::harness
