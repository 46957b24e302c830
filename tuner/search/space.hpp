// SPDX-License-Identifier: BSD-3-Clause
// The points that a search may ask for, and how far they are from one another. Points are named by
// their position; nothing here knows a kernel, so that stored trials can be searched like live
// ones.
#pragma once

#include "sptune/configuration.hpp"

#include <cstddef>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace sptune::search {

class Space {
 public:
  /// A configuration that is there twice counts once. The first of every variant is its default.
  explicit Space(std::vector<Configuration> points);

  [[nodiscard]] std::size_t size() const { return points_.size(); }
  [[nodiscard]] const Configuration& at(std::size_t point) const { return points_[point]; }
  [[nodiscard]] const std::string& text(std::size_t point) const { return texts_[point]; }
  [[nodiscard]] std::optional<std::size_t> find(std::string_view text) const;
  /// The first point of every variant, in order.
  [[nodiscard]] const std::vector<std::size_t>& defaults() const { return defaults_; }

  /// Axes of a point's variant.
  [[nodiscard]] std::size_t axes(std::size_t point) const { return codes_[point].size(); }
  /// Axes in which two points of one variant differ; none of two variants.
  [[nodiscard]] std::optional<std::size_t> distance(std::size_t a, std::size_t b) const;
  /// Points of the same variant that differ in one axis (Hamming distance 1), in order.
  [[nodiscard]] std::vector<std::size_t> neighbours(std::size_t point) const;

 private:
  std::vector<Configuration> points_;
  std::vector<std::string> texts_;
  std::unordered_map<std::string, std::size_t> index_;  ///< by text
  std::vector<std::size_t> family_;              ///< per point: its variant with its list of axes
  std::vector<std::vector<std::size_t>> codes_;  ///< per point and axis: which value
  std::vector<std::size_t> defaults_;
};

}  // namespace sptune::search
