// SPDX-License-Identifier: BSD-3-Clause
// The few functions of NCCL that are called are declared here by their ABI, which is kept within a
// major version (NCCL API reference).
#include "distributed/device/nccl.hpp"

#include "sptune/device.hpp"

#include <dlfcn.h>

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

namespace sptune::distributed {
namespace {

struct UniqueId {
  std::array<char, 128> bytes;
};
using Comm = struct ncclComm*;  // NOLINT(readability-identifier-naming): NCCL's
using Code = int;
constexpr Code success = 0;
constexpr int byte_type = 1;  ///< ncclUint8

/// Opened once and never closed: it ends its threads when the process ends.
class Library {
 public:
  Library() {
    void* const library = dlopen("libnccl.so.2", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
      facts_.trouble = "libnccl.so.2 is not found (LD_LIBRARY_PATH may name its folder)";
      return;
    }
    Code (*get_version)(int*) = nullptr;
    load(library, "ncclGetVersion", get_version);
    load(library, "ncclGetErrorString", error_string);
    load(library, "ncclGetUniqueId", get_unique_id);
    load(library, "ncclCommInitRank", comm_init_rank);
    load(library, "ncclCommDestroy", comm_destroy);
    load(library, "ncclCommAbort", comm_abort);
    load(library, "ncclGroupStart", group_start);
    load(library, "ncclGroupEnd", group_end);
    load(library, "ncclSend", send);
    load(library, "ncclRecv", receive);
    if (!facts_.trouble.empty()) return;
    int version = 0;
    if (get_version(&version) == success) facts_.version = nccl_version_text(version);
  }

  [[nodiscard]] const NcclFacts& facts() const { return facts_; }

  void check(Code code, const char* call) const {
    if (code == success) return;
    throw DeviceError(std::string(call) + " failed: " + error_string(code));
  }

  const char* (*error_string)(Code) = nullptr;
  Code (*get_unique_id)(UniqueId*) = nullptr;
  Code (*comm_init_rank)(Comm*, int ranks, UniqueId, int rank) = nullptr;
  Code (*comm_destroy)(Comm) = nullptr;
  Code (*comm_abort)(Comm) = nullptr;
  Code (*group_start)() = nullptr;
  Code (*group_end)() = nullptr;
  Code (*send)(const void*, std::size_t, int type, int peer, Comm, void* stream) = nullptr;
  Code (*receive)(void*, std::size_t, int type, int peer, Comm, void* stream) = nullptr;

 private:
  template <class Function>
  void load(void* library, const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    if (function == nullptr) facts_.trouble = std::string("libnccl.so.2 has no ") + name;
  }

  NcclFacts facts_;
};

const Library& library() {
  static const Library one;
  return one;
}

class NcclCarrier final : public Carrier {
 public:
  NcclCarrier(Communicator& ranks, const UniqueId& id) : ranks_(ranks) {
    library().check(library().comm_init_rank(&comm_, ranks.size(), id, ranks.rank()),
                    "ncclCommInitRank");
  }
  ~NcclCarrier() override {
    // What is under way when an exception leaves this would be waited for.
    static_cast<void>(under_way_ ? library().comm_abort(comm_) : library().comm_destroy(comm_));
  }
  NcclCarrier(const NcclCarrier&) = delete;
  NcclCarrier& operator=(const NcclCarrier&) = delete;

  void begin(std::vector<Parcel> out, std::vector<Parcel> in) override {
    const auto waiting = ranks_.watch("messages given to NCCL");
    const Library& nccl = library();
    under_way_ = true;
    nccl.check(nccl.group_start(), "ncclGroupStart");
    for (const Parcel& p : out) {
      if (p.bytes == 0) continue;
      nccl.check(nccl.send(p.data, static_cast<std::size_t>(p.bytes), byte_type, p.peer, comm_,
                           stream_.get().handle),
                 "ncclSend");
      ranks_.count_sent(p.bytes, 1);
    }
    for (const Parcel& p : in) {
      if (p.bytes == 0) continue;
      nccl.check(nccl.receive(p.data, static_cast<std::size_t>(p.bytes), byte_type, p.peer, comm_,
                              stream_.get().handle),
                 "ncclRecv");
      ranks_.count_received(p.bytes);
    }
    nccl.check(nccl.group_end(), "ncclGroupEnd");
  }
  void finish(const char* what) override {
    const auto waiting = ranks_.watch(what);
    stream_.wait();
    under_way_ = false;
  }

 private:
  Communicator& ranks_;
  SideStream stream_;
  Comm comm_ = nullptr;
  bool under_way_ = false;
};

/// NCCL connects a pair of ranks when it first sends between them, which takes longer than most
/// products: here, a byte each.
void connect(Communicator& ranks, Carrier& carrier) {
  SendableArray<std::byte> bytes;
  const auto size = static_cast<std::size_t>(ranks.size());
  ranks.together([&] {
    bytes = SendableArray<std::byte>(2 * ranks.size());
    cuda::fill_bytes(bytes.data(), 0, 2 * size);
  });
  std::vector<Parcel> out;
  std::vector<Parcel> in;
  for (int r = 0; r < ranks.size(); ++r) {
    if (r == ranks.rank()) continue;
    out.push_back({r, bytes.data() + r, 1});
    in.push_back({r, bytes.data() + ranks.size() + r, 1});
  }
  carrier.begin(std::move(out), std::move(in));
  carrier.finish("the first bytes through NCCL");
}

}  // namespace

std::string nccl_version_text(int version) {
  const int major = version < 10'000 ? 1000 : 10'000;  // 2.9 was the first that has the larger one
  return std::to_string(version / major) + "." + std::to_string(version % major / 100) + "." +
         std::to_string(version % 100);
}

const NcclFacts& nccl_facts() {
  return library().facts();
}

std::unique_ptr<Carrier> nccl_carrier(Communicator& ranks) {
  UniqueId id{};
  ranks.together([&] {
    if (ranks.rank() == 0) {
      library().check(library().get_unique_id(&id), "ncclGetUniqueId");
    }
  });
  ranks.broadcast(&id, sizeof id, 0);
  std::unique_ptr<Carrier> out;
  ranks.together([&] {
    const auto waiting = ranks.watch("ranks that meet through NCCL");
    out = std::make_unique<NcclCarrier>(ranks, id);
  });
  connect(ranks, *out);
  return out;
}

}  // namespace sptune::distributed
