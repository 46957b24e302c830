// SPDX-License-Identifier: BSD-3-Clause
#include "suites/io/sha256.hpp"

#include "sptune/error.hpp"
#include "suites/io/file_io.hpp"

#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <vector>

namespace sptune::suites {
namespace {

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes, worked out
/// in integers instead of being written down: round constants of FIPS 180-4, section 4.2.2.
constexpr std::array<std::uint32_t, 64> round_constants() {
  __extension__ using Wide = unsigned __int128;
  std::array<std::uint32_t, 64> out{};
  std::size_t count = 0;
  for (std::uint64_t candidate = 2; count < out.size(); ++candidate) {
    bool prime = true;
    for (std::uint64_t d = 2; d * d <= candidate; ++d) prime = prime && candidate % d != 0;
    if (!prime) continue;
    // Largest r with r^3 <= candidate * 2^96; its low 32 bits are the fraction's first 32 bits.
    std::uint64_t root = 0;
    for (int bit = 35; bit >= 0; --bit) {
      const std::uint64_t next = root | (std::uint64_t{1} << static_cast<unsigned>(bit));
      // next < 2^36, so its cube stays below 2^108.
      if (Wide{next} * next * next <= (Wide{candidate} << 96U)) root = next;
    }
    out[count++] = static_cast<std::uint32_t>(root);
  }
  return out;
}

constexpr auto constants = round_constants();
static_assert(constants[0] == 0x428a2f98 && constants[63] == 0xc67178f2);

std::uint32_t big_endian(const unsigned char* p) {
  return (std::uint32_t{p[0]} << 24U) | (std::uint32_t{p[1]} << 16U) | (std::uint32_t{p[2]} << 8U) |
         p[3];
}

}  // namespace

void Sha256::compress(const unsigned char* block) {
  std::array<std::uint32_t, 64> w{};
  for (std::size_t t = 0; t < 16; ++t) w[t] = big_endian(block + 4 * t);
  for (std::size_t t = 16; t < 64; ++t) {
    const std::uint32_t s0 = std::rotr(w[t - 15], 7) ^ std::rotr(w[t - 15], 18) ^ (w[t - 15] >> 3U);
    const std::uint32_t s1 = std::rotr(w[t - 2], 17) ^ std::rotr(w[t - 2], 19) ^ (w[t - 2] >> 10U);
    w[t] = w[t - 16] + s0 + w[t - 7] + s1;
  }
  auto [a, b, c, d, e, f, g, h] = state_;
  for (std::size_t t = 0; t < 64; ++t) {
    const std::uint32_t sum1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
    const std::uint32_t choice = (e & f) ^ (~e & g);
    const std::uint32_t first = h + sum1 + choice + constants[t] + w[t];
    const std::uint32_t sum0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
    const std::uint32_t majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = d + first;
    d = c;
    c = b;
    b = a;
    a = first + sum0 + majority;
  }
  const std::array<std::uint32_t, 8> words{a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < words.size(); ++i) state_[i] += words[i];
}

void Sha256::update(const void* data, std::size_t size) {
  const auto* p = static_cast<const unsigned char*>(data);
  total_ += size;
  while (size > 0) {
    if (pending_size_ == 0 && size >= pending_.size()) {
      compress(p);
      p += pending_.size();
      size -= pending_.size();
      continue;
    }
    const std::size_t take = std::min(size, pending_.size() - pending_size_);
    std::memcpy(pending_.data() + pending_size_, p, take);
    pending_size_ += take;
    p += take;
    size -= take;
    if (pending_size_ == pending_.size()) {
      compress(pending_.data());
      pending_size_ = 0;
    }
  }
}

std::string Sha256::finish() {
  const std::uint64_t bits = total_ * 8;
  const unsigned char one = 0x80;
  const unsigned char zero = 0;
  update(&one, 1);
  while (pending_size_ != 56) update(&zero, 1);
  std::array<unsigned char, 8> length{};
  for (unsigned i = 0; i < 8; ++i) length[i] = static_cast<unsigned char>(bits >> (56U - 8U * i));
  update(length.data(), length.size());
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const std::uint32_t word : state_) {
    for (unsigned shift = 32; shift > 0; shift -= 4) text += digits[(word >> (shift - 4U)) & 15U];
  }
  return text;
}

std::string sha256_of_file(const std::filesystem::path& path) {
  const FileDescriptor file = open_for_reading(path);
  Sha256 hash;
  std::vector<char> buffer(std::size_t{1} << 18U);
  for (;;) {
    const ssize_t got = ::read(file.get(), buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) {
      throw InputError(path.string() + ": expected a readable file, found: " + error_text(errno));
    }
    if (got == 0) return hash.finish();
    hash.update(buffer.data(), static_cast<std::size_t>(got));
  }
}

}  // namespace sptune::suites
