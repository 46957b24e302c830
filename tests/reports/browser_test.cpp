// SPDX-License-Identifier: BSD-3-Clause
// The page in a real browser: it loads without a complaint, its drawings are there, its tables
// sort.
#include "reports/data.hpp"
#include "reports/page.hpp"
#include "tests/reports/recorded.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace sptune::reports {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string chromium() {
  for (const char* path :
       {"/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"}) {
    if (std::filesystem::exists(path)) return path;
  }
  return {};
}

struct Visit {
  std::string dom;  ///< after the page's script ran
  std::string log;
};

/// Opens the page in a headless browser with an empty profile.
Visit visit(const std::string& browser, const std::filesystem::path& folder,
            const std::string& html) {
  std::ofstream(folder / "page.html") << html;
  const std::string dom = (folder / "dom").string();
  const std::string log = (folder / "log").string();
  const std::string command =
      "timeout 100 " + browser +
      " --headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-dev-shm-usage"
      " --disable-background-networking --disable-component-update --disable-sync"
      " --enable-logging=stderr --virtual-time-budget=2000 --user-data-dir='" +
      (folder / "profile").string() + "' --dump-dom 'file://" + (folder / "page.html").string() +
      "' >'" + dom + "' 2>'" + log + "'";
  EXPECT_EQ(std::system(command.c_str()), 0) << read_file(log);
  return {read_file(dom), read_file(log)};
}

class Browser : public testing::Test {
 protected:
  void SetUp() override {
    if (chromium().empty()) GTEST_SKIP() << "chromium is not installed";
  }
  std::string recorded_page() {
    return page(collect(db.file(), recorded_catalogue()), {"Recorded", "for a test"});
  }
  RecordedDatabase db;
};

TEST_F(Browser, loads_the_page_without_a_complaint) {
  const Visit seen = visit(chromium(), db.folder(), recorded_page());

  EXPECT_THAT(seen.log, Not(HasSubstr("CONSOLE")));
  for (const char* id :
       {"coverage", "machine", "best", "speedup", "profile", "model", "failures"}) {
    EXPECT_THAT(seen.dom, HasSubstr("<section id=\"" + std::string(id) + "\">"));
  }
  for (const char* chart : {"coverage", "speedup", "profile"}) {
    EXPECT_THAT(seen.dom,
                HasSubstr("id=\"" + std::string(chart) + "-1-spmv-f64-cpu-hot\" viewBox="));
  }
}

TEST_F(Browser, sorts_a_table_by_a_click) {
  std::string html = recorded_page();
  const std::string probe =
      "<script>const table = document.getElementById('best-1-spmv-f64-cpu-hot');"
      "const names = () => [...table.tBodies[0].rows].map((row) => "
      "row.cells[1].textContent).join(' ');"
      "const button = table.tHead.rows[0].cells[1].querySelector('button');"
      "button.click(); const down = names(); button.click();"
      "document.body.dataset.sorted = down + ' / ' + names();</script>";
  html.insert(html.rfind("</body>"), probe);

  const Visit seen = visit(chromium(), db.folder(), html);

  EXPECT_THAT(seen.dom,
              HasSubstr("data-sorted=\"50,000 20,000 9,000 4,000 / 4,000 9,000 20,000 50,000\""));
}

TEST_F(Browser, blocks_what_would_leave_the_page) {
  std::string html = recorded_page();
  html.insert(html.rfind("</body>"), "<img src=\"http://127.0.0.1:9/x.png\" alt=\"\">");

  const Visit seen = visit(chromium(), db.folder(), html);

  EXPECT_THAT(seen.log, HasSubstr("Content Security Policy"));
}

}  // namespace
}  // namespace sptune::reports
