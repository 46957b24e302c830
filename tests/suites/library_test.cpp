// SPDX-License-Identifier: BSD-3-Clause
#include "suites/collections/suite.hpp"
#include "suites/generators/generators.hpp"
#include "suites/io/file_io.hpp"
#include "suites/io/info_json.hpp"
#include "suites/io/sha256.hpp"

#include "support.hpp"
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <thread>
#include <vector>

namespace {
std::atomic<int> flushes{0};  // of files to the disk, by whoever calls the function below
}

/// In place of the C library's.
extern "C" int fsync(int file) {
  ++flushes;
  return static_cast<int>(::syscall(SYS_fsync, file));
}

namespace sptune::suites {
namespace {

using ::testing::HasSubstr;
using testing::TemporaryFolder;
using testing::Variable;
namespace fs = std::filesystem;

std::size_t files_in(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), {}));
}

TEST(Sha256, agrees_with_the_published_examples) {
  const auto of = [](std::string_view text) {
    Sha256 hash;
    hash.update(text.data(), text.size());
    return hash.finish();
  };
  EXPECT_EQ(of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(of(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, does_not_depend_on_the_pieces) {
  const std::string text(1000, 'x');
  Sha256 whole;
  whole.update(text.data(), text.size());
  Sha256 pieces;
  for (std::size_t i = 0; i < text.size(); i += 7) {
    pieces.update(text.data() + i, std::min<std::size_t>(7, text.size() - i));
  }
  EXPECT_EQ(whole.finish(), pieces.finish());
}

TEST(Binary, round_trip_keeps_matrix_and_identity) {
  const TemporaryFolder folder;
  for (const char* id : {"road{n=3000}", "lp{rows=40,cols=90,mean=3}", "seed_pair_b"}) {
    const Matrix made = generate(id);

    write_binary(folder / "m.bin", made);
    const Matrix back = read_binary(folder / "m.bin");

    EXPECT_EQ(back.csr, made.csr);
    EXPECT_EQ(to_json(back.info), to_json(made.info));
  }
}

TEST(Binary, holds_matrices_without_rows_or_entries) {
  const TemporaryFolder folder;
  for (const auto& [rows, cols] : {std::pair{0, 0}, {4, 0}, {0, 3}, {2, 2}}) {
    Matrix made;
    made.csr.rows = rows;
    made.csr.cols = cols;
    made.csr.row_offsets.assign(static_cast<std::size_t>(rows) + 1, 0);
    identify(made);
    write_binary(folder / "m.bin", made);
    EXPECT_EQ(read_binary(folder / "m.bin").csr, made.csr);
  }
}

TEST(Binary, arrays_are_aligned_for_mapping) {
  const TemporaryFolder folder;
  const Matrix made = generate("road{n=100}");
  write_binary(folder / "m.bin", made);
  const std::string bytes = testing::read_file(folder / "m.bin");
  std::int64_t positions[3];
  std::memcpy(positions, bytes.data() + 40, sizeof(positions));
  for (const auto at : positions) EXPECT_EQ(at % 64, 0);
  EXPECT_EQ(
      std::memcmp(bytes.data() + positions[2], made.csr.values.data(), made.csr.values.size() * 8),
      0);
}

TEST(Binary, refuses_every_kind_of_damage) {
  const TemporaryFolder folder;
  const Matrix made = generate("road{n=500}");
  write_binary(folder / "m.bin", made);
  const std::string good = testing::read_file(folder / "m.bin");
  const auto refused = [&](const std::string& bytes) {
    testing::write_file(folder / "bad.bin", bytes);
    auto message = testing::input_error([&] { (void)read_binary(folder / "bad.bin"); });
    EXPECT_THAT(message, HasSubstr("expected an intact matrix of the binary cache, found "));
    return message;
  };

  EXPECT_THAT(refused(""), HasSubstr("found 0 bytes"));
  EXPECT_THAT(refused(good.substr(0, 100)), HasSubstr("100 bytes"));
  EXPECT_THAT(refused(good.substr(0, good.size() - 1)), HasSubstr("sizes that do not agree"));
  EXPECT_THAT(refused(good + "x"), HasSubstr("sizes that do not agree"));
  EXPECT_THAT(refused(std::string(500, '?')), HasSubstr("another kind of file"));
  std::string newer = good;
  newer[8] = 9;
  EXPECT_THAT(refused(newer), HasSubstr("version 9 instead of 1"));
  std::string longer = good;
  longer[12] = 9;  // bytes of the header
  EXPECT_THAT(refused(longer), HasSubstr("a damaged header"));
  // One flipped bit anywhere that is not padding is noticed.
  std::size_t noticed = 0;
  for (std::size_t at = 0; at < good.size(); at += 97) {
    std::string bad = good;
    bad[at] ^= 4;
    testing::write_file(folder / "bad.bin", bad);
    try {
      EXPECT_EQ(read_binary(folder / "bad.bin").csr, made.csr) << "undetected damage at " << at;
    } catch (const InputError&) {
      ++noticed;
    }
  }
  EXPECT_GT(noticed, good.size() / 97 * 9 / 10);
  EXPECT_THAT(testing::input_error([&] { (void)read_binary(folder / "none.bin"); }),
              HasSubstr("No such file"));
}

TEST(Binary, a_full_disk_is_an_error) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  EXPECT_THAT(testing::input_error([&] { write_binary("/dev/full", generate("wheel{n=9}")); }),
              HasSubstr("No space left"));
}

SuiteEntry only_entry(const std::string& what) {
  return open_suite(what).entries.front();
}

TEST(Library, the_second_load_comes_from_the_cache) {
  const TemporaryFolder folder;
  write_matrix_market(folder / "a.mtx", generate("road{n=400}").csr);
  const SuiteEntry entry = only_entry((folder / "a.mtx").string());
  Library library(folder / "cache");

  const Matrix first = library.load(entry);
  // What the cache alone says.
  const fs::path index = fs::directory_iterator(folder / "cache/index")->path();
  std::string text = testing::read_file(index);
  const std::string kind = R"("kind":")";
  ASSERT_NE(text.find(kind), std::string::npos) << text;
  text.insert(text.find(kind) + kind.size(), "cached ");
  testing::write_file(index, text);
  Matrix second = Library(folder / "cache").load(entry);

  EXPECT_EQ(first.csr, second.csr);
  EXPECT_EQ(second.info.kind, "cached " + first.info.kind);
  second.info.kind = first.info.kind;
  EXPECT_EQ(to_json(first.info), to_json(second.info));
  EXPECT_EQ(library.info(entry).content_hash, first.info.content_hash);
  EXPECT_EQ(read_binary(library.binary_path(first.info.content_hash)).csr, first.csr);
}

/// Thousands of small files would wait for the disk four times each.
TEST(Library, flushes_nothing_to_the_disk) {
  const TemporaryFolder folder;
  flushes = 0;
  write_text_file(folder / "durable", "text");
  EXPECT_GE(flushes, 1) << "nothing is counted";
  Library library(folder / "cache");
  write_matrix_market(folder / "a.mtx", generate("road{n=400}").csr);
  const SuiteEntry entry = only_entry((folder / "a.mtx").string());
  flushes = 0;
  (void)library.load(entry);
  EXPECT_EQ(files_in(folder / "cache/matrices") + files_in(folder / "cache/index"), 2U);
  EXPECT_EQ(flushes, 0);
}

TEST(Library, names_its_source_by_a_path_that_is_there) {
  const TemporaryFolder folder;
  fs::create_directories(folder / "store/deep");
  fs::create_directory_symlink(folder / "store/deep", folder / "link");
  write_matrix_market(folder / "store/a.mtx", generate("wheel{n=20}").csr);
  Library library(folder / "cache");
  // Behind a link to a folder, `..` is above what it leads to.
  const auto info = library.info(only_entry((folder / "link/../a.mtx").string()));
  EXPECT_EQ(info.source, (fs::canonical(folder.path()) / "store/a.mtx").string());

  fs::create_symlink("a.mtx", folder / "store/b.mtx");
  const auto linked = library.info(only_entry((folder / "store/b.mtx").string()));
  EXPECT_EQ(linked.source, (fs::canonical(folder.path()) / "store/b.mtx").string());
}

TEST(Library, a_changed_file_is_read_again) {
  const TemporaryFolder folder;
  Library library(folder / "cache");
  write_matrix_market(folder / "a.mtx", generate("road{n=400}").csr);
  const SuiteEntry entry = only_entry((folder / "a.mtx").string());
  const auto before = library.info(entry).content_hash;

  write_matrix_market(folder / "a.mtx", generate("road{n=401}").csr);

  EXPECT_NE(library.info(entry).content_hash, before);
}

/// As by `cp -p`, `rsync -t` and archives whose files all have one date.
TEST(Library, a_file_of_the_same_size_and_date_is_read_again) {
  const TemporaryFolder folder;
  Library library(folder / "cache");
  const std::string head = "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 ";
  testing::write_file(folder / "a.mtx", head + "1\n");
  const auto date = fs::last_write_time(folder / "a.mtx");
  const SuiteEntry entry = only_entry((folder / "a.mtx").string());
  EXPECT_EQ(library.load(entry).csr.values.front(), 1);

  testing::write_file(folder / "b.mtx", head + "2\n");
  fs::last_write_time(folder / "b.mtx", date);
  fs::rename(folder / "b.mtx", folder / "a.mtx");
  EXPECT_EQ(library.load(entry).csr.values.front(), 2);

  std::this_thread::sleep_for(std::chrono::milliseconds(30));  // clocks of file systems tick slowly
  testing::write_file(folder / "a.mtx", head + "3\n");
  fs::last_write_time(folder / "a.mtx", date);
  EXPECT_EQ(library.load(entry).csr.values.front(), 3);
}

TEST(Library, options_of_reading_are_part_of_the_key) {
  const TemporaryFolder folder;
  Library library(folder / "cache");
  testing::write_file(folder / "a.mtx",
                      "%%MatrixMarket matrix coordinate pattern general\n2 2 2\n1 1\n2 2\n");
  SuiteEntry entry = only_entry((folder / "a.mtx").string());
  const auto ones = library.info(entry);
  entry.seeded_values = true;
  const auto seeded = library.info(entry);

  EXPECT_NE(ones.content_hash, seeded.content_hash);
  EXPECT_TRUE(seeded.report.values_seeded);
  entry.seeded_values = false;
  EXPECT_EQ(library.info(entry).content_hash, ones.content_hash);
}

TEST(Library, damage_means_one_rebuild_and_no_error) {
  const TemporaryFolder folder;
  Library library(folder / "cache");
  const SuiteEntry entry = only_entry("zipf{rows=500,mean=4}");
  const Matrix made = library.load(entry);
  const fs::path binary = library.binary_path(made.info.content_hash);
  const std::string good = testing::read_file(binary);

  std::string flipped = good;
  flipped[good.size() / 2] ^= 1;
  for (const std::string& bad : {flipped, good.substr(0, good.size() / 2), std::string()}) {
    testing::write_file(binary, bad);
    EXPECT_EQ(library.load(entry).csr, made.csr);
    EXPECT_EQ(testing::read_file(binary), good);
  }
  fs::remove(binary);
  EXPECT_EQ(library.info(entry).content_hash, made.info.content_hash);
  EXPECT_EQ(testing::read_file(binary), good);

  for (const auto& index : fs::directory_iterator(folder / "cache/index")) {
    testing::write_file(index.path(), "{\"source\": 1, garbage");
  }
  EXPECT_EQ(library.load(entry).csr, made.csr);
}

TEST(Library, the_memory_limit_is_for_cached_matrices_too) {
  const TemporaryFolder folder;
  Library library(folder / "cache");
  const SuiteEntry entry = only_entry("stencil2d{points=5,n=200}");
  const Matrix made = library.load(entry);  // 199,200 entries
  const fs::path binary = library.binary_path(made.info.content_hash);
  const Variable limit("SPTUNE_MAX_MEMORY", "2M");
  for (const auto& refusal : {testing::input_error([&] { (void)read_binary(binary); }),
                              testing::input_error([&] { (void)library.load(entry); })}) {
    EXPECT_THAT(refusal,
                HasSubstr(binary.string() + ": expected a matrix that can be read in 2 MB"));
    EXPECT_THAT(refusal, HasSubstr("SPTUNE_MAX_MEMORY"));
  }
  EXPECT_EQ(library.info(entry).nnz, made.info.nnz) << "which needs no more than its header";
}

TEST(Library, a_path_that_is_no_utf8_is_found_in_the_cache) {
  const TemporaryFolder folder;
  const fs::path here = folder / "m\xfcller";
  fs::create_directories(here);
  write_matrix_market(here / "a.mtx", generate("wheel{n=20}").csr);
  Library library(folder / "cache");
  const SuiteEntry entry = only_entry((here / "a.mtx").string());
  (void)library.load(entry);
  const fs::path index = fs::directory_iterator(folder / "cache/index")->path();
  const auto written = fs::last_write_time(index);
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  EXPECT_EQ(library.load(entry).info.rows, 20);
  EXPECT_EQ(fs::last_write_time(index), written) << "it was read again";
}

TEST(Library, another_matrix_under_the_name_is_damage_too) {
  const TemporaryFolder folder;
  Library library(folder / "cache");
  const std::string head = "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 ";
  testing::write_file(folder / "a.mtx", head + "1\n");
  testing::write_file(folder / "b.mtx", head + "2\n");
  const SuiteEntry entry = only_entry((folder / "a.mtx").string());
  const SuiteEntry other = only_entry((folder / "b.mtx").string());
  const Matrix made = library.load(entry);
  const fs::path binary = library.binary_path(made.info.content_hash);
  const fs::path others = library.binary_path(library.load(other).info.content_hash);
  const std::string good = testing::read_file(binary);

  fs::copy_file(others, binary, fs::copy_options::overwrite_existing);
  EXPECT_EQ(library.load(entry).csr, made.csr);
  EXPECT_EQ(testing::read_file(binary), good);
  EXPECT_THAT(testing::input_error([&] {
                fs::copy_file(others, binary, fs::copy_options::overwrite_existing);
                (void)read_binary(binary, made.info.content_hash);
              }),
              HasSubstr(" instead of " + made.info.content_hash));
}

TEST(Library, a_deep_index_is_damage_and_no_crash) {
  const TemporaryFolder folder;
  Library library(folder / "cache");
  const SuiteEntry entry = only_entry("wheel{n=20}");
  const Matrix made = library.load(entry);
  const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
  for (const auto& index : fs::directory_iterator(folder / "cache/index")) {
    const auto json = testing::read_file(index.path());
    const auto at = json.find("\"info\":") + 7;
    testing::write_file(index.path(), json.substr(0, at) + deep + "}");
  }
  EXPECT_EQ(library.load(entry).csr, made.csr);
  EXPECT_THAT(testing::input_error([&] { (void)info_from_json(deep); }),
              HasSubstr("expected the JSON"));
}

TEST(Library, the_manifest_names_the_matrix_whatever_the_cache_says) {
  const TemporaryFolder folder;
  Library library(folder / "cache");
  SuiteEntry entry = only_entry("wheel{n=20}");
  (void)library.load(entry);
  entry.name = "mine";
  entry.group = "family";
  entry.kind = "toy";

  EXPECT_EQ(library.info(entry).name, "mine");
  EXPECT_EQ(library.load(entry).info.group, "family");
  EXPECT_EQ(library.load(entry).info.kind, "toy");
}

TEST(Library, checks_the_sha256_of_a_file) {
  const TemporaryFolder folder;
  Library library(folder / "cache");
  write_matrix_market(folder / "a.mtx", generate("wheel{n=20}").csr);
  SuiteEntry entry = only_entry((folder / "a.mtx").string());
  entry.sha256 = sha256_of_file(folder / "a.mtx");
  EXPECT_EQ(library.info(entry).rows, 20);
  entry.sha256 = std::string(64, '0');
  EXPECT_THAT(testing::input_error([&] { (void)library.info(entry); }),
              HasSubstr("expected a file of sha256 0000"));
}

TEST(Library, a_vanished_source_is_an_error_that_names_it) {
  const TemporaryFolder folder;
  Library library(folder / "cache");
  SuiteEntry entry;
  entry.name = "gone";
  entry.source = "file:" + (folder / "gone.mtx").string();
  EXPECT_THAT(testing::input_error([&] { (void)library.load(entry); }),
              HasSubstr("gone.mtx: expected a readable file"));
  entry.source = "ftp://x";
  EXPECT_THAT(testing::input_error([&] { (void)library.load(entry); }),
              HasSubstr("expected a source generate:<id>, file:<path> or url:<address>"));
}

TEST(Library, an_unusable_cache_folder_is_an_error_with_a_remedy) {
  const TemporaryFolder folder;
  testing::write_file(folder / "file", "");
  EXPECT_THAT(testing::input_error([&] { Library library(folder / "file/cache"); }),
              HasSubstr("set SPTUNE_CACHE to a writable folder"));
}

TEST(Library, several_processes_share_a_cache) {
  const TemporaryFolder folder;
  const std::vector<std::string> ids{"road{n=5000}", "rmat{scale=9}", "fem{n=5}"};
  std::vector<pid_t> children;
  for (int child = 0; child < 4; ++child) {
    const pid_t pid = ::fork();
    ASSERT_GE(pid, 0);
    if (pid == 0) {
      bool good = true;
      try {
        Library library(folder / "cache");
        for (int round = 0; round < 5; ++round) {
          for (const auto& id : ids) {
            const Matrix m = library.load(only_entry(id));
            good = good && m.info.nnz == m.csr.nnz() && m.info.nnz > 0;
            if (round == child) fs::remove(library.binary_path(m.info.content_hash));
          }
        }
      } catch (const std::exception&) {
        good = false;
      }
      ::_exit(good ? 0 : 1);
    }
    children.push_back(pid);
  }
  for (const pid_t pid : children) {
    int status = -1;
    ASSERT_EQ(::waitpid(pid, &status, 0), pid);
    EXPECT_EQ(status, 0);
  }
  Library library(folder / "cache");
  for (const auto& id : ids) {
    EXPECT_EQ(library.load(only_entry(id)).info.content_hash, generate(id).info.content_hash);
  }
  EXPECT_EQ(files_in(folder / "cache/matrices"), ids.size()) << "temporary files were left behind";
  EXPECT_EQ(files_in(folder / "cache/index"), ids.size());
}

TEST(OutputFile, may_replace_a_file_that_somebody_removes_meanwhile) {
  const TemporaryFolder folder;
  const fs::path path = folder / "file";
  std::jthread somebody([&path](const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      testing::write_file(path, "");
      ::unlink(path.c_str());
    }
  });
  constexpr int writes = 5000;
  for (int i = 0; i < writes; ++i) {
    OutputFile file(path);
    file.write("text");
    file.publish(false);
  }
  somebody.request_stop();
  somebody.join();
  write_text_file(path, "the last");
  EXPECT_EQ(read_text_file(path, writes), "the last");
  EXPECT_EQ(files_in(folder / "."), 1U) << "temporary files were left behind";
}

