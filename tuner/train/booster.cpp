// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/train/booster.hpp"

#include "kernels/api/json_text.hpp"

#include <nlohmann/json.hpp>
#include <xgboost/c_api.h>

#include <functional>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

namespace sptune::train {
namespace {

/// Its first line: the stack that follows is of no use to who reads it.
void check(int code) {
  if (code == 0) return;
  const std::string all = XGBGetLastError();
  throw std::runtime_error("XGBoost: " + all.substr(0, all.find('\n')));
}

class Matrix {
 public:
  explicit Matrix(const Table& table) {
    check(XGDMatrixCreateFromMat(table.values.data(), table.rows(), table.columns,
                                 std::numeric_limits<float>::quiet_NaN(), &handle_));
  }
  ~Matrix() { XGDMatrixFree(handle_); }
  Matrix(const Matrix&) = delete;
  Matrix& operator=(const Matrix&) = delete;

  void set(const char* field, std::span<const float> values) {
    check(XGDMatrixSetFloatInfo(handle_, field, values.data(), values.size()));
  }
  [[nodiscard]] DMatrixHandle get() const { return handle_; }

 private:
  DMatrixHandle handle_ = nullptr;
};

double weighted_mean(std::span<const float> values, std::span<const float> weights) {
  double sum = 0;
  double total = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    sum += static_cast<double>(values[i]) * static_cast<double>(weights[i]);
    total += static_cast<double>(weights[i]);
  }
  return total > 0 ? sum / total : 0.0;
}

/// One tree of XGBoost's JSON: parallel arrays over its node ids.
struct XgbTree {
  std::vector<int> left, right, split, default_left;
  std::vector<float> condition, cover;
};

/// Appends the subtree at `node` in depth-first order, left child first. Returns its weighted mean.
double append(const XgbTree& tree, int node, model::Forest& forest) {
  const auto i = static_cast<std::size_t>(node);
  const std::size_t at = forest.nodes.size();
  forest.nodes.push_back({tree.condition[i], 0, -1, false});
  forest.means.push_back(tree.condition[i]);
  if (tree.left[i] < 0) return static_cast<double>(tree.condition[i]);
  forest.nodes[at].input = static_cast<std::int16_t>(tree.split[i]);
  forest.nodes[at].missing_left = tree.default_left[i] != 0;
  const double left = append(tree, tree.left[i], forest);
  forest.nodes[at].right = static_cast<std::uint32_t>(forest.nodes.size());
  const double right = append(tree, tree.right[i], forest);
  const auto cover_left = static_cast<double>(tree.cover[static_cast<std::size_t>(tree.left[i])]);
  const auto cover_right = static_cast<double>(tree.cover[static_cast<std::size_t>(tree.right[i])]);
  const double cover = cover_left + cover_right;
  const double mean =
      cover > 0 ? (left * cover_left + right * cover_right) / cover : (left + right) / 2;
  forest.means[at] = static_cast<float>(mean);
  return mean;
}

/// Takes the trees out of XGBoost's JSON as it is read: as a tree of values it takes longer to make
/// than a small booster to train.
class TreeReader final : public nlohmann::json::json_sax_t {
 public:
  /// `take` gets each tree, in their order.
  explicit TreeReader(std::function<void(const XgbTree&)> take) : take_(std::move(take)) {}

  bool key(string_t& name) override {
    const auto whole = integers_.find(name);
    const auto real = reals_.find(name);
    into_integers_ = whole == integers_.end() ? nullptr : whole->second;
    into_reals_ = real == reals_.end() ? nullptr : real->second;
    if (into_integers_ == &tree_.left) tree_depth_ = depth_;
    return true;
  }
  bool number_integer(number_integer_t value) override {
    if (into_integers_ != nullptr) into_integers_->push_back(static_cast<int>(value));
    return true;
  }
  bool number_unsigned(number_unsigned_t value) override {
    return number_integer(static_cast<number_integer_t>(value));
  }
  bool number_float(number_float_t value, const string_t& /*text*/) override {
    if (into_reals_ != nullptr) into_reals_->push_back(static_cast<float>(value));
    return true;
  }
  bool start_object(std::size_t /*size*/) override {
    ++depth_;
    return true;
  }
  bool end_object() override {
    if (depth_-- == tree_depth_ && !tree_.left.empty()) take_(std::exchange(tree_, {}));
    return true;
  }
  bool parse_error(std::size_t /*at*/, const std::string& /*token*/,
                   const nlohmann::json::exception& why) override {
    throw std::runtime_error("XGBoost's model: " + std::string(why.what()));
  }
  bool null() override { return true; }
  bool boolean(bool /*value*/) override { return true; }
  bool string(string_t& /*value*/) override { return true; }
  bool binary(binary_t& /*value*/) override { return true; }
  bool start_array(std::size_t /*size*/) override { return true; }
  bool end_array() override { return true; }

