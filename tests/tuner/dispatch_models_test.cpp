// SPDX-License-Identifier: BSD-3-Clause
// Which of several models answers, and which that ship are used.
#include "kernels/api/catalogue.hpp"
#include "sptune/dispatcher.hpp"
#include "sptune/error.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/tuner/dispatch_fixture.hpp"
#include "tests/tuner/model_fixture.hpp"
#include "tests/tuner/with_variable.hpp"
#include "tuner/dispatch/shipped_models.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace sptune::dispatch {
namespace {

namespace files = std::filesystem;
using sptune::testing::WithVariable;

class Models : public ::testing::Test {
 protected:
  Models() {
    warnings_.sink = [this](std::string_view line) { said_.emplace_back(line); };
    model_ = sptune::testing::small_model("csr{}", "ell{}");
    model_.provenance.created = "2026-01-01T00:00:00Z";
    for (model::Candidate& c : model_.candidates) {
      c.configuration = shipped_catalogue()
                            .parse(Operation::spmv, Backend::cpu, c.configuration.variant)
                            .value()
                            .configuration();
    }
    generic_ = model_;
    generic_.machine.arch = "x86-64 Someone 1/1 baseline";
    generic_.machine.generic = true;
    generic_.provenance.uuid = "generic";
    foreign_ = model_;
    foreign_.machine.arch = "vax 11/780";
    foreign_.provenance.uuid = "foreign";
  }

  std::string write(const std::string& name, const model::ModelData& data) const {
    std::ofstream(folder_ / name) << to_json(data);
    return (folder_ / name).string();
  }
  /// The uuid of what answers for SpMV in double on the CPU.
  static std::string answering(const KnownModels& models) {
    const KnownModel* k =
        models.find(Operation::spmv, ValueType::f64, Backend::cpu, Repeat::whole, 1);
    return k == nullptr ? "none" : k->model->provenance().uuid;
  }
  /// Of models in the order of these files.
  std::string answering(const std::vector<model::ModelData>& all, Origin origin) {
    KnownModels models;
    for (std::size_t i = 0; i < all.size(); ++i) {
      models.add(write(std::to_string(i) + ".json", all[i]), warnings_, origin);
    }
    return answering(models);
  }
  static model::ModelData named(model::ModelData data, const std::string& uuid,
                                const std::string& created) {
    data.provenance.uuid = uuid;
    data.provenance.created = created;
    return data;
  }

