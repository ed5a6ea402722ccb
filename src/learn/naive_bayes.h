// Naive Bayes: classes by counting which features go with which class (theory/bayes.md).
//
// BayesCounts are additive: counts of two corpora summed are the counts of both. A model is immutable and
// safe to share. Throws UsageError for bad options.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "learn/rows.h"

namespace calque::learn {

// Counts of a training set; of feature f and class k in [f * classes + k].
struct BayesCounts {
  std::size_t classes = 0;
  std::size_t features = 0;
  std::vector<std::uint64_t> examples;     // N_k: by class
  std::vector<std::uint64_t> occurrences;  // T_km: how often the feature occurs in examples of the class
  std::vector<std::uint64_t> present;      // in how many examples of the class it occurs at all

  BayesCounts() = default;
  BayesCounts(std::size_t features, std::size_t classes);
  // Values of rows are counts.
  void add(const RowView& row, std::size_t label);
  // Requires: the same features and classes.
  void add(const BayesCounts& other);
};

BayesCounts count(const Problem& problem);

enum class BayesEstimate : std::uint8_t {
  kMaximumLikelihood,  // a reference only: one feature unseen with a class rules the class out
  kMap,                // the most probable parameters under a Dirichlet prior
  kBayesian,           // averaged over all parameters
};

struct BayesOptions {
  BayesEstimate estimate = BayesEstimate::kMap;
  // Of the Dirichlet prior, the same for all features: above 1 for kMap (2 adds one to every count), above 0
  // for kBayesian; not used otherwise.
  double dirichlet = 2.0;
  void validate() const;
};

// Log scores of the classes out of counts. A view of them.
class NaiveBayes {
 public:
  NaiveBayes(const BayesCounts& counts, const BayesOptions& options);

  std::size_t classes() const { return counts_->classes; }
  // log p(class) + log p(row | class) without what all classes share; -infinity for a class that was never
  // seen or is ruled out. Values of rows are counts.
  void log_scores(const RowView& row, std::span<double> scores) const;
  // The class distribution; that of the training set for an empty row, and if all classes are ruled out.
  void probabilities(const RowView& row, std::span<double> probabilities) const;

 private:
  const BayesCounts* counts_;
  BayesOptions options_;
  std::vector<double> log_priors_;
  std::vector<double> totals_;  // T_k
};

// log of Gamma(a + n) / Gamma(a) as a sum of logarithms: exact where lgamma cancels.
double log_rising(double a, std::uint64_t n);

}  // namespace calque::learn
