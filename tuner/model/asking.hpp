// SPDX-License-Identifier: BSD-3-Clause
// Whether to ask at all. Features and scoring take as long as some runs of the default, so that at
// few runs nothing they tell can pay for them. What is free is the header of the matrix: from its
// rows, columns and entries laws say what a candidate takes by and large, and what asking is worth
// at the expected runs. Training fits them to totals in which deciding and everybody's preparing
// are paid.
#pragma once

#include "tuner/features/glance.hpp"

#include <array>
#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sptune::model {

/// All that is known of a matrix for nothing, and what was seen for next to nothing.
struct Header {
  double rows = 0, cols = 0, nnz = 0;
  std::optional<features::Glance> glance = {};
};

/// What a law is a sum over: 1, u, b, u², ub, b², c, |c|, uc, bc, a, v with a = log(entries),
/// b = log(entries per row), c = log(columns per row), u = log(1 + entries / knee) and
/// v = log(1 + rows / knee): a run takes as long as a launch until the processor is full, and from
/// there on as long as its entries and rows. Behind these five of a glance, logarithms of its
/// numbers, which are 0 without one.
inline constexpr std::size_t header_terms = 12;
inline constexpr std::size_t size_terms = header_terms + 5;
using SizeTerms = std::array<double, size_terms>;
/// And of the seconds that a run takes by what the default has seen of the rows
/// (VariantFunctions::look): their logarithm and its square.
inline constexpr std::size_t seen_terms = header_terms + 2;
using SeenTerms = std::array<double, seen_terms>;

/// Knee 0, of older laws: u = a, and neither a nor v counts besides.
[[nodiscard]] SizeTerms size_terms_of(const Header& header, double knee);
[[nodiscard]] SeenTerms seen_terms_of(const Header& header, double knee, double run_s);

class SizedAsking;

/// A candidate that may be taken as it is.
struct UnaskedCandidate {
  std::size_t candidate = 0;
  SizeTerms log_seconds{};  ///< of a run
  double spread = 0;        ///< of log(seconds) around the law
  SizeTerms log_prepare{};  ///< of the seconds that preparing takes
  /// Share of the training problems that its law was fitted on: it is so much less sure.
  double timed = 1;

  friend bool operator==(const UnaskedCandidate&, const UnaskedCandidate&) = default;
};

/// From so many expected runs on, until the next step: asking pays where the law is above 0.
struct AskStep {
  double runs = 0;
  SizeTerms worth{};
  /// Whether to ask about a size that the laws do not know: where it pays on the mean of the
  /// training problems.
  bool of_unknown = true;
  /// The law where the default has looked at the rows, which its plan does anyway; none where
  /// looking changes nothing.
  std::optional<SeenTerms> worth_seen = {};
  /// Whether what runs without a model stays where nobody is asked: leaving it has gained nothing
  /// beyond chance on families held out.
  bool stays = false;
  /// Whether nobody asks about a size that is known, however cheap it is: what a model picks at so
  /// many runs has gained nothing on families held out.
  bool never_asks = false;

  friend bool operator==(const AskStep&, const AskStep&) = default;
};

/// Without steps: asks always.
struct Asking {
  static constexpr std::size_t most_steps = 64;

  /// Entries of the smallest matrix that the laws were fitted on: a smaller one counts as so small.
  double least_nnz = 1;
  /// Entries from which on times grow with the size (size_terms_of); 0: no such bend.
  double knee = 0;
  /// t' V t times a candidate's spread, squared, over the share of problems it was timed on, is the
  /// variance of its law at this size: it grows where training has few matrices or none. Symmetric.
  std::array<SizeTerms, size_terms> variance{};
  /// How much of the variance of a prediction, of its law and around it, is added to log(seconds):
  /// a half makes it the mean of the time, more is careful.
  double caution = 0;
  /// Least gain over the default, as a share of its total, for which another one is taken unasked.
  double min_gain = 0;
  std::vector<UnaskedCandidate> unasked;  ///< the default among them, or none at all
  /// From so many runs on the default stays where nobody is asked: what it has lost after many runs
  /// no size could tell. Infinite: there is no such number.
  double unasked_below = std::numeric_limits<double>::infinity();
  std::vector<AskStep> steps;
  /// Seconds that asking takes, and the share of all runs up to which they are no question: laws
  /// know the sizes that training has many of, and where hardly anything is paid, hardly anything
  /// is lost. 0: laws alone decide.
  double price_s = 0, cheap_share = 0;