 private:
  std::function<void(const XgbTree&)> take_;
  XgbTree tree_;
  const std::map<std::string, std::vector<int>*, std::less<>> integers_{
      {"left_children", &tree_.left},
      {"right_children", &tree_.right},
      {"split_indices", &tree_.split},
      {"default_left", &tree_.default_left}};
  const std::map<std::string, std::vector<float>*, std::less<>> reals_{
      {"split_conditions", &tree_.condition}, {"sum_hessian", &tree_.cover}};
  std::vector<int>* into_integers_ = nullptr;
  std::vector<float>* into_reals_ = nullptr;
  int depth_ = 0;        ///< objects that are open
  int tree_depth_ = -1;  ///< of the object that holds the arrays
};

}  // namespace

struct Booster::Impl {
  BoosterHandle handle = nullptr;
  double offset = 0;

  ~Impl() { XGBoosterFree(handle); }
  void set(const char* name, const std::string& value) {
    check(XGBoosterSetParam(handle, name, value.c_str()));
  }
  void configure(const BoosterOptions& o) {
    set("verbosity", "0");
    set("objective", "reg:squarederror");
    set("booster", "gbtree");
    set("tree_method", "hist");
    set("base_score", "0");
    set("nthread", std::to_string(o.threads));
    set("seed", std::to_string(o.seed));
    set("max_depth", std::to_string(o.depth));
    set("eta", std::to_string(o.eta));
    set("subsample", std::to_string(o.subsample));
    set("colsample_bytree", std::to_string(o.columns));
    set("min_child_weight", std::to_string(o.min_child_weight));
    set("lambda", std::to_string(o.lambda));
  }
};

Booster::Booster(const Table& inputs, std::span<const float> labels, std::span<const float> weights,
                 const BoosterOptions& options)
    : impl_(std::make_unique<Impl>()) {
  impl_->offset = weighted_mean(labels, weights);
  std::vector<float> centred(labels.begin(), labels.end());
  for (float& y : centred) y = static_cast<float>(static_cast<double>(y) - impl_->offset);
  Matrix matrix(inputs);
  matrix.set("label", centred);
  matrix.set("weight", weights);
  DMatrixHandle handle = matrix.get();
  check(XGBoosterCreate(&handle, 1, &impl_->handle));
  impl_->configure(options);
  for (int i = 0; i < options.trees; ++i) {
    check(XGBoosterUpdateOneIter(impl_->handle, i, matrix.get()));
  }
}

Booster::~Booster() = default;
Booster::Booster(Booster&&) noexcept = default;
Booster& Booster::operator=(Booster&&) noexcept = default;

std::vector<float> Booster::predict(const Table& inputs) const {
  const Matrix matrix(inputs);
  bst_ulong count = 0;
  const float* values = nullptr;
  check(XGBoosterPredict(impl_->handle, matrix.get(), 0, 0, 0, &count, &values));
  std::vector<float> out(values, values + count);
  for (float& y : out) y = static_cast<float>(static_cast<double>(y) + impl_->offset);
  return out;
}

model::Forest Booster::forest() const {
  bst_ulong size = 0;
  const char* text = nullptr;
  check(XGBoosterSaveModelToBuffer(impl_->handle, R"({"format":"ubj"})", &size, &text));
  model::Forest forest;
  forest.offset = impl_->offset;
  TreeReader reader([&](const XgbTree& tree) {
    forest.roots.push_back(static_cast<std::uint32_t>(forest.nodes.size()));
    append(tree, 0, forest);
  });
  walk_ubjson<nlohmann::json>({text, static_cast<std::size_t>(size)}, reader);
  return forest;
}

}  // namespace sptune::train
