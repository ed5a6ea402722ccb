#include "tune/joint_weights.h"

#include <algorithm>

#include "tune/objective.h"

namespace calque::tune {
namespace {

struct SplitName {
  std::string_view feature;
  std::string_view key;
};

// "Feature[key]"
SplitName split_name(std::string_view name) {
  const std::size_t bracket = name.find('[');
  if (bracket == std::string_view::npos) return {name, {}};
  return {name.substr(0, bracket), name.substr(bracket + 1, name.size() - bracket - 2)};
}

std::string joined_name(const decode::SparseWeight& weight) {
  return weight.feature + "[" + weight.key + "]";
}

}  // namespace

FullFeatures::FullFeatures(const CandidateLists& lists) : lists_(lists), used_(lists.feature_count(), true) {
  for (const std::string& name : lists.sparse_names()) {
    std::size_t score = 0;
    for (const auto& feature : lists.features()) {
      if (feature.name == split_name(name).feature) break;
      score += feature.score_count();
    }
    sparse_scores_.push_back(score);
    if (score < used_.size()) used_[score] = false;
  }
}

std::vector<double> FullFeatures::from(const decode::Weights& weights) const {
  std::vector<double> full = decode::flatten(weights, lists_.features());
  const std::vector<double> dense = full;
  for (std::size_t k = 0; k < used_.size(); ++k)
    if (!used_[k]) full[k] = 0.0;
  full.resize(size(), 0.0);
  for (const auto& own : weights.sparse) {
    const auto i = lists_.sparse_id(joined_name(own));
    if (!i) continue;
    const double scale = sparse_scores_[*i] < dense.size() ? dense[sparse_scores_[*i]] : 1.0;
    full[used_.size() + *i] = scale * own.value;
  }
  return full;
}

decode::Weights FullFeatures::to_weights(std::span<const double> full, const decode::Weights& before) const {
  std::vector<double> dense = decode::flatten(before, lists_.features());
  for (std::size_t k = 0; k < used_.size(); ++k) {
    if (used_[k])
      dense[k] = full[k];
    else if (dense[k] == 0.0)
      dense[k] = 1.0;
  }
  decode::Weights weights = decode::unflatten(dense, lists_.features());
  for (const auto& own : before.sparse) {  // indicators that no candidate has keep theirs
    if (!lists_.sparse_id(joined_name(own))) weights.sparse.push_back(own);
  }
  for (std::size_t i = 0; i < sparse_scores_.size(); ++i) {
    const double value = full[used_.size() + i];
    if (value == 0.0) continue;
    const double scale = sparse_scores_[i] < dense.size() ? dense[sparse_scores_[i]] : 1.0;
    const SplitName name = split_name(lists_.sparse_names()[i]);
    weights.sparse.push_back({std::string(name.feature), std::string(name.key), value / scale});
  }
  std::sort(weights.sparse.begin(), weights.sparse.end(), [](const auto& a, const auto& b) {
    return a.feature != b.feature ? a.feature < b.feature : a.key < b.key;
  });
  return weights;
}

void FullFeatures::scores(std::size_t sentence, std::span<const double> full,
                          std::vector<double>& scores) const {
  model_scores(lists_, sentence, full.first(used_.size()), scores);
  const auto sparse = full.subspan(used_.size());
  if (sparse.empty()) return;
  for (std::size_t i = 0; i < scores.size(); ++i)
    for (const auto& [name, value] : lists_.sparse(lists_.first(sentence) + i))
      scores[i] += sparse[name] * static_cast<double>(value);
}

void FullFeatures::add_difference(std::size_t sentence, std::size_t plus, std::size_t minus, double factor,
                                  std::span<double> full) const {
  const std::size_t first = lists_.first(sentence);
  for (std::size_t k = 0; k < used_.size(); ++k) {
    if (!used_[k]) continue;
    const auto column = lists_.column(sentence, k);
    full[k] +=
        factor * (static_cast<double>(column[plus - first]) - static_cast<double>(column[minus - first]));
  }
  for (const auto& [name, value] : lists_.sparse(plus)) full[used_.size() + name] += factor * value;
  for (const auto& [name, value] : lists_.sparse(minus)) full[used_.size() + name] -= factor * value;
}

double FullFeatures::squared_distance(std::size_t sentence, std::size_t plus, std::size_t minus,
                                      std::span<double> zeros) const {
  add_difference(sentence, plus, minus, 1.0, zeros);
  double sum = 0.0;
  const auto take = [&](double& value) {
    sum += value * value;
    value = 0.0;
  };
  for (std::size_t k = 0; k < used_.size(); ++k) take(zeros[k]);
  for (const std::size_t candidate : {plus, minus})
    for (const auto& [name, value] : lists_.sparse(candidate)) take(zeros[used_.size() + name]);
  return sum;
}

}  // namespace calque::tune
