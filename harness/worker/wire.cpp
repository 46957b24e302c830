// SPDX-License-Identifier: BSD-3-Clause
#include "harness/worker/wire.hpp"

#include "kernels/api/json_text.hpp"
#include "sptune/error.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>

namespace sptune::harness {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t header_size = 4;

/// One field after another, in the same order for both directions.
class Writer {
 public:
  explicit Writer(Json& json) : json_(json) {}
  template <class T>
  void operator()(const char* name, const T& value) {
    json_[name] = value;
  }

 private:
  Json& json_;
};

class Reader {
 public:
  explicit Reader(const Json& json) : json_(json) {}
  template <class T>
  void operator()(const char* name, T& value) {
    const Json& field = json_.at(name);
    if constexpr (std::is_same_v<T, double>) {
      value = field.is_null() ? std::numeric_limits<double>::quiet_NaN() : field.get<double>();
    } else {
      value = field.get<T>();
    }
  }

 private:
  const Json& json_;
};

// The lists of plain fields. Each names all members of its struct, so that one more does not
// compile until it is decided here whether it travels.

template <class P, class Visit>
void each_field_of_protocol(P& p, Visit&& visit) {
  [[maybe_unused]] const auto& [cache, launch, repeat, threads, warmup_runs, pilot_samples,
                                dominated_ratio, min_samples, max_samples, confidence_width,
                                sample_min_s, time_budget_s, load_limit_s, prepare_limit_s,
                                run_limit_s, measure_limit_s, memory_limit] = p;
  visit("threads", p.threads);
  visit("warmup_runs", p.warmup_runs);
  visit("pilot_samples", p.pilot_samples);
  visit("dominated_ratio", p.dominated_ratio);
  visit("min_samples", p.min_samples);
  visit("max_samples", p.max_samples);
  visit("confidence_width", p.confidence_width);
  visit("sample_min_s", p.sample_min_s);
  visit("time_budget_s", p.time_budget_s);
  visit("load_limit_s", p.load_limit_s);
  visit("prepare_limit_s", p.prepare_limit_s);
  visit("run_limit_s", p.run_limit_s);
  visit("measure_limit_s", p.measure_limit_s);
  visit("memory_limit", p.memory_limit);
}

template <class V, class Visit>
void each_field_of_verification(V& v, Visit&& visit) {
  [[maybe_unused]] const auto& [done, ok, max_bound_ratio, max_relative, nnz_mismatch, sorted,
                                repeatable, first_bad] = v;
  visit("done", v.done);
  visit("ok", v.ok);
  visit("max_bound_ratio", v.max_bound_ratio);
  visit("max_relative", v.max_relative);
  visit("nnz_mismatch", v.nnz_mismatch);
  visit("sorted", v.sorted);
  visit("repeatable", v.repeatable);
  visit("first_bad", v.first_bad);
}

/// `from_outside` and `pass_samples` are the parent's to say. Several ranks have no worker.
template <class T, class Visit>
void each_field_of_trial(T& t, Visit&& visit) {
  [[maybe_unused]] const auto& [backend, configuration, problem, cache, outcome, stage, message,
                                signal, from_outside, limit_s, stop_reason, samples, pass_samples,
                                runs_per_sample, prepare_s, bytes_per_run, compulsory_bytes, flops,
                                nnz_out, memory_bytes, floor_us, mhz_mean, load, disturbed,
                                verification, ranks, wall_s, stage_s] = t;
  visit("stage", t.stage);
  visit("message", t.message);
  visit("signal", t.signal);
  visit("limit_s", t.limit_s);
  visit("stop_reason", t.stop_reason);
  visit("runs_per_sample", t.runs_per_sample);
  visit("prepare_s", t.prepare_s);
  visit("bytes_per_run", t.bytes_per_run);
  visit("compulsory_bytes", t.compulsory_bytes);
  visit("flops", t.flops);
  visit("nnz_out", t.nnz_out);
  visit("memory_bytes", t.memory_bytes);
  visit("floor_us", t.floor_us);
  visit("mhz_mean", t.mhz_mean);
  visit("wall_s", t.wall_s);
  visit("stage_s", t.stage_s);
  visit("disturbed", t.disturbed);
}

/// Enumerator by its text.
template <class Parse>
auto parsed(const Json& json, const char* name, Parse parse) {
  const auto text = json.at(name).get<std::string>();
  const auto value = parse(text);
  if (!value) {
    throw Error(ExitCode::internal, fmt::format("worker protocol: {} is '{}'", name, text));
  }
  return *value;
}

/// JSON errors of a message between two ends of one build are a bug of ours.
template <class F>
auto decoded(const char* what, F&& decode) {
  try {
    return decode();
  } catch (const nlohmann::json::exception& e) {
    throw Error(ExitCode::internal, fmt::format("worker protocol: bad {}: {}", what, e.what()));
  }
}

std::string with_valid_utf8(const std::string& text) {
  return parse_message(Json(text).dump(-1, ' ', false, Json::error_handler_t::replace))
      .get<std::string>();
}

Json load_json(const Load& load) {
  Json json{{"window_s", load.window_s}};
  each_field_of_load(load, [&](const char* name, const auto& field) {
    if (field) json[name] = *field;
  });
  return json;
}

Load load_from_json(const Json& json) {
  Load load;
  load.window_s = json.at("window_s").get<double>();
  each_field_of_load(load, [&](const char* name, auto& field) {
    if (json.contains(name)) json.at(name).get_to(field.emplace());
  });
  return load;
}

bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    // Whose other end is gone would end this process by a signal; a pipe knows no such flag.
    ssize_t n = ::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (n < 0 && errno == ENOTSOCK) n = ::write(fd, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

bool read_all(int fd, char* to, std::size_t size) {
  while (size > 0) {
    const ssize_t n = ::read(fd, to, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    to += n;
    size -= static_cast<std::size_t>(n);
  }
  return true;
}

std::string header_of(std::size_t size) {
  std::string header(header_size, '\0');
  for (std::size_t i = 0; i < header_size; ++i) {
    header[i] = static_cast<char>((size >> (8 * i)) & 0xFFU);
  }
  return header;
}

std::size_t size_in(std::string_view header) {
  std::size_t size = 0;
  for (std::size_t i = 0; i < header_size; ++i) {
    size |= static_cast<std::size_t>(static_cast<unsigned char>(header[i])) << (8 * i);
  }
  return size;
}

}  // namespace

Json parse_message(std::string_view text) {
  auto parsed = parse_json<Json>(text);
  if (!parsed) {
    throw Error(ExitCode::internal, "worker protocol: not a message: " + parsed.error());
  }
  return std::move(parsed.value());
}

Json to_json(const Protocol& p) {
  Json json;
  json["cache"] = to_string(p.cache);
  json["launch"] = to_string(p.launch);
  json["repeat"] = to_string(p.repeat);
  each_field_of_protocol(p, Writer(json));
  return json;
}

Protocol protocol_from_json(const Json& json) {
  return decoded("protocol", [&] {
    Protocol p;
    p.cache = parsed(json, "cache", parse_cache_policy);
    p.launch = parsed(json, "launch", parse_launch);
    p.repeat = parsed(json, "repeat", parse_repeat);
    each_field_of_protocol(p, Reader(json));
    return p;
  });
}

Json to_json(const ProblemKey& p) {
  return {{"operation", sptune::to_string(p.operation)},
          {"value_type", sptune::to_string(p.value_type)},
          {"a_hash", p.a_hash},
          {"b_hash", p.b_hash},
          {"b_kind", p.b_kind},
          {"parameters", p.parameters}};
}

ProblemKey problem_from_json(const Json& json) {
  return decoded("problem", [&] {
    ProblemKey p;
    p.operation = parsed(json, "operation", parse_operation);
    p.value_type = parsed(json, "value_type", parse_value_type);
    p.a_hash = json.at("a_hash").get<std::string>();
    p.b_hash = json.at("b_hash").get<std::string>();
    p.b_kind = json.at("b_kind").get<std::string>();
    p.parameters = json.at("parameters").get<std::string>();
    return p;
  });
}

Json to_json(const Trial& trial) {
  Trial t = trial;  // messages may hold bytes of a file or a library that are no UTF-8
  t.message = with_valid_utf8(t.message);
  t.verification.first_bad = with_valid_utf8(t.verification.first_bad);
  Json json;
  json["backend"] = sptune::to_string(t.backend);
  json["configuration"] = t.configuration.text();
  json["problem"] = to_json(t.problem);
  json["cache"] = to_string(t.cache);
  json["outcome"] = to_string(t.outcome);
  each_field_of_trial(t, Writer(json));
  each_field_of_verification(t.verification, Writer(json["verification"]));
  json["samples"] = t.samples;
  json["load"] = load_json(t.load);
  return json;
}

Trial trial_from_json(const Json& json) {
  return decoded("trial", [&] {
    Trial t;
    t.backend = parsed(json, "backend", parse_backend);
    auto configuration = Configuration::parse(json.at("configuration").get<std::string>());
    if (!configuration) throw Error(ExitCode::internal, configuration.error());
    t.configuration = configuration.value();
    t.problem = problem_from_json(json.at("problem"));
    t.cache = parsed(json, "cache", parse_cache_policy);
    t.outcome = parsed(json, "outcome", parse_outcome);
    each_field_of_trial(t, Reader(json));
    each_field_of_verification(t.verification, Reader(json.at("verification")));
    t.samples = json.at("samples").get<PhaseSamples>();
    t.load = load_from_json(json.at("load"));
    return t;
  });
}

bool write_frame(int fd, const std::string& payload) {
  return write_all(fd, header_of(payload.size()) + payload);
}

std::optional<std::string> read_frame(int fd) {
  std::string header(header_size, '\0');
  if (!read_all(fd, header.data(), header.size())) return std::nullopt;
  const std::size_t size = size_in(header);
  if (size > largest_frame) return std::nullopt;
  std::string payload(size, '\0');
  if (!read_all(fd, payload.data(), size)) return std::nullopt;
  return payload;
}

std::optional<std::string> take_frame(std::string& buffer) {
  if (buffer.size() < header_size) return std::nullopt;
  const std::size_t size = size_in(buffer);
  if (size > largest_frame) {
    throw Error(ExitCode::internal, "worker protocol: the worker sent something that is no frame");
  }
  if (buffer.size() < header_size + size) return std::nullopt;
  std::string payload = buffer.substr(header_size, size);
  buffer.erase(0, header_size + size);
  return payload;
}

}  // namespace sptune::harness