/// As a process that was killed leaves it, or one of another host or container with the same
/// number.
TEST(OutputFile, passes_over_a_temporary_file_of_somebody_else) {
  const TemporaryFolder folder;
  std::string first;
  {
    const OutputFile file(folder / "file");
    first = fs::directory_iterator(folder / ".")->path().string();
  }
  const auto border = first.rfind('.') + 1;
  const auto counter = std::stoul(first.substr(border));
  for (unsigned ahead = 1; ahead < 4; ++ahead) {
    testing::write_file(first.substr(0, border) + std::to_string(counter + ahead), "somebody's");
  }
  write_text_file(folder / "file", "text");
  EXPECT_EQ(read_text_file(folder / "file", 100), "text");
  EXPECT_EQ(files_in(folder / "."), 4U);
}

TEST(OutputFile, names_the_temporary_file_that_cannot_be_made) {
  const TemporaryFolder folder;
  const std::string name(250, 'x');  // a name may have 255 bytes
  EXPECT_THAT(testing::input_error([&] { write_text_file(folder / name, ""); }),
              HasSubstr(name + ".tmp."));
}

TEST(InfoJson, refuses_what_is_not_an_identity) {
  EXPECT_THAT(testing::input_error([] { (void)info_from_json("{}"); }),
              HasSubstr("expected the JSON"));
  EXPECT_THAT(testing::input_error([] { (void)info_from_json("nonsense"); }),
              HasSubstr("expected"));
  std::string json = to_json(MatrixInfo{});
  const std::string rows = "\"rows\":0";
  ASSERT_NE(json.find(rows), std::string::npos) << json;
  (void)info_from_json(json);
  json.replace(json.find(rows), rows.size(), "\"rows\":1e99");
  EXPECT_THAT(testing::input_error([&] { (void)info_from_json(json); }),
              HasSubstr("a whole number for 'rows', found: 1e+99"));
}

