// SPDX-License-Identifier: BSD-3-Clause
#include "bench/fixtures.hpp"

#include "harness/environment/environment.hpp"
#include "kernels/api/catalogue.hpp"
#include "kernels/api/operation.hpp"
#include "sptune/error.hpp"
#include "suites/generators/generators.hpp"
#include "tuner/model/machine.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <map>
#include <random>
#include <vector>

namespace sptune::bench {
namespace {

constexpr int trees = 200;
constexpr int depth = 6;
constexpr std::size_t candidates = 40;

/// Below 1, in steps that do not depend on a library's distributions.
float uniform(std::mt19937& random) {
  return static_cast<float>(random() % 4096) / 4096;
}

/// A full tree in the order that a forest stores: left child next, right child after its subtree.
void grow(model::Forest& forest, int levels, std::size_t inputs, std::mt19937& random) {
  const std::size_t at = forest.nodes.size();
  forest.nodes.emplace_back();
  forest.means.push_back(0);
  if (levels == 0) {
    forest.nodes[at].value = 0.02F * (uniform(random) - 0.5F);
    return;
  }
  forest.nodes[at].input = static_cast<std::int16_t>(random() % inputs);
  forest.nodes[at].value = 100 * uniform(random);
  grow(forest, levels - 1, inputs, random);
  forest.nodes[at].right = static_cast<std::uint32_t>(forest.nodes.size());
  grow(forest, levels - 1, inputs, random);
}

model::Forest forest_over(std::size_t inputs, std::mt19937& random) {
  model::Forest forest;
  for (int tree = 0; tree < trees; ++tree) {
    forest.roots.push_back(static_cast<std::uint32_t>(forest.nodes.size()));
    grow(forest, depth, inputs, random);
  }
  return forest;
}

model::ModelData make_model(Backend backend) {
  model::ModelData data;
  data.operation = all_operations().front();
  data.backend = backend;
  data.provenance.uuid = "00000000-0000-4000-8000-000000000015";
  data.machine = model::this_machine(backend);
  for (const FeatureDef& feature : feature_table()) data.feature_inputs.emplace_back(feature.name);
  std::vector<Configuration> configurations{shipped_catalogue()
                                                .default_variant(data.operation, data.backend)
                                                ->default_configuration()
                                                .configuration()};
  for (const ResolvedConfiguration& c : smoke_points(backend)) {
    if (configurations.size() < candidates && !(c.configuration() == configurations.front())) {
      configurations.push_back(c.configuration());
    }
  }
  for (const Configuration& c : configurations) {
    model::Candidate candidate;
    candidate.configuration = c;
    candidate.ratio_low = candidate.time_low = -0.1;
    candidate.ratio_high = candidate.time_high = 0.1;
    data.candidates.push_back(candidate);
  }
  data.configuration_inputs = model::configuration_inputs(configurations);
  std::mt19937 random(15);
  data.base = forest_over(data.feature_inputs.size(), random);
  data.relative =
      forest_over(data.feature_inputs.size() + data.configuration_inputs.size(), random);
  return data;
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "sptune-bench-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) {
    throw InputError(fmt::format("{}: cannot be made: {}; TMPDIR names another place", name,
                                 std::strerror(errno)));
  }
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

const suites::Matrix& matrix(const std::string& id) {
  static std::map<std::string, suites::Matrix> made;
  const auto found = made.find(id);
  return found != made.end() ? found->second : made.emplace(id, suites::generate(id)).first->second;
}

std::unique_ptr<Problem> problem_on(const suites::Matrix& matrix) {
  const OperationRecord& record = record_of(all_operations().front());
  const Csr<double>& a = matrix.csr;
  return record.problem(a.view(), nullptr, record.choices(a.rows, a.cols).front(), {});
}

const model::ModelData& trained_size_model(Backend backend) {
  static std::map<Backend, model::ModelData> made;
  const auto found = made.find(backend);
  return found != made.end() ? found->second
                             : made.emplace(backend, make_model(backend)).first->second;
}

std::vector<ResolvedConfiguration> smoke_points(Backend backend) {
  std::vector<ResolvedConfiguration> points;
  for (const Variant& v : shipped_catalogue().variants()) {
    if (v.operation != all_operations().front() || v.facts.backend != backend) continue;
    for (const ResolvedConfiguration& c : v.smoke_grid()) points.push_back(c);
  }
  return points;
}

SweptDatabase::SweptDatabase(const std::filesystem::path& file, int matrices)
    : store_(file, db::OpenMode::create),
      run_(store_.begin_run(harness::capture_hardware(), harness::capture_environment(), {},
                            shipped_catalogue(), "made-up", "{}")) {
  const Operation operation = all_operations().front();
  for (int m = 0; m < matrices; ++m) {
    suites::MatrixInfo info;
    info.name = fmt::format("m{}", m);
    info.group = info.source = info.content_hash = info.pattern_hash = info.name;
    info.rows = info.cols = 1000 + m;
    info.nnz = 5000;
    store_.put_matrix(info, "train");
    harness::ProblemKey& problem = problems_.emplace_back();
    problem.operation = operation;
    problem.a_hash = info.content_hash;
    const OperandChoice choice = record_of(operation).choices(info.rows, info.cols).front();
    problem.b_kind = choice.b_kind;
    problem.parameters = choice.parameters;
  }
  trial_.outcome = harness::Outcome::ok;
  trial_.stop_reason = "confidence";
  for (int i = 0; i < 40; ++i)
    trial_.samples["total"].push_back(10 + 0.01F * static_cast<float>(i));
  trial_.flops = 10000;
  trial_.compulsory_bytes = 80000;
  trial_.bytes_per_run = 90000;
  trial_.floor_us = 1;
  trial_.wall_s = 0.1;
  trial_.verification.done = trial_.verification.ok = true;
}

void SweptDatabase::add(const harness::ProblemKey& problem,
                        const ResolvedConfiguration& configuration) {
  const std::int64_t id = store_.begin_trial(run_.run_id, {configuration, problem, {}});
  store_.finish_trial(id, trial_);
}

std::int64_t SweptDatabase::add_all() {
  const auto points = smoke_points();
  for (const harness::ProblemKey& problem : problems_) {
    for (const ResolvedConfiguration& c : points) add(problem, c);
  }
  store_.end_run(run_.run_id, "finished");
  return static_cast<std::int64_t>(problems_.size() * points.size());
}

const FinishedDatabase& finished_database() {
  static const TemporaryFolder folder;
  static const FinishedDatabase database = [] {
    const auto file = folder / "trials.sqlite";
    return FinishedDatabase{file, SweptDatabase(file, 50).add_all()};
  }();
  return database;
}

}  // namespace sptune::bench