  sptune::test::TemporaryFolder folder_;
  Warnings warnings_;
  std::vector<std::string> said_;
  model::ModelData model_, generic_, foreign_;
};

TEST_F(Models, that_ship_are_used_on_their_hardware_and_where_they_transfer) {
  EXPECT_EQ(answering({model_}, Origin::shipped), model_.provenance.uuid);
  EXPECT_EQ(answering({generic_}, Origin::shipped), "generic");
  EXPECT_EQ(answering({foreign_}, Origin::shipped), "none");
  EXPECT_EQ(answering({foreign_}, Origin::named), "foreign") << "its user knows what he does";
  generic_.machine.arch = "x86-64 Someone 1/1 avx4096";
  EXPECT_EQ(answering({generic_}, Origin::shipped), "none") << "beyond this CPU";
  generic_.machine.arch = "aarch64 Someone 1/1 baseline";
  EXPECT_EQ(answering({generic_}, Origin::shipped), "none");
  EXPECT_TRUE(said_.empty());
}

TEST_F(Models, of_this_hardware_come_before_transfer_then_the_newest) {
  const model::ModelData old = named(model_, "old", "2025-01-01T00:00:00Z");
  const model::ModelData newer = named(model_, "newer", "2026-06-01T00:00:00Z");
  const model::ModelData newest = named(generic_, "newest", "2026-12-01T00:00:00Z");
  const model::ModelData other = named(foreign_, "other", "2027-01-01T00:00:00Z");
  for (const Origin origin : {Origin::named, Origin::shipped}) {
    EXPECT_EQ(answering({newest, old, newer, other}, origin), "newer");
    EXPECT_EQ(answering({other, newer, old, newest}, origin), "newer");
    EXPECT_EQ(answering({other, newest}, origin), "newest");
  }
}

TEST_F(Models, of_the_most_instructions_come_before_others_that_transfer) {
  if (model::instructions_rank(model::this_machine()) < 2) GTEST_SKIP() << "no AVX2 here";
  model::ModelData few = named(generic_, "few", "2026-12-01T00:00:00Z");
  model::ModelData many = named(generic_, "many", "2026-01-01T00:00:00Z");
  many.machine.arch = "x86-64 Someone 1/1 avx2";
  for (const Origin origin : {Origin::named, Origin::shipped}) {
    EXPECT_EQ(answering({few, many}, origin), "many");
    EXPECT_EQ(answering({many, few}, origin), "many");
  }
  EXPECT_EQ(answering({many, model_}, Origin::shipped), model_.provenance.uuid)
      << "of this machine";
}

TEST_F(Models, for_cold_caches_answer_only_where_none_is_for_hot_ones) {
  model::ModelData cold = named(model_, "cold", "2027-01-01T00:00:00Z");
  cold.cache = "cold";
  EXPECT_EQ(answering({cold, model_}, Origin::named), model_.provenance.uuid);
  EXPECT_EQ(answering({model_, cold}, Origin::named), model_.provenance.uuid);
  EXPECT_EQ(answering({cold}, Origin::named), "cold");
}

TEST_F(Models, of_as_many_threads_come_before_others) {
  model::ModelData one = named(model_, "one", "2026-01-01T00:00:00Z");
  model::ModelData two = named(model_, "two", "2026-06-01T00:00:00Z");
  const model::ModelData unsaid = named(model_, "unsaid", "2026-12-01T00:00:00Z");
  one.machine.threads = 1;
  two.machine.threads = 2;
  EXPECT_EQ(answering({one, two, unsaid}, Origin::named), "one");
  EXPECT_EQ(answering({two, unsaid}, Origin::named), "unsaid");
  EXPECT_EQ(answering({two}, Origin::named), "two");
  EXPECT_EQ(answering({two, generic_}, Origin::named), "two") << "of this hardware";
  EXPECT_EQ(model::data_from_json(model::to_json(two)).value().machine, two.machine);

  const auto a = sptune::testing::band(3000, 12);
  const Options options{.expected_runs = 1e9, .threads = 1, .constant_values = true};
  const std::string path = write("one.json", one);
  EXPECT_EQ(Dispatcher({path}).choose_spmv(a.view(), options).match, Match::predicted);
  const std::string other = write("two.json", two);
  const Choice marked = Dispatcher({other}).choose_spmv(a.view(), options);
  EXPECT_EQ(marked.match, Match::other_machine);
  EXPECT_NE(marked.reason.find("trained with 2 threads, asked for 1"), std::string::npos)
      << marked.explain();
  const Dispatcher both({path, other});  // no ambiguity
  EXPECT_EQ(both.choose_spmv(a.view(), options).match, Match::predicted);
}

TEST_F(Models, of_one_question_and_one_hardware_are_an_error_that_names_both_files) {
  const std::string a = write("a.json", model_);
  const std::string b = write("b.json", named(model_, "b", "2026-02-01T00:00:00Z"));
  try {
    (void)Dispatcher({a, b});
    FAIL() << "not refused";
  } catch (const UsageError& e) {
    const std::string why = e.what();
    EXPECT_NE(why.find(a), std::string::npos) << why;
    EXPECT_NE(why.find(b), std::string::npos) << why;
    EXPECT_NE(why.find("spmv f64 on cpu (hot)"), std::string::npos) << why;
  }
  EXPECT_THROW((void)Dispatcher({folder_.string()}), UsageError) << "a folder that holds both";
  EXPECT_NO_THROW((void)Dispatcher({a, write("copy.json", model_)})) << "one model twice";
}

TEST_F(Models, whatever_a_sink_throws_stays_there) {
  const auto with = [](const Dispatcher::Sink& sink) {
    return Dispatcher(std::vector<std::string>{"/no/such/model.json"}, sink);
  };
  ::testing::internal::CaptureStderr();
  EXPECT_NO_THROW(with([](std::string_view) { throw std::runtime_error("no room"); }));
  EXPECT_NO_THROW(with([](std::string_view) { throw 7; }));
  const std::string said = ::testing::internal::GetCapturedStderr();
  EXPECT_NE(said.find("no room"), std::string::npos) << said;
  EXPECT_NE(said.find("sink of a dispatcher failed"), std::string::npos) << said;
}

TEST_F(Models, a_null_pointer_names_none) {
  EXPECT_THROW((void)Dispatcher(static_cast<const char*>(nullptr)), UsageError);
  EXPECT_EQ(Dispatcher(write("a.json", model_).c_str()).models(), 1U);
}

TEST_F(Models, that_the_environment_names_twice_are_a_warning) {
  const std::string a = write("a.json", named(model_, "new", "2026-02-01T00:00:00Z"));
  const std::string b = write("b.json", model_);
  const WithVariable both("SPTUNE_MODEL", a + ":" + b);

  EXPECT_EQ(answering(find_models({}, warnings_)), "new");

  ASSERT_EQ(said_.size(), 1U);
  EXPECT_NE(said_[0].find("the newest is used"), std::string::npos) << said_[0];
}

TEST_F(Models, the_order_of_places_is_the_documented_one) {
  const std::string file = write("a.json", model_);
  for (const char* off : {"", "none"}) {
    const WithVariable variable("SPTUNE_MODEL", off);
    EXPECT_EQ(find_models({}, warnings_).size(), 0U);
    EXPECT_EQ(model_paths({}).said_by, "switched off");
    EXPECT_EQ(find_models({file}, warnings_).size(), 1U) << "what is named counts";
  }
  const WithVariable unset("SPTUNE_MODEL", std::nullopt);
  const ModelPaths shipped = model_paths({});
  EXPECT_EQ(shipped.origin, Origin::shipped);
  const std::vector<std::string> folders = shipped_folders();
  ASSERT_EQ(folders.size(), 3U);
  const files::path program = files::canonical("/proc/self/exe");
  EXPECT_EQ(folders[0], program.parent_path().parent_path() / "share/sptune/models");
  if (!shipped.paths.empty()) {
    EXPECT_TRUE(std::find(folders.begin(), folders.end(), shipped.paths[0]) != folders.end());
  }
  EXPECT_TRUE(said_.empty());
}

TEST_F(Models, for_a_backend_that_is_not_linked_are_left_out) {
  if (shipped_catalogue().default_variant(Operation::spmv, Backend::cuda) != nullptr) {
    GTEST_SKIP() << "this program has kernels for CUDA";
  }
  model_.backend = Backend::cuda;
  KnownModels models;
  models.add(write("a.json", model_), warnings_, Origin::shipped);
  EXPECT_TRUE(said_.empty()) << "no news";
  ASSERT_EQ(models.left_out().size(), 1U);
  EXPECT_NE(models.left_out()[0].find("a.json: chooses for cuda"), std::string::npos);
  models.add((folder_ / "a.json").string(), warnings_);
  EXPECT_EQ(said_.size(), 1U);
  KnownModels of_folder;
  of_folder.add(folder_.path().string(), warnings_);
  EXPECT_EQ(said_.size(), 1U) << "a folder holds what other programs use";
  EXPECT_EQ(of_folder.left_out().size(), 1U);
  EXPECT_EQ(models.size() + of_folder.size(), 0U);
}

/// Nobody writes into it: to open it would be to wait.
TEST_F(Models, a_pipe_is_none_and_a_warning_at_once) {
  const std::string pipe = (folder_ / "pipe.json").string();
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  KnownModels models;
  models.add(pipe, warnings_);
  EXPECT_EQ(models.size(), 0U);
  ASSERT_EQ(said_.size(), 1U);
  EXPECT_NE(said_[0].find(pipe + ": is no plain file"), std::string::npos) << said_[0];
}

TEST_F(Models, that_are_loaded_for_other_hardware_are_told_of) {
  KnownModels models;
  models.add(write("foreign.json", foreign_), warnings_, Origin::shipped);
  const auto reason = [](KnownModels known, Operation operation) {
    const Dispatcher d = Dispatcher::with(std::move(known));
    const auto a = sptune::testing::band(20, 2);
    return operation == Operation::spmv ? d.choose_spmv(a.view()).reason
                                        : d.choose_spmm(a.view(), {.columns = 2}).reason;
  };
  EXPECT_EQ(reason(models, Operation::spmv),
            "no model for spmv f64 on cpu: 1 is loaded, for other hardware; `sptune models` says "
            "which");
  EXPECT_EQ(reason(models, Operation::spmm), "no model for spmm f64 on cpu");
  EXPECT_EQ(reason({}, Operation::spmv), "no model for spmv f64 on cpu");
}

TEST_F(Models, transferred_ones_mark_the_choice) {
  generic_.provenance.uuid = "generic";
  KnownModels models;
  models.add(write("g.json", generic_), warnings_, Origin::shipped);
  const auto a = sptune::testing::band(300, 12);

  const Choice choice = Dispatcher::with(models).choose_spmv(
      AnyCsr(a.view()), {.expected_runs = 1e9, .threads = 1, .constant_values = true});

  EXPECT_EQ(choice.match, Match::other_machine) << choice.explain();
}

}  // namespace
}  // namespace sptune::dispatch
