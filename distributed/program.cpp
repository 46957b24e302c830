// SPDX-License-Identifier: BSD-3-Clause
#include "distributed/program.hpp"

#include "distributed/communicator.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <thread>

namespace sptune::distributed {
namespace {

/// Where all ranks fail at once, one line is enough: the launcher ends the others before they are
/// at it.
[[noreturn]] void end_all(ExitCode code, const std::string& line, int rank,
                          const std::function<void(const std::string&)>& say) {
  std::this_thread::sleep_for(std::chrono::seconds(std::min(rank, 5)));
  say(line);
  MPI_Abort(MPI_COMM_WORLD, static_cast<int>(code));
  std::terminate();  // MPI_Abort does not return
}

}  // namespace

int run_program(int argc, char** argv, const std::function<ExitCode(MPI_Comm world)>& body,
                const std::function<void(const std::string& line)>& say) {
  int level = MPI_THREAD_SINGLE;
  if (MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &level) != MPI_SUCCESS) {
    say("MPI cannot be initialized");
    return static_cast<int>(ExitCode::internal);
  }
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  ExitCode code = ExitCode::success;
  try {
    code = body(MPI_COMM_WORLD);
  } catch (const AgreedError& e) {
    if (e.speaks()) say(e.what());
    code = e.code();
  } catch (const Error& e) {
    end_all(e.code(), e.what(), rank, say);
  } catch (const std::bad_alloc&) {
    end_all(ExitCode::internal, "rank " + std::to_string(rank) + ": out of memory", rank, say);
  } catch (const std::exception& e) {
    end_all(ExitCode::internal, "rank " + std::to_string(rank) + ": " + e.what(), rank, say);
  }
  MPI_Finalize();
  return static_cast<int>(code);
}

}  // namespace sptune::distributed
