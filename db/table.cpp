// SPDX-License-Identifier: BSD-3-Clause
// Results as text: aligned columns, CSV, JSON.
#include "db/query.hpp"
#include "sptune/error.hpp"
#include "suites/collections/visible.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <string_view>

namespace sptune::db {
namespace {

std::string hex(const Bytes& bytes) {
  std::string text;
  for (const unsigned char b : bytes) text += fmt::format("{:02x}", b);
  return text;
}

/// `digits` 0: as many as it takes to read the same number back.
std::string to_text(const Cell& cell, int digits) {
  struct Writer {
    int digits;
    std::string operator()(std::monostate) const { return {}; }
    std::string operator()(std::int64_t v) const { return std::to_string(v); }
    std::string operator()(double v) const {
      return digits == 0 ? fmt::format("{}", v) : fmt::format("{:.{}g}", v, digits);
    }
    std::string operator()(const std::string& v) const { return v; }
    std::string operator()(const Bytes& v) const { return hex(v); }
  };
  return std::visit(Writer{digits}, cell);
}

bool is_number(const Cell& cell) {
  return std::holds_alternative<std::int64_t>(cell) || std::holds_alternative<double>(cell);
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

std::string csv_field(const Cell& cell) {
  const auto* text = std::get_if<std::string>(&cell);
  return text == nullptr ? csv_field(to_text(cell, 0)) : csv_text(*text);
}

nlohmann::ordered_json to_json(const Cell& cell) {
  struct Writer {
    nlohmann::ordered_json operator()(std::monostate) const { return nullptr; }
    nlohmann::ordered_json operator()(std::int64_t v) const { return v; }
    nlohmann::ordered_json operator()(double v) const { return v; }
    nlohmann::ordered_json operator()(const std::string& v) const { return v; }
    nlohmann::ordered_json operator()(const Bytes& v) const { return hex(v); }
  };
  return std::visit(Writer{}, cell);
}

/// Characters on the screen of UTF-8 text, as far as it is not wide.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  }));
}

void put_padded(std::ostream& out, const std::string& text, std::size_t to, bool right) {
  const std::string blanks(to > width(text) ? to - width(text) : 0, ' ');
  out << (right ? blanks + text : text + blanks);
}

}  // namespace

std::string csv_text(const std::string& text) {
  // What a spreadsheet would run as a formula when it opens the file.
  const bool formula =
      !text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos;
  return csv_field(formula ? "'" + text : text);
}

std::size_t Table::column(std::string_view name) const {
  const auto found = std::find(columns.begin(), columns.end(), name);
  if (found == columns.end()) throw UsageError(fmt::format("no column '{}' in the result", name));
  return static_cast<std::size_t>(found - columns.begin());
}

double Table::number(std::size_t row, std::string_view name) const {
  const Cell& cell = rows.at(row)[column(name)];
  if (const auto* i = std::get_if<std::int64_t>(&cell)) return static_cast<double>(*i);
  if (const auto* d = std::get_if<double>(&cell)) return *d;
  if (std::holds_alternative<std::monostate>(cell)) return std::nan("");
  throw UsageError(fmt::format("column '{}' holds text, expected a number", name));
}

std::string Table::text(std::size_t row, std::string_view name) const {
  return to_text(rows.at(row)[column(name)], 0);
}

Writer::Writer(std::ostream& out, Format format) : out_(out), format_(format) {}

RowSink Writer::sink() {
  return {[this](const std::vector<std::string>& columns) { begin(columns); },
          [this](const Row& r) { row(r); }};
}

void Writer::begin(const std::vector<std::string>& columns) {
  table_.columns = columns;
  for (auto c = columns.begin(); format_ == Format::json && c != columns.end(); ++c) {
    if (std::find(columns.begin(), c, *c) == c) continue;
    throw UsageError(
        fmt::format("two columns are named '{}', of which JSON keeps one: name them "
                    "apart with AS",
                    *c));
  }
  if (format_ == Format::json) out_ << "[";
  if (format_ != Format::csv) return;
  for (std::size_t i = 0; i < columns.size(); ++i)
    out_ << (i == 0 ? "" : ",") << csv_field(columns[i]);
  out_ << "\n";
}

void Writer::row(const Row& row) {
  if (format_ == Format::table) {
    table_.rows.push_back(row);
  } else if (format_ == Format::csv) {
    for (std::size_t i = 0; i < row.size(); ++i) out_ << (i == 0 ? "" : ",") << csv_field(row[i]);
    out_ << "\n";
  } else {
    auto json = nlohmann::ordered_json::object();
    for (std::size_t i = 0; i < row.size(); ++i) json[table_.columns[i]] = to_json(row[i]);
    out_ << (rows_ == 0 ? "\n" : ",\n")
         << json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  }
  ++rows_;
}

void Writer::finish() {
  if (format_ == Format::table) write_table();
  if (format_ == Format::json) out_ << (rows_ == 0 ? "]\n" : "\n]\n");
  out_.flush();
}

void Writer::write_table() {
  const std::size_t n = table_.columns.size();
  std::vector<std::vector<std::string>> text;
  std::vector<std::size_t> widths;
  std::vector<bool> right(n, !table_.rows.empty());
  for (const std::string& column : table_.columns) widths.push_back(width(column));
  for (const Row& row : table_.rows) {
    std::vector<std::string>& line = text.emplace_back();
    for (std::size_t i = 0; i < n; ++i) {
      line.push_back(suites::visible(to_text(row[i], 6)));
      std::replace(line[i].begin(), line[i].end(), '\n', ' ');
      widths[i] = std::max(widths[i], width(line[i]));
      if (!is_number(row[i]) && !std::holds_alternative<std::monostate>(row[i])) right[i] = false;
    }
  }
  const auto put = [&](const std::vector<std::string>& line) {
    for (std::size_t i = 0; i < n; ++i) {
      if (i != 0) out_ << "  ";
      // No blanks after the last column.
      put_padded(out_, line[i], i + 1 == n && !right[i] ? 0 : widths[i], right[i]);
    }
    out_ << "\n";
  };
  put(table_.columns);
  std::vector<std::string> rule;
  rule.reserve(n);
  for (const std::size_t w : widths) rule.emplace_back(w, '-');
  put(rule);
  for (const auto& line : text) put(line);
  out_ << fmt::format("({} {})\n", text.size(), text.size() == 1 ? "row" : "rows");
}

void write(std::ostream& out, const Table& table, Format format) {
  Writer writer(out, format);
  writer.begin(table.columns);
  for (const Row& row : table.rows) writer.row(row);
  writer.finish();
}

}  // namespace sptune::db
