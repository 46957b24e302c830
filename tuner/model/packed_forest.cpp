// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/model/packed_forest.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

namespace sptune::model {
namespace {

constexpr std::string_view digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr int bits_of_digit = 6;
constexpr int bits_of_float = 32;
constexpr int bits_of_mean = 16;

constexpr std::array<std::int8_t, 256> values_of_digits() {
  std::array<std::int8_t, 256> out{};
  for (std::int8_t& v : out) v = -1;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    out[static_cast<unsigned char>(digits[i])] = static_cast<std::int8_t>(i);
  }
  return out;
}

std::uint32_t bits_of(float value) {
  return std::bit_cast<std::uint32_t>(value);
}

float float_of(std::uint32_t bits) {
  return std::bit_cast<float>(bits);
}

/// The upper half of a float, to nearest unless that is no number any more.
std::uint32_t mean_bits(float mean) {
  const std::uint32_t all = bits_of(mean);
  const std::uint32_t nearest = (all + 0x7fffU + ((all >> 16U) & 1U)) >> 16U;
  return std::isfinite(float_of(nearest << 16U)) ? nearest : all >> 16U;
}

/// Bits that tell so many questions apart.
int width_of(std::size_t questions) {
  return std::max(1, static_cast<int>(std::bit_width(questions == 0 ? 0 : questions - 1)));
}

/// By input, by bits that rise with the threshold, by where a missing value goes.
using Question = std::tuple<std::int16_t, std::uint32_t, bool>;
constexpr std::uint32_t sign_bit = 0x80000000U;

Question question_of(const Node& n) {
  const std::uint32_t bits = bits_of(n.value);
  return {n.input, (bits & sign_bit) != 0 ? ~bits : bits | sign_bit, n.missing_left};
}

std::uint32_t threshold_bits(const Question& question) {
  const std::uint32_t rising = std::get<1>(question);
  return (rising & sign_bit) != 0 ? rising & ~sign_bit : ~rising;
}

std::map<Question, std::uint32_t> number_questions(const Forest& forest) {
  std::map<Question, std::uint32_t> numbers;
  for (const Node& n : forest.nodes) {
    if (n.input >= 0) numbers[question_of(n)] = 0;
  }
  std::uint32_t next = 0;
  for (auto& [question, number] : numbers) number = next++;
  return numbers;
}

/// Gives roots and right children to nodes of which is known which are leaves. False where the last
/// tree is cut.
bool plant(Forest& forest) {
  struct Open {
    std::size_t node;
    bool right;  ///< the tree of its right child is being read
  };
  std::vector<Open> open;
  for (std::size_t i = 0; i < forest.nodes.size(); ++i) {
    if (open.empty()) forest.roots.push_back(static_cast<std::uint32_t>(i));
    if (forest.nodes[i].input >= 0) {
      open.push_back({i, false});
      continue;
    }
    while (!open.empty() && open.back().right) open.pop_back();
    if (open.empty()) continue;
    forest.nodes[open.back().node].right = static_cast<std::uint32_t>(i + 1);
    open.back().right = true;
  }
  return open.empty();
}

}  // namespace

std::string pack_bits(const std::vector<std::uint32_t>& numbers, int width) {
  std::string out;
  out.reserve(numbers.size() * static_cast<std::size_t>(width) / bits_of_digit + 1);
  std::uint64_t held = 0;
  int bits = 0;
  for (const std::uint32_t number : numbers) {
    held |= std::uint64_t{number} << bits;
    for (bits += width; bits >= bits_of_digit; bits -= bits_of_digit) {
      out += digits[held & 63U];
      held >>= bits_of_digit;
    }
  }
  if (bits > 0) out += digits[held & 63U];
  return out;
}

Result<std::vector<std::uint32_t>> unpack_bits(std::string_view text, std::size_t count,
                                               int width) {
  using Out = Result<std::vector<std::uint32_t>>;
  static constexpr std::array<std::int8_t, 256> value_of = values_of_digits();
  const std::size_t all_bits = count * static_cast<std::size_t>(width);
  const std::size_t length = (all_bits + bits_of_digit - 1) / bits_of_digit;
  if (text.size() != length) {
    return Out::failure("expected " + std::to_string(length) + " characters, found " +
                        std::to_string(text.size()));
  }
  std::vector<std::uint32_t> out;
  out.reserve(count);
  const std::uint64_t mask = (std::uint64_t{1} << width) - 1;
  std::uint64_t held = 0;
  int bits = 0;
  for (const char c : text) {
    const std::int8_t value = value_of[static_cast<unsigned char>(c)];
    if (value < 0) return Out::failure("a character that is none of base64");
    held |= static_cast<std::uint64_t>(value) << bits;
    bits += bits_of_digit;
    if (bits < width && out.size() < count) continue;
    for (; bits >= width && out.size() < count; bits -= width) {
      out.push_back(static_cast<std::uint32_t>(held & mask));
      held >>= width;
    }
  }
  if (held != 0) return Out::failure("bits behind the last number");
  return {std::move(out)};
}

