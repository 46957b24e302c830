// SPDX-License-Identifier: BSD-3-Clause
// Pieces of a page.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace sptune::reports {

/// One cell: what is shown, what it is sorted by, and what hovering tells.
struct Cell {
  std::string text;
  std::string key{};   ///< sort key where it is not the text; numbers as plain decimals
  std::string hint{};  ///< where the number comes from
  bool code = false;
};

[[nodiscard]] Cell words(std::string text);
[[nodiscard]] Cell code(std::string text);
/// Sorted by value, shown with three significant digits unless `shown` says otherwise; NaN is "–".
[[nodiscard]] Cell figure(double value, std::string shown = {}, std::string hint = {});
[[nodiscard]] Cell count(long long value);

struct Table {
  struct Column {
    std::string name;
    bool numeric = false;
    std::string hint{};
  };
  std::string id;
  std::string caption;
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows;
  bool sortable = false;    ///< headings are buttons that sort
  bool searchable = false;  ///< a field above filters the rows
};
/// Rows shorter than the heading are padded; a table without rows says so.
[[nodiscard]] std::string html(const Table& table);

/// `<details>` with a table in it: the same numbers as a drawing, for those who cannot see it.
[[nodiscard]] std::string folded(const std::string& summary, const std::string& content);

/// Heading, content and the source of its numbers.
struct Section {
  std::string id;
  std::string title;
  std::string lead;     ///< one or two sentences: what this shows and how to read it
  std::string content;  ///< HTML
  /// Named queries whose rows these are: name and SQL.
  std::vector<std::pair<std::string, std::string>> queries;
};
[[nodiscard]] std::string html(const Section& section, const std::string& database);

}  // namespace sptune::reports
