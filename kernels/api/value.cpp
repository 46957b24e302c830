// SPDX-License-Identifier: BSD-3-Clause
#include "sptune/value.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <system_error>

namespace sptune {
namespace {

constexpr std::size_t max_text = 64 * 1024;

std::string real_text(double v) {
  std::array<char, 40> buffer{};
  auto [end, ec] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), v);
  std::string text(buffer.data(), ec == std::errc{} ? end : buffer.data());
  if (text.find_first_of(".eni") == std::string::npos) text += ".0";
  return text;
}

void skip_blanks(std::string_view& text) {
  while (!text.empty() && (std::isspace(static_cast<unsigned char>(text.front())) != 0)) {
    text.remove_prefix(1);
  }
}

bool take(std::string_view& text, char c) {
  skip_blanks(text);
  if (text.empty() || text.front() != c) return false;
  text.remove_prefix(1);
  return true;
}

bool is_name_char(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.' ||
         c == '+';
}

std::string_view take_word(std::string_view& text) {
  skip_blanks(text);
  std::size_t n = 0;
  while (n < text.size() && is_name_char(text[n])) ++n;
  std::string_view word = text.substr(0, n);
  text.remove_prefix(n);
  return word;
}

Result<Value> fail(std::string_view why) {
  return Result<Value>::failure(why);
}

Value word_value(std::string_view word) {
  if (word == "true") return {true};
  if (word == "false") return {false};
  const char* first = word.data();
  const char* last = first + word.size();
  std::int64_t integer = 0;
  if (auto [p, ec] = std::from_chars(first, last, integer); ec == std::errc{} && p == last) {
    return {integer};
  }
  double real = 0;
  if (auto [p, ec] = std::from_chars(first, last, real); ec == std::errc{} && p == last) {
    return {real};
  }
  return {std::string(word)};
}

Result<Value> parse_nested(std::string_view& text, int depth);

Result<Value> parse_list(std::string_view& text, int depth) {
  Value::List list;
  if (take(text, ']')) return {Value(std::move(list))};
  do {
    auto item = parse_nested(text, depth + 1);
    if (!item) return item;
    list.push_back(std::move(item.value()));
  } while (take(text, ','));
  if (!take(text, ']')) return fail("expected ',' or ']' in a list");
  return {Value(std::move(list))};
}

Result<Value> parse_record(std::string_view& text, int depth) {
  Value::Record record;
  if (take(text, '}')) return {Value(std::move(record))};
  do {
    std::string name(take_word(text));
    if (name.empty() || !take(text, '=')) return fail("expected 'name=value' in a record");
    if (std::any_of(record.begin(), record.end(), [&](const auto& m) { return m.first == name; })) {
      return fail("'" + name + "' is given twice in a record");
    }
    auto item = parse_nested(text, depth + 1);
    if (!item) return item;
    record.emplace_back(std::move(name), std::move(item.value()));
  } while (take(text, ','));
  if (!take(text, '}')) return fail("expected ',' or '}' in a record");
  return {Value(std::move(record))};
}

Result<Value> parse_nested(std::string_view& text, int depth) {
  if (depth > Value::max_depth) return fail("value nested deeper than 8 levels");
  if (take(text, '[')) return parse_list(text, depth);
  if (take(text, '{')) return parse_record(text, depth);
  std::string_view word = take_word(text);
  if (word.empty()) return fail("expected a value");
  return {word_value(word)};
}

}  // namespace

std::string Value::text() const {
  struct Writer {
    std::string operator()(std::int64_t v) const { return std::to_string(v); }
    std::string operator()(double v) const { return real_text(v); }
    std::string operator()(bool v) const { return v ? "true" : "false"; }
    std::string operator()(const std::string& v) const { return v; }
    std::string operator()(const List& list) const {
      std::string out = "[";
      for (const Value& item : list) {
        if (out.size() > 1) out += ',';
        out += item.text();
      }
      return out + "]";
    }
    std::string operator()(const Record& record) const {
      std::string out = "{";
      for (const auto& [name, item] : record) {
        if (out.size() > 1) out += ',';
        out += name + "=" + item.text();
      }
      return out + "}";
    }
  };
  return std::visit(Writer{}, data_);
}

bool operator==(const Value& a, const Value& b) {
  return a.data_ == b.data_;
}

Result<Value> parse_value(std::string_view& text) {
  if (text.size() > max_text) return fail("value text longer than 64 KiB");
  return parse_nested(text, 0);
}

}  // namespace sptune
