// SPDX-License-Identifier: BSD-3-Clause
#include "sptune/configuration.hpp"

#include "kernels/api/json_text.hpp"

#include <nlohmann/json.hpp>

namespace sptune {
namespace {

using Json = nlohmann::ordered_json;

Json value_to_json(const Value& value) {
  struct Writer {
    Json operator()(std::int64_t v) const { return v; }
    Json operator()(double v) const { return v; }
    Json operator()(bool v) const { return v; }
    Json operator()(const std::string& v) const { return v; }
    Json operator()(const Value::List& list) const {
      Json out = Json::array();
      for (const Value& item : list) out.push_back(value_to_json(item));
      return out;
    }
    Json operator()(const Value::Record& record) const {
      Json out = Json::object();
      for (const auto& [name, item] : record) out[name] = value_to_json(item);
      return out;
    }
  };
  return std::visit(Writer{}, value.data());
}

Result<Value> value_from_json(const Json& json, int depth) {
  if (depth > Value::max_depth) return Result<Value>::failure("value nested deeper than 8 levels");
  if (json.is_boolean()) return {Value(json.get<bool>())};
  if (json.is_number_integer()) return {Value(json.get<std::int64_t>())};
  if (json.is_number_float()) return {Value(json.get<double>())};
  if (json.is_string()) return {Value(json.get<std::string>())};
  if (json.is_array()) {
    Value::List list;
    for (const Json& item : json) {
      auto value = value_from_json(item, depth + 1);
      if (!value) return value;
      list.push_back(std::move(value.value()));
    }
    return {Value(std::move(list))};
  }
  if (json.is_object()) {
    Value::Record record;
    for (const auto& [name, item] : json.items()) {
      auto value = value_from_json(item, depth + 1);
      if (!value) return value;
      record.emplace_back(name, std::move(value.value()));
    }
    return {Value(std::move(record))};
  }
  return Result<Value>::failure("a configuration value may not be null");
}

void flatten_value(const std::string& path, const Value& value,
                   std::vector<std::pair<std::string, double>>& out) {
  if (const auto* integer = value.get_if<std::int64_t>()) {
    out.emplace_back(path, static_cast<double>(*integer));
  } else if (const auto* real = value.get_if<double>()) {
    out.emplace_back(path, *real);
  } else if (const auto* truth = value.get_if<bool>()) {
    out.emplace_back(path, *truth ? 1.0 : 0.0);
  } else if (const auto* name = value.get_if<std::string>()) {
    out.emplace_back(path + "=" + *name, 1.0);
  } else if (const auto* list = value.get_if<Value::List>()) {
    for (std::size_t i = 0; i < list->size(); ++i) {
      flatten_value(path + "." + std::to_string(i), (*list)[i], out);
    }
  } else if (const auto* record = value.get_if<Value::Record>()) {
    for (const auto& [field, item] : *record) {
      flatten_value(std::string(path).append(".").append(field), item, out);
    }
  }
}

}  // namespace

const Value* Configuration::find(std::string_view axis) const noexcept {
  for (const auto& [name, value] : axes) {
    if (name == axis) return &value;
  }
  return nullptr;
}

std::string Configuration::text() const {
  return variant + Value(Value::Record(axes)).text();
}

Result<Configuration> Configuration::parse(std::string_view text) {
  const auto fail = [](std::string_view why) { return Result<Configuration>::failure(why); };
  const std::size_t brace = text.find('{');
  std::string_view name = text.substr(0, brace);
  while (!name.empty() && name.front() == ' ') name.remove_prefix(1);
  while (!name.empty() && name.back() == ' ') name.remove_suffix(1);
  if (name.empty())
    return fail("expected 'variant{axis=value,…}', found '" + std::string(text) + "'");
  Configuration configuration{std::string(name), {}};
  if (brace == std::string_view::npos) return {configuration};
  std::string_view rest = text.substr(brace);
  auto record = parse_value(rest);
  if (!record) return fail("in '" + std::string(text) + "': " + record.error());
  if (rest.find_first_not_of(" \t\r\n") != std::string_view::npos) {
    return fail("in '" + std::string(text) + "': unexpected '" + std::string(rest) +
                "' at the end");
  }
  configuration.axes = *record.value().get_if<Value::Record>();
  return {configuration};
}

std::string to_json(const Configuration& configuration) {
  Json json;
  json["variant"] = configuration.variant;
  json["axes"] = value_to_json(Value(Value::Record(configuration.axes)));
  return json.dump();
}

Result<Configuration> configuration_from_json(std::string_view text) {
  const auto fail = [](std::string_view why) { return Result<Configuration>::failure(why); };
  const auto parsed = parse_json<Json>(text);
  if (!parsed || !parsed.value().is_object()) return fail("configuration is not a JSON object");
  const Json& json = parsed.value();
  const auto variant = json.find("variant");
  if (variant == json.end() || !variant->is_string()) {
    return fail("configuration has no \"variant\" string");
  }
  Configuration configuration{variant->get<std::string>(), {}};
  const auto axes = json.find("axes");
  if (axes == json.end()) return {configuration};
  if (!axes->is_object()) return fail("configuration's \"axes\" is not an object");
  auto record = value_from_json(*axes, 0);
  if (!record) return fail(record.error());
  configuration.axes = *record.value().get_if<Value::Record>();
  return {configuration};
}

std::vector<std::pair<std::string, double>> flatten(const Configuration& configuration) {
  std::vector<std::pair<std::string, double>> out;
  for (const auto& [name, value] : configuration.axes) flatten_value(name, value, out);
  return out;
}

}  // namespace sptune
