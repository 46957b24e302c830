// SPDX-License-Identifier: BSD-3-Clause
// Private to the dispatcher: what its models said of patterns that they were asked about, so that
// the second question about a pattern costs a look at a sample (docs/decisions/018). Only what a
// choice may be worse for is kept, nothing that a product must be right for.
#pragma once

#include "kernels/api/problem.hpp"
#include "tuner/dispatch/fork_mutex.hpp"
#include "tuner/features/features.hpp"
#include "tuner/model/model.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace sptune::dispatch {

/// What a model says of a problem, whatever the number of runs.
struct Judgement {
  bool rows_sorted = true;  ///< as far as features saw
  features::Features features;
  std::vector<model::Score> scores;  ///< none where they are not
};

/// Which question it was.
struct PatternKey {
  /// Operation, types, sizes and resources: what features see beside offsets and columns.
  std::uint64_t sizes = 0;
  features::Fingerprint pattern;
  /// Who was asked, by address: scores name its candidates. Which model answers is decided at each
  /// question, by the GPU that is current then.
  const model::Model* model = nullptr;

  friend bool operator==(const PatternKey&, const PatternKey&) = default;
};

/// PatternKey::sizes of a problem.
[[nodiscard]] std::uint64_t sizes_of(const Problem& problem) noexcept;

/// The pattern that the caller has given a name (Options::pattern_id).
[[nodiscard]] constexpr features::Fingerprint named_pattern(std::uint64_t id) noexcept {
  return {id, 0x6e616d6564000000U};
}

/// For any number of threads. When it is full, what nobody asked for longest goes. In a child that
/// was forked while another thread of the parent was inside, nothing is remembered any more. Models
/// that were asked have to live as long as it does.
class PatternMemory {
 public:
  static constexpr std::size_t most = 256;

  /// What this model said of the problem when it was asked before; null: it was not. `pattern_id`:
  /// see Options, 0: none.
  [[nodiscard]] std::shared_ptr<const Judgement> recall(const model::Model& model,
                                                        const Problem& problem,
                                                        std::uint64_t pattern_id);
  /// What it says now. The problem learns its longest row.
  [[nodiscard]] std::shared_ptr<const Judgement> judge(const model::Model& model, Problem& problem,
                                                       std::uint64_t pattern_id);

  /// Is there any pattern of such sizes?
  [[nodiscard]] bool knows(std::uint64_t sizes) const;
  /// Null: not known.
  [[nodiscard]] std::shared_ptr<const Judgement> find(const PatternKey& key);
  void add(const PatternKey& key, std::shared_ptr<const Judgement> judgement);
  [[nodiscard]] std::size_t size() const;

 private:
  struct Entry {
    PatternKey key;
    std::uint64_t asked = 0;  ///< number of the last question about it
    std::shared_ptr<const Judgement> judgement;
  };
  [[nodiscard]] Entry* entry(const PatternKey& key);

  mutable ForkMutex mutex_;
  std::vector<Entry> entries_;
  std::uint64_t questions_ = 0;
};

}  // namespace sptune::dispatch
