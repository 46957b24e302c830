// SPDX-License-Identifier: BSD-3-Clause
#include "apps/distributed_predict.hpp"

#include "apps/distributed_dispatcher.hpp"
#include "apps/option_values.hpp"
#include "apps/problem_options.hpp"
#include "kernels/api/json_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace sptune::apps {
namespace {

using distributed::Forecast;
using distributed::RankVolume;
using distributed::Rates;

/// Of all ranks.
struct Sums {
  std::int64_t received = 0, most_received = 0, least = 0, messages = 0, held = 0;
  double imbalance = 1;
};

Sums sums_of(const std::vector<RankVolume>& volume) {
  Sums out;
  std::int64_t products = 0;
  std::int64_t most = 0;
  for (const RankVolume& rank : volume) {
    out.received += rank.traffic.received;
    out.most_received = std::max(out.most_received, rank.traffic.received);
    out.least += rank.least_received;
    out.messages = std::max(out.messages, rank.traffic.messages);
    out.held = std::max(out.held, rank.held_bytes);
    products += rank.products;
    most = std::max(most, rank.products);
  }
  if (products > 0) {
    out.imbalance = static_cast<double>(most) * static_cast<double>(volume.size()) /
                    static_cast<double>(products);
  }
  return out;
}

nlohmann::ordered_json json_of(const Forecast& f) {
  const Sums s = sums_of(f.volume);
  return {{"ranks", f.volume.size()},
          {"scheme", distributed::facts_of(f.scheme).name},
          {"imbalance", s.imbalance},
          {"bytes_received", s.received},
          {"bytes_received_most", s.most_received},
          {"bytes_received_least", s.least},
          {"messages_sent_most", s.messages},
          {"b_bytes_held_most", s.held},
          {"exchange_s", f.cost.exchange_s},
          {"multiply_s", f.cost.multiply_s},
          {"merge_s", f.cost.merge_s},
          {"total_s", f.cost.total_s}};
}

std::string line_of(const Forecast& f) {
  const Sums s = sums_of(f.volume);
  const auto mb = [](std::int64_t bytes) { return static_cast<double>(bytes) / 1e6; };
  const auto ms = [](double seconds) { return seconds * 1e3; };
  return fmt::format(
      "{:5} {:<12} {:9.3f} {:11.3f} {:11.3f} {:11.3f} {:9} {:10.3f} {:10.3f} {:10.3f} {:10.3f} "
      "{:10.3f}\n",
      f.volume.size(), distributed::facts_of(f.scheme).name, s.imbalance, mb(s.received),
      mb(s.least), mb(s.most_received), s.messages, mb(s.held), ms(f.cost.exchange_s),
      ms(f.cost.multiply_s), ms(f.cost.merge_s), ms(f.cost.total_s));
}

std::string text_of(const std::string& what, const Rates& rates,
                    const std::vector<std::vector<Forecast>>& all) {
  std::string out = fmt::format(
      "{}\nlatency {:.2f} us, {:.2f} GB/s, {:.1f} million products/s, {:.1f} million merged "
      "entries/s and {:.1f} us for each local product of a rank\n\n"
      "ranks scheme       imbalance received MB    least MB  one rank's  messages  B held MB  "
      "exchange   multiply      merge   total ms\n",
      what, rates.latency_s * 1e6, rates.bytes_per_second / 1e9, rates.products_per_second / 1e6,
      rates.merged_per_second / 1e6, rates.local_product_s * 1e6);
  for (const auto& of_ranks : all) {
    for (const Forecast& f : of_ranks) out += line_of(f);
  }
  return out + "The first of each number of ranks is predicted to be the fastest.\n";
}

/// Of the processor that is asked about, where it is here; what is given instead is not measured.
Rates rates_of(distributed::Communicator& ranks, const PredictOptions& o, std::string& where) {
  const RateOptions& given = o.rates;
  Rates rates;
  const int threads = threads_of_this_rank(ranks, o.threads);
  where = "rates as given";
  if (given.latency_us == 0 || given.gbytes_per_s == 0 || given.mega_products_per_s == 0 ||
      given.mega_merged_per_s == 0) {
    const RankDispatcher mine =
        dispatcher_of_rank(ranks, o.models, *parse_backend(o.backend.backend), threads);
    const ChosenWorkplace place(ranks, mine.dispatcher, o.backend);
    DistributedRun run;
    place.describe(run);
    where = run.gpus == 0 ? "ranks on CPUs"
                          : fmt::format("ranks on {}, rows travel by {}", run.gpu, run.transport);
    if (!run.why_transport.empty()) where += fmt::format(" ({})", run.why_transport);
    rates = place->rates(threads);
  }
  const auto take = [](double number, double unit, double& rate) {
    if (number > 0) rate = number * unit;
  };
  take(given.latency_us, 1e-6, rates.latency_s);
  take(given.gbytes_per_s, 1e9, rates.bytes_per_second);
  take(given.mega_products_per_s, 1e6, rates.products_per_second);
  take(given.mega_merged_per_s, 1e6, rates.merged_per_second);
  take(given.local_product_us, 1e-6, rates.local_product_s);
  return rates;
}

void add_rate_options(CLI::App& sub, RateOptions& rates) {
  const auto add = [&](const char* name, double& rate, const char* what) {
    sub.add_option(name, rate, what)->check(number_from_0());
  };
  add("--latency", rates.latency_us, "Of a message, us; 0: measured between ranks");
  add("--bandwidth", rates.gbytes_per_s, "Of a rank, GB/s; 0: measured between ranks");
  add("--products-per-second", rates.mega_products_per_s,
      "Of a rank, in millions; 0: measured here");
  add("--merged-per-second", rates.mega_merged_per_s,
      "Entries of partial results that a rank adds up, in millions; 0: measured here");
  add("--local-product", rates.local_product_us,
      "What each local product takes beside its multiplications, us; 0: measured on a GPU, "
      "nothing on a CPU");
}

}  // namespace

