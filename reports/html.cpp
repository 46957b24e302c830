// SPDX-License-Identifier: BSD-3-Clause
#include "reports/html.hpp"

#include "reports/svg.hpp"

#include <fmt/format.h>

#include <cmath>

namespace sptune::reports {
namespace {

std::string attribute(const char* name, const std::string& value) {
  return value.empty() ? std::string() : fmt::format(" {}=\"{}\"", name, escape(value));
}

std::string heading(const Table::Column& column, bool sortable) {
  const std::string name = escape(column.name);
  return fmt::format("<th scope=\"col\"{}{}>{}</th>", column.numeric ? " class=\"num\"" : "",
                     attribute("title", column.hint),
                     sortable ? "<button type=\"button\">" + name + "</button>" : name);
}

}  // namespace

Cell words(std::string text) {
  return {std::move(text), {}, {}, false};
}
Cell code(std::string text) {
  return {std::move(text), {}, {}, true};
}
Cell figure(double value, std::string shown, std::string hint) {
  const std::string key = std::isnan(value) ? "-1e308" : fmt::format("{:.9g}", value);
  if (std::isnan(value)) shown = "–";
  return {shown.empty() ? number(value) : std::move(shown), key, std::move(hint), false};
}
Cell count(long long value) {
  return {grouped(value), std::to_string(value), {}, false};
}

std::string html(const Table& table) {
  if (table.rows.empty()) return "<p class=\"none\">No rows.</p>\n";
  std::string out;
  const std::string id = escape(table.id);
  if (table.searchable) {
    out += fmt::format(
        "<label class=\"search\">Show rows with <input type=\"search\" "
        "data-table=\"{}\"></label>\n",
        id);
  }
  out += fmt::format("<div class=\"scroll\" tabindex=\"0\"><table id=\"{}\"{}>\n", id,
                     table.sortable ? " class=\"sortable\"" : "");
  if (!table.caption.empty()) out += "<caption>" + escape(table.caption) + "</caption>\n";
  out += "<thead><tr>";
  for (const auto& column : table.columns) out += heading(column, table.sortable);
  out += "</tr></thead>\n<tbody>\n";
  for (const auto& row : table.rows) {
    out += "<tr>";
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      const Cell cell = i < row.size() ? row[i] : Cell{};
      const std::string text = escape(cell.text);
      // Long words get room, or a browser would break them into a tower.
      const bool wide = cell.text.size() > 28;
      const std::string style = table.columns[i].numeric ? "num" : wide ? "wide" : "";
      out += fmt::format("<td{}{}{}>{}</td>", attribute("class", style),
                         attribute("data-key", cell.key), attribute("title", cell.hint),
                         cell.code ? "<code>" + text + "</code>" : text);
    }
    out += "</tr>\n";
  }
  return out + "</tbody></table></div>\n";
}

std::string folded(const std::string& summary, const std::string& content) {
  return "<details><summary>" + escape(summary) + "</summary>\n" + content + "</details>\n";
}

std::string html(const Section& section, const std::string& database) {
  std::string out =
      fmt::format("<section id=\"{}\">\n<h2>{}</h2>\n", section.id, escape(section.title));
  if (!section.lead.empty()) out += "<p class=\"lead\">" + escape(section.lead) + "</p>\n";
  out += section.content;
  for (const auto& [name, sql] : section.queries) {
    out += folded(fmt::format("Source: sptune query --named {} --db {}", name, database),
                  fmt::format("<pre><code>{}</code></pre>\n", escape(sql)));
  }
  return out + "</section>\n";
}

}  // namespace sptune::reports