PackedForest pack(const Forest& forest) {
  const std::map<Question, std::uint32_t> questions = number_questions(forest);
  PackedForest out;
  out.offset = forest.offset;
  out.nodes = forest.nodes.size();
  std::vector<std::uint32_t> threshold;
  std::vector<std::uint32_t> missing;
  for (const auto& [question, number] : questions) {
    const std::int16_t input = std::get<0>(question);
    if (out.inputs.empty() || out.inputs.back() != input) {
      out.inputs.push_back(input);
      out.counts.push_back(0);
    }
    ++out.counts.back();
    threshold.push_back(threshold_bits(question));
    missing.push_back(std::get<2>(question) ? 1 : 0);
  }
  std::vector<std::uint32_t> leaf;
  std::vector<std::uint32_t> asked;
  std::vector<std::uint32_t> value;
  std::vector<std::uint32_t> mean;
  for (std::size_t i = 0; i < forest.nodes.size(); ++i) {
    const Node& n = forest.nodes[i];
    leaf.push_back(n.input < 0 ? 1 : 0);
    if (n.input < 0) {
      value.push_back(bits_of(n.value));
    } else {
      asked.push_back(questions.at(question_of(n)));
      mean.push_back(mean_bits(forest.means.at(i)));
    }
  }
  out.leaf = pack_bits(leaf, 1);
  out.threshold = pack_bits(threshold, bits_of_float);
  out.missing_left = pack_bits(missing, 1);
  out.question = pack_bits(asked, width_of(questions.size()));
  out.value = pack_bits(value, bits_of_float);
  out.mean = pack_bits(mean, bits_of_mean);
  return out;
}

Result<Forest> unpack(const PackedForest& p) {
  std::string trouble;
  const auto column = [&](const char* name, const std::string& text, std::size_t count, int width) {
    auto numbers = unpack_bits(text, count, width);
    if (numbers) return std::move(numbers.value());
    if (trouble.empty()) trouble = std::string(name) + ": " + numbers.error();
    return std::vector<std::uint32_t>(count);
  };
  if (p.inputs.size() != p.counts.size()) {
    return Result<Forest>::failure("inputs and counts differ in length");
  }
  std::vector<std::int16_t> input_of;  // per question
  for (std::size_t k = 0; k < p.inputs.size(); ++k) {
    const auto count = static_cast<std::size_t>(p.counts[k]);
    if (count > p.nodes || input_of.size() + count > p.nodes) {
      return Result<Forest>::failure("counts: more questions than nodes");
    }
    input_of.insert(input_of.end(), count, static_cast<std::int16_t>(p.inputs[k]));
  }
  const std::size_t questions = input_of.size();
  const auto leaf = column("leaf", p.leaf, p.nodes, 1);
  const auto leaves = static_cast<std::size_t>(std::count(leaf.begin(), leaf.end(), 1U));
  const std::size_t inner = p.nodes - leaves;
  const auto threshold = column("threshold", p.threshold, questions, bits_of_float);
  const auto missing = column("missing_left", p.missing_left, questions, 1);
  const auto question = column("question", p.question, inner, width_of(questions));
  const auto value = column("value", p.value, leaves, bits_of_float);
  const auto mean = column("mean", p.mean, inner, bits_of_mean);
  if (!trouble.empty()) return Result<Forest>::failure(trouble);
  Forest out;
  out.offset = p.offset;
  std::size_t next_leaf = 0;
  std::size_t next_inner = 0;
  for (const std::uint32_t is_leaf : leaf) {
    if (is_leaf != 0) {
      const float v = float_of(value[next_leaf++]);
      out.nodes.push_back({v, 0, -1, false});
      out.means.push_back(v);
      continue;
    }
    const std::size_t q = question[next_inner];
    if (q >= questions) return Result<Forest>::failure("question: there is none of this number");
    out.nodes.push_back({float_of(threshold[q]), 0, input_of[q], missing[q] != 0});
    out.means.push_back(float_of(mean[next_inner++] << 16U));
  }
  if (!plant(out)) return Result<Forest>::failure("leaf: the last tree is cut");
  return {std::move(out)};
}

void round_means(Forest& forest) {
  for (std::size_t i = 0; i < forest.nodes.size(); ++i) {
    forest.means[i] = forest.nodes[i].input < 0 ? forest.nodes[i].value
                                                : float_of(mean_bits(forest.means[i]) << 16U);
  }
}

}  // namespace sptune::model
