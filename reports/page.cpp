// SPDX-License-Identifier: BSD-3-Clause
#include "reports/page.hpp"

#include "reports/sections.hpp"
#include "reports/svg.hpp"
#include "reports/web.hpp"

#include <fmt/format.h>

#include <set>

namespace sptune::reports {
namespace {

std::string tiles(const Data& data) {
  std::set<std::string> matrices;
  std::set<std::string> variants;
  for (const Best& b : data.best) matrices.insert(b.matrix);
  std::int64_t verified = 0;
  std::int64_t failed = 0;
  double seconds = 0;  // of all attempts, as their number
  for (const Coverage& c : data.coverage) {
    variants.insert(c.operation_and_variant());
    verified += c.verified;
    failed += c.failed;
  }
  for (const Context& c : data.contexts) {
    if (c.wall_s > 0) seconds += c.wall_s;
  }
  return tile("matrices", grouped(static_cast<long long>(matrices.size()))) +
         tile("variants", grouped(static_cast<long long>(variants.size()))) +
         tile("trials", grouped(trial_count(data))) + tile("results", grouped(result_count(data))) +
         tile("verified", grouped(verified)) + tile("failed", grouped(failed)) +
         tile("measured in", seconds < 90     ? number(seconds) + " s"
                             : seconds < 5400 ? number(seconds / 60) + " min"
                                              : number(seconds / 3600) + " h");
}

}  // namespace

std::string tile(const std::string& name, const std::string& value) {
  return fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", name, escape(value));
}

std::string page(const PageOptions& options, const std::string& tiles,
                 const std::vector<Section>& sections, const std::string& database) {
  std::string nav = "<nav aria-label=\"Sections\"><ul>\n";
  std::string body;
  for (const Section& section : sections) {
    nav += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", section.id, escape(section.title));
    body += html(section, database);
  }
  nav += "</ul></nav>\n";
  // The policy makes the browser hold what this page promises: nothing is fetched. The empty icon
  // keeps it from asking a server for one.
  return fmt::format(
             "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
             "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
             "style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n"
             "{}\n<link rel=\"icon\" href=\"data:,\">\n<title>{}</title>\n<style>\n",
             page_marker, escape(options.title)) +
         std::string(page_css()) +
         fmt::format(
             "</style>\n</head>\n<body>\n<header>\n<h1>{}</h1>\n<p class=\"stamp\">{}</p>\n",
             escape(options.title), escape(options.generated)) +
         "<dl class=\"tiles\">\n" + tiles + "</dl>\n" + nav + "</header>\n<main>\n" + body +
         "</main>\n<script>\n" + std::string(page_js()) + "</script>\n</body>\n</html>\n";
}

std::string page(const Data& data, const PageOptions& options) {
  return page(
      options, tiles(data),
      {coverage_section(data), machine_section(data), best_section(data), speedup_section(data),
       profile_section(data), model_section(data), failure_section(data)},
      data.database);
}

}  // namespace sptune::reports
