// SPDX-License-Identifier: BSD-3-Clause
// Not a test: what an application waits for a choice that nobody has asked for before: features,
// what the model says of all candidates, and all that is done until one of them is chosen. An
// application asks once, when other work has had the caches of the host; a loop that does nothing
// but score finds model and code there, and takes half as long. Beside it the default's choice,
// without a model.
#include "harness/engine/problem_data.hpp"
#include "harness/engine/sampler.hpp"
#include "harness/records/statistics.hpp"
#include "kernels/api/clock.hpp"
#include "kernels/api/operation.hpp"
#include "sptune/device.hpp"
#include "suites/collections/suite.hpp"
#include "tuner/dispatch/chooser.hpp"
#include "tuner/dispatch/shipped_models.hpp"
#include "tuner/features/glance.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace {

struct Settings {
  std::string model;
  double runs = 1000;
  int repeats = 9;
};

double median_us(std::vector<double> seconds) {
  return 1e6 * sptune::harness::quantile(std::move(seconds), 0.5);
}

struct Price {
  double glance_us = 0;
  double extract_us = 0;
  double score_us = 0;
  double choose_us = 0;
  double again_us = 0;  ///< the second question about the pattern
  double default_us = 0;
  std::string chosen;
};

/// As a dispatcher has it that was made now: it knows no pattern yet.
sptune::dispatch::Chooser chooser(const std::vector<std::string>& models) {
  sptune::dispatch::Chooser out;
  if (!models.empty()) {
    out.models = sptune::dispatch::named_models(models, *out.warnings,
                                                sptune::dispatch::Unusable::warned_of);
  }
  return out;
}

/// Medians; before each question `before` runs.
template <class Before>
Price measure(sptune::Problem& problem, const Settings& settings, const sptune::model::Model& model,
              Before before) {
  const sptune::Options options{.expected_runs = settings.runs, .constant_values = true};
  std::vector<double> glance;
  std::vector<double> extract;
  std::vector<double> score;
  std::vector<double> choose;
  std::vector<double> again;
  std::vector<double> standard;
  Price out;
  for (int i = 0; i < settings.repeats; ++i) {
    before();
    double start = sptune::now_s();
    const auto seen = sptune::features::glance(problem.a);
    if (seen) glance.push_back(sptune::now_s() - start);
    before();
    start = sptune::now_s();
    const auto features = sptune::features::extract(problem, [&] { model.prefetch(); });
    extract.push_back(sptune::now_s() - start);
    start = sptune::now_s();
    const auto scores = model.score(features);
    score.push_back(sptune::now_s() - start);

    const auto asked = chooser({settings.model});
    before();
    const auto chosen = asked.choose(problem, options, *asked.warnings);
    choose.push_back(chosen.choice.decide_seconds);
    out.chosen = chosen.configuration.text();
    before();
    again.push_back(asked.choose(problem, options, *asked.warnings).choice.decide_seconds);

    const auto without = chooser({});
    before();
    standard.push_back(without.choose(problem, options, *without.warnings).choice.decide_seconds);
  }
  if (!glance.empty()) out.glance_us = median_us(std::move(glance));
  out.extract_us = median_us(std::move(extract));
  out.score_us = median_us(std::move(score));
  out.choose_us = median_us(std::move(choose));
  out.again_us = median_us(std::move(again));
  out.default_us = median_us(std::move(standard));
  return out;
}

void tell(const std::string& matrix, sptune::Problem& problem, const Settings& settings,
          const sptune::model::Model& model, sptune::harness::Flusher& other_work) {
  const auto line = [&](const char* state, const Price& p) {
    fmt::print("\"{}\",{},{},{:.1f},{:.1f},{:.1f},{:.1f},{:.1f},{:.1f},\"{}\"\n", matrix,
               problem.a.nnz, state, p.glance_us, p.extract_us, p.score_us, p.choose_us, p.again_us,
               p.default_us, p.chosen);
    std::fflush(stdout);
  };
  line("at once", measure(problem, settings, model, [] {}));
  line("after other work", measure(problem, settings, model, [&] { other_work.flush(1); }));
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> matrices;
  Settings settings;
  CLI::App app("what deciding takes in an application, in microseconds, as CSV");
  app.add_option("matrices", matrices, "files, folders or generator ids, as in --suite")
      ->required();
  app.add_option("--model", settings.model, "a model file, which says operation, type and backend")
      ->required();
  app.add_option("--runs", settings.runs, "expected")->capture_default_str();
  app.add_option("--repeats", settings.repeats)->check(CLI::PositiveNumber)->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  try {
    const auto loaded = sptune::model::Model::load(settings.model);
    if (!loaded) throw sptune::InputError(loaded.error());
    const sptune::model::Model& model = *loaded.value();
    // What an application did before it asks: it went through memory of its own, once.
    sptune::harness::Flusher other_work(sptune::harness::one_cache(std::int64_t{64} << 20));
    sptune::suites::Library library;
    std::puts(
        "matrix,nnz,state,glance_us,extract_us,score_us,choose_us,again_us,default_us,chosen");
    for (const std::string& name : matrices) {
      for (const auto& entry : sptune::suites::open_suite(name).entries) {
        const sptune::suites::Matrix matrix = library.load(entry);
        const auto a =
            std::make_shared<const sptune::harness::TypedCsr>(matrix, model.value_type());
        const auto view = a->view();
        const auto operand =
            sptune::record_of(model.operation()).choices(view.rows, view.cols).front();
        const auto host = sptune::harness::host_problem(model.operation(), a, operand, {});
        std::optional<sptune::harness::DeviceProblem> there;
        if (model.backend() == sptune::Backend::cuda) there.emplace(host);
        tell(matrix.info.name, there ? *there->problem : *host.problem, settings, model,
             other_work);
      }
    }
  } catch (const std::exception& e) {
    fmt::print(stderr, "deciding_price: {}\n", e.what());
    return 1;
  }
  return 0;
}
