#include "pipeline/weight_mixing.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "base/error.h"

namespace calque::pipeline {
namespace {

double scale_of(const decode::Weights& weights, const std::string& feature) {
  for (const auto& group : weights.groups)
    if (group.name == feature) return group.values.front();
  return 1.0;
}

}  // namespace

double size_of(const decode::Weights& weights, std::span<const double> units) {
  double sum = 0.0;
  std::size_t k = 0;
  for (const auto& group : weights.groups) {
    for (const double value : group.values) {
      sum += std::abs(value) * (units.empty() ? 1.0 : units[k]);
      ++k;
    }
  }
  CALQUE_CHECK(units.empty() || units.size() == k);
  return sum;
}

decode::Weights in_size(decode::Weights weights, double size, std::span<const double> units) {
  const double own = size_of(weights, units);
  if (own == 0.0 || size == 0.0) return weights;
  for (auto& group : weights.groups)
    for (double& value : group.values) value *= size / own;
  return weights;
}

decode::Weights mixed(std::span<const WeightShare> parts) {
  CALQUE_CHECK(!parts.empty());
  decode::Weights sum{parts.front().weights->groups};
  for (auto& group : sum.groups) std::fill(group.values.begin(), group.values.end(), 0.0);
  std::map<std::pair<std::string, std::string>, double> products;
  for (const auto& [weights, share] : parts) {
    CALQUE_CHECK(weights->groups.size() == sum.groups.size());
    for (std::size_t g = 0; g < sum.groups.size(); ++g) {
      CALQUE_CHECK(weights->groups[g].values.size() == sum.groups[g].values.size());
      for (std::size_t k = 0; k < sum.groups[g].values.size(); ++k)
        sum.groups[g].values[k] += share * weights->groups[g].values[k];
    }
    for (const auto& own : weights->sparse)
      products[{own.feature, own.key}] += share * scale_of(*weights, own.feature) * own.value;
  }
  for (auto& group : sum.groups) {  // indicators need a feature that counts
    const bool carries = std::any_of(products.begin(), products.end(),
                                     [&](const auto& product) { return product.first.first == group.name; });
    if (carries && group.values.front() == 0.0) group.values.front() = 1.0;
  }
  for (const auto& [name, product] : products) {
    if (product != 0.0) sum.sparse.push_back({name.first, name.second, product / scale_of(sum, name.first)});
  }
  return sum;
}

bool same_direction(const decode::Weights& a, const decode::Weights& b) {
  const decode::Weights left = in_size(a, 1.0);
  const decode::Weights right = in_size(b, 1.0);
  double maximum = a.sparse == b.sparse ? 0.0 : 1.0;
  for (std::size_t g = 0; g < left.groups.size(); ++g)
    for (std::size_t k = 0; k < left.groups[g].values.size(); ++k)
      maximum = std::max(maximum, std::abs(left.groups[g].values[k] - right.groups[g].values[k]));
  return maximum < 1e-5;
}

}  // namespace calque::pipeline
