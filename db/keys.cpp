// SPDX-License-Identifier: BSD-3-Clause
#include "db/keys.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/random.h>
#include <xxhash.h>

#include <array>
#include <chrono>
#include <ctime>
#include <initializer_list>
#include <random>

namespace sptune::db {
namespace {

/// Fields are separated by a byte that occurs in none of them, so that moving text from one field
/// to the next changes the hash.
std::string hash_fields(std::initializer_list<std::string_view> fields) {
  std::string joined;
  for (const std::string_view field : fields) {
    joined += field;
    joined += '\x1f';
  }
  return hash_text(joined);
}

void random_bytes(unsigned char* to, std::size_t n) {
  if (getrandom(to, n, 0) == static_cast<ssize_t>(n)) return;
  std::random_device device;
  for (std::size_t i = 0; i < n; ++i) to[i] = static_cast<unsigned char>(device());
}

std::int64_t now_ms() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

}  // namespace

std::string hash_text(std::string_view text) {
  const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

std::string hardware_key(const harness::Hardware& h) {
  if (!h.hash.empty()) return h.hash;
  return hash_fields({h.kind, h.arch, std::to_string(h.cores), std::to_string(h.l2_bytes),
                      std::to_string(h.l3_bytes), std::to_string(h.memory_bytes)});
}

std::string environment_key(const harness::Environment& e) {
  return hash_fields({e.compiler, e.flags, e.os, e.libc, e.library_version, e.isa, e.driver,
                      e.cuda_runtime, e.cusparse});
}

std::string policy_params(const harness::Protocol& p) {
  nlohmann::ordered_json json{
      {"warmup_runs", p.warmup_runs},         {"pilot_samples", p.pilot_samples},
      {"dominated_ratio", p.dominated_ratio}, {"min_samples", p.min_samples},
      {"max_samples", p.max_samples},         {"confidence_width", p.confidence_width},
      {"sample_min_s", p.sample_min_s},       {"time_budget_s", p.time_budget_s}};
  // Named only where it is not the usual one, so that the key of older trials stays what it was.
  if (p.launch != harness::Launch::stream) json["launch"] = harness::to_string(p.launch);
  if (p.repeat != Repeat::whole) {
    json["repeat"] = to_string(p.repeat);
    json["prepare"] = "with the product before";
  }
  return json.dump();
}

std::string policy_key(const harness::Protocol& p) {
  return hash_fields({harness::to_string(p.cache), std::to_string(p.threads), policy_params(p)});
}

std::string protocol_limits(const harness::Protocol& p) {
  const nlohmann::ordered_json json{{"prepare_limit_s", p.prepare_limit_s},
                                    {"run_limit_s", p.run_limit_s},
                                    {"measure_limit_s", p.measure_limit_s},
                                    {"memory_limit", p.memory_limit}};
  return json.dump();
}

std::string config_key(Operation operation, Backend backend, std::string_view variant,
                       std::string_view code_hash, std::string_view text) {
  return hash_fields({to_string(operation), to_string(backend), variant, code_hash, text});
}

std::string new_uuid_bytes() {
  std::array<unsigned char, 16> bytes{};
  random_bytes(bytes.data(), bytes.size());
  const auto ms = static_cast<std::uint64_t>(now_ms());
  for (std::size_t i = 0; i < 6; ++i) {
    bytes[i] = static_cast<unsigned char>(ms >> (8 * (5 - i)));
  }
  bytes[6] = static_cast<unsigned char>((bytes[6] & 0x0f) | 0x70);
  bytes[8] = static_cast<unsigned char>((bytes[8] & 0x3f) | 0x80);
  return {bytes.begin(), bytes.end()};
}

std::string new_uuid_text() {
  std::string text;
  for (const char c : new_uuid_bytes()) {
    if (text.size() == 8 || text.size() == 13 || text.size() == 18 || text.size() == 23)
      text += '-';
    text += fmt::format("{:02x}", static_cast<unsigned char>(c));
  }
  return text;
}

std::string utc_now() {
  const std::int64_t ms = now_ms();
  const std::time_t seconds = ms / 1000;
  std::tm utc{};
  gmtime_r(&seconds, &utc);
  std::array<char, 32> text{};
  const std::size_t n = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S", &utc);
  return fmt::format("{}.{:03}Z", std::string_view(text.data(), n), ms % 1000);
}

}  // namespace sptune::db