CLI::App& add_predict(CLI::App& app, PredictOptions& o) {
  CLI::App& sub = *app.add_subcommand(
      "predict", "What each scheme would move and take on any number of ranks, on paper");
  add_operands(sub, o.operands);
  sub.add_option("--ranks", o.ranks, "Numbers of ranks")
      ->delimiter(',')
      ->check(in_range(1, 1 << 20))
      ->capture_default_str();
  sub.add_option("--balance", o.balance, "What of A is to be equal on all ranks")
      ->check(one_of(names_of(distributed::all_balances)))
      ->capture_default_str();
  sub.add_option("--value-type", o.type, "Type of the values")
      ->check(one_of(names_of(all_value_types)))
      ->capture_default_str();
  sub.add_option("--ring-blocks", o.ring.blocks, "Scheme ring: blocks of each rank's rows of B")
      ->check(in_range(1, 1 << 20))
      ->capture_default_str();
  add_rate_options(sub, o.rates);
  add_backend_options(sub, o.backend);
  sub.add_option("--model", o.models, "Model files or folders of the dispatcher");
  add_threads_of_rank(sub, o.threads, "Of each rank, for what is measured; 0: its share");
  sub.add_flag("--json", o.json, "For programs");
  sub.footer(
      "Volumes and products are exact, times a model of five rates: they say where schemes part,\n"
      "not what a clock will say. On one rank nothing is measured of a network: 2 us, 10 GB/s.\n"
      "Where the first four rates are given nothing is measured, and no GPU needed.");
  return sub;
}

std::string predict(distributed::Communicator& ranks, const PredictOptions& o) {
  std::string where;
  const Rates rates = rates_of(ranks, o, where);
  std::string out;
  ranks.together([&] {
    if (ranks.rank() != 0) return;
    const Operands whole(o.operands);
    const auto forecasts = [&]<class V>(V /*type*/) {
      // Patterns alone are looked at, and the size of a value.
      const auto view = [](const Csr<double>& m) {
        return CsrView<V, std::int64_t>{m.rows, m.cols, m.row_offsets.data(), m.col_indices.data(),
                                        nullptr};
      };
      const CsrView<V, std::int64_t> left = view(whole.a.csr);
      std::optional<CsrView<V, std::int64_t>> right;
      if (whole.b) right = view(whole.b->csr);
      std::vector<std::vector<Forecast>> all;
      for (const int count : o.ranks) {
        all.push_back(distributed::forecast(left, right ? &*right : nullptr,
                                            *distributed::parse_balance(o.balance), count, o.ring,
                                            rates));
      }
      return all;
    };
    const auto all = o.type == "f32" ? forecasts(float{}) : forecasts(double{});
    if (!o.json) {
      out = text_of(whole.a.info.name + " x " + whole.right().info.name + ", " + o.type +
                        ", balanced by " + o.balance + "; " + where,
                    rates, all);
      return;
    }
    auto json = nlohmann::ordered_json::array();
    for (const auto& of_ranks : all) {
      for (const Forecast& f : of_ranks) json.push_back(json_of(f));
    }
    out = json_text(json, 2) + "\n";
  });
  return out;
}

}  // namespace sptune::apps
