// Weights of all features, dense and sparse, for the methods that tune both: the dense ones first, then one
// per indicator of the lists.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "decode/weights.h"
#include "tune/lists.h"

namespace calque::tune {

class FullFeatures {
 public:
  // A feature with indicators in the lists stands for their weighted sum: its own score is left out (weight
  // 0).
  explicit FullFeatures(const CandidateLists& lists);

  std::size_t size() const { return lists_.feature_count() + lists_.sparse_names().size(); }
  std::vector<double> from(const decode::Weights& weights) const;
  // Features that were left out keep the weight they have in `before`, which scales their indicators.
  decode::Weights to_weights(std::span<const double> full, const decode::Weights& before) const;

  void scores(std::size_t sentence, std::span<const double> full, std::vector<double>& scores) const;
  // Adds factor times the difference of two candidates' features.
  void add_difference(std::size_t sentence, std::size_t plus, std::size_t minus, double factor,
                      std::span<double> full) const;
  // The squared length of that difference; `zeros` is scratch of size(), all zero before and after.
  double squared_distance(std::size_t sentence, std::size_t plus, std::size_t minus,
                          std::span<double> zeros) const;
  const CandidateLists& lists() const { return lists_; }

 private:
  const CandidateLists& lists_;
  std::vector<bool> used_;  // per dense score
  std::vector<std::size_t>
      sparse_scores_;  // the dense score that each indicator belongs to, or feature_count()
};

}  // namespace calque::tune
