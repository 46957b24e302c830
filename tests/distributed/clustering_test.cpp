// SPDX-License-Identifier: BSD-3-Clause
// Markov clustering on several ranks finds what the serial one finds.
#include "tests/distributed/launch.hpp"
#include "tests/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

namespace sptune::distributed::test {
namespace {

std::string text_of(const std::string& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(DistributedClustering, finds_the_same_clusters_on_any_number_of_ranks) {
  const sptune::test::TemporaryFolder folder;
  const std::string graph = "'random{rows=200,mean=3}'";
  const Ran serial = run_command(program("example-clustering") + " --repeats 1 " + graph);
  ASSERT_EQ(serial.code, 0) << serial.text;
  const std::string one = (folder / "1.txt").string();
  const std::string words = program("example-distributed-clustering") + " " + graph + " ";
  for (const int ranks : {1, 2, 3}) {
    const std::string file = (folder / (std::to_string(ranks) + ".txt")).string();
    std::string command = "-n " + std::to_string(ranks);
    command.append(" ").append(words).append(file);
    const Ran ran = launch(command);
    ASSERT_EQ(ran.code, 0) << ran.text;
    const std::string found = ran.text.substr(0, ran.text.find(" on "));
    EXPECT_NE(found.find(" clusters, "), std::string::npos) << ran.text;
    EXPECT_NE(serial.text.find(found), std::string::npos) << found << "\n" << serial.text;
    EXPECT_EQ(text_of(file), text_of(one));
    EXPECT_FALSE(text_of(file).empty());
  }
}

}  // namespace
}  // namespace sptune::distributed::test