  /// Takes the default below so many runs and asks from there on, whatever the matrix.
  [[nodiscard]] static Asking from(double runs);
  /// Whether it asks at so many runs whatever the matrix: from those of the last step on.
  [[nodiscard]] bool always_asks(double runs) const { return step_at(runs) == nullptr; }
  /// What it says of one matrix. It must live as long as that.
  [[nodiscard]] SizedAsking at(const Header& header) const;

  friend bool operator==(const Asking&, const Asking&) = default;

  /// The step of so many runs; null from the last one on.
  [[nodiscard]] const AskStep* step_at(double runs) const;
};

/// An Asking of one matrix, for one thread: what questions about it need is worked out once, and
/// only where an answer hangs on it. Who asks for a plan waits for this, and laws are read from
/// memory when other work has had the caches.
class SizedAsking {
 public:
  SizedAsking(const Asking& asking, const Header& header);

  /// Whether the laws know matrices of this size.
  [[nodiscard]] bool knows() const;
  /// Seconds of a run of the fastest, by the laws. None where they know no such size, or there are
  /// none.
  [[nodiscard]] std::optional<double> least_run_s() const;
  /// Seconds that preparing a candidate takes, by its law; none where it has none.
  [[nodiscard]] std::optional<double> prepare_s(std::size_t candidate) const;
  /// For a valid object.
  [[nodiscard]] bool asks(double runs) const;
  /// Whether to look before that is decided: the default is what runs unasked, and what it sees
  /// tells more than the size.
  [[nodiscard]] bool looks(double runs, std::size_t standard) const;
  /// Whether to ask after a look. For an object that looks.
  [[nodiscard]] bool asks_seen(double runs, double run_s) const;
  /// The candidate to take without asking: the least total of those that fit, or the default. None
  /// where what would run without a model does: leaving that gains nothing at so many runs, or
  /// training has no matrices near this size, of which the laws say nothing.
  [[nodiscard]] std::optional<std::size_t> choice(
      double runs, std::size_t standard, const std::function<bool(std::size_t)>& fits) const;

 private:
  /// A total and whose it is.
  using Total = std::pair<double, std::size_t>;

  /// Of a law here, for a spread of 1.
  [[nodiscard]] double variance() const;
  /// Whether training has matrices near this one, of the share of its problems that counts.
  [[nodiscard]] bool is_near(double timed = 1) const;
  /// Whether asking costs next to nothing where a run takes so long.
  [[nodiscard]] bool is_cheap(double runs, double run_s) const;
  /// Seconds of a run of the fastest; there is one.
  [[nodiscard]] double least() const;
  /// Logarithm of the seconds that a run is counted with.
  [[nodiscard]] double log_run_s(const UnaskedCandidate& u) const;
  /// Seconds of a run and its share of preparing.
  [[nodiscard]] double total(const UnaskedCandidate& u, double log_run, double runs) const;
  /// The least of the candidates' totals that are above `tried` and below `most`; none: `most`.
  [[nodiscard]] Total least_total(double runs, const Total& most, const Total& tried) const;

  const Asking& asking_;
  Header header_;  ///< as a size that is known
  SizeTerms terms_;
  mutable std::optional<double> variance_;
  struct Ranked {
    double runs;
    Total most;   ///< what is less than the default, whose number stands there
    Total least;  ///< of all, whether they fit or not
  };
  mutable std::optional<Ranked> ranked_;  ///< whether to look hangs on it, and then what to take
};

/// What a glance at some rows changes. It takes less than a run of most matrices, so that no law
/// says of a matrix whether it pays: it is cast where it costs next to nothing, from some number of
/// runs on.
struct Glancing {
  Asking asking;           ///< by header and glance
  double price_s = 0;      ///< seconds that a glance takes
  double cheap_share = 0;  ///< of all runs, up to which it is next to nothing
  double from_runs = 0;    ///< from so many on its laws have gained on families held out

  /// Whether to glance at a matrix of this size. `by_size`: laws that know no glance. Not where
  /// everything is asked for anyhow.
  [[nodiscard]] bool pays(const Asking& by_size, const Header& header, double runs) const;

  friend bool operator==(const Glancing&, const Glancing&) = default;
};

/// Empty, or what is wrong: steps rise and begin at 0 runs, candidates exist.
[[nodiscard]] std::string validate(const Asking& asking, std::size_t candidates);

}  // namespace sptune::model
