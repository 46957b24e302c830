// SPDX-License-Identifier: BSD-3-Clause
// Linked into programs that run all configurations: hash_bins{policy=file} needs a file. Unless
// somebody has set one to be tested, it is one that asks accumulators in the order of their table,
// or the other way round: the least suitable first, and many that cannot take the row.
#include "kernels/api/catalogue.hpp"
#include "kernels/api/json_checksum.hpp"
#include "kernels/row_policy/policy_file.hpp"
#include "kernels/spgemm/policy_variable.hpp"
#include "tests/temporary_folder.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

namespace sptune::tests {
namespace {

using Json = nlohmann::ordered_json;

Json contrary_tree(const Variant& variant, std::string_view axis) {
  std::vector<std::string> order;
  for (const AxisInfo& info : variant.axes) {
    if (info.name != axis) continue;
    for (const Value& value : info.values) order.push_back(value.text());
  }
  order.erase(order.begin());  // `policy`
  const Json first{{"order", order}};
  std::ranges::reverse(order);
  return {{"feature", "products"}, {"at_most", 40}, {"then", first}, {"else", {{"order", order}}}};
}

class ContraryPolicy : public ::testing::Environment {
 public:
  void SetUp() override {
    const Variant* variant =
        shipped_catalogue().find(Operation::spgemm, Backend::cuda, "hash_bins");
    if (variant == nullptr || row_policy::policy_path(spgemm::policy_variable)) return;
    Json policy{{"format", row_policy::policy_format},
                {"name", "contrary"},
                {"architecture", "any"},
                {"count", contrary_tree(*variant, "count")},
                {"fill", contrary_tree(*variant, "fill")}};
    policy["checksum"] = checksum_of(policy);
    folder_ = std::make_unique<test::TemporaryFolder>();
    const auto file = *folder_ / "contrary.json";
    std::ofstream(file) << policy.dump();
    ::setenv(spgemm::policy_variable, file.c_str(), 1);
  }

 private:
  std::unique_ptr<test::TemporaryFolder> folder_;
};

[[maybe_unused]] const auto* const contrary_policy =
    ::testing::AddGlobalTestEnvironment(new ContraryPolicy);

}  // namespace
}  // namespace sptune::tests
