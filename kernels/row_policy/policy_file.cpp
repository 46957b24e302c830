// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/row_policy/policy_file.hpp"

#include "kernels/api/json_checksum.hpp"
#include "kernels/api/json_text.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>

namespace sptune::row_policy {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_bytes = std::size_t{1} << 20U;

[[noreturn]] void refuse(const char* variable, const std::string& path, const std::string& what) {
  throw UsageError(std::string(variable) + "=" + path + ": " + what +
                   ": write a policy with `sptune calibrate -o " + path +
                   "`, or unset the variable");
}

std::string text_of(const std::string& path, const char* variable) {
  std::ifstream in(path, std::ios::binary);
  std::string text(most_bytes + 1, '\0');
  if (!in.read(text.data(), static_cast<std::streamsize>(text.size())) && !in.eof()) {
    refuse(variable, path, "cannot be read");
  }
  text.resize(static_cast<std::size_t>(in.gcount()));
  if (text.size() > most_bytes) refuse(variable, path, "is no policy, it has more than a megabyte");
  return text;
}

/// By path; to the end of the process, from any thread.
class ExpectedChecksums {
 public:
  static ExpectedChecksums& all() {
    static auto* const one = new ExpectedChecksums;
    return *one;
  }
  void put(const std::string& path, const std::string& checksum) {
    const std::lock_guard lock(guard_);
    by_path_[path] = checksum;
  }
  [[nodiscard]] std::optional<std::string> of(const std::string& path) {
    const std::lock_guard lock(guard_);
    const auto found = by_path_.find(path);
    if (found == by_path_.end()) return std::nullopt;
    return found->second;
  }

 private:
  std::mutex guard_;
  std::map<std::string, std::string> by_path_;
};

}  // namespace

void expect_checksum(const char* variable, const std::string& checksum) {
  if (const auto path = policy_path(variable)) ExpectedChecksums::all().put(*path, checksum);
}

std::optional<std::string> expected_checksum(const char* variable) {
  const auto path = policy_path(variable);
  return path ? ExpectedChecksums::all().of(*path) : std::nullopt;
}

std::optional<std::string> policy_path(const char* variable) {
  const char* value = std::getenv(variable);  // NOLINT(concurrency-mt-unsafe)
  if (value == nullptr || *value == 0) return std::nullopt;
  return value;
}

PolicyFile read_policy_file(const std::string& path, const char* variable) {
  PolicyFile out;
  out.text = text_of(path, variable);
  const auto parsed = parse_json<Json>(out.text);
  if (!parsed) refuse(variable, path, parsed.error());
  const Json& json = parsed.value();
  if (!json.is_object() || !json.contains("format") || !json.contains("name") ||
      !json["name"].is_string()) {
    refuse(variable, path, "is no policy");
  }
  const std::string format = json["format"].dump();
  if (!reads_format(format)) refuse(variable, path, other_format(format));
  out.name = json["name"].get<std::string>();
  out.checksum = checksum_of(json);
  if (!json.contains("checksum")) refuse(variable, path, "has no checksum");
  if (json["checksum"] != out.checksum) {
    refuse(variable, path,
           "was altered, its checksum says " + json["checksum"].dump() + " and its contents have " +
               out.checksum);
  }
  return out;
}

const Policy& policy_of_file(const char* variable, const AccumulatorNames& names,
                             std::string_view architecture) {
  const auto path = policy_path(variable);
  if (!path) {
    throw UsageError("policy=file: " + std::string(variable) +
                     " names no file: set it to one that `sptune calibrate` wrote");
  }
  static std::mutex guard;
  using Read = std::map<std::string, std::unique_ptr<const Policy>>;
  static auto* const read = new Read;  // to the end of the process
  const std::lock_guard lock(guard);
  auto& known = (*read)[*path];
  if (known == nullptr) {
    known = std::make_unique<const Policy>(
        parse_policy(read_policy_file(*path, variable).text, *path, names));
  }
  if (!architecture.empty() && known->architecture != "any" &&
      known->architecture != architecture) {
    refuse(variable, *path,
           "is for " + known->architecture + ", the device is " + std::string(architecture));
  }
  const auto expected = ExpectedChecksums::all().of(*path);
  if (expected && known->checksum != *expected) {
    throw UsageError(std::string(variable) + "=" + *path +
                     ": another policy than when measuring began, its checksum is " +
                     known->checksum + " and was " + *expected +
                     ": put the former file back and go on, or begin anew with this one");
  }
  return *known;
}

}  // namespace sptune::row_policy
