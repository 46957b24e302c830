// SPDX-License-Identifier: BSD-3-Clause
// Runs the tests of the C interface, which are written in C, as cases of GoogleTest; knows the
// library by its header and its shared library alone. Models and matrices are the other tests'.
#include "kernels/api/catalogue.hpp"
#include "sptune/device.hpp"
#include "tests/capi/cases.h"
#include "tests/kernels/spmv_battery.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/tuner/model_fixture.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace sptune {
namespace {

std::string skip_reason;

class CCase : public ::testing::Test {
 public:
  explicit CCase(void (*run)()) : run_(run) {}
  void TestBody() override {
    skip_reason.clear();
    run_();
    if (!skip_reason.empty()) GTEST_SKIP() << skip_reason;
  }

 private:
  void (*run_)();
};

void add_cases(const test_case* cases) {
  for (; cases->name != nullptr; ++cases) {
    ::testing::RegisterTest(cases->suite, cases->name, nullptr, nullptr, __FILE__, __LINE__,
                            [run = cases->run]() -> CCase* { return new CCase(run); });
  }
}

const bool added = [] {
  add_cases(status_cases);
  add_cases(battery_cases);
  return true;
}();

const std::vector<test::NamedMatrix>& matrices() {
  static const auto all = test::battery();
  return all;
}

/// A folder of model files that goes with the program.
class ModelFiles {
 public:
  ModelFiles() {
    const auto text = [](const char* name) {
      return shipped_catalogue()
          .find(Operation::spmv, Backend::cpu, name)
          ->default_configuration()
          .text();
    };
    model::ModelData rival = testing::small_model(text("csr"), text("sell"));
    const std::string model = to_json(rival);
    rival.provenance.created = "2026-02-01T00:00:00Z";
    const std::array<std::string, NO_FILE> content = {model, model.substr(0, model.size() / 2),
                                                      "{\"format\": \"something else\"}",
                                                      std::string("\0\1\2\xff", 4), to_json(rival)};
    for (std::size_t i = 0; i < paths_.size(); ++i) {
      paths_[i] = (folder_ / (std::to_string(i) + ".json")).string();
      if (i < content.size()) std::ofstream(paths_[i]) << content[i];
    }
    // Of no configuration that there is: a library with kernels for GPUs cannot use it, either.
    model::ModelData of_gpu = testing::small_model("gone{}", "gone{a=1}");
    of_gpu.backend = Backend::cuda;
    paths_[GPU_FOLDER] = (folder_ / "gpu").string();
    std::filesystem::create_directory(paths_[GPU_FOLDER]);
    std::ofstream(folder_ / "gpu" / "m.json") << to_json(of_gpu);
  }

  [[nodiscard]] const char* path(test_file file) const { return paths_.at(file).c_str(); }

 private:
  test::TemporaryFolder folder_;
  std::array<std::string, GPU_FOLDER + 1> paths_;
};

}  // namespace
}  // namespace sptune

void test_failed(const char* file, int line, const char* format, ...) {
  char text[2048];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  ADD_FAILURE_AT(file, line) << text;
}

void test_skipped(const char* why) {
  sptune::skip_reason = why;
}

size_t test_matrix_count() {
  return sptune::matrices().size();
}

test_matrix test_matrix_at(size_t i) {
  const auto& [name, a] = sptune::matrices().at(i);
  return {name.c_str(),         a.rows,         a.cols, a.nnz(), a.row_offsets.data(),
          a.col_indices.data(), a.values.data()};
}

void* test_device_copy(const void* host, size_t bytes) {
  void* device = sptune::cuda::allocate(bytes > 0 ? bytes : 1);
  if (bytes > 0) sptune::cuda::copy_to_device(device, host, bytes);
  return device;
}

void test_device_read(void* host, const void* device, size_t bytes) {
  sptune::cuda::synchronize();
  if (bytes > 0) sptune::cuda::copy_to_host(host, device, bytes);
}

void test_device_free(void* device) {
  sptune::cuda::release(device);
}

const char* test_path(test_file file) {
  static const sptune::ModelFiles files;
  return files.path(file);
}

void test_status(const char* file, int line, const char* call, sptune_status found,
                 sptune_status expected, const char* words) {
  const char* said = sptune_last_error();
  if (found != expected) {
    ADD_FAILURE_AT(file, line) << call << "\nends with " << sptune_status_name(found) << " ("
                               << said << "), expected " << sptune_status_name(expected);
  } else if (expected != SPTUNE_OK && std::strstr(said, words) == nullptr) {
    ADD_FAILURE_AT(file, line) << call << "\nsays '" << said << "', expected '" << words << "'";
  }
}
