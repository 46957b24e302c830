// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/dispatch/pattern_memory.hpp"

#include "tuner/dispatch/fitting.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

namespace sptune::dispatch {

std::uint64_t sizes_of(const Problem& problem) noexcept {
  features::Fingerprint sum;
  std::uint64_t place = 0;
  const auto note = [&](auto value) {
    features::add(sum, place++, static_cast<std::uint64_t>(value));
  };
  const auto note_matrix = [&](const AnyCsr& a) {
    for (const std::int64_t size : {a.rows, a.cols, a.nnz}) note(size);
    note(a.value_type);
    note(a.offset_type);
    note(a.space);
  };
  note(problem.operation());
  note(problem.resources.threads);
  note(problem.dense_columns());
  note(problem.dense_layout());
  note_matrix(problem.a);
  if (const AnyCsr* const b = problem.second(); b != nullptr) {
    note_matrix(*b);
    note(problem.multiplications());
  }
  return sum.low;
}

PatternMemory::Entry* PatternMemory::entry(const PatternKey& key) {
  const auto it =
      std::find_if(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.key == key; });
  return it == entries_.end() ? nullptr : &*it;
}

bool PatternMemory::knows(std::uint64_t sizes) const {
  const WholeLock lock(mutex_);
  return lock && std::any_of(entries_.begin(), entries_.end(),
                             [&](const Entry& e) { return e.key.sizes == sizes; });
}

std::shared_ptr<const Judgement> PatternMemory::find(const PatternKey& key) {
  const WholeLock lock(mutex_);
  Entry* const found = lock ? entry(key) : nullptr;
  if (found == nullptr) return nullptr;
  found->asked = ++questions_;
  return found->judgement;
}

void PatternMemory::add(const PatternKey& key, std::shared_ptr<const Judgement> judgement) {
  const WholeLock lock(mutex_);
  if (!lock) return;
  Entry* place = entry(key);
  if (place == nullptr && entries_.size() < most) place = &entries_.emplace_back();
  if (place == nullptr) {
    place = &*std::min_element(entries_.begin(), entries_.end(),
                               [](const Entry& a, const Entry& b) { return a.asked < b.asked; });
  }
  *place = {key, ++questions_, std::move(judgement)};
}

std::shared_ptr<const Judgement> PatternMemory::recall(const model::Model& model,
                                                       const Problem& problem,
                                                       std::uint64_t pattern_id) {
  PatternKey key{sizes_of(problem), named_pattern(pattern_id), &model};
  if (!knows(key.sizes)) return nullptr;  // there is no need to look which pattern it is
  if (pattern_id == 0) key.pattern = features::fingerprint(problem);
  return find(key);
}

std::shared_ptr<const Judgement> PatternMemory::judge(const model::Model& model, Problem& problem,
                                                      std::uint64_t pattern_id) {
  PatternKey key{sizes_of(problem), named_pattern(pattern_id), &model};
  require_offsets(problem, Validate::cheap);  // features would follow them anywhere
  auto judgement = std::make_shared<Judgement>();
  judgement->features = features::extract(problem, [&] { model.prefetch(); });
  const features::Features& features = judgement->features;
  // All rows of this matrix were counted, on the host in 32 bits. A remembered pattern is alike by
  // a sample alone.
  if (problem.a.nnz <= std::numeric_limits<std::int32_t>::max()) {
    problem.longest_row = static_cast<std::int64_t>(features.at(Feature::row_max));
  }
  if (pattern_id == 0) key.pattern = features.pattern;
  judgement->rows_sorted = features.rows_sorted;
  if (features.rows_sorted) judgement->scores = model.score(features);
  add(key, judgement);
  return judgement;
}

std::size_t PatternMemory::size() const {
  const WholeLock lock(mutex_);
  return lock ? entries_.size() : 0;
}

}  // namespace sptune::dispatch