/// As in a container whose home cannot be written, or where there is none.
TEST(Library, keeps_its_cache_among_temporary_files_where_no_home_can_be_written) {
  const TemporaryFolder folder;
  ::unsetenv("SPTUNE_CACHE");
  ::unsetenv("XDG_CACHE_HOME");
  const Variable temporary("TMPDIR", (folder / ".").string());
  const fs::path own = folder / ("sptune-" + std::to_string(::geteuid()));
  for (const char* home : {"/dev/null", ""}) {
    const Variable of_user("HOME", home);
    const fs::path cache = Library::default_cache_dir();
    EXPECT_TRUE(fs::equivalent(cache, own)) << cache;
    EXPECT_EQ(fs::status(own).permissions(), fs::perms::owner_all);
  }

  // Where others may enter, they may have put what is read there.
  const Variable of_user("HOME", "/dev/null");
  fs::permissions(own, fs::perms::all);
  try {
    (void)Library::default_cache_dir();
    ADD_FAILURE() << "took a folder that everybody may write";
  } catch (const InputError& e) {
    EXPECT_THAT(e.what(), HasSubstr("set SPTUNE_CACHE to a writable folder"));
  }
}

TEST(Library, without_a_folder_of_temporary_files_the_cache_asks_for_one) {
  ::unsetenv("SPTUNE_CACHE");
  ::unsetenv("XDG_CACHE_HOME");
  const Variable of_user("HOME", "/dev/null");
  const Variable temporary("TMPDIR", "/nonexistent");
  try {
    (void)Library::default_cache_dir();
    ADD_FAILURE() << "found a folder";
  } catch (const InputError& e) {
    EXPECT_THAT(e.what(), HasSubstr("set SPTUNE_CACHE to a writable folder"));
  }
}

}  // namespace
}  // namespace sptune::suites
